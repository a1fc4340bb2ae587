/**
 * What comes next, as labelled lines: income, owed points, cost of leaving. Source: H3, H23, H26.
 */
import { quotaOf } from './allocation.js';
import { pairFields, unitFields, warFields } from './cells.js';
import { COMMANDS } from './commands.js';
import { incomeOf } from './magic.js';
import { BattleStep, NONE, Phase } from './names.js';
import { pairLives } from './reactions.js';
import { escapeCost } from './round-end.js';
import { isAlive } from './stats.js';
import { membersOf, readUnit, readWar, type War, writePair, writeWar } from './war.js';

/** Turns that MP are foretold for. */
const TURNS = 3;
const PREPARE = COMMANDS.codeOf('prepare');

/**
 * MP of a pair after each of the next preparations, where nothing else changes: played on the war
 * itself, which is then put back (H3 to H6).
 */
export function foretoldMp(war: War, pair: number): string {
  const before = war.image.slice();
  const members = membersOf(war, pair);
  const turns = Array.from({ length: TURNS }, () => {
    writeWar(war, warFields.phase, Phase.preparation);
    writePair(war, pair, pairFields.prepared, 0);
    COMMANDS.step(war, Int32Array.of(PREPARE, pair, -1, 0, 0), undefined);
    const words = members.map((unit) => {
      const name = war.setup.units[unit]?.name;
      return isAlive(war, unit) ? `${name} ${readUnit(war, unit, unitFields.mp)}` : `${name} is gone`;
    });
    return words.join(', ');
  });
  war.image.set(before);
  return turns.join('; ');
}

export function predictWar(war: War): (readonly [label: string, value: string])[] {
  const lines: (readonly [string, string])[] = [];
  war.setup.pairs.forEach((pair, number) => {
    if (!pairLives(war, number)) return;
    lines.push([`next income of ${pair.id}`, String(incomeOf(war, number))]);
    lines.push([`MP of ${pair.id}, three turns ahead`, foretoldMp(war, number)]);
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
