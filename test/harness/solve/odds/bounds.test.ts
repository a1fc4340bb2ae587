/** A chance that was not looked at whole is a bound wherever it is shown: never a value, never a miss. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { boundedJson, boundedPercent, boundedText, type Chance } from '../../../../harness/solve/odds/graph/chance.js';
import { policyText } from '../../../../harness/solve/odds/policy/policy.js';
import { positionOf } from '../../../../harness/solve/odds/position/position.js';
import { oddsTable } from '../../../../harness/solve/odds/table/odds-table.js';
import { oddsJson } from '../../../../harness/solve/odds/table/odds-text.js';
import { shareText } from '../../../../harness/views/workbench/page/choice-columns.js';
import { likelihood } from '../../../../harness/views/workbench/work/serve.js';

const of = (numerator: number, bits: number): Chance => ({ numerator: BigInt(numerator), bits });
const NOTHING = of(0, 0);

describe('a bound in words', () => {
  test.each([
    [of(13, 4), NOTHING, '13/16 = 81.25%', '81.25%'],
    [of(1, 2), of(1, 2), '25.00..50.00%', '25.00..50.00%'],
    [NOTHING, of(3, 2), '0.00..75.00%', '0.00..75.00%'],
    // a third of a hundredth more is a hundredth more: the upper end is never rounded down
    [of(1, 2), of(1, 16), '25.00..25.01%', '25.00..25.01%'],
    // an end is a number, never `<0.01` or `>99.99`: at least that, at most that
    [of(1, 20), of(1, 2), '0.00..25.01%', '0.00..25.01%'],
    [of(65_535, 16), of(1, 17), '99.99..100.00%', '99.99..100.00%'],
    // what is open may be of another target: no chance is more than 1, and of a certain one nothing is open
    [of(15, 4), of(1, 3), '93.75..100.00%', '93.75..100.00%'],
    [of(1, 0), of(1, 4), '1 = 100.00%', '100.00%'],
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

describe('the page', () => {
  test.each([
    ['a bound of a few draws in millions', of(1, 1), of(1, 24), '50..51%', '50.00..50.01%'],
    ['a bound below a millionth', NOTHING, of(1, 24), '0..1%', '0.00..0.01%'],
    ['a bound just below all', of(16_777_214, 24), of(1, 24), '99..100%', '99.99..100.00%'],
    ['exactly less than a millionth', of(1, 24), NOTHING, '<1%', '1/16777216 = <0.01%'],
    ['exactly less than all', of(16_777_215, 24), NOTHING, '>99%', '16777215/16777216 = >99.99%'],
    ['exactly a third, nearly', of(1_431_655_765, 32), NOTHING, '33%', '33.33%'],
    ['nothing', NOTHING, NOTHING, '', '0 = 0.00%'],
    ['all', of(1, 0), NOTHING, '100%', '1 = 100.00%'],
  ])('%s', (_, least, open, column, text) => {
    const shown = likelihood({ chance: least }, open);
    expect([shareText(shown), shown.text]).toEqual([column, text]);
    // what is open is never one number, and what is exact always is
    expect(shown.most > shown.share).toBe(open.numerator > 0n);
  });
});

describe('a policy', () => {
  const answer = {
    luck: 'draws',
    over: 'all',
    states: 1,
    points: 1,
    unpublished: [],
    chance: { numerator: 1n, denominator: 2_000_000_000n },
    atMost: { numerator: 1_999_999_999n, denominator: 2_000_000_000n },
    proven: false,
    reason: 'nodes',
    policy: {
      move: 'kick',
      chance: { numerator: 1n, denominator: 3n },
      reaches: { numerator: 0n, denominator: 1n },
      branches: [],
      leftOut: 0,
    },
  } as unknown as Parameters<typeof policyText>[1];

  test('that is not looked at to its end has its chance at least, and none has more than at most', () => {
    expect(policyText('plan.toml', answer).split('\n')).toEqual([
      'plan.toml: not proven: chance of at least 0.00% by the policy below; no policy has more than 100.00%: the limit of nodes was reached',
      expect.any(String),
      '1. kick: chance at least 1/3 (33.33%)',
      '',
    ]);
  });

  test('that is proven has its chance, which is neither 0 nor all', () => {
    const proven = { ...answer, proven: true, atMost: answer.chance };
    expect(policyText('plan.toml', proven)).toMatch(/^plan\.toml: chance <0\.01%, proven/u);
    expect(policyText('plan.toml', { ...proven, chance: answer.atMost })).toMatch(/chance >99\.99%, proven/u);
    expect(policyText('plan.toml', proven)).toContain('1. kick: chance 1/3 (33.33%)');
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
