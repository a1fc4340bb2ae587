/**
 * The target cursor's rule: search in the pressed direction, round by rows or columns. Source: the
 * rule as players' pages state it; the test ROM's page (traces/homebrew/MENU.md) states the same.
 */
import type { Button } from '../../../rom-map/pad.js';
import type { MenuWindow } from './types.js';

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
