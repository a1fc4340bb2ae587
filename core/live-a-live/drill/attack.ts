/**
 * Operations 16, 17 and 20 of the drill skills: an attack through all its routines, and poison.
 * Evidence: decision (traces/homebrew/PROGRAM.md, "Attack") for what calls what and for the values
 * a skill starts from; the routines are executed.
 */
import { read8, read16, write16 } from '../../int/uint.js';
import { correctAlly } from '../combat/ally-correction.js';
import { ATTACK_HEALS, attackEnemy } from '../combat/attack.js';
import { keepPreviousAttribute } from '../combat/base-cell.js';
import { rollDisplacement, turnHalf, turnQuarter } from '../combat/displacement.js';
import { prepareEnemies } from '../combat/enemy-correction.js';
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
import { applyToEnemy, damageAlly, damageEnemy, healAlly } from '../combat/totals.js';
import { FIELD_SIDE, GRID_WIDTH, OCCUPANT } from '../field/occupancy.js';
import { GRID_CELLS } from '../field/targets.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { type Machine, reportRoutine } from '../memory/machine.js';
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
import { beginAbnormality, changeLevel } from '../turn/abnormality.js';
import { RECOVERY } from '../turn/poison.js';
import { isListEnd } from '../turn/time-passes.js';
import { damageOrderPoints, loadBattleSkillBytes } from './battle-skill.js';

/** Byte of the record that is the program's own. */
const BYTE_POWER = 16;
const MARKED = 0x0f;
const FIRST_ENEMY_OCCUPANT = 0x11;

/** What an operation says of its attack. */
export interface DrillAttack {
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
