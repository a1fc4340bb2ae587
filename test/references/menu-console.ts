/**
 * A console that knows only the page of the declared menus (traces/live-a-live/MENUS.md): it reads a pad word a frame, opens
 * windows, moves cursors and hands orders to a battle. Slow and strict: a press that nobody reads is an error.
 */

export interface StandInBattle {
  /** Plays the next frame. @returns still frames that it shows */
  frame(): number;
  /** Whether the player is asked behind the frame that was played last. */
  asked(): boolean;
  over(): boolean;
  order(
    name: string,
    numbers: { place?: number; cell?: number; presses?: number; direction?: number; side?: number },
  ): void;
  /** Cells that the target window offers for a place of a list. */
  targets(list: 'skills' | 'items', place: number): number[];
}

/** Still frames of windows, by the numbers of the page. */
export interface WindowFrames {
  readonly main: number;
  readonly skills: number;
  readonly items: number;
  readonly target: number;
  readonly closing: number;
}

const WORDS = { Up: 0x0800, Down: 0x0400, Left: 0x0200, Right: 0x0100, A: 0x0080, Y: 0x4000, L: 0x0020, R: 0x0010 };
const DIRECTIONS = ['Up', 'Down', 'Left', 'Right'] as const;
type Direction = (typeof DIRECTIONS)[number];

/** The next target: every cell of the field in the order of the search, until one is a target. */
function search(from: number, direction: Direction, targets: readonly number[]): number {
  const cells: number[] = [];
  if (direction === 'Left' || direction === 'Right') for (let cell = 0; cell < 56; cell++) cells.push(cell);
  else for (let x = 0; x < 8; x++) for (let y = 0; y < 7; y++) cells.push(8 * y + x);
  if (direction === 'Left' || direction === 'Up') cells.reverse();
  const start = cells.indexOf(from);
  const order = [...cells.slice(start + 1), ...cells.slice(0, start)];
  return order.find((cell) => targets.includes(cell)) ?? from;
}

function inList(from: number, direction: Direction, columns: number, rows: number): number {
  const [x, y] = [from % columns, Math.floor(from / columns)];
  const move = { Up: [0, -1], Down: [0, 1], Left: [-1, 0], Right: [1, 0] }[direction] as [number, number];
  return ((y + move[1] + rows) % rows) * columns + ((x + move[0] + columns) % columns);
}

export interface Played {
  readonly rows: number;
  /** Frames of the battle. */
  readonly frames: number;
}

/** What the screen does in the frame whose pad word is awaited: it shows something, or buttons are read. */
type Shown = 'still' | 'reads';
type Frames<Result> = Generator<Shown, Result, number>;

/** Plays a pad word for each `next`, while there are more. @throws Error for a press that nobody reads */
export function* consoleFrames(
  battle: StandInBattle,
  lengths: WindowFrames,
  more: () => boolean = () => true,
): Frames<void> {
  let at = 0;
  let held = 0;

  /** Buttons that were not down before. */
  function* fresh(shown: Shown = 'reads'): Frames<number> {
    const pad = yield shown;
    at++;
    const pressed = pad & ~held;
    held = pad;
    return pressed;
  }

  function* idle(count: number): Frames<void> {
    for (let frame = 0; frame < count; frame++)
      if ((yield* fresh('still')) !== 0) throw new Error(`row ${at - 1}: nothing is read in it`);
  }

  /** Waits for a choice. @returns where the cursor stands, or -1 when the window is left */
  function* choose(
    first: number,
    move: (from: number, direction: Direction) => number,
    turns?: { count: number },
  ): Frames<number> {
    let cursor = first;
    for (;;) {
      const pressed = yield* fresh();
      if (pressed === WORDS.A) return cursor;
      const direction = DIRECTIONS.find((name) => pressed === WORDS[name]);
      if (direction !== undefined) cursor = move(cursor, direction);
      else if ((pressed === WORDS.L || pressed === WORDS.R) && turns !== undefined) turns.count++;
      else if (pressed !== 0) throw new Error(`row ${at - 1}: ${pressed.toString(16)} means nothing in a window`);
    }
  }

  function* openMenus(): Frames<void> {
    yield* idle(lengths.main);
    const entry = yield* choose(0, (from, direction) => inList(from, direction, 1, 4));
    if (entry < 2) {
      const list = entry === 0 ? 'skills' : 'items';
      yield* idle(lengths[list]);
      const place = yield* choose(0, (from, direction) => inList(from, direction, 2, 8));
      const targets = battle.targets(list, place).sort((one, other) => one - other);
      yield* idle(lengths.target);
      const turns = { count: 0 };
      const cell = yield* choose(targets[0] as number, (from, direction) => search(from, direction, targets), turns);
      yield* idle(lengths.closing);
      battle.order(entry === 0 ? 'skill' : 'item', { place, cell, presses: turns.count });
    } else {
      yield* idle(lengths.closing);
      battle.order(entry === 2 ? 'pass' : 'escape', {});
    }
  }

  function* press(pressed: number): Frames<void> {
    if (pressed === 0) return;
    if (!battle.asked()) throw new Error(`row ${at - 1}: nobody is asked in it`);
    const direction = DIRECTIONS.findIndex((name) => pressed === WORDS[name]);
    if (pressed === WORDS.A) yield* openMenus();
    else if (direction >= 0) battle.order('step', { direction });
    else if (pressed === WORDS.L || pressed === WORDS.R) battle.order('turn', { side: pressed === WORDS.L ? 0 : 1 });
    else if (pressed === WORDS.Y) battle.order('stepInPlace', {});
    else throw new Error(`row ${at - 1}: ${pressed.toString(16)} means nothing`);
  }

  while (more() && !battle.over()) {
    yield* idle(battle.frame());
    yield* press(yield* fresh());
  }
}

/** Plays all pad words. @throws Error for a press that nobody reads */
export function playPads(pads: readonly number[], battle: StandInBattle, lengths: WindowFrames): Played {
  let frames = 0;
  const counted = {
    ...battle,
    frame() {
      frames++;
      return battle.frame();
    },
  };
  let rows = 0;
  const console = consoleFrames(counted, lengths, () => rows < pads.length);
  if (console.next(0).done === true) return { rows, frames };
  while (rows < pads.length) if (console.next(pads[rows++] as number).done === true) break;
  return { rows, frames };
}
