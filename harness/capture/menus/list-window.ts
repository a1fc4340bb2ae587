/** Cursor moves in a window with entries: round in columns and rows. */
import type { Direction } from './target-search.js';
import type { ListWindow } from './types.js';

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
