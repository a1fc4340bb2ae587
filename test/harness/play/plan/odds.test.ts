/** Odds of the first outcome alone, on the numbers of the rules for the seed's example of Kurogane Engage. */
import { expect, test } from 'vitest';
import { firstOutcome, oddsText } from '../../../../harness/play/plan/text.js';

const row = (damage: number, risk: number, numerator: string) => ({ values: [damage, risk], numerator });
const table = {
  outcomes: ['damage', 'risk'],
  rows: [
    row(0, 3, '2187'),
    row(0, 4, '15309'),
    row(0, 5, '20412'),
    row(1, 0, '212340'),
    row(2, 0, '25697'),
    row(3, 0, '3991'),
  ],
  denominator: '279936',
};

test('the first outcome is summed over all others: 37908, 212340, 25697, 3991 of 279936', () => {
  expect(firstOutcome(table)).toEqual({
    outcomes: ['damage'],
    rows: [
      { values: [0], numerator: '37908' },
      { values: [1], numerator: '212340' },
      { values: [2], numerator: '25697' },
      { values: [3], numerator: '3991' },
    ],
    denominator: '279936',
  });
});

test('as text it stands below the table, and not where there is one outcome only', () => {
  const text = oddsText(table);
  expect(text).toContain(
    '3\t0\t3991\t1.425\n\ndamage\tof 279936\tpercent\tat least\n0\t37908\t13.541\t100.000\n1\t212340\t75.853\t86.458\n',
  );
  expect(oddsText(firstOutcome(table)).split('\n')).toHaveLength(7);
});

test('the expected value is exact, with the ends of the range', () => {
  // 212340 + 2 x 25697 + 3 x 3991 = 275707
  expect(oddsText(firstOutcome(table))).toContain('expected damage 275707/279936 (0.984); at worst 0, at best 3\n');
});
