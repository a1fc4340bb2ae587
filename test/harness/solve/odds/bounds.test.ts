/** A chance that was not looked at whole is a bound wherever it is shown: never a value, never a miss. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { boundedJson, boundedPercent, boundedText, type Chance } from '../../../../harness/solve/odds/graph/chance.js';
import { positionOf } from '../../../../harness/solve/odds/position/position.js';
import { oddsTable } from '../../../../harness/solve/odds/table/odds-table.js';
import { oddsJson } from '../../../../harness/solve/odds/table/odds-text.js';
import { shareText } from '../../../../harness/views/workbench/page/choice-columns.js';

const of = (numerator: number, bits: number): Chance => ({ numerator: BigInt(numerator), bits });
const NOTHING = of(0, 0);

describe('a bound in words', () => {
  test.each([
    [of(13, 4), NOTHING, '13/16 = 81.25%', '81.25%'],
    [of(1, 2), of(1, 2), '25.00..50.00%', '25.00..50.00%'],
    [NOTHING, of(3, 2), '0.00..75.00%', '0.00..75.00%'],
    // a third of a hundredth more is a hundredth more: the upper end is never rounded down
    [of(1, 2), of(1, 16), '25.00..25.01%', '25.00..25.01%'],
  ])('%o with %o open', (least, open, text, percent) => {
    expect([boundedText({ least, open }), boundedPercent({ least, open })]).toEqual([text, percent]);
  });
  test('as plain data a bound has no numerator that could be read as the chance', () => {
    expect(boundedJson({ least: of(1, 2), open: of(1, 2) })).toEqual({
      atLeast: { numerator: '1', denominator: '4' },
      atMost: { numerator: '1', denominator: '2' },
      percent: '25.00..50.00%',
    });
    expect(boundedJson({ least: of(1, 2), open: NOTHING })).toEqual({
      numerator: '1',
      denominator: '4',
      percent: '25.00%',
    });
  });
  test('a column of the page rounds the ends outwards, and an unlooked-at chance is not empty', () => {
    expect(shareText({ share: 0.284, most: 0.996, text: '' })).toBe('28..100%');
    expect(shareText({ share: 0, most: 0.01, text: '' })).toBe('0..1%');
    expect(shareText({ share: 0.284, most: 0.284, text: '' })).toBe('28%');
    expect(shareText({ share: 0, most: 0, text: '' })).toBe('');
  });
});

test('under any limit the true chance lies within what is shown, and the bounds close as the limit grows', async () => {
  const plan = join(packageRoot(), 'traces/live-a-live/takahara-namcat.toml');
  expect(readFileSync(plan, 'utf8')).toContain('takahara');
  const rowsAt = async (plays: number) => {
    const table = oddsJson(oddsTable(await positionOf(SYSTEMS, plan, '4'), { horizon: 'effect', plays }));
    type Shown = Readonly<Record<'numerator' | 'denominator', string>> &
      Readonly<Record<'atLeast' | 'atMost', Fraction>>;
    type Fraction = Readonly<Record<'numerator' | 'denominator', string>>;
    const value = ({ numerator, denominator }: Fraction): number => Number(numerator) / Number(denominator);
    return (table['rows'] as readonly Record<string, unknown>[]).map((row) => {
      const target = row['target'] as Record<string, Shown>;
      const ends = (shown: Shown | undefined): readonly [number, number] =>
        shown === undefined
          ? [0, 1]
          : shown.numerator === undefined
            ? [value(shown.atLeast), value(shown.atMost)]
            : [value(shown), value(shown)];
      return {
        name: JSON.stringify([row['skill'], row['cells'], row['side']]),
        ...{ ko: ends(target['ko']), hurt: ends(target['hurt']) },
      };
    });
  };
  const exact = new Map((await rowsAt(1_000_000)).map((row) => [row.name, row]));
  expect([...exact.values()].every(({ ko, hurt }) => ko[0] === ko[1] && hurt[0] === hurt[1])).toBe(true);
  let bounds = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (plays) => {
      for (const row of await rowsAt(plays)) {
        const whole = exact.get(row.name);
        if (whole === undefined) continue;
        for (const key of ['ko', 'hurt'] as const) {
          if (row[key][0] < row[key][1]) bounds++;
          expect(row[key][0]).toBeLessThanOrEqual(whole[key][0]);
          expect(row[key][1]).toBeGreaterThanOrEqual(whole[key][1]);
        }
      }
    }),
    { numRuns: 12 },
  );
  expect(bounds).toBeGreaterThan(0);
});
