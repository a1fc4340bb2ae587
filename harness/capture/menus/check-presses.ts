/**
 * Holds the declared menus against a recording, frame by frame: what each press does to the open
 * window and its cursor. Whether a choice is accepted is the battle's affair and not the machine's.
 */
import { buttonsText, wordOfButton } from '../../base/pad-script.js';
import { type Check, contradict, count, type Shown } from './check-state.js';
import { nextEntry } from './list-window.js';
import { DIRECTIONS, type Direction, isRound, searchOrder } from './target-search.js';
import type { MenuWindow, TargetWindow } from './types.js';
import { nextStates } from './walked-path.js';

const DIRECTION_WORDS = DIRECTIONS.reduce((word, button) => word | wordOfButton(button), 0);

function expectSame(check: Check, frame: number, before: Shown, now: Shown, why: string): void {
  const { state, cursor } = check.profile.cells;
  if (now.state !== before.state) contradict(check, frame, state.cell, `${before.state}`, now.state, why);
  else if (now.cursor !== before.cursor) contradict(check, frame, cursor, `${before.cursor}`, now.cursor, why);
}

function windowIn({ profile }: Check, state: number): MenuWindow | undefined {
  return profile.windows.find((window) => window.state === state);
}

/** A cursor on the field: no known target lies between, and it stands on none that was passed. */
function checkTarget(check: Check, frame: number, before: Shown, now: Shown, direction: Direction): void {
  const { targets, profile } = check;
  const { cursor } = profile.cells;
  const passed = searchOrder(before.cursor, direction);
  const at = now.cursor === before.cursor ? passed.length : passed.indexOf(now.cursor);
  const skipped = passed.slice(0, at).find((cell) => targets.has(cell));
  const why = `${direction} looks for the next target along its row or column`;
  if (at < 0) contradict(check, frame, cursor, 'a cell of the field', now.cursor, why);
  else if (skipped !== undefined) contradict(check, frame, cursor, `${skipped}`, now.cursor, why);
  else if (now.cursor < check.openedOn) {
    const first = 'the cursor stands on the first target by number as the window opens';
    contradict(check, frame, cursor, `${check.openedOn} or a cell behind it`, now.cursor, first);
  }
  targets.add(now.cursor);
}

function checkMove(
  check: Check,
  window: MenuWindow,
  frame: number,
  [before, now]: readonly [Shown, Shown],
  direction: Direction,
): void {
  const { state, cursor } = check.profile.cells;
  if (now.state !== before.state) {
    contradict(check, frame, state.cell, `${before.state}`, now.state, `${direction} moves the cursor alone`);
    return;
  }
  count(check, `${window.name} ${direction}`);
  check.moves.push({ window: window.name, direction, from: before.cursor, to: now.cursor });
  if (isRound(window, before.cursor, now.cursor, direction)) count(check, `${window.name} ${direction} round`);
  if ('search' in window) {
    checkTarget(check, frame, before, now, direction);
    return;
  }
  const expected = nextEntry(window, before.cursor, direction);
  const why = `${direction} in the window ${window.name}`;
  if (!check.learns && now.cursor !== expected) contradict(check, frame, cursor, `${expected}`, now.cursor, why);
}

/** A window that opens: the cursor stands on its first place. */
function noteOpened(check: Check, frame: number, now: Shown): void {
  const window = windowIn(check, now.state);
  if (window === undefined) return;
  if ('search' in window) {
    check.openedOn = now.cursor;
    return;
  }
  if (now.cursor === 0) return;
  const why = `the cursor of the window ${window.name} stands on its first place as it opens`;
  contradict(check, frame, check.profile.cells.cursor, '0', now.cursor, why);
}

/** Goes on to the state that the ways of the profile have behind what was chosen. */
function goOn(check: Check, frame: number, now: Shown, what: string): void {
  const { profile, walked, known } = check;
  const states = nextStates(profile, known ? walked : walked.slice(-1), known);
  if (states.length === 0) {
    count(check, `${what}: no way of the profile`);
    check.known = false;
  } else if (!states.includes(now.state)) {
    const why = `${what} leads there in the profile`;
    contradict(check, frame, profile.cells.state.cell, states.join(' or '), now.state, why);
  } else noteOpened(check, frame, now);
}

function checkField(check: Check, frame: number, before: Shown, now: Shown, pressed: number): void {
  const { open } = check.profile;
  if ((pressed & wordOfButton(open)) === 0) {
    expectSame(check, frame, before, now, 'only the button that opens the menus does so');
    return;
  }
  if (now.state === before.state) return;
  count(check, 'field open');
  check.known = true;
  goOn(check, frame, now, `${open} in the field`);
}

function checkChoice(check: Check, window: MenuWindow, frame: number, [before, now]: readonly [Shown, Shown]): void {
  const { choose } = check.profile;
  if (now.state === before.state) {
    expectSame(check, frame, before, now, 'a choice that is not taken leaves the cursor');
    return;
  }
  count(check, `${window.name} choose`);
  check.walked.push({ window: window.name, place: before.cursor });
  goOn(check, frame, now, `${choose} at place ${before.cursor} of the window ${window.name}`);
}

function checkBack(check: Check, window: MenuWindow, frame: number, [before, now]: readonly [Shown, Shown]): void {
  const { profile, walked, known } = check;
  const { cell } = profile.cells.state;
  count(check, `${window.name} back`);
  const why = `${profile.back} leaves the window ${window.name}`;
  const last = walked.pop();
  const behind = profile.windows.find(({ name }) => name === last?.window);
  const isField = windowIn(check, now.state) === undefined && now.state !== profile.orderState;
  if (now.state === before.state) contradict(check, frame, cell, `not ${before.state}`, now.state, why);
  else if (known && behind !== undefined && now.state !== behind.state)
    contradict(check, frame, cell, `${behind.state}`, now.state, `${why} for ${behind.name}`);
  else if (known && behind === undefined && !isField)
    contradict(check, frame, cell, 'the state of no window', now.state, `${why} for the field`);
}

function checkWindow(
  check: Check,
  window: MenuWindow,
  frame: number,
  pair: readonly [Shown, Shown],
  pressed: number,
): void {
  const { profile } = check;
  const [before, now] = pair;
  const [choose, back] = [wordOfButton(profile.choose), wordOfButton(profile.back)];
  const direction = DIRECTIONS.find((button) => pressed === wordOfButton(button));
  if ((pressed & choose) !== 0) checkChoice(check, window, frame, pair);
  else if (pressed === back) checkBack(check, window, frame, pair);
  else if (direction !== undefined) checkMove(check, window, frame, pair, direction);
  else if (pressed === 0) expectSame(check, frame, before, now, 'nothing was pressed');
  else if ((pressed & (back | DIRECTION_WORDS)) === 0)
    expectSame(check, frame, before, now, `${buttonsText(pressed)} does nothing in the window ${window.name}`);
  // several buttons at once: which one goes first is not declared
  else if (now.state !== before.state) check.known = false;
}

function isTarget(window: MenuWindow | undefined): window is TargetWindow {
  return window !== undefined && 'search' in window;
}

/** @param pressed buttons that were not down in the frame before */
export function checkPresses(check: Check, frame: number, before: Shown, now: Shown, pressed: number): void {
  if (before.still) {
    if (pressed !== 0) count(check, 'still press');
    expectSame(check, frame, before, now, 'nothing is read while the screen shows something');
    return;
  }
  const window = windowIn(check, before.state);
  if (isTarget(window)) check.targets.add(before.cursor);
  else {
    check.targets.clear();
    check.openedOn = -1;
  }
  if (before.state === check.profile.orderState) return;
  if (window !== undefined) {
    checkWindow(check, window, frame, [before, now], pressed);
    return;
  }
  check.walked.length = 0;
  checkField(check, frame, before, now, pressed);
}
