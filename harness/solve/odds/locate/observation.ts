/**
 * What a player saw: a place of the plan and a condition. `PLACE: CONDITION`, where the condition
 * is an expression over cells, or one of the words: `UNIT lost 26`, `UNIT lost 20..25`,
 * `UNIT unhurt`, `UNIT used SKILL`. `previous(cell)` is the value before the command.
 */

import { readCell } from '../../../../core/system/battle.js';
import type { Battle, System } from '../../../../core/system/system.js';
import { ALLY_SKILLS, ENEMY_SKILLS } from '../../../../rom-map/tables/skills.js';
import { SPECIES } from '../../../../rom-map/tables/species.js';
import { findRows } from '../../../../rom-map/tables/table.js';
import { LockstepError } from '../../../base/errors.js';
import { nearest } from '../../../base/nearest.js';
import type { Plan } from '../../../play/plan/types.js';
import { commandsBefore } from '../position/position.js';
import { compileWant } from '../seeds/want.js';
import { createUnitReader } from '../table/units.js';

export interface Observation {
  readonly text: string;
  /** Commands of the plan done when it was seen, 1 or more. */
  readonly after: number;
  /** @param before and after: images round the last of these commands */
  fits(before: Uint8Array, after: Uint8Array): boolean;
}

const WORDS = /^(.+?)\s+(?:(unhurt)|lost\s+(\d+)(?:\s*\.\.\s*(\d+))?|used\s+(.+))$/u;

/** Prefix of a unit by what people call it. */
function prefixOf(system: System, battle: Battle, name: string): string {
  const units = [...createUnitReader(system, battle).read(battle.image.slice()).values()];
  const species = findRows(SPECIES.rows, name)[0]?.id;
  const found = units.find((unit) => [unit.name, unit.prefix].includes(name) || unit.name === species);
  const ally = battle.idNumber('ally', name);
  if (found !== undefined) return found.prefix;
  if (ally >= 0) return `ally[${ally}]`;
  const known = units.map((unit) => unit.name);
  throw new LockstepError('E_UNKNOWN_ID', `nobody is called ${name}`, {
    found: name,
    expected: known.join(', '),
    remedy: nearest(name, known),
  });
}

/** Number of the skill in the list that the unit uses. */
function skillOf(battle: Battle, prefix: string, name: string): number {
  const id = battle.cells.find((cell) => cell.name === `${prefix}.id`);
  const species = id === undefined ? undefined : SPECIES.rows[readCell(battle.image, id)];
  const rows = prefix.startsWith('ally') || species?.values.allySkills === 1 ? ALLY_SKILLS.rows : ENEMY_SKILLS.rows;
  const [row] = findRows(rows, name);
  if (row !== undefined) return row.number;
  const known = rows.map((candidate) => candidate.id);
  throw new LockstepError('E_UNKNOWN_ID', `there is no skill ${name}`, { found: name, remedy: nearest(name, known) });
}

/** The words of a player as an expression. */
function plainCondition(system: System, battle: Battle, text: string): string {
  const match = WORDS.exec(text);
  if (match === null) return text;
  const [, name = '', unhurt, least, most, skill] = match;
  const prefix = prefixOf(system, battle, name.trim());
  const hp = `${prefix}.hp`;
  if (unhurt !== undefined) return `previous(${hp}) = ${hp}`;
  if (skill !== undefined) {
    const number = skillOf(battle, prefix, skill.trim());
    const isAlly = prefix.startsWith('ally');
    const [cell, count] = isAlly ? ['lastSkill', 'allySkillCount'] : ['chosenSkill', 'enemySkillCount'];
    return `${prefix}.${cell} = ${number} and changed(${count})`;
  }
  const lost = `previous(${hp}) - ${hp}`;
  return most === undefined ? `${lost} = ${least}` : `${lost} >= ${least} and ${lost} <= ${most}`;
}

/**
 * Reads what was seen. Without a place it was seen after the plan's last command.
 * @throws LockstepError for a place or condition that cannot be read
 */
export function readObservation(system: System, battle: Battle, plan: Plan, text: string): Observation {
  const split = /^([^:]+):\s*(.+)$/u.exec(text);
  const place = split?.[1]?.trim();
  const after = commandsBefore(plan, place ?? String(plan.steps.reduce((sum, { repeat }) => sum + repeat, 0)));
  if (after === 0) {
    throw new LockstepError('E_OPTION', 'before the first command nothing was drawn', {
      found: text,
      remedy: 'Name the command that it was seen with',
    });
  }
  const condition = compileWant(system, battle, plainCondition(system, battle, (split?.[2] ?? text).trim()));
  const around = { frame: 0, pad: -1 };
  return { text, after, fits: (before, now) => condition.evaluate(before, now, around) !== 0 };
}
