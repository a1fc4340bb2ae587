/**
 * The maximum damage of a skill to an enemy, for any draw: the value of a hit (C1:77CE) with the
 * limits of all stats (`stat-limits.ts`), the most favourable side (C1:E127) and the largest draw
 * (C1:7835), times the maximum number of hits (C1:D6B9), up to 999 (C1:CC72). An evaded attribute
 * only lowers it.
 */

import { multiplyHigh8 } from '../../int/hardware.js';
import { read8, read16 } from '../../int/uint.js';
import { ownStatShare } from '../combat/begin-skill.js';
import { correctedLevel } from '../combat/enemy-correction.js';
import { hitsByDraw, hitsByLevel } from '../combat/hit-count.js';
import { baseDamage, levelDifference, STAT_CHOICE } from '../combat/single-hit.js';
import { levelSum } from '../combat/skill-copy.js';
import { LARGEST_TOTAL } from '../combat/totals.js';
import { PIERCES, radiiOf } from '../field/marks.js';
import * as Ally from '../memory/cells/ally.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import type { Machine } from '../memory/machine.js';
import {
  HITS_BY_LEVEL,
  HITS_KIND,
  HITS_ONE,
  HITS_ONE_SOMEWHERE,
  HITS_RANDOM,
  SKILL_CHARGE,
  SKILL_COEFFICIENTS,
  SKILL_COUNTERS_LOW,
  SKILL_DISPLACEMENT,
  SKILL_HITS,
  SKILL_RANGE,
  SKILL_STATUS_FORMULA,
  SKILL_STATUSES,
  SKILL_TYPE,
  skillByte,
  TYPE_HEAL,
  TYPE_SURROUNDINGS,
  USES_WEAPON,
} from '../memory/skill-record.js';
import { PETRIFIED } from '../memory/state-bits.js';
import { ALWAYS_ONE_DAMAGE } from '../turn/waking.js';
import type { SkillUse } from './skills-in-play.js';
import type { StatLimits, Values } from './stat-limits.js';

const LARGEST_DRAW = 0xff;

export function isHeal(machine: Machine, { record }: SkillUse): boolean {
  return (skillByte(machine, record, SKILL_TYPE) & TYPE_HEAL) !== 0;
}

/** Level of a skill, added to its user's. */
export function levelOfSkill(machine: Machine, { record }: SkillUse): number {
  return skillByte(machine, record, SKILL_CHARGE) & 0x0f;
}

/** Hits on one enemy at most. */
function maxHits(hits: number, level: number): number {
  const largest = hits & 0x0f;
  const kind = hits & HITS_KIND;
  if ((hits & HITS_ONE) !== 0 || kind === HITS_ONE_SOMEWHERE) return 1;
  if (kind === HITS_BY_LEVEL) return hitsByLevel(largest, level);
  return kind === HITS_RANDOM ? hitsByDraw(largest, LARGEST_DRAW) : largest;
}

/** Damage of an ally's skill to an enemy, 0..999. */
export function maxDamage(machine: Machine, values: StatLimits, use: SkillUse, enemy: number): number {
  const { ram } = machine;
  const { user, record } = use;
  const own = values.allies.get(user) as Values;
  const target = values.enemies.get(enemy) as Values;
  const hits = maxHits(skillByte(machine, record, SKILL_HITS), own.level);
  if (isHeal(machine, use)) return 0;
  if (ram[enemy + Enemy.ID] === ALWAYS_ONE_DAMAGE) return hits;
  const corrections = read8(ram, read16(ram, enemy + Enemy.SPECIES) + Species.CORRECTIONS);
  const level = correctedLevel(target.level, Math.max(corrections >> 4, corrections & 0x0f));
  const sum = levelSum(levelOfSkill(machine, use), own.level, 0);
  const coefficients = skillByte(machine, record, SKILL_COEFFICIENTS);
  const rangeByte = skillByte(machine, record, SKILL_RANGE);
  const usesWeapon = (skillByte(machine, record, SKILL_COUNTERS_LOW) & USES_WEAPON) !== 0;
  const base = baseDamage(
    // a level that is further above counts as 1 where an equal one counts as 0
    Math.max(levelDifference(sum, level), 1),
    coefficients,
    ownStatShare(rangeByte, own.stats[(rangeByte >> 4) & 3] as number),
    target.stats[coefficients & STAT_CHOICE] as number,
    usesWeapon ? read8(ram, read16(ram, user + Ally.RECORD) + PartyRecord.ATTACK) : 0,
  );
  // from 1024 on the random part begins anew, but then the total is 999
  const single = base + multiplyHigh8(LARGEST_DRAW, Math.min(base >> 2, 0xff));
  // half of nothing is 1 where an attribute is evaded
  return Math.min(Math.max(single, 1) * hits, LARGEST_TOTAL);
}

/** Whether a skill can strike one enemy only: its area is a cell. */
export function strikesOne(machine: Machine, { record }: SkillUse): boolean {
  if ((skillByte(machine, record, SKILL_TYPE) & TYPE_SURROUNDINGS) !== 0 || radiiOf(machine, record) !== 0)
    return false;
  return (skillByte(machine, record, SKILL_DISPLACEMENT) & PIERCES) === 0;
}

/**
 * Statuses that an attack inflicts, without those of a weapon; a formula byte of 0 marks a cure.
 */
export function inflicts(machine: Machine, use: SkillUse): number {
  if (isHeal(machine, use) || skillByte(machine, use.record, SKILL_STATUS_FORMULA) === 0) return 0;
  return skillByte(machine, use.record, SKILL_STATUSES);
}

/** Whether a skill can petrify an enemy: it is out then, whatever its HP (C1:DC66, DBF5). */
export function canPetrify(machine: Machine, use: SkillUse, enemy: number): boolean {
  const { ram } = machine;
  if (isHeal(machine, use)) return false;
  const weapon = read8(ram, read16(ram, use.user + Ally.RECORD) + PartyRecord.WEAPON_STATUSES);
  const statuses = inflicts(machine, use) | weapon;
  return (statuses & PETRIFIED & ~read8(ram, read16(ram, enemy + Enemy.SPECIES) + Species.IMMUNITY)) !== 0;
}
