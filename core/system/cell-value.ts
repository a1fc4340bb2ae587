/** The value of a cell as users see it and write it: a number, or the one word for none. */
import type { CellDeclaration } from './system.js';

export function cellValueText({ none }: Pick<CellDeclaration, 'none'>, value: number): string {
  return none?.[0] === value ? none[1] : String(value);
}

/** The same for people: a number of a few that stand for something has its word: `3 (Attack)`. */
export function cellValueWords(cell: Pick<CellDeclaration, 'none' | 'words'>, value: number): string {
  const word = cell.words?.[value] ?? '';
  return word === '' ? cellValueText(cell, value) : `${value} (${word})`;
}
