/**
 * Validates every command before anything is written: returns 0, or the number of the error.
 * Source: seed 003, K1 (order), K2, K6, K10, KA10, KA17, KA18.
 */
import { read16 } from '../int/uint.js';
import { canOverkillOnto, isAlive, unitCell, unitDistance } from './board.js';
import {
  HEAD,
  STAGE_CHECKED,
  STAGE_DECLARED,
  STAGE_IDLE,
  STAGE_RESOLVED,
  STAGE_ROLLED,
  STAGE_SIZED,
  STAGE_TESTED,
} from './cells.js';
import * as code from './commands.js';
import { riskAfter } from './damage.js';
import * as error from './errors.js';
import { CLOSE_COMBAT, poolSize } from './pool.js';
import { poolInput } from './pool-cells.js';
import type { World } from './setup.js';
import { CONDITIONS, DEFENDER, SPECIAL_NAMES, type Special } from './specials.js';

function word(command: Int32Array, index: number): number {
  return command[index] ?? 0;
}

function isUnit(world: World, unit: number): boolean {
  return unit >= 0 && unit < world.unitCount;
}

function isFlag(value: number): boolean {
  return value === 0 || value === 1;
}

/** The declared distance: as given, or measured. */
export function declaredDistance(world: World, attacker: number, target: number, given: number): number {
  return given === code.MEASURED ? unitDistance(world, attacker, target) : given;
}

function declareError(world: World, command: Int32Array): number {
  if (world.image[HEAD.ended] !== 0) return error.ERROR_ENDED;
  if (world.image[HEAD.stage] !== STAGE_IDLE) return error.ERROR_PHASE;
  const attacker = word(command, 1);
  const weapon = word(command, 2);
  const target = word(command, 3);
  const given = word(command, 4);
  if (!isUnit(world, attacker) || !isUnit(world, target)) return error.ERROR_UNKNOWN_ID;
  if (world.carried[attacker]?.includes(weapon) !== true) return error.ERROR_UNKNOWN_ID;
  if (given < code.MEASURED || given > 255) return error.ERROR_WIDTH;
  for (let index = 5; index <= 7; index++) if (!isFlag(word(command, index))) return error.ERROR_WIDTH;
  if (!isAlive(world, attacker)) return error.ERROR_ATTACKER_DESTROYED;
  if (unitCell(world, attacker, 'side') === unitCell(world, target, 'side')) return error.ERROR_NOT_ENEMY;
  if (!isAlive(world, target)) return error.ERROR_TARGET_DESTROYED;
  const sight = sightError(world, command);
  if (sight !== 0) return sight;
  const distance = declaredDistance(world, attacker, target, given);
  if (distance > 255) return error.ERROR_WIDTH;
  return distance === 0 && world.rules.strictDistance ? error.ERROR_RANGE : 0;
}

/** K2, K6: an error about sight. */
function sightError(world: World, command: Int32Array): number {
  if (word(command, 5) !== 0) return 0;
  if (word(command, 6) === 0) return error.ERROR_NOT_VISIBLE;
  return world.weapons[word(command, 2)]?.indirect === true ? 0 : error.ERROR_NOT_INDIRECT;
}

/** Bits of CONDITIONS that a unit meets with the weapon of the attack. */
function conditionsOf(world: World, unit: number): number {
  const weapon = world.weapons[world.image[HEAD.weapon] as number];
  return (
    (unitCell(world, unit, 'commander') !== 0 ? CONDITIONS.commander : CONDITIONS.companion) |
    (unitCell(world, unit, 'enhance') !== 0 ? CONDITIONS.enhance : 0) |
    (unitCell(world, unit, 'shield') !== 0 ? CONDITIONS.shield : 0) |
    (unitCell(world, unit, 'largeWeapon') === 0 ? CONDITIONS.noLargeWeapon : 0) |
    (unitCell(world, unit, 'factionTo') !== 0 ? CONDITIONS.factionTo : 0) |
    (weapon?.powerAttack === true ? CONDITIONS.powerAttackWeapon : 0) |
    (weapon?.rng === CLOSE_COMBAT ? CONDITIONS.closeCombatWeapon : 0)
  );
}

/** p48: whether the unit whose action it is may declare it. */
function mayDeclare(world: World, { side, needs }: Special): boolean {
  const met = conditionsOf(world, world.image[side === DEFENDER ? HEAD.target : HEAD.attacker] as number);
  for (const needed of needs) if ((met & needed) === needed) return true;
  return false;
}

function hasReacted(world: World): boolean {
  const declared = world.image[HEAD.specials] as number;
  for (let special = 0; special < world.specials.length; special++) {
    if ((declared & (1 << special)) !== 0 && world.specials[special]?.side === DEFENDER) return true;
  }
  return false;
}

/** Returns 0, or the error that keeps a special action from being declared now. */
export function specialError(world: World, number: number): number {
  const special = world.specials[number];
  if (special === undefined) return error.ERROR_UNKNOWN_ID;
  const stage = world.rules.specialsFirst ? STAGE_DECLARED : STAGE_SIZED;
  if (world.image[HEAD.stage] !== stage) return error.ERROR_PHASE;
  const declared = world.image[HEAD.specials] as number;
  if (hasReacted(world)) {
    return special.side === DEFENDER ? error.ERROR_TWO_REACTIONS : error.ERROR_SPECIAL_ORDER;
  }
  if ((declared & (1 << number)) !== 0 || !mayDeclare(world, special)) return error.ERROR_SPECIAL_NOT_ALLOWED;
  if (stage !== STAGE_SIZED) return 0;
  return poolSize(poolInput(world, special.poolDelta)) > code.DICE_CAPACITY ? error.ERROR_WIDTH : 0;
}

function rollError(world: World, command: Int32Array): number {
  if (world.image[HEAD.stage] !== STAGE_SIZED) return error.ERROR_PHASE;
  const count = word(command, 1);
  if (count !== world.image[HEAD.pool]) return error.ERROR_DICE_COUNT;
  for (let index = 0; index < count; index++) {
    const face = word(command, 2 + index);
    if (face < 1 || face > 6) return error.ERROR_DICE_FACE;
  }
  return 0;
}

/** KA17: an error about risk beyond its width. */
function riskError(world: World, risk: number): number {
  return risk > 255 && !world.rules.riskSaturates ? error.ERROR_WIDTH : 0;
}

function applyError(world: World): number {
  if (world.image[HEAD.stage] !== STAGE_TESTED) return error.ERROR_PHASE;
  const before = unitCell(world, world.image[HEAD.target] as number, 'risk');
  const damage = read16(world.image, HEAD.damage);
  return riskError(world, riskAfter(before, damage, world.image[HEAD.successes] as number));
}

function squareError(x: number, y: number, level: number): number {
  return x < 0 || x > 255 || y < 0 || y > 255 || level < 0 || level > 255 ? error.ERROR_WIDTH : 0;
}

function displaceError(world: World, command: Int32Array): number {
  const unit = word(command, 1);
  const square = squareError(word(command, 2), word(command, 3), word(command, 4));
  if (world.image[HEAD.stage] !== STAGE_RESOLVED) return error.ERROR_PHASE;
  if (!isUnit(world, unit)) return error.ERROR_UNKNOWN_ID;
  if (square !== 0) return square;
  const due =
    (unit === world.image[HEAD.target] && world.image[HEAD.moveTarget] !== 0) ||
    (unit === world.image[HEAD.attacker] && world.image[HEAD.moveAttacker] !== 0);
  return due ? 0 : error.ERROR_PHASE;
}

function lastStage(world: World): number {
  return world.rules.destroyLate ? STAGE_CHECKED : STAGE_RESOLVED;
}

function overkillError(world: World, command: Int32Array): number {
  if (world.image[HEAD.stage] !== lastStage(world)) return error.ERROR_PHASE;
  const unit = word(command, 1);
  const x = word(command, 2);
  const y = word(command, 3);
  if (!isUnit(world, unit)) return error.ERROR_UNKNOWN_ID;
  const square = squareError(x, y, 0);
  if (square !== 0) return square;
  if (world.image[HEAD.overkillDone] !== 0 || unitCell(world, unit, 'candidate') === 0)
    return error.ERROR_NOT_CANDIDATE;
  const target = world.image[HEAD.target] as number;
  return canOverkillOnto(world, unit, target, x, y) ? 0 : error.ERROR_NOT_CANDIDATE;
}

/** Checks commands about one unit outside the seven steps. */
function besideError(world: World, command: Int32Array): number {
  if (world.image[HEAD.ended] !== 0) return error.ERROR_ENDED;
  const stage = world.image[HEAD.stage] as number;
  const duringResult = stage === STAGE_RESOLVED && command[0] === code.COMMAND_FALL;
  if (stage !== STAGE_IDLE && !duringResult) return error.ERROR_PHASE;
  const unit = word(command, 1);
  if (!isUnit(world, unit)) return error.ERROR_UNKNOWN_ID;
  const amount = word(command, 2);
  if (command[0] === code.COMMAND_PLACE) {
    const square = squareError(amount, word(command, 3), word(command, 4));
    if (square !== 0) return square;
  } else {
    if (amount < 0 || amount > 255 || !isFlag(command[0] === code.COMMAND_FALL ? word(command, 3) : 0)) {
      return error.ERROR_WIDTH;
    }
    const limit = unitCell(world, unit, command[0] === code.COMMAND_FALL ? 'level' : 'risk');
    if (amount === 0 || amount > limit) return error.ERROR_RANGE;
  }
  if (!isAlive(world, unit)) return error.ERROR_ATTACKER_DESTROYED;
  if (command[0] !== code.COMMAND_FALL) return 0;
  return riskError(world, unitCell(world, unit, 'risk') + amount + 2 * word(command, 3));
}

/** Returns 0, or the number of the error that refuses the command. */
export function checkCommand(world: World, command: Int32Array): number {
  const stage = world.image[HEAD.stage];
  switch (command[0]) {
    case code.COMMAND_DECLARE:
      return declareError(world, command);
    case code.COMMAND_SIZE_POOL:
      if (stage !== STAGE_DECLARED) return error.ERROR_PHASE;
      return poolSize(poolInput(world, 0)) > code.DICE_CAPACITY ? error.ERROR_WIDTH : 0;
    case code.COMMAND_ENHANCE:
    case code.COMMAND_POWER_ATTACK:
    case code.COMMAND_COUNTER:
    case code.COMMAND_EVADE:
    case code.COMMAND_DEFEND:
      return specialError(world, command[0] - code.COMMAND_ENHANCE);
    case code.COMMAND_SPECIAL:
      // those of page 48 have commands of their own
      if (word(command, 1) < SPECIAL_NAMES.length) return error.ERROR_UNKNOWN_ID;
      return specialError(world, word(command, 1));
    case code.COMMAND_ROLL:
      return rollError(world, command);
    case code.COMMAND_TEST_DAMAGE:
      return stage === STAGE_ROLLED ? 0 : error.ERROR_PHASE;
    case code.COMMAND_APPLY_RESULT:
      return applyError(world);
    case code.COMMAND_DISPLACE:
      return displaceError(world, command);
    case code.COMMAND_CHECK_DESTRUCTION:
      return stage === STAGE_RESOLVED && world.rules.destroyLate ? 0 : error.ERROR_PHASE;
    case code.COMMAND_OVERKILL:
      return overkillError(world, command);
    case code.COMMAND_END_ATTACK:
      return stage === lastStage(world) ? 0 : error.ERROR_PHASE;
    case code.COMMAND_PLACE:
    case code.COMMAND_FALL:
    case code.COMMAND_WORK_OFF_RISK:
      return besideError(world, command);
    case code.COMMAND_END_ROUND:
      if (world.image[HEAD.ended] !== 0) return error.ERROR_ENDED;
      return stage === STAGE_IDLE ? 0 : error.ERROR_PHASE;
    default:
      return error.ERROR_UNKNOWN_ID;
  }
}
