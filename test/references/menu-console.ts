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

/** Plays all pad words. @throws Error for a press that nobody reads */
export function playPads(pads: readonly number[], battle: StandInBattle, lengths: WindowFrames): Played {
  let at = 0;
  let held = 0;
  let frames = 0;
  const END = new Error('the pads end');

  /** Buttons that were not down before. */
  function fresh(): number {
    if (at === pads.length) throw END;
    const pad = pads[at++] as number;
    const pressed = pad & ~held;
    held = pad;
    return pressed;
  }

  function idle(count: number): void {
    for (let frame = 0; frame < count; frame++)
      if (fresh() !== 0) throw new Error(`row ${at - 1}: nothing is read in it`);
  }

  /** Waits for a choice. @returns where the cursor stands, or -1 when the window is left */
  function choose(
    first: number,
    move: (from: number, direction: Direction) => number,
    turns?: { count: number },
  ): number {
    let cursor = first;
    for (;;) {
      const pressed = fresh();
      if (pressed === WORDS.A) return cursor;
      const direction = DIRECTIONS.find((name) => pressed === WORDS[name]);
      if (direction !== undefined) cursor = move(cursor, direction);
      else if ((pressed === WORDS.L || pressed === WORDS.R) && turns !== undefined) turns.count++;
      else if (pressed !== 0) throw new Error(`row ${at - 1}: ${pressed.toString(16)} means nothing in a window`);
    }
  }

  function openMenus(): void {
    idle(lengths.main);
    const entry = choose(0, (from, direction) => inList(from, direction, 1, 4));
    if (entry < 2) {
      const list = entry === 0 ? 'skills' : 'items';
      idle(lengths[list]);
      const place = choose(0, (from, direction) => inList(from, direction, 2, 8));
      const targets = battle.targets(list, place).sort((one, other) => one - other);
      idle(lengths.target);
      const turns = { count: 0 };
      const cell = choose(targets[0] as number, (from, direction) => search(from, direction, targets), turns);
      idle(lengths.closing);
      battle.order(entry === 0 ? 'skill' : 'item', { place, cell, presses: turns.count });
    } else {
      idle(lengths.closing);
      battle.order(entry === 2 ? 'pass' : 'escape', {});
    }
  }

  function press(pressed: number): void {
    if (pressed === 0) return;
    if (!battle.asked()) throw new Error(`row ${at - 1}: nobody is asked in it`);
    const direction = DIRECTIONS.findIndex((name) => pressed === WORDS[name]);
    if (pressed === WORDS.A) openMenus();
    else if (direction >= 0) battle.order('step', { direction });
    else if (pressed === WORDS.L || pressed === WORDS.R) battle.order('turn', { side: pressed === WORDS.L ? 0 : 1 });
    else if (pressed === WORDS.Y) battle.order('stepInPlace', {});
    else throw new Error(`row ${at - 1}: ${pressed.toString(16)} means nothing`);
  }

  try {
    while (at < pads.length && !battle.over()) {
      idle(battle.frame());
      frames++;
      press(fresh());
    }
  } catch (error) {
    if (error !== END) throw error;
  }
  return { rows: at, frames };
}
