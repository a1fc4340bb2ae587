/**
 * Counts in texts: a number that is put before a noun's plural may be 1, so `countText` writes both. Constants that are
 * larger than 1 may stand as they are.
 */
import { expect, test } from 'vitest';
import { readSources } from './sources.js';

const NOUNS =
  'bytes|cases|cells|columns|commands|entries|enemies|fields|files|frames|hits|inputs|jobs|logs|nodes|pairs|records|routes|rows|samples|states|stretches|values|draws';
const COUNT = new RegExp(`\\$\\{([^{}]+)\\} (${NOUNS})\\b`, 'gu');
/** Constants, the numbers of a table of goals, and texts of a field that are two or more: `2 x 3 cells`. */
const IS_CONSTANT = /^(?:[A-Z][A-Z0-9_]*|[A-Z]+\.\w+|height)$/u;

function bareCounts(text: string): readonly string[] {
  return [...text.matchAll(COUNT)].flatMap(([found, count = '']) => (IS_CONSTANT.test(count) ? [] : [found]));
}

test('a count and its noun are written by countText', () => {
  // below the room that has it: messages for programmers alone
  const sources = readSources().filter(({ path }) => !/^(?:rom-map|core\/(?:cpu|int))\//u.test(path));
  expect(sources.length).toBeGreaterThan(400);
  expect(sources.flatMap(({ path, text }) => bareCounts(text).map((found) => `${path}: ${found}`))).toEqual([]);
});

test('what it finds', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source
  expect(bareCounts('`${count} rows of ${MAX_ROWS} rows, ${countText(count, "row")}`')).toEqual(['${count} rows']);
});
