/**
 * Holds a profile of menus against a recording: what each press does, what each order does, and
 * with a timing profile how long each wait is. Ends at the first contradiction.
 */

import { countText } from '../../../core/system/names.js';
import { buttonsText, LockstepError, wordOfButton } from '../../base/index.js';

import { createOrderCheck, type OrderCheck } from './check-orders.js';
import {
  type Check,
  type Contradiction,
  contradict,
  count,
  createCheck,
  type SeenMove,
  type Shown,
} from './check-state.js';
import { bitsReader, eachFrame, type LogFrame, type OpenLog } from './log-frames.js';
import type { ListWindow, MenuProfile, MenuWindow, RecordedMenus, TargetWindow } from './menu-profile.js';
import { DIRECTIONS, type Direction, isRound, nextEntry, nextStates, searchOrder, wayText } from './target-search.js';

// Holds the declared menus against a recording, frame by frame: what each press does to the open
// window and its cursor. Whether a choice is accepted is the battle's affair and not the machine's.

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
function checkPresses(check: Check, frame: number, before: Shown, now: Shown, pressed: number): void {
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

// What a profile of menus says and a recording does not show: nothing was checked of it.

/** Directions in which a cursor of the window can go round an end. */
function roundIn(window: MenuWindow): readonly string[] {
  if ('search' in window) return DIRECTIONS;
  const { columns, rows } = window;
  return [...(rows > 1 ? ['Up', 'Down'] : []), ...(columns > 1 ? ['Left', 'Right'] : [])];
}

/** @param seen counts by what was seen, as a check names it */
function notShown(profile: MenuProfile, seen: Readonly<Record<string, number>>): string[] {
  const { open, choose, back, windows, commands } = profile;
  const missing: string[] = [];
  const expect = (isSeen: boolean, what: string): void => {
    if (!isSeen) missing.push(what);
  };
  const any = (end: string): boolean => windows.some(({ name }) => seen[`${name} ${end}`] !== undefined);
  expect(seen['field open'] !== undefined, `${open} opens the menus`);
  expect(any('choose'), `${choose} chooses`);
  expect(any('back'), `${back} goes back`);
  expect(seen['still press'] !== undefined, 'a press while the screen shows something');
  for (const window of windows) {
    const { name } = window;
    for (const direction of DIRECTIONS) expect(seen[`${name} ${direction}`] !== undefined, `${direction} in ${name}`);
    for (const direction of roundIn(window)) {
      const isRound = seen[`${name} ${direction}`] === undefined || seen[`${name} ${direction} round`] !== undefined;
      expect(isRound, `${direction} round an end of ${name}`);
    }
  }
  for (const way of commands) {
    const { buttons } = way;
    if (buttons === undefined) expect(seen[`command ${wayText(way)}`] !== undefined, `the command ${wayText(way)}`);
    buttons?.values.forEach((button, index) => {
      const name = `${wayText(way)}, ${buttons.parameter} ${index}`;
      expect(seen[`command ${name}`] !== undefined, `the command ${name} (${button})`);
    });
  }
  return missing;
}

export interface MenuCheck {
  readonly frames: number;
  /** Presses and orders that the profile explains, by window and button or by command. */
  readonly seen: Readonly<Record<string, number>>;
  /** What the profile says and this recording does not show, a few words each. */
  readonly notShown: readonly string[];
  readonly moves: readonly SeenMove[];
  readonly contradiction: Contradiction | undefined;
}

/** Steps that a log's sequence cells count; a log without them makes one in every frame. */
function stepsBetween({ reader }: OpenLog): (before: Uint32Array, now: Uint32Array) => number {
  const { sequence, cells } = reader.header;
  const at = cells.findIndex(([name]) => name === sequence?.begin);
  const [, , width = 1] = cells[at] ?? [];
  const span = 2 ** (8 * width);
  return (before, now) => (at < 0 ? 1 : ((now[at] as number) - (before[at] as number) + span) % span);
}

interface Run {
  readonly check: Check;
  readonly orders: OrderCheck | undefined;
  readonly steps: (before: Uint32Array, now: Uint32Array) => number;
  /** Values of the last whole frame, and what it shows. */
  readonly values: Uint32Array;
  shown: Shown | undefined;
  /** Buttons that are down, and those of the first frame behind the last whole one. */
  held: number;
  pad: number;
  isTorn: boolean;
}

/** What was given in a frame in which the battle went one step. */
function checkOrders({ check, orders, steps, values, pad }: Run, frame: LogFrame, before: Shown, now: Shown): void {
  const { windows, orderState } = check.profile;
  if (orders === undefined || before.still || check.contradiction !== undefined) return;
  const isWindow = (state: number): boolean => windows.some((window) => window.state === state);
  if (isWindow(before.state) || isWindow(now.state) || now.state === orderState) return;
  if (steps(values, frame.values) !== 1) return;
  const given = { frame: frame.frame, before: values, now: frame.values };
  if (before.state !== orderState) orders.field(given, pad);
  else if (check.known) orders.order(given);
}

function readFrame(run: Run, frame: LogFrame, now: Shown): boolean {
  const { check, shown } = run;
  const pressed = frame.pad & ~run.held;
  run.held = frame.pad;
  if (!run.isTorn) run.pad = frame.pad;
  if (!frame.torn) {
    if (shown !== undefined) {
      checkOrders(run, frame, shown, now);
      if (!run.isTorn) checkPresses(check, frame.frame, shown, now, pressed);
    }
    run.values.set(frame.values);
    run.shown = now;
  }
  run.isTorn = frame.torn;
  return check.contradiction === undefined;
}

/**
 * @param file of the log
 * @param learns true: columns and rows of lists are to be learned from the moves
 * @throws LockstepError for a log without the profile's cells
 */
export async function checkMenus(
  log: OpenLog,
  file: string,
  profile: RecordedMenus,
  learns = false,
): Promise<MenuCheck> {
  const state = bitsReader(log, profile.cells.state);
  const still = bitsReader(log, profile.cells.still);
  const cursor = log.at(profile.cells.cursor);
  const check = createCheck(profile, learns);
  const run: Run = {
    check,
    orders: createOrderCheck(check, log, file),
    steps: stepsBetween(log),
    values: new Uint32Array(log.reader.header.cells.length),
    shown: undefined,
    held: 0,
    pad: 0,
    isTorn: false,
  };
  let frames = 0;
  await eachFrame(log, (frame) => {
    frames++;
    const { values } = frame;
    const now = { state: state(values), cursor: values[cursor] as number, still: still(values) !== 0 };
    return readFrame(run, frame, now);
  });
  const { contradiction, moves } = check;
  const seen = Object.fromEntries([...check.seen].sort(([one], [other]) => (one < other ? -1 : 1)));
  return { frames, seen, notShown: notShown(profile, seen), moves, contradiction };
}

/** @throws LockstepError `E_NOTHING_COMPARED` for a recording in which the menus never open */
export function expectOpened({ frames, seen, contradiction }: MenuCheck, file: string): void {
  const isOpen = seen['field open'] !== undefined || Object.keys(seen).some((what) => what.endsWith(' choose'));
  if (isOpen || contradiction !== undefined) return;
  throw new LockstepError('E_NOTHING_COMPARED', 'the menus never open in the recording', {
    file,
    found: `${countText(frames, 'frame')} without a window of the profile`,
    expected: 'somebody who goes through the menus',
    remedy: 'Record a battle with orders, or name the cells that show the menus in the profile',
  });
}

/** Most columns and rows that a window is taken to have. */
const MOST_COLUMNS = 8;
const MOST_ROWS = 32;

/** The only number of columns and rows that explains all moves in a window, or undefined. */
export function shapeOf(moves: readonly SeenMove[], window: ListWindow): ListWindow | undefined {
  const own = moves.filter((move) => move.window === window.name);
  const shapes: ListWindow[] = [];
  for (let columns = 1; columns <= MOST_COLUMNS; columns++) {
    for (let rows = 1; rows <= MOST_ROWS; rows++) {
      const shape = { ...window, columns, rows };
      if (own.every(({ from, to, direction }) => nextEntry(shape, from, direction) === to)) shapes.push(shape);
    }
  }
  return own.length > 0 && shapes.length === 1 ? shapes[0] : undefined;
}
