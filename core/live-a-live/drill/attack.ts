/**
 * Operations 16, 17 and 20 of the drill skills: an attack through all its routines, and poison.
 * Evidence: decision (traces/homebrew/PROGRAM.md, "Attack") for what calls what and for the values
 * a skill starts from; the routines are executed.
 */

import { multiplySigned16x8 } from '../../int/hardware.js';
import { read8, read16, write16 } from '../../int/uint.js';
import { correctAlly } from '../combat/ally-correction.js';
import { ATTACK_HEALS, attackEnemy } from '../combat/attack.js';
import { keepPreviousAttribute } from '../combat/base-cell.js';
import { COUNTER_FOUND, searchCounter } from '../combat/counter.js';
import { rollDisplacement, turnHalf, turnQuarter } from '../combat/displacement.js';
import { prepareEnemies } from '../combat/enemy-correction.js';
import {
  createFieldOf,
  decayField,
  FIELD_SKIPPED,
  fieldOnAlly,
  fieldOnEnemy,
  nextField,
  passFields,
} from '../combat/fields.js';
import { countEnemiesHit, countHits } from '../combat/hit-count.js';
import { healEnemy, valueOnAlly } from '../combat/hit-value.js';
import { knockBack } from '../combat/knockback.js';
import { causeAbnormality, STRUCK_BEHIND } from '../combat/onset-cause.js';
import { poisonAllyHp, poisonEnemyTotal } from '../combat/poison-damage.js';
import { damageUser, missHurtsUser } from '../combat/self-damage.js';
import { activeByte, levelSum, skillAndOwnLevel, skillLevel } from '../combat/skill-copy.js';
import { changeEnemyUserCapped, changeTargetCapped, changeUser } from '../combat/stat-change.js';
import { applyStatuses, inflictStatuses, takeStatusSkill } from '../combat/status-infliction.js';
import { numberEnemiesInArea, pickTargets } from '../combat/target-pick.js';
import { applyToEnemy, damageAlly, damageEnemy, healAlly, healEnemyHp } from '../combat/totals.js';
import { IN_AREA } from '../field/areas.js';
import { enemyNumber, FIELD_SIDE, GRID_WIDTH, OCCUPANT, OCCUPANT_NUMBER } from '../field/occupancy.js';
import { IN_RANGE } from '../field/ranges.js';
import { attackerInRange, GRID_CELLS } from '../field/targets.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Register from '../memory/cells/register.js';
import { exitOf, type Machine, reportRoutine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import {
  HALF_TURN,
  KNOCKBACK,
  QUARTER_TURN,
  SKILL_COEFFICIENTS,
  SKILL_COUNTERS_LOW,
  SKILL_FIELD,
  SKILL_TYPE,
  USES_WEAPON,
} from '../memory/skill-record.js';
import { OUT_OF_FIGHT, POISON } from '../memory/state-bits.js';
import * as Work from '../memory/work-cells.js';
import { beginAbnormality, changeLevel, loadRow } from '../turn/abnormality.js';
import { orderPointsDamage } from '../turn/order-points.js';
import { RECOVERY } from '../turn/poison.js';
import { isListEnd } from '../turn/time-passes.js';

// What several operations of the drill program share: the record of a battle skill, marks on rows
// and columns, order points for a product. Evidence: decision (traces/homebrew/PROGRAM.md).

/** A battle skill holds the bytes 9 to 24 of a skill record; those before are 0. */
const BATTLE_SKILL_BYTES = 16;
const FIRST_KEPT_BYTE = 9;

/** The record becomes the active skill. @param number its low four bits count */
function loadBattleSkillBytes(ram: Uint8Array, number: number): void {
  const record = Host.BATTLE_SKILLS + BATTLE_SKILL_BYTES * (number & 15);
  ram.fill(0, Cell.ACTIVE_SKILL, Cell.ACTIVE_SKILL + FIRST_KEPT_BYTE);
  ram.copyWithin(Cell.ACTIVE_SKILL + FIRST_KEPT_BYTE, record, record + BATTLE_SKILL_BYTES);
}

/**
 * Marks cells whose row has its bit in `rows` and whose column has its bit in `columns`; the others
 * become 0.
 */
export function markLattice(ram: Uint8Array, rows: number, columns: number, mark: number): void {
  ram.fill(0, Cell.RANGE_GRID, Cell.RANGE_GRID + GRID_CELLS);
  for (let y = 0; y < FIELD_SIDE; y++) {
    for (let x = 0; x < FIELD_SIDE; x++) {
      if ((rows & (1 << y)) !== 0 && (columns & (1 << x)) !== 0) ram[Cell.RANGE_GRID + GRID_WIDTH * y + x] = mark;
    }
  }
}

/**
 * The product of a value and hits in the PPU, then order points for it: C1:1CF7, 1CAC. @param
 * single 16 bits @param hits 8 bits, signed
 */
export function damageOrderPoints(machine: Machine, enemy: number, single: number, hits: number): void {
  const ram = machine.ram;
  const product = multiplySigned16x8(single, hits);
  write16(ram, Register.PPU_PRODUCT, product);
  ram[Register.PPU_PRODUCT + 2] = product >>> 16;
  reportRoutine(machine, 0xc11cac, enemy);
  loadRow(machine, enemy);
  orderPointsDamage(machine, enemy);
}

/** Byte of the record that is the program's own. */
const BYTE_POWER = 16;
const MARKED = 0x0f;
const FIRST_ENEMY_OCCUPANT = 0x11;

/** What an operation says of its attack. */
interface DrillAttack {
  /** Number of a battle skill; its low four bits count. */
  readonly skill: number;
  /** On everybody, else on the enemy of the target cursor or the current ally. */
  readonly all: boolean;
  /** Byte written to 0377. */
  readonly shape: number;
  /** Whether a displacement with bit 0 moves the enemy. */
  readonly pushes: boolean;
}

function openAttack(machine: Machine, user: number, shape: number): void {
  const ram = machine.ram;
  write16(ram, Cell.SKILL_USER, user);
  ram[Cell.DRIVER] = shape;
  reportRoutine(machine, 0xc1e0a2, user);
  keepPreviousAttribute(machine);
}

function loadBattleSkill(ram: Uint8Array, number: number): void {
  loadBattleSkillBytes(ram, number);
  const type = activeByte(ram, SKILL_TYPE);
  ram[Cell.SKILL_TYPE_COPY] = type;
  ram[Cell.ABSORB_FLAG] = type;
  ram[Cell.SKILL_FIELD_COPY] = activeByte(ram, SKILL_FIELD);
  ram[Cell.SKILL_COEFFICIENTS] = activeByte(ram, SKILL_COEFFICIENTS);
}

function multiplyPower(ram: Uint8Array, power: number): void {
  ram[Cell.STAT_TIMES_COEFFICIENT] = power * (activeByte(ram, BYTE_POWER) & 0x0f);
}

function weaponPower(ram: Uint8Array, ally: number): number {
  if ((activeByte(ram, SKILL_COUNTERS_LOW) & USES_WEAPON) === 0) return 0;
  return read8(ram, read16(ram, ally + Ally.RECORD) + PartyRecord.WEAPON_STATUSES + 1);
}

function markArea(ram: Uint8Array, all: boolean): void {
  const sought = (FIRST_ENEMY_OCCUPANT + read8(ram, Host.TARGET_CURSOR)) & 0xff;
  ram.fill(0, Cell.RANGE_GRID, Cell.RANGE_GRID + GRID_CELLS);
  for (let y = 0; y < FIELD_SIDE; y++) {
    for (let at = GRID_WIDTH * y; at < GRID_WIDTH * y + FIELD_SIDE; at++) {
      if (all || (read8(ram, Cell.FIELD_GRID + at) & OCCUPANT) === sought) ram[Cell.RANGE_GRID + at] = MARKED;
    }
  }
}

/** One pass of C1:D7E9 a hit; 030F counts them down. Without hits its exit D7F1 leaves nothing. */
function strike(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  reportRoutine(machine, 0xc1d7e9, enemy);
  for (let left = read8(ram, enemy + Enemy.HITS_ASSIGNED); left > 0; left--) {
    if (attackEnemy(machine, enemy) === ATTACK_HEALS) healEnemy(machine);
    ram[Cell.WORK_030F] = left - 1;
  }
}

/** C1:D052, and at once the cell that it wants. */
function push(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  reportRoutine(machine, 0xc1d052, enemy);
  knockBack(machine, enemy);
  ram[enemy + Enemy.CELL_X] = read8(ram, enemy + Enemy.WANTED_X);
  ram[enemy + Enemy.CELL_Y] = read8(ram, enemy + Enemy.WANTED_Y);
}

function displace(machine: Machine, enemy: number, pushes: boolean): void {
  const ram = machine.ram;
  const acting = read16(ram, Cell.ACTING_ENEMY);
  write16(ram, Cell.SUBJECT, enemy);
  reportRoutine(machine, 0xc1cbe3, enemy);
  rollDisplacement(machine);
  write16(ram, Cell.ACTING_ENEMY, acting);
  if ((read8(ram, Work.DISPLACED) & QUARTER_TURN) !== 0) turnQuarter(machine, enemy);
  if ((read8(ram, Work.DISPLACED) & HALF_TURN) !== 0) turnHalf(machine, enemy);
  if (pushes && (read8(ram, Work.DISPLACED) & KNOCKBACK) !== 0) push(machine, enemy);
}

function loseTotal(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const hits = read8(ram, enemy + Enemy.HITS_LANDED);
  ram[Work.HITS] = hits;
  reportRoutine(machine, 0xc1cc72, enemy);
  applyToEnemy(machine, enemy);
  damageOrderPoints(machine, enemy, read16(ram, enemy + Enemy.SINGLE_HIT) & 0x7fff, hits);
}

/** What a hit does to an enemy beside its value. */
function settle(machine: Machine, enemy: number, pushes: boolean): void {
  const ram = machine.ram;
  reportRoutine(machine, 0xc1d9da, enemy);
  if (causeAbnormality(machine, enemy) === STRUCK_BEHIND) ram[enemy + Enemy.PENDING_ABNORMALITY] = 0;
  displace(machine, enemy, pushes);
  reportRoutine(machine, 0xc1cc2d, enemy);
  if (beginAbnormality(machine, enemy)) changeLevel(machine, enemy);
  loseTotal(machine, enemy);
  write16(ram, Work.TARGET, enemy);
  reportRoutine(machine, 0xc1db38, enemy);
  takeStatusSkill(machine);
  inflictStatuses(machine);
  reportRoutine(machine, 0xc1dd8f, enemy);
  changeTargetCapped(machine);
  reportRoutine(machine, 0xc1bd6c, enemy);
  applyStatuses(machine, enemy);
}

/** Nobody was hit: some skills hurt their user then. */
function missAll(machine: Machine, user: number): void {
  const ram = machine.ram;
  if (!missHurtsUser(machine)) return;
  const current = read16(ram, Cell.CURRENT_ALLY);
  reportRoutine(machine, 0xc1c39d, user);
  damageUser(machine);
  write16(ram, Cell.CURRENT_ALLY, current);
  ram[Cell.DRIVER] = 0;
  write16(ram, Work.TARGET, 1);
  reportRoutine(machine, 0xc1cba6, user);
  damageAlly(machine, user);
}

/** An ally attacks. */
export function drillAttackOfAlly(machine: Machine, ally: number, attack: DrillAttack): void {
  const ram = machine.ram;
  if (!isAllyPresent(ram, ally)) return;
  openAttack(machine, ally, attack.shape);
  reportRoutine(machine, 0xc1e0b3, 0);
  prepareEnemies(machine, Enemy.FIRST - Enemy.STRIDE);
  loadBattleSkill(ram, attack.skill);
  ram[Cell.LEVEL_SUM] = skillAndOwnLevel(machine, skillLevel(machine), 0, ally);
  multiplyPower(ram, read8(ram, ally + Ally.STATS));
  ram[Cell.ATTACK_POWER] = weaponPower(ram, ally);
  markArea(ram, attack.all);
  ram[Cell.NEXT_IN_AREA] = 1;
  reportRoutine(machine, 0xc1dfaf, 0);
  numberEnemiesInArea(machine);
  reportRoutine(machine, 0xc1d6b9, ally);
  countHits(machine);
  reportRoutine(machine, 0xc1d726, 0);
  pickTargets(machine);
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) strike(machine, enemy);
  }
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy) && read8(ram, enemy + Enemy.HITS_LANDED) !== 0)
      settle(machine, enemy, attack.pushes);
  }
  ram[Work.HITS] = 0;
  ram[Cell.OTHER_HIT] = 0;
  reportRoutine(machine, 0xc1d839, 0);
  if (countEnemiesHit(machine, Enemy.FIRST - Enemy.STRIDE) === 0) missAll(machine, ally);
  reportRoutine(machine, 0xc1dcc1, ally);
  changeUser(machine);
}

/** Whether an enemy's attack reaches an ally. @param only the one it is restricted to, or 0 */
function isReached(ram: Uint8Array, ally: number, only: number): boolean {
  if (!isAllyPresent(ram, ally) || ram[ally + Ally.STATUSES] === OUT_OF_FIGHT) return false;
  return only === 0 || ally === only;
}

function strikeAlly(machine: Machine, ally: number): void {
  const ram = machine.ram;
  ram[ally + Ally.HITS_LANDED] = 1;
  write16(ram, Work.TARGET, ally);
  reportRoutine(machine, 0xc1d900, ally);
  valueOnAlly(machine);
  write16(ram, Work.TARGET, 1);
  if ((read8(ram, Cell.ABSORB_FLAG) & RECOVERY) === 0) {
    reportRoutine(machine, 0xc1cba6, ally);
    damageAlly(machine, ally);
  } else {
    reportRoutine(machine, 0xc1cb62, ally);
    healAlly(machine, ally);
  }
}

/** An enemy attacks. */
export function drillAttackOfEnemy(machine: Machine, enemy: number, attack: DrillAttack): void {
  const ram = machine.ram;
  if (!isEnemyPresent(ram, enemy)) return;
  const only = attack.all ? 0 : read16(ram, Cell.CURRENT_ALLY);
  openAttack(machine, enemy, attack.shape);
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (!isReached(ram, ally, only)) continue;
    reportRoutine(machine, 0xc1d200, ally);
    correctAlly(machine, ally);
  }
  loadBattleSkill(ram, attack.skill);
  ram[Cell.LEVEL_SUM] = levelSum(skillLevel(machine), read8(ram, enemy + Enemy.LEVEL), 0);
  multiplyPower(ram, read8(ram, enemy + Enemy.STATS));
  ram[Cell.ATTACK_POWER] = 0;
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (isReached(ram, ally, only)) strikeAlly(machine, ally);
  }
  reportRoutine(machine, 0xc1dd83, enemy);
  changeEnemyUserCapped(machine);
}

/** Everybody who is poisoned loses HP. */
export function drillPoisonTick(machine: Machine): void {
  const ram = machine.ram;
  ram[Cell.DRIVER] = 0;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy) || (read8(ram, enemy + Enemy.STATUSES) & POISON) === 0) continue;
    reportRoutine(machine, 0xc11e5e, enemy);
    poisonEnemyTotal(machine, enemy);
    damageEnemy(machine, enemy);
  }
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (!isReached(ram, ally, 0) || (read8(ram, ally + Ally.STATUSES) & POISON) === 0) continue;
    reportRoutine(machine, 0xc11de3, ally);
    poisonAllyHp(machine, ally);
  }
}

// Operation 21 of the drill skills: an ally answers the attack of an enemy. Evidence: decision
// (traces/homebrew/PROGRAM.md, "Counter") for the range and the answer, which are unpublished
// (C1:A17B, A21B); the search is executed.

/** The ally of 035A attacks the enemy with the skill of 036A; nobody answers that. */
function answer(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const cursor = read8(ram, Host.TARGET_CURSOR);
  ram[Host.TARGET_CURSOR] = enemyNumber(enemy) - 1;
  const skill = read8(ram, Cell.COUNTER_SKILL);
  drillAttackOfAlly(machine, read16(ram, Cell.CURRENT_ALLY), { skill, all: false, shape: 0, pushes: false });
  ram[Host.TARGET_CURSOR] = cursor;
}

/** @param rows @param columns cells that a counter reaches, 7 bits each */
export function drillCounter(machine: Machine, enemy: number, rows: number, columns: number): void {
  const ram = machine.ram;
  if (!isEnemyPresent(ram, enemy)) return;
  write16(ram, Cell.SKILL_USER, enemy);
  const current = read16(ram, Cell.CURRENT_ALLY);
  reportRoutine(machine, 0xc1a12c, enemy);
  if (searchCounter(machine) === COUNTER_FOUND) {
    markLattice(ram, rows, columns, IN_RANGE);
    reportRoutine(machine, 0xc1180b, enemy);
    if (exitOf(attackerInRange(machine)) === 1) answer(machine, enemy);
  }
  write16(ram, Cell.CURRENT_ALLY, current);
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) ram[ally + Ally.HITS_LANDED] = 0;
}

// Operations 18 and 19 of the drill skills: a field on rows and columns, and the next kind of field
// fires. Evidence: decision (traces/homebrew/PROGRAM.md, "Field", "Fields fire") for what calls
// what; the routines are executed.

/** Bits of a total's value that count. */
const VALUE_BITS = 0x7fff;

/** The field of a battle skill. @param rows @param columns 7 bits each */
export function drillField(machine: Machine, skill: number, rows: number, columns: number): void {
  const ram = machine.ram;
  loadBattleSkillBytes(ram, skill);
  markLattice(ram, rows, columns, IN_AREA);
  reportRoutine(machine, 0xc110b3, 0);
  createFieldOf(machine, activeByte(ram, SKILL_FIELD));
}

function onAlly(machine: Machine, cell: number): number {
  reportRoutine(machine, 0xc11fea, cell);
  return fieldOnAlly(machine, cell);
}

/** C1:2029 with what its total does. */
function onEnemy(machine: Machine, cell: number): number {
  const ram = machine.ram;
  reportRoutine(machine, 0xc12029, cell);
  const result = fieldOnEnemy(machine, cell);
  if (result === FIELD_SKIPPED) return result;
  const enemy = Enemy.FIRST + Enemy.STRIDE * ((cell & OCCUPANT_NUMBER) - 1);
  if ((read8(ram, Cell.ABSORB_FLAG) & RECOVERY) === 0) {
    damageEnemy(machine, enemy);
    damageOrderPoints(machine, enemy, read16(ram, enemy + Enemy.SINGLE_HIT) & VALUE_BITS, 1);
  } else healEnemyHp(machine, enemy, read16(ram, enemy + Enemy.SPECIES), 1);
  return result;
}

/** The kind whose turn it is fires. */
export function drillFieldsFire(machine: Machine): void {
  const ram = machine.ram;
  ram[Cell.DRIVER] = 0;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    ram[enemy + Enemy.HITS_ASSIGNED] = 0;
    ram[enemy + Enemy.HITS_LANDED] = 0;
  }
  reportRoutine(machine, 0xc11f06, 0);
  nextField(machine);
  markLattice(ram, 0, 0, 0);
  reportRoutine(machine, 0xc11ece, 0);
  if (decayField(machine) === 0) return;
  reportRoutine(machine, 0xc11fb2, 0);
  passFields(machine, onAlly, onEnemy);
}
