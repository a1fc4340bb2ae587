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
import { fieldCode, maxFieldDamage } from '../combat/fields.js';
import { hitsByDraw, hitsByLevel } from '../combat/hit-count.js';
import { baseDamage, levelDifference, STAT_CHOICE } from '../combat/single-hit.js';
import { levelSum } from '../combat/skill-copy.js';
import { LARGEST_TOTAL } from '../combat/totals.js';
import { PIERCES, radiiOf } from '../field/marks.js';
import { FIELD_BITS, FIELD_SIDE, GRID_WIDTH } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
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
  SKILL_FIELD,
  SKILL_HITS,
  SKILL_RANGE,
  SKILL_SPECIAL,
  SKILL_STATUS_FORMULA,
  SKILL_STATUSES,
  SKILL_TYPE,
  SPECIAL_HURTS_WHEN_MISSED,
  SPECIAL_SELF_DESTRUCTION,
  skillByte,
  TYPE_HEAL,
  TYPE_SURROUNDINGS,
  USES_WEAPON,
} from '../memory/skill-record.js';
import { PETRIFIED, POISON } from '../memory/state-bits.js';
import { poisonDamage } from '../turn/poison.js';
import { ALWAYS_ONE_DAMAGE } from '../turn/waking.js';
import type { SkillsInPlay, SkillUse, StatLimits, Values } from './stat-limits.js';

const LARGEST_DRAW = 0xff;

export function isHeal(machine: Machine, { record }: SkillUse): boolean {
  return (skillByte(machine, record, SKILL_TYPE) & TYPE_HEAL) !== 0;
}

/** Level of a skill, added to its user's. */
function levelOfSkill(machine: Machine, { record }: SkillUse): number {
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
function inflicts(machine: Machine, use: SkillUse): number {
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

// The maximum damage to an enemy besides the hits of an ally's own skill: its own skills' damage to
// their user (C1:C39D, C40F), answers (C1:A12C), fields (C1:1FB2) and poison (C1:1E5E).

export interface SideDamage {
  /** With every skill of an ally. */
  ofAlly(enemy: number): number;
  /** With every skill of one of the enemies; `settled`: nobody has moved since it was chosen. */
  ofEnemy(user: number, enemy: number, settled: boolean): number;
  /** With a skill that the enemy has chosen already. */
  ofChosen(use: SkillUse, enemy: number): number;
  /**
   * With every command, beside the enemies' turns: the action points can go past 65535 once in it.
   */
  poison(enemy: number): number;
}

/**
 * Whether an attack of the only enemy hits whatever is drawn, where its target stands still
 * (C1:D8C6, D614).
 */
function alwaysHits(machine: Machine, { enemies }: SkillsInPlay, values: StatLimits, use: SkillUse): boolean {
  const charge = skillByte(machine, use.record, SKILL_CHARGE) & 0xf0;
  if (enemies.length > 1 || charge !== 0 || skillByte(machine, use.record, SKILL_HITS) === 0) return false;
  const own = values.enemies.get(use.user) as Values;
  const sum = levelSum(levelOfSkill(machine, use), own.level, 0);
  return [...values.allies.values()].every(({ level }) => multiplyHigh8(0xff, level) <= sum);
}

export function createSideDamage(machine: Machine, skills: SkillsInPlay, values: StatLimits): SideDamage {
  const { ram } = machine;
  const everybodys = [...skills.chosen, ...skills.allyCounters, ...skills.ofEnemies];
  const codes = new Set(everybodys.map(({ record }) => fieldCode(skillByte(machine, record, SKILL_FIELD))));
  for (let y = 0; y < FIELD_SIDE; y++) {
    for (let x = 0; x < FIELD_SIDE; x++) codes.add(read8(ram, Cell.FIELD_GRID + GRID_WIDTH * y + x) & FIELD_BITS);
  }
  const statuses = [...skills.chosen, ...skills.allyCounters].reduce((bits, use) => {
    const weapon = read8(ram, read16(ram, use.user + Ally.RECORD) + PartyRecord.WEAPON_STATUSES);
    return bits | weapon | inflicts(machine, use);
  }, 0);

  function ofField(enemy: number): number {
    return maxFieldDamage(ram, read16(ram, enemy + Enemy.SPECIES), codes);
  }

  /** What an enemy's skill does to itself. */
  function ofOwn(user: number, uses: readonly SkillUse[], settled: boolean): number {
    let max = 0;
    for (const use of uses) {
      if (use.user !== user || isHeal(machine, use)) continue;
      const special = skillByte(machine, use.record, SKILL_SPECIAL) & 0xf0;
      const misses = special === SPECIAL_HURTS_WHEN_MISSED && !(settled && alwaysHits(machine, skills, values, use));
      if (special === SPECIAL_SELF_DESTRUCTION || misses) max = LARGEST_TOTAL;
    }
    return max;
  }

  function poison(enemy: number): number {
    const species = read16(ram, enemy + Enemy.SPECIES);
    const taken = read8(ram, enemy + Enemy.STATUSES) | (statuses & ~read8(ram, species + Species.IMMUNITY));
    return (taken & POISON) === 0 ? 0 : poisonDamage(read16(ram, species + Species.MAX_HP));
  }

  const enemiesThatAnswer = [...new Set(skills.enemyCounters.map(({ user }) => user))];
  const alliesThatAnswer = [...new Set(skills.allyCounters.map(({ user }) => user))];

  /** What an enemy loses by a skill of any enemy, but for what its own does to it. */
  function inTurn(enemy: number): number {
    const answers = alliesThatAnswer.map((ally) => {
      const counters = skills.allyCounters.filter((use) => use.user === ally);
      return ofField(enemy) + Math.max(...counters.map((use) => maxDamage(machine, values, use, enemy)));
    });
    return ofField(enemy) + poison(enemy) + answers.reduce((sum, one) => sum + one, 0);
  }

  return {
    poison,
    ofAlly(enemy) {
      const answers = enemiesThatAnswer.map(
        (user) => ofField(enemy) + (user === enemy ? ofOwn(user, skills.enemyCounters, true) : 0),
      );
      return ofField(enemy) + answers.reduce((sum, one) => sum + one, 0);
    },
    ofEnemy: (user, enemy, settled) => inTurn(enemy) + (user === enemy ? ofOwn(user, skills.ofEnemies, settled) : 0),
    ofChosen: (use, enemy) => inTurn(enemy) + (use.user === enemy ? ofOwn(use.user, [use], false) : 0),
  };
}
