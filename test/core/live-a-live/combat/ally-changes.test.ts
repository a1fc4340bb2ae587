/** What changes of an ally's stats and a skill's harm to its own ally leave behind, by worked numbers. */
import { expect, test } from 'vitest';
import { changeAllyStats } from '../../../../core/live-a-live/combat/ally-changes.js';
import { useSkill } from '../../../../core/live-a-live/combat/use-skill.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { putAllySkill } from '../../../fixtures/live-a-live/skill-table.js';
import { battleOf, skirmishMachine } from '../../../fixtures/live-a-live/skirmish.js';

const machine = skirmishMachine();
const { ally, list, recordOf, set } = cellsOf(machine.ram);
const ALLY = ally(0).address;

/** A battle whose first ally stands in the field. */
function field() {
  for (let seed = 0; ; seed++) {
    const found = battleOf(machine, seed);
    if (found.allies.includes(ALLY)) return found;
  }
}

test('a lowered stat of an ally is added to the sum of that stat’s changes, which stops at 255', () => {
  field();
  ally(0).set({ correctedLevel: 0 });
  ally(0).set({ power: 100, speed: 80, body: 60, intellect: 40, level: 20 });
  set({ 'changeTotalStat[0]': [0, 0, 250, 0, 0] });
  machine.script = { values: new Uint8Array(5).fill(63), next: 0 };
  // all five, kind 1: x 4 x 20h >> 8 halves
  changeAllyStats(machine, ALLY, 0x3f);
  expect(['power', 'speed', 'body', 'intellect', 'level'].map(ally(0).read)).toEqual([50, 40, 30, 20, 10]);
  expect(list('changeTotalStat', 5)).toEqual([10, 50, 255, 30, 20]);
  expect(ally(0).read('changedStats')).toBe(0x1f);
});

test('a self-destruction is one hit of 999 on the ally itself', () => {
  field();
  const record = new Uint8Array(25);
  record.set([0x20 | 15, 0, 0], 13);
  record[21] = 0x80;
  putAllySkill(machine.tables, 0, record);
  recordOf(0).set({ hp: 100 });
  ally(0).set({ statuses: 0 });
  set({ fieldGrid: list('fieldGrid', 56).map((cell) => cell & 0x1f) });
  useSkill(machine, ALLY, 0, ally(0).read('cellX'), ally(0).read('cellY'), true);
  expect(['hitsAssigned', 'hitsLanded', 'singleHit'].map(ally(0).read)).toEqual([1, 1, 999]);
  expect([recordOf(0).read('hp'), ally(0).read('statuses')]).toEqual([0, 255]);
});
