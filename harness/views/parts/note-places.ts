/** Where the numbers on the board are written, so that none stands on another one. */
import type { BoardNote } from './steps.js';

/** Side of a square of the board, in units of its picture. */
export const CELL = 40;

/** Width of a letter of a note, and height of a line of it. */
const LETTER = 6.6;
const LINE = 12;

/** Where a note is written: its middle, its base line and half of its width. */
export interface NotePlace {
  readonly middle: number;
  readonly base: number;
  readonly half: number;
}

function areApart(one: NotePlace, other: NotePlace): boolean {
  return Math.abs(one.middle - other.middle) >= one.half + other.half || Math.abs(one.base - other.base) >= LINE;
}

/**
 * Notes stand above their square, or below it where the board ends, and none on another one: the
 * next free line upwards or downwards is theirs.
 * @param size columns and rows of the board
 * @param taken places of notes that are shown already; the new ones are put to them
 */
export function notePlaces(
  notes: readonly Pick<BoardNote, 'x' | 'y' | 'text'>[],
  [columns, rows]: readonly [columns: number, rows: number],
  taken: NotePlace[],
): readonly NotePlace[] {
  return notes.map(({ x, y, text }) => {
    const half = (text.length * LETTER) / 2;
    const middle = Math.max(half, Math.min((x + 0.5) * CELL, columns * CELL - half));
    const above = y * CELL - 3;
    const below = (y + 1) * CELL + LINE - 2;
    const lines = Array.from({ length: 2 * rows * Math.ceil(CELL / LINE) }, (_, line) =>
      line % 2 === 0 ? above - (line / 2) * LINE : below + ((line - 1) / 2) * LINE,
    );
    const places = lines
      .filter((base) => base >= LINE - 2 && base <= rows * CELL)
      .map((base): NotePlace => ({ middle, base, half }));
    const place = places.find((free) => taken.every((other) => areApart(free, other))) ??
      places[0] ?? { middle, base: (y + 0.5) * CELL, half };
    taken.push(place);
    return place;
  });
}
