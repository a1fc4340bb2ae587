/**
 * A record by whatever people call it: id, number, Japanese name, or that name in Latin letters.
 */

import { romajiOf, withoutLong } from '../../../../rom-map/tables/romaji.js';
import { LockstepError } from '../../../base/errors.js';
import { editDistance } from '../../../base/nearest.js';

export interface Named {
  readonly number: number;
  readonly id: string;
  readonly japanese: string;
}

const SUGGESTED = 5;

function keysOf({ id, japanese }: Named): string[] {
  return [romajiOf(id), romajiOf(japanese)].filter((key) => key !== '');
}

/** Family name and given name of a Japanese name. */
function partsOf({ japanese }: Named): string[] {
  return japanese
    .split(/[\s\u3000\u30fb]+/u)
    .map(romajiOf)
    .filter((part) => part !== '');
}

/** The nearest records, best first. */
function nearestOf<Row extends Named>(rows: readonly Row[], word: string): Row[] {
  const score = (row: Row): number =>
    Math.min(...keysOf(row).map((key) => editDistance(word, key) - (key.includes(word) ? 100 : 0)));
  return [...rows]
    .map((row) => [score(row), row] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, SUGGESTED)
    .map(([, row]) => row);
}

function shown({ id, japanese }: Named): string {
  return `${id} (${japanese})`;
}

/**
 * Every record of that name.
 * @param own records that the one asked about has itself, named first when there is none
 * @throws LockstepError `E_UNKNOWN_ID` with the nearest and the own ones
 */
export function findNamed<Row extends Named>(
  rows: readonly Row[],
  text: string,
  what: string,
  own: readonly Row[] = [],
): readonly Row[] {
  const isNumber = /^(?:0x[0-9a-f]+|\d+)$/i.test(text);
  if (isNumber) {
    const found = rows.filter(({ number }) => number === Number(text));
    if (found.length > 0) return found;
  }
  const word = romajiOf(text);
  const found = rows.filter((row) => keysOf(row).includes(word));
  if (found.length > 0) return found;
  const short = withoutLong(word);
  const alike = rows.filter((row) => keysOf(row).some((key) => withoutLong(key) === short));
  if (alike.length > 0) return alike;
  const partly = rows.filter((row) => partsOf(row).includes(word));
  if (partly.length > 0) return partly;
  const near = nearestOf(rows, word).map(shown).join(', ');
  const ownText = own.length === 0 ? '' : ` Its own: ${own.map(shown).join(', ')}`;
  throw new LockstepError('E_UNKNOWN_ID', `there is no ${what} ${text}`, {
    found: text,
    remedy: `The nearest: ${near}.${ownText}`,
  });
}
