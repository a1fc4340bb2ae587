/**
 * Holds a profile of menus against a recording: what each press does, what each order does, and
 * with a timing profile how long each wait is. Ends at the first contradiction.
 */
import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';
import { createOrderCheck, type OrderCheck } from './check-orders.js';
import { checkPresses } from './check-presses.js';
import { type Check, type Contradiction, createCheck, type SeenMove, type Shown } from './check-state.js';
import { nextEntry } from './list-window.js';
import { bitsReader, eachFrame, type LogFrame, type OpenLog } from './log-frames.js';
import { notShown } from './not-shown.js';
import type { ListWindow, RecordedMenus } from './types.js';

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
