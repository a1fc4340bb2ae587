/** The value of a cell as users see it and write it: a number, or the one word for none. */
import type { CellDeclaration } from './system.js';

export function cellValueText({ none }: Pick<CellDeclaration, 'none'>, value: number): string {
  return none?.[0] === value ? none[1] : String(value);
}

/** Whether each word of a cell is one bit of it: then a value is a set of them. */
export function isSetOfBits({ words = {} }: Pick<CellDeclaration, 'words'>): boolean {
  const values = Object.keys(words).map(Number);
  return values.length > 0 && values.every((value, index) => value === 2 ** index);
}

/** Names of the set bits; empty where one has none. */
function setWords({ words = {} }: Pick<CellDeclaration, 'words'>, value: number): string {
  const bits = Array.from({ length: 16 }, (_, bit) => value & (1 << bit)).filter((bit) => bit !== 0);
  const names = bits.map((bit) => words[bit] ?? '');
  return names.includes('') ? '' : names.join(', ');
}

/** The same for people: a number of a few that stand for something has its word: `3 (Attack)`. */
export function cellValueWords(cell: Pick<CellDeclaration, 'none' | 'words'>, value: number): string {
  const word = cell.words?.[value] ?? (isSetOfBits(cell) ? setWords(cell, value) : '');
  return word === '' ? cellValueText(cell, value) : `${value} (${word})`;
}
