/**
 * Whether an enemy uses the skill of a slot: C1:9252 (type), 927E (recovery), 920C (statuses the
 * allies have already), E251 (makes it the pending skill). Evidence: executed; the targets of
 * recoveries and of skills that hit the surroundings are unpublished and are exits.
 *
 * Kept as it is: the divisor of the recovery decision is only a low byte, so a maximum HP that is a
 * multiple of 16 divides by zero; one enemy (id D7h) asks a second time with the HP of enemy 0; the
 * status test looks at all allies together.
 */
import { divideQuotient } from '../../int/hardware.js';
import { read16, write16 } from '../../int/uint.js';
import { NOT_FOUND, pickAllyTarget } from '../field/targets.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { drawBattle } from '../memory/generators.js';
import { exitOf, exitWith, type Machine, packResult, type RoutineResult } from '../memory/machine.js';
import {
  SKILL_CHARGE,
  SKILL_DISABLED_BY,
  SKILL_STATUSES,
  SKILL_TYPE,
  skillByte,
  skillRecordOf,
  TYPE_COUNTER_ONLY,
  TYPE_HEAL,
  TYPE_SURROUNDINGS,
} from '../memory/skill-record.js';
import { OUT_OF_FIGHT, PRESENT } from '../memory/state-bits.js';
import { ENEMY_CHARGING } from '../turn/enemy-actions.js';

/** Answers in A. */
export const USE = 0xff;
export const DROP = 0x00;

/** The enemy that looks at enemy 0 as well. */
const HEALS_ENEMY_0 = 0xd7;

/** Exits of `selectSkill`. */
export const SELECT_SURROUNDINGS = 1;
export const SELECT_HEAL = 2;
/** Exit of `beginSelection`. */
export const SEEKS_TARGET = 3;

/**
 * What the random value is multiplied with; a recovery is used when the product stays below 256.
 */
export function healFactor(hp: number, maxHp: number): number {
  const sixteenfold = (maxHp << 4) & 0xffff;
  const divisor = sixteenfold === 0 ? 1 : sixteenfold & 0xff;
  return (0x1f - (divideQuotient(hp, divisor) & 0xff)) & 0xff;
}

/**
 * C1:927E, one draw. @param enemy whose HP is looked at @returns word = acting enemy when used,
 * else that one; byte = answer
 */
export function decideHeal(machine: Machine, enemy: number): RoutineResult {
  const ram = machine.ram;
  const maxHp = read16(ram, read16(ram, enemy + Enemy.SPECIES) + Species.MAX_HP);
  const factor = healFactor(read16(ram, enemy + Enemy.HP), maxHp);
  const use = factor * drawBattle(machine, 0xc1927e) < 0x100;
  return use ? packResult(0, read16(ram, Cell.ACTING_ENEMY), USE) : packResult(0, enemy, DROP);
}

/** C1:9252. @param slot species block + 0..3 @param enemy its block @returns `USE` or `DROP` */
export function testSkillType(machine: Machine, slot: number, enemy: number): number {
  return testTypeOf(machine, skillRecordOf(machine, machine.ram[slot + Species.SKILLS] as number, enemy));
}

/** C1:9252 with the skill's record in hand. */
export function testTypeOf(machine: Machine, record: number): number {
  const ram = machine.ram;
  const type = skillByte(machine, record, SKILL_TYPE);
  if ((type & TYPE_COUNTER_ONLY) !== 0) return DROP;
  if ((type & TYPE_HEAL) === 0) return USE;
  const acting = read16(ram, Cell.ACTING_ENEMY);
  const own = (decideHeal(machine, acting) >>> 16) & 0xff;
  if (own !== DROP || ram[acting + Enemy.ID] !== HEALS_ENEMY_0) return own;
  return (decideHeal(machine, Enemy.FIRST) >>> 16) & 0xff;
}

/** Statuses of all allies that are present and not out of the fight, together. */
export function statusesOfAllies(ram: Uint8Array): number {
  let statuses = 0;
  for (let index = 0; index < 4; index++) {
    const ally = Ally.FIRST + Ally.STRIDE * index;
    if (((ram[ally + Ally.STATE] as number) & PRESENT) === 0 || ram[ally + Ally.STATUSES] === OUT_OF_FIGHT) continue;
    statuses |= ram[ally + Ally.STATUSES] as number;
  }
  return statuses;
}

/**
 * C1:920C, one draw; one value in sixteen passes at once. @returns word = acting enemy, byte =
 * `USE` or `DROP`
 */
export function testSkillStatuses(machine: Machine, slot: number): RoutineResult {
  const enemy = read16(machine.ram, Cell.ACTING_ENEMY);
  const skill = machine.ram[slot + Species.SKILLS] as number;
  return packResult(0, enemy, testStatusesOf(machine, skillRecordOf(machine, skill, enemy)));
}

/** C1:920C with the skill's record in hand. @returns `USE` or `DROP` */
export function testStatusesOf(machine: Machine, record: number): number {
  const ram = machine.ram;
  if ((drawBattle(machine, 0xc1920c) & 0xf0) === 0) return USE;
  const present = statusesOfAllies(ram);
  ram[Cell.WORK_0310] = present;
  return (skillByte(machine, record, SKILL_STATUSES) & present) === 0 ? USE : DROP;
}

/**
 * C1:E251, with the range already marked in the work grid. The skill's id and charge stay written
 * when nobody is found.
 * @param slot species block + 0..3
 * @returns byte = skill state 40h when chosen, else 0; exits `SELECT_SURROUNDINGS`, `SELECT_HEAL`
 *   (byte = type)
 */
export function selectSkill(machine: Machine, enemy: number, slot: number): RoutineResult {
  const skill = machine.ram[slot + Species.SKILLS] as number;
  return selectOf(machine, enemy, skill, skillRecordOf(machine, skill, enemy));
}

/** C1:E251 with the skill's record in hand. */
export function selectOf(machine: Machine, enemy: number, skill: number, record: number): RoutineResult {
  const begun = beginSelection(machine, enemy, skill, record);
  if (exitOf(begun) !== SEEKS_TARGET) return begun;
  return pickAllyTarget(machine) === NOT_FOUND ? 0 : endSelection(machine);
}

/** C1:E251 as far as its search for a target, before which the exit is `SEEKS_TARGET`. */
export function beginSelection(machine: Machine, enemy: number, skill: number, record: number): RoutineResult {
  const ram = machine.ram;
  ram[enemy + Enemy.CHOSEN_SKILL] = skill;
  write16(ram, Cell.SKILL_RECORD_POINTER, record);
  const acting = read16(ram, Cell.ACTING_ENEMY);
  if ((skillByte(machine, record, SKILL_DISABLED_BY) & (ram[acting + Enemy.STATUSES] as number)) !== 0) return 0;
  ram[acting + Enemy.CHARGE] = skillByte(machine, record, SKILL_CHARGE) & 0xf0;
  const type = skillByte(machine, record, SKILL_TYPE);
  if ((type & TYPE_SURROUNDINGS) !== 0) return packResult(SELECT_SURROUNDINGS, 0, type);
  if ((type & TYPE_HEAL) !== 0) return packResult(SELECT_HEAL, 0, type);
  return exitWith(SEEKS_TARGET);
}

/** C1:E251 from a target on that was found. */
export function endSelection(machine: Machine): RoutineResult {
  const ram = machine.ram;
  const acting = read16(ram, Cell.ACTING_ENEMY);
  ram[acting + Enemy.TARGET_X] = ram[Cell.PICKED_X] as number;
  ram[acting + Enemy.TARGET_Y] = ram[Cell.PICKED_Y] as number;
  ram[acting + Enemy.CHOSEN_KIND] = 0;
  ram[Cell.ENEMY_ACTION_FLAGS] = 0;
  ram[acting + Enemy.SKILL_STATE] = ENEMY_CHARGING;
  return packResult(0, acting, ENEMY_CHARGING);
}
