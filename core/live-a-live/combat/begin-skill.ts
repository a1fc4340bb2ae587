/**
 * What a skill begins with: time, the skill before's attribute with the base cell (C1:E0A2),
 * corrections of both sides (C1:E0B3, D200), the record's copy (C1:7852) and the values that damage
 * is computed from (9009-900F). Evidence: the routines are executed; their order and the values'
 * cells follow the pages (`unpublished.ts`).
 */
import { read8, read16, write16 } from '../../int/uint.js';
import { recordByScenario } from '../growth/seen-skills.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent } from '../memory/presence.js';
import {
  allySkillRecord,
  SKILL_COEFFICIENTS,
  SKILL_COUNTERS_LOW,
  SKILL_FIELD,
  SKILL_RANGE,
  SKILL_TYPE,
  skillRecordOf,
} from '../memory/skill-record.js';
import { assume, SKILL_ORDER, TIME_PASSES } from '../memory/unpublished-used.js';
import { takeSkillTimeStep } from '../turn/time.js';
import { passTime } from '../turn/time-passes.js';
import { correctAlly } from './ally-correction.js';
import { keepPreviousAttribute } from './base-cell.js';
import { prepareEnemies } from './enemy-correction.js';
import { activeByte, copySkillRecord, levelSum, skillLevel } from './skill-copy.js';

const STAT_TOTALS = 5;
const NO_STAT = 3;

/** Address of a skill's record for a user. */
export function recordOfSkill(machine: Machine, user: number, skill: number): number {
  return user >= Ally.FIRST ? allySkillRecord(machine, skill) : skillRecordOf(machine, skill, user);
}

/** Own stat times coefficient, 8 bits. @param rangeByte record byte 7 */
export function ownStatShare(rangeByte: number, stat: number): number {
  const shift = rangeByte >> 6;
  return shift === NO_STAT ? 0 : stat >> shift;
}

function correctBothSides(machine: Machine): void {
  const ram = machine.ram;
  prepareEnemies(machine, Enemy.FIRST - Enemy.STRIDE);
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    ram[ally + Ally.HITS_ASSIGNED] = 0;
    ram[ally + Ally.HITS_LANDED] = 0;
    write16(ram, ally + Ally.BONUS, 0);
    if (isAllyPresent(ram, ally)) correctAlly(machine, ally);
  }
}

/** Values of the user and the skill that every hit is computed from. */
function takeValues(machine: Machine, user: number): void {
  const ram = machine.ram;
  const isAlly = user >= Ally.FIRST;
  const rangeByte = activeByte(ram, SKILL_RANGE);
  const stat = (rangeByte >> 4) & 3;
  const type = activeByte(ram, SKILL_TYPE);
  const usesWeapon = isAlly && (activeByte(ram, SKILL_COUNTERS_LOW) & 1) !== 0;
  ram[Cell.SKILL_TYPE_COPY] = type;
  ram[Cell.ABSORB_FLAG] = type;
  ram[Cell.SKILL_FIELD_COPY] = activeByte(ram, SKILL_FIELD);
  ram[Cell.SKILL_COEFFICIENTS] = activeByte(ram, SKILL_COEFFICIENTS);
  ram[Cell.LEVEL_SUM] = levelSum(skillLevel(machine), read8(ram, user + (isAlly ? Ally.LEVEL : Enemy.LEVEL)), 0);
  ram[Cell.STAT_TIMES_COEFFICIENT] = ownStatShare(
    rangeByte,
    read8(ram, user + (isAlly ? Ally.STATS : Enemy.STATS) + stat),
  );
  ram[Cell.ATTACK_POWER] = usesWeapon ? read8(ram, read16(ram, user + Ally.RECORD) + PartyRecord.ATTACK) : 0;
}

/**
 * Beside what the header names: hits and step bonus of all allies, the sums of changes (9EF0-9EF6),
 * 0377, 0383 and 0386 become 0, the skill's number is in 036A, and an enemy's skill is noted by the
 * scenario (C1:0CF2).
 * @param user block of an ally or enemy @param timePasses false for a counter
 */
export function beginSkill(machine: Machine, user: number, skill: number, timePasses: boolean): void {
  const ram = machine.ram;
  assume(machine, SKILL_ORDER);
  write16(ram, Cell.SKILL_USER, user);
  ram[Cell.NO_TIME_PASSES] = timePasses ? 0 : 1;
  if (takeSkillTimeStep(machine)) {
    assume(machine, TIME_PASSES);
    passTime(machine);
  }
  ram[Cell.NO_TIME_PASSES] = 0;
  keepPreviousAttribute(machine);
  correctBothSides(machine);
  copySkillRecord(machine, recordOfSkill(machine, user, skill));
  ram[Cell.COUNTER_SKILL] = skill;
  if (user < Ally.FIRST) recordByScenario(machine);
  write16(ram, Cell.CHANGE_TOTAL_HP, 0);
  for (let stat = 0; stat < STAT_TOTALS; stat++) ram[Cell.CHANGE_TOTAL_STAT + stat] = 0;
  ram[Cell.OTHER_HIT] = 0;
  ram[Cell.DRIVER] = 0;
  takeValues(machine, user);
}
