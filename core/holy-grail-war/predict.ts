/**
 * What comes next, as labelled lines: income, owed points, cost of leaving. Source: H3, H23, H26.
 */
import { quotaOf } from './allocation.js';
import { unitFields, warFields } from './cells.js';
import { incomeOf } from './magic.js';
import { BattleStep, NONE } from './names.js';
import { pairLives } from './reactions.js';
import { escapeCost } from './round-end.js';
import { isAlive } from './stats.js';
import { readUnit, readWar, type War } from './war.js';

export function predictWar(war: War): (readonly [label: string, value: string])[] {
  const lines: (readonly [string, string])[] = [];
  war.setup.pairs.forEach((pair, number) => {
    if (pairLives(war, number)) lines.push([`next income of ${pair.id}`, String(incomeOf(war, number))]);
  });
  const step = readWar(war, warFields.battleStep);
  war.setup.units.forEach((unit, number) => {
    if (readUnit(war, number, unitFields.side) === NONE || !isAlive(war, number)) return;
    const owes = readUnit(war, number, unitFields.handed) === 0 ? quotaOf(war, number) : 0;
    if (step === BattleStep.allocation && owes > 0) {
      lines.push([`${unit.name} allocates in step ${readWar(war, warFields.allocationStep)}`, String(owes)]);
    }
    if (step === BattleStep.end && readUnit(war, number, unitFields.escaping) === 0) {
      lines.push([`${unit.name} leaves for MP`, String(escapeCost(war, number))]);
    }
  });
  return lines;
}
