/**
 * Holds the declared menus against a recording, frame by frame: what each press does to the open
 * window and its cursor. Only presses of one button are looked at; whether a choice is accepted is
 * the battle's affair and not the machine's.
 */
import { wordOfButton } from '../base/pad-script.js';
import { nextEntry } from './list-window.js';
import { bitsReader, eachFrame, type OpenLog } from './log-frames.js';
import { DIRECTIONS, type Direction, searchOrder } from './target-search.js';
import type { ListWindow, MenuWindow, RecordedMenus } from './types.js';

/** The first frame that contradicts the machine. */
export interface Contradiction {
  readonly frame: number;
  readonly cell: string;
  readonly expected: string;
  readonly found: number;
  readonly why: string;
}

/** A press of a direction in a window and where it led. */
export interface SeenMove {
  readonly window: string;
  readonly direction: Direction;
  readonly from: number;
  readonly to: number;
}

export interface MenuCheck {
  readonly frames: number;
  /** Presses that the machine explains, by window and button. */
  readonly seen: Readonly<Record<string, number>>;
  readonly moves: readonly SeenMove[];
  readonly contradiction: Contradiction | undefined;
}

/** What a log shows of the menus after a frame. */
interface Shown {
  readonly state: number;
  readonly cursor: number;
  readonly still: boolean;
}

interface Check {
  readonly profile: RecordedMenus;
  /** Columns and rows are not known yet: where a press leads in a list contradicts nothing. */
  readonly learns: boolean;
  readonly seen: Map<string, number>;
  readonly moves: SeenMove[];
  /** Targets that the open window is known to have. */
  readonly targets: Set<number>;
  contradiction: Contradiction | undefined;
}

function count({ seen }: Check, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}

function contradict(check: Check, frame: number, cell: string, expected: string, found: number, why: string): void {
  check.contradiction ??= { frame, cell, expected, found, why };
}

function expectSame(check: Check, frame: number, before: Shown, now: Shown, why: string): void {
  const { state, cursor } = check.profile.cells;
  if (now.state !== before.state) contradict(check, frame, state.cell, `${before.state}`, now.state, why);
  else if (now.cursor !== before.cursor) contradict(check, frame, cursor, `${before.cursor}`, now.cursor, why);
}

/** A cursor on the field: no known target lies between, and it stands on none that was passed. */
function checkTarget(check: Check, frame: number, before: Shown, now: Shown, direction: Direction): void {
  const { targets, profile } = check;
  const passed = searchOrder(before.cursor, direction);
  const at = now.cursor === before.cursor ? passed.length : passed.indexOf(now.cursor);
  const skipped = passed.slice(0, at).find((cell) => targets.has(cell));
  const why = `${direction} looks for the next target along its row or column`;
  if (at < 0) contradict(check, frame, profile.cells.cursor, 'a cell of the field', now.cursor, why);
  else if (skipped !== undefined) contradict(check, frame, profile.cells.cursor, `${skipped}`, now.cursor, why);
  targets.add(now.cursor);
}

function checkMove(
  check: Check,
  window: MenuWindow,
  frame: number,
  pair: readonly [Shown, Shown],
  direction: Direction,
) {
  const [before, now] = pair;
  const { state, cursor } = check.profile.cells;
  if (now.state !== before.state) {
    contradict(check, frame, state.cell, `${before.state}`, now.state, `${direction} moves the cursor alone`);
    return;
  }
  count(check, `${window.name} ${direction}`);
  check.moves.push({ window: window.name, direction, from: before.cursor, to: now.cursor });
  if ('search' in window) {
    checkTarget(check, frame, before, now, direction);
    return;
  }
  const expected = nextEntry(window, before.cursor, direction);
  const why = `${direction} in the window ${window.name}`;
  if (!check.learns && now.cursor !== expected) contradict(check, frame, cursor, `${expected}`, now.cursor, why);
}

/** @param pressed buttons that were not down in the frame before */
function checkFrame(check: Check, frame: number, before: Shown, now: Shown, pressed: number): void {
  const { profile, targets } = check;
  if (before.still) {
    expectSame(check, frame, before, now, 'nothing is read while the screen shows something');
    return;
  }
  const window = profile.windows.find(({ state }) => state === before.state);
  if (window === undefined || !('search' in window)) targets.clear();
  else targets.add(before.cursor);
  const choose = wordOfButton(window === undefined ? profile.open : profile.choose);
  const direction = DIRECTIONS.find((button) => pressed === wordOfButton(button));
  if (before.state === profile.orderState) return;
  if ((pressed & choose) !== 0) {
    if (now.state !== before.state) count(check, `${window?.name ?? 'field'} choose`);
    return;
  }
  if (window === undefined) {
    expectSame(check, frame, before, now, 'only the button that opens the menus does so');
    return;
  }
  if ((pressed & wordOfButton(profile.back)) !== 0) {
    count(check, `${window.name} back`);
    return;
  }
  if (direction !== undefined) checkMove(check, window, frame, [before, now], direction);
  else if (pressed === 0) expectSame(check, frame, before, now, 'nothing was pressed');
}

/**
 * @param learns true: columns and rows of lists are to be learned from the moves
 * @throws LockstepError for a log without the profile's cells
 */
export async function checkMenus(log: OpenLog, profile: RecordedMenus, learns = false): Promise<MenuCheck> {
  const state = bitsReader(log, profile.cells.state);
  const still = bitsReader(log, profile.cells.still);
  const cursor = log.at(profile.cells.cursor);
  const check: Check = { profile, learns, seen: new Map(), moves: [], targets: new Set(), contradiction: undefined };
  let before: Shown | undefined;
  let held = 0;
  let frames = 0;
  await eachFrame(log, ({ frame, pad, values, torn }) => {
    frames++;
    const pressed = pad & ~held;
    held = pad;
    const now = { state: state(values), cursor: values[cursor] as number, still: still(values) !== 0 };
    if (!torn && before !== undefined) checkFrame(check, frame, before, now, pressed);
    before = torn ? undefined : now;
    return check.contradiction === undefined;
  });
  const seen = Object.fromEntries([...check.seen].sort(([one], [other]) => (one < other ? -1 : 1)));
  return { frames, seen, moves: check.moves, contradiction: check.contradiction };
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
