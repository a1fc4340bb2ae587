/**
 * Skills of the drill program: records of page 7E:1D00 with up to three effects. Evidence: decision
 * (traces/homebrew/PROGRAM.md); they stand where the cartridge has its skill data, so that every
 * turn-engine routine can be reached by joypad.
 */
import { read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import { type Machine, reportRoutine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { beginAbnormality, changeLevel, changeLevelNegated } from '../turn/abnormality.js';
import { SKILL_FIRING } from '../turn/ally-actions.js';
import { poisonAlly, poisonEnemy } from '../turn/poison.js';
import { takeSkillTimeStep } from '../turn/time.js';
import { passTime } from '../turn/time-passes.js';
import { wakeAlly, wakeEnemy } from '../turn/waking.js';
import {
  damageOrderPoints,
  drillAttackOfAlly,
  drillAttackOfEnemy,
  drillCounter,
  drillField,
  drillFieldsFire,
  drillPoisonTick,
} from './attack.js';

/** Bytes of a record, and records. */
export const DRILL_RECORD_BYTES = 16;
export const DRILL_RECORDS = 16;
const EFFECT_BYTES = 4;
const FIRST_EFFECT = 4;

/** Operations of an effect. */
export const DRILL_OPERATIONS = {
  nothing: 0,
  damage: 1,
  onset: 2,
  enemyStat: 3,
  allyStat: 4,
  enemyStatus: 5,
  allyStatus: 6,
  wake: 7,
  leave: 8,
  poison: 9,
  return: 10,
  attack: 16,
  poisonTick: 17,
  field: 18,
  fieldsFire: 19,
  pushingAttack: 20,
  counter: 21,
} as const;

/** Number of the stat that is the level; below it are power, speed, body, intellect. */
const STAT_LEVEL = 4;
const LAST_SLOT = 14;

/** Offset of a record in the image. */
export function drillRecord(skill: number): number {
  return Host.DRILL_SKILLS + DRILL_RECORD_BYTES * (skill & 15);
}

/** Charge time of a record. */
export function drillCharge(ram: Uint8Array, skill: number): number {
  return ram[drillRecord(skill)] as number;
}

/** The enemy the target cursor names. */
function targetEnemy(ram: Uint8Array): number {
  return Enemy.FIRST + Enemy.STRIDE * (ram[Host.TARGET_CURSOR] as number);
}

/** An ally's skill takes effect. */
export function resolveAllySkill(machine: Machine, ally: number): void {
  const ram = machine.ram;
  const record = drillRecord(ram[ally + Ally.LAST_SKILL] as number);
  resolve(machine, record, targetEnemy(ram), ally, false);
  ram[ally + Ally.SKILL_STATE] = 0;
  ram[Cell.ALLY_ACTION_FLAGS] = (ram[Cell.ALLY_ACTION_FLAGS] as number) & ~SKILL_FIRING;
  ram[Cell.ALLY_SKILL_FLAG] = 0;
}

/** An enemy's skill takes effect. */
export function resolveEnemySkill(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const record = drillRecord(ram[enemy + Enemy.CHOSEN_SKILL] as number);
  resolve(machine, record, enemy, read16(ram, Cell.CURRENT_ALLY), true);
  ram[enemy + Enemy.SKILL_STATE] = 0;
  ram[Cell.ENEMY_ACTION_FLAGS] = (ram[Cell.ENEMY_ACTION_FLAGS] as number) & ~SKILL_FIRING;
}

function resolve(machine: Machine, record: number, enemy: number, ally: number, byEnemy: boolean): void {
  const ram = machine.ram;
  ram[Cell.NO_TIME_PASSES] = ram[record + 1] as number;
  reportRoutine(machine, 0xc17f1c, 0);
  if (takeSkillTimeStep(machine)) passTime(machine);
  for (let effect = 0; effect < 3; effect++) {
    applyEffect(machine, record + FIRST_EFFECT + EFFECT_BYTES * effect, enemy, ally, byEnemy);
  }
  ram[Cell.TIME_CODE] = 0;
}

function applyEffect(machine: Machine, at: number, enemy: number, ally: number, byEnemy: boolean): void {
  const ram = machine.ram;
  const first = ram[at + 1] as number;
  const second = ram[at + 2] as number;
  const third = ram[at + 3] as number;
  switch (ram[at]) {
    case DRILL_OPERATIONS.damage:
      if (isEnemyPresent(ram, enemy)) damageOrderPoints(machine, enemy, first | (second << 8), third);
      return;
    case DRILL_OPERATIONS.onset:
      if (isEnemyPresent(ram, enemy)) onset(machine, enemy, first, second);
      return;
    case DRILL_OPERATIONS.enemyStat:
      if (isEnemyPresent(ram, enemy)) setStat(ram, first, second, enemy + Enemy.STATS, enemy + Enemy.LEVEL);
      return;
    case DRILL_OPERATIONS.allyStat:
      if (isAllyPresent(ram, ally)) setStat(ram, first, second, ally + Ally.STATS, ally + Ally.LEVEL);
      return;
    case DRILL_OPERATIONS.enemyStatus:
      if (isEnemyPresent(ram, enemy)) setStatus(ram, first, second, enemy + Enemy.STATUSES, enemy + Enemy.TIMERS);
      return;
    case DRILL_OPERATIONS.allyStatus:
      if (isAllyPresent(ram, ally)) setStatus(ram, first, second, ally + Ally.STATUSES, ally + Ally.TIMERS);
      return;
    case DRILL_OPERATIONS.wake:
      if (isEnemyPresent(ram, enemy)) wakeEnemy(machine, enemy);
      if (isAllyPresent(ram, ally)) wakeAlly(machine, ally);
      return;
    case DRILL_OPERATIONS.leave:
      if (isEnemyPresent(ram, enemy)) ram[enemy + Enemy.STATE] = 0;
      return;
    case DRILL_OPERATIONS.poison:
      if (isEnemyPresent(ram, enemy)) poisonEnemy(machine, enemy, 0, 0);
      if (isAllyPresent(ram, ally)) poisonAlly(machine, ally, 0);
      return;
    case DRILL_OPERATIONS.return:
      bringBack(ram, first);
      return;
    case DRILL_OPERATIONS.attack:
    case DRILL_OPERATIONS.pushingAttack: {
      const pushes = ram[at] === DRILL_OPERATIONS.pushingAttack;
      const attack = { skill: first, all: second !== 0, shape: third, pushes };
      if (byEnemy) drillAttackOfEnemy(machine, enemy, attack);
      else drillAttackOfAlly(machine, ally, attack);
      return;
    }
    case DRILL_OPERATIONS.poisonTick:
      drillPoisonTick(machine);
      return;
    case DRILL_OPERATIONS.field:
      drillField(machine, first, second, third);
      return;
    case DRILL_OPERATIONS.fieldsFire:
      drillFieldsFire(machine);
      return;
    case DRILL_OPERATIONS.counter:
      if (byEnemy) drillCounter(machine, enemy, second, third);
      return;
    default:
  }
}

function onset(machine: Machine, enemy: number, pending: number, negated: number): void {
  machine.ram[enemy + Enemy.PENDING_ABNORMALITY] = pending;
  reportRoutine(machine, 0xc1cc2d, enemy);
  if (!beginAbnormality(machine, enemy)) return;
  if (negated === 0) changeLevel(machine, enemy);
  else changeLevelNegated(machine, enemy);
}

function setStat(ram: Uint8Array, stat: number, value: number, stats: number, level: number): void {
  if (stat < STAT_LEVEL) ram[stats + stat] = value;
  else if (stat === STAT_LEVEL) ram[level] = value;
}

function setStatus(ram: Uint8Array, status: number, time: number, statuses: number, timers: number): void {
  const bit = status & 7;
  ram[statuses] = (ram[statuses] as number) | (1 << bit);
  ram[timers + bit] = time;
}

function bringBack(ram: Uint8Array, slot: number): void {
  const at = Enemy.FIRST + Enemy.STRIDE * slot + Enemy.STATE;
  if (slot <= LAST_SLOT && ram[at] === 0) ram[at] = 0xff;
}
