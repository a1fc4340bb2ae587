/** Columns of a terminal; widths are those of Unicode's East Asian Width. */
import { expect, test } from 'vitest';
import { cut, padTo, wrap } from '../../../harness/base/number-text.js';

test.each([
  ['abc', 5, 'abc  '],
  ['勇者', 5, '勇者 '],
  ['勇者の剣', 5, '勇者~'],
  ['勇者の剣', 6, '勇者~ '],
  ['e\u0301tude', 4, 'e\u0301tu~'],
  ['', 2, '  '],
] as const)('text is padded or cut to its columns: %s in %i', (text, columns, expected) => {
  expect(padTo(text, columns)).toBe(expected);
});

test('text is cut to nothing in no column, and a wide character to a mark in one column', () => {
  expect([cut('abc', 0), cut('勇', 1)]).toEqual(['', '~']);
});

test('a long line is broken at blanks where it can be, and what follows is indented', () => {
  expect(wrap('aaaa bbbb cccc', 9)).toEqual(['aaaa bbbb', '    cccc']);
  expect(wrap('勇者勇者勇者', 6)).toEqual(['勇者勇', '    者', '    勇', '    者']);
  expect(wrap('', 6)).toEqual(['']);
});
