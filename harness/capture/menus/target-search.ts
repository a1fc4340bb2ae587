/**
 * The target cursor's rule: search in the pressed direction, round by rows or columns. Source: the
 * rule as players' pages state it; the test ROM's page (traces/homebrew/MENU.md) states the same.
 */
import type { Button } from '../../../rom-map/pad.js';
import type { CommandWay, ListWindow, MenuProfile, MenuWindow } from './menu-profile.js';

/** Cells of the field as the game counts them: 8 y + x, the eighth column is empty. */
const WIDTH = 8;
const HEIGHT = 7;
const CELLS = WIDTH * HEIGHT;

export const DIRECTIONS = ['Up', 'Down', 'Left', 'Right'] as const satisfies readonly Button[];
export type Direction = (typeof DIRECTIONS)[number];

function nextCell(cell: number, direction: Direction): number {
  const [x, y] = [cell % WIDTH, Math.floor(cell / WIDTH)];
  switch (direction) {
    case 'Right':
      return (cell + 1) % CELLS;
    case 'Left':
      return (cell + CELLS - 1) % CELLS;
    case 'Down':
      return y + 1 < HEIGHT ? cell + WIDTH : (x + 1) % WIDTH;
    case 'Up':
      return y > 0 ? cell - WIDTH : WIDTH * (HEIGHT - 1) + ((x + WIDTH - 1) % WIDTH);
  }
}

/** Cells that the search passes from a cell on, in order, without it; the last one is before it. */
export function searchOrder(from: number, direction: Direction): number[] {
  const order: number[] = [];
  for (let cell = nextCell(from, direction); cell !== from; cell = nextCell(cell, direction)) order.push(cell);
  return order;
}

/** The target that a press leads to. @param isTarget by cell @returns `from` without another one */
export function nextTarget(from: number, direction: Direction, isTarget: (cell: number) => boolean): number {
  return searchOrder(from, direction).find(isTarget) ?? from;
}

/** Whether a press went round an end of a window, as a list or as the field counts. */
export function isRound(window: MenuWindow, from: number, to: number, direction: Direction): boolean {
  if (from === to) return false;
  const width = 'search' in window ? WIDTH : window.columns;
  // along the rows in the order of the cells, down the columns one after the other
  const along = (cell: number): number => (cell % width) * CELLS + Math.floor(cell / width);
  if (direction === 'Right') return to < from;
  if (direction === 'Left') return to > from;
  return direction === 'Down' ? along(to) < along(from) : along(to) > along(from);
}

// Cursor moves in a window with entries: round in columns and rows.

/** The entry that a press leads to. */
export function nextEntry({ columns, rows }: ListWindow, from: number, direction: Direction): number {
  const [column, row] = [from % columns, Math.floor(from / columns)];
  switch (direction) {
    case 'Right':
      return row * columns + ((column + 1) % columns);
    case 'Left':
      return row * columns + ((column + columns - 1) % columns);
    case 'Down':
      return ((row + 1) % rows) * columns + column;
    case 'Up':
      return ((row + rows - 1) % rows) * columns + column;
  }
}

// The fewest presses that bring a cursor from one place to another.

/** @param next where a press leads @returns undefined when no presses lead there */
export function shortestPresses(
  from: number,
  to: number,
  next: (place: number, direction: Direction) => number,
): Direction[] | undefined {
  const ways = new Map<number, Direction[]>([[from, []]]);
  const queue = [from];
  for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
    const way = ways.get(place) ?? [];
    if (place === to) return way;
    for (const direction of DIRECTIONS) {
      const reached = next(place, direction);
      if (ways.has(reached)) continue;
      ways.set(reached, [...way, direction]);
      queue.push(reached);
    }
  }
  return undefined;
}

// The windows that somebody has gone through, and which ways of a profile fit them.

/** A window and the place of the cursor in which something was chosen. */
export interface Chosen {
  readonly window: string;
  readonly place: number;
}

/** Whether the steps of a way from one on are what was chosen. */
function fitsFrom({ path = [] }: CommandWay, from: number, walked: readonly Chosen[]): boolean {
  if (from + walked.length > path.length) return false;
  return walked.every(({ window, place }, at) => {
    const step = path[from + at];
    return step?.window === window && (typeof step.entry !== 'number' || step.entry === place);
  });
}

/** The ways that end with what was chosen. */
export function waysOf({ commands }: MenuProfile, walked: readonly Chosen[]): CommandWay[] {
  return commands.filter((way) => way.path?.length === walked.length && fitsFrom(way, 0, walked));
}

/**
 * States that may follow what was chosen, each once; empty where the profile has no way for it.
 * @param known false: `walked` holds the last choices alone
 */
export function nextStates({ commands, windows, orderState }: MenuProfile, walked: readonly Chosen[], known: boolean) {
  const states = new Set<number>();
  for (const way of commands) {
    const { path } = way;
    if (path === undefined) continue;
    for (let from = 0; from === 0 || (!known && from < path.length); from++) {
      if (!fitsFrom(way, from, walked)) continue;
      const next = path[from + walked.length]?.window;
      const window = windows.find(({ name }) => name === next);
      states.add(window === undefined ? orderState : window.state);
    }
  }
  return [...states];
}

/** `skill, charged 1`, `pass`. */
export function wayText({ command, when = {} }: CommandWay): string {
  return [command, ...Object.entries(when).map(([name, value]) => `${name} ${value}`)].join(', ');
}
