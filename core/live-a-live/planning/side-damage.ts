/**
 * The maximum damage to an enemy besides the hits of an ally's own skill: its own skills' damage to
 * their user (C1:C39D, C40F), answers (C1:A12C), fields (C1:1FB2) and poison (C1:1E5E).
 */
import { multiplyHigh8 } from '../../int/hardware.js';
import { read8, read16 } from '../../int/uint.js';
import { fieldCode, maxFieldDamage } from '../combat/fields.js';
import { levelSum } from '../combat/skill-copy.js';
import { LARGEST_TOTAL } from '../combat/totals.js';
import { FIELD_BITS, FIELD_SIDE, GRID_WIDTH } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import type { Machine } from '../memory/machine.js';
import {
  SKILL_CHARGE,
  SKILL_FIELD,
  SKILL_HITS,
  SKILL_SPECIAL,
  SPECIAL_HURTS_WHEN_MISSED,
  SPECIAL_SELF_DESTRUCTION,
  skillByte,
} from '../memory/skill-record.js';
import { POISON } from '../memory/state-bits.js';
import { poisonDamage } from '../turn/poison.js';
import { inflicts, isHeal, levelOfSkill, maxDamage } from './max-damage.js';
import type { SkillsInPlay, SkillUse } from './skills-in-play.js';
import type { StatLimits, Values } from './stat-limits.js';

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
