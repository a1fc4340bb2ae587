/** Stats as they count: injuries, bonuses that always work, changes of a turn, and what is reported of HP. */
import { expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { injuryPenalty } from '../../../core/holy-grail-war/stats.js';
import { begin, loners, names, type Plain, skill, toDeclarations, toEnd, twoPairs, unit } from './support.js';

test('H13 HA3 what each injury takes off each stat: str, con, agi, mag, and never the advantage', () => {
  const penalties = (level: number, cumulative = false): number[] =>
    [0, 1, 2, 3, 4].map((stat) => injuryPenalty(stat, level, cumulative));
  expect([0, 1, 2, 3].map((level) => penalties(level))).toEqual([
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [1, 0, 1, 0, 0],
    [1, 1, 1, 1, 0],
  ]);
  expect(penalties(3, true)).toEqual([2, 1, 2, 1, 0]);
});

const might = skill('might', {}, { timing: 'always', changes: [{ stat: 'str', amount: 3 }] });
const reach = skill('reach', {}, { timing: 'always', changes: [{ stat: 'agi', amount: 2 }] });
const idle = skill('idle', {}, { timing: 'anyTime' });
const blow = (table: ReturnType<typeof begin>): number[] =>
  ['attack', 'hits'].map((name) => table.cell(`exchange[red-servant][blue-servant].${name}`));

test('H17 an effect that always works counts for its owner alone, whichever skill of the list it is', () => {
  const setup = (skills: readonly Plain[]) =>
    loners([
      unit('red-servant', 'servant', { skills }),
      unit('blue-servant', 'servant', {
        skills: [skill('other', {}, { timing: 'always', changes: [{ stat: 'str', amount: 9 }] })],
      }),
    ]);
  // 5 + 3 - 5 + 2 and 5 + 2 - 5 + 2.
  for (const skills of [
    [might, reach],
    [idle, might, reach],
    [reach, idle, might],
  ]) {
    const table = begin(setup(skills));
    toEnd(table, { 'red-servant': 0, 'blue-servant': 1 });
    expect(blow(table)).toEqual([5, 4]);
  }
});

test('H28 a skill that a seal has switched off gives no bonus', () => {
  const table = begin(twoPairs({ phase: 'processing' }, { 'red-servant': { skills: [idle, might, reach] } }));
  table.run('useSeal', { pair: 'red', effect: 'disable', skill: 'might' });
  toEnd(table, { 'red-servant': 0, 'blue-servant': 1 });
  expect(blow(table)).toEqual([2, 4]);
});

test('HA19 a change of the turn adds to what the injury has left, whether that stops at 0 or not', () => {
  // str 0, injured: 0 or -1; then 4 more; against con 5.
  for (const [statFloor, attack] of [
    ['zero', 4 - 5 + 2],
    ['none', 3 - 5 + 2],
    ['injury', 4 - 5 + 2],
    ['end', 3 - 5 + 2],
  ] as const) {
    const table = begin(loners([unit('red-servant', 'servant', { str: 0, hp: 50 }), unit('blue-servant', 'servant')]), {
      statFloor,
    });
    table.run('adjust', { unit: 'red-servant', stat: 'str', amount: 4, lasts: 'turn', reason: 'ruled' });
    toEnd(table, { 'red-servant': 0, 'blue-servant': 1 });
    expect(blow(table)[0]).toBe(attack);
  }
});

test('H13 HP and injuries are reported when they change, and only then', () => {
  const table = begin(loners([unit('red-servant', 'servant'), unit('blue-servant', 'servant')]));
  const adjust = (amount: number): string[] =>
    names(table.run('adjust', { unit: 'red-servant', stat: 'hp', amount, lasts: 'now', reason: 'ruled' }));
  expect(adjust(10)).toEqual(['adjusted', 'statChanged']);
  expect(adjust(-1)).toEqual(['adjusted', 'statChanged', 'hpChanged']);
  expect(adjust(-24)).toEqual(['adjusted', 'statChanged', 'hpChanged', 'injuryChanged']);
  expect(adjust(0)).toEqual(['adjusted', 'statChanged']);
});

test('H20 points go to str, con and agi; magic and advantage are printed without them', () => {
  const table = begin(loners([unit('red-servant', 'servant'), unit('blue-servant', 'servant')]));
  toDeclarations(table, { 'red-servant': 0, 'blue-servant': 1 });
  table.run('payMag', { unit: 'red-servant' });
  table.run('closeDeclarations');
  table.run('allocate', { step: 1, unit: 'red-servant', str: 2, con: 0, agi: 1 });
  const row = (holyGrailWar.capabilities.views?.print?.(table.battle) ?? '')
    .split('\n')
    .find((line) => line.startsWith('red-servant '));
  expect(row?.split(/\s+/).slice(1, 5)).toEqual(['7', '5', '6', '3']);
});
