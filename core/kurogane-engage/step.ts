/** One command: checked first, then carried out in place. Source: seed 003, K1. */

import { asInt16, read16, saturatingAdd16, write16 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { isAlive, isCandidate, measure, setUnitCell, unitCell } from './board.js';
import {
  HEAD,
  NO_UNIT,
  objectiveAt,
  STAGE_CHECKED,
  STAGE_DECLARED,
  STAGE_IDLE,
  STAGE_RESOLVED,
  STAGE_ROLLED,
  STAGE_SIZED,
  STAGE_TESTED,
} from './cells.js';
import { checkCommand, declaredDistance } from './check.js';
import * as code from './commands.js';
import { attackValue, CRITICAL_FACE, damageOf, damageTotal, defenceValue, riskAfter, SUCCESS_MIN } from './damage.js';
import * as event from './events.js';
import { EVENT_PLACED } from './events.js';
import { weaponInUse, writePool } from './pool-cells.js';
import type { Square, World } from './setup.js';
import {
  AFTER_MOVE_ATTACKER,
  AFTER_MOVE_TARGET,
  AFTER_MOVE_TARGET_ON_DAMAGE,
  AFTER_NONE,
  DEFENDER,
  type Special,
} from './specials.js';

// The seven steps of an attack. Source: seed 003, K1 to K16; displacement is page 56 (extension).

type Events = EventBuffer | undefined;

/** Step 1 (K2): declares an attack and clears the last one. */
function declareAttack(world: World, command: Int32Array, events: Events): void {
  const { image } = world;
  const attacker = command[1] as number;
  const weapon = command[2] as number;
  const target = command[3] as number;
  const distance = declaredDistance(world, attacker, target, command[4] as number);
  image.fill(0, HEAD.stage, HEAD.round);
  image[HEAD.stage] = STAGE_DECLARED;
  image[HEAD.attacker] = attacker;
  image[HEAD.weapon] = weapon;
  image[HEAD.target] = target;
  image[HEAD.distance] = distance;
  const difference = unitCell(world, target, 'level') - unitCell(world, attacker, 'level');
  write16(image, HEAD.levelDifference, difference & 0xffff);
  image[HEAD.visible] = command[5] as number;
  image[HEAD.allySees] = command[6] as number;
  image[HEAD.mutualClear] = command[7] as number;
  image[HEAD.successMin] = SUCCESS_MIN;
  for (let unit = 0; unit < world.unitCount; unit++) setUnitCell(world, unit, 'candidate', 0);
  pushEvent(events, event.EVENT_DECLARED, 4, attacker, weapon, target, distance);
}

/** Step 2 (K3 to K9): computes the pool. */
function sizePool(world: World, events: Events): void {
  writePool(world, events);
  world.image[HEAD.stage] = STAGE_SIZED;
}

function addSigned(world: World, at: number, delta: number): void {
  write16(world.image, at, (asInt16(read16(world.image, at)) + delta) & 0xffff);
}

/** Step 3 (K10): applies the hooks of a special action; a known pool is summed up again. */
function declareSpecial(world: World, special: number, events: Events): void {
  const { image } = world;
  const hooks = world.specials[special] as Special;
  image[HEAD.specials] = (image[HEAD.specials] as number) | (1 << special);
  addSigned(world, HEAD.poolSpecials, hooks.poolDelta);
  addSigned(world, HEAD.powDelta, hooks.powDelta);
  addSigned(world, HEAD.armDelta, hooks.armDelta);
  if (hooks.successMin !== 0) image[HEAD.successMin] = hooks.successMin;
  const unit = image[hooks.side === DEFENDER ? HEAD.target : HEAD.attacker] as number;
  pushEvent(events, event.EVENT_SPECIAL, 2, special, unit);
  if (image[HEAD.stage] === STAGE_SIZED && hooks.poolDelta !== 0) writePool(world, events);
}

function endAttack(world: World, events: Events): void {
  world.image[HEAD.stage] = STAGE_IDLE;
  pushEvent(events, event.EVENT_ATTACK_ENDED, 1, world.image[HEAD.attacker] as number);
}

/** Step 4 (K11): rolls. Without a success the attack ends and nothing changes. */
export function roll(world: World, command: Int32Array, events: Events): void {
  const { image } = world;
  const count = command[1] as number;
  const minFace = image[HEAD.successMin] as number;
  let successes = 0;
  let criticals = 0;
  for (let index = 0; index < count; index++) {
    const face = command[2 + index] as number;
    const at = HEAD['faces[1]'] + face - 1;
    image[at] = (image[at] as number) + 1;
    if (face >= minFace) successes++;
    if (face === CRITICAL_FACE) criticals++;
  }
  image[HEAD.successes] = successes;
  image[HEAD.criticals] = criticals;
  image[HEAD.stage] = STAGE_ROLLED;
  pushEvent(events, event.EVENT_ROLLED, 3, count, successes, criticals);
  if (successes > 0) return;
  pushEvent(events, event.EVENT_MISSED, 1, image[HEAD.target] as number);
  endAttack(world, events);
}

/** Step 5 (K12): computes the damage. */
function testDamage(world: World, events: Events): void {
  const { image, rules } = world;
  const weapon = weaponInUse(world);
  const attack = attackValue(weapon.pow + asInt16(read16(image, HEAD.powDelta)), image[HEAD.successes] as number);
  const defence = defenceValue(
    unitCell(world, image[HEAD.target] as number, 'arm'),
    asInt16(read16(image, HEAD.armDelta)),
    image[HEAD.criticals] as number,
    weapon.pen,
    rules.minimumArm,
  );
  const damage = damageOf(attack, defence);
  write16(image, HEAD.attackValue, attack);
  write16(image, HEAD.defenceValue, defence);
  write16(image, HEAD.damage, damage);
  image[HEAD.stage] = STAGE_TESTED;
  pushEvent(events, event.EVENT_TESTED, 3, attack, defence, damage);
}

/** K15: destroys the target if due, and finds the candidates for overkill (K16). */
function destroyIfDue(world: World, events: Events): void {
  const { image } = world;
  const target = image[HEAD.target] as number;
  if (unitCell(world, target, 'damage') < unitCell(world, target, 'hp')) return;
  setUnitCell(world, target, 'destroyed', 1);
  image[HEAD.destroys] = 1;
  image[HEAD.moveTarget] = 0;
  pushEvent(events, event.EVENT_DESTROYED, 1, target);
  for (let unit = 0; unit < world.unitCount; unit++) {
    if (!isCandidate(world, unit, image[HEAD.attacker] as number, target)) continue;
    setUnitCell(world, unit, 'candidate', 1);
    pushEvent(events, event.EVENT_CANDIDATE, 1, unit);
  }
}

/** p48, p56: reports the movements that declared actions cause now. */
function orderMovements(world: World, damage: number, events: Events): void {
  const { image, specials } = world;
  for (let special = 0; special < specials.length; special++) {
    if (((image[HEAD.specials] as number) & (1 << special)) === 0) continue;
    const action = (specials[special] as Special).afterResolve;
    if (action === AFTER_NONE || (action === AFTER_MOVE_TARGET_ON_DAMAGE && damage === 0)) continue;
    if (action === AFTER_MOVE_TARGET || action === AFTER_MOVE_TARGET_ON_DAMAGE) image[HEAD.moveTarget] = 1;
    if (action === AFTER_MOVE_ATTACKER) image[HEAD.moveAttacker] = 1;
    pushEvent(events, event.EVENT_AFTER_RESOLVE, 2, special, action);
  }
}

/** Step 6 (K13 to K15): applies damage or risk. */
function applyResult(world: World, events: Events): void {
  const { image } = world;
  const target = image[HEAD.target] as number;
  const damage = read16(image, HEAD.damage);
  const successes = image[HEAD.successes] as number;
  const before = unitCell(world, target, 'risk');
  const risk = Math.min(riskAfter(before, damage, successes), 255);
  setUnitCell(world, target, 'risk', risk);
  image[HEAD.stage] = STAGE_RESOLVED;
  if (damage > 0) {
    const total = damageTotal(unitCell(world, target, 'damage'), damage);
    setUnitCell(world, target, 'damage', total);
    pushEvent(events, event.EVENT_DAMAGED, 3, target, damage, total);
    pushEvent(events, event.EVENT_RISK_CLEARED, 2, target, before);
  } else pushEvent(events, event.EVENT_RISK_ADDED, 3, target, risk - before, risk);
  orderMovements(world, damage, events);
  if (!world.rules.destroyLate) destroyIfDue(world, events);
}

/** KA15: destroys at the later moment. */
function checkDestruction(world: World, events: Events): void {
  world.image[HEAD.moveTarget] = 0;
  world.image[HEAD.moveAttacker] = 0;
  world.image[HEAD.stage] = STAGE_CHECKED;
  destroyIfDue(world, events);
}

function moveTo(world: World, unit: number, x: number, y: number, level: number): void {
  setUnitCell(world, unit, 'x', x);
  setUnitCell(world, unit, 'y', y);
  setUnitCell(world, unit, 'level', level);
}

/** p56: moves a displaced unit. */
function displace(world: World, command: Int32Array, events: Events): void {
  const unit = command[1] as number;
  const isTarget = unit === world.image[HEAD.target];
  world.image[isTarget ? HEAD.moveTarget : HEAD.moveAttacker] = 0;
  moveTo(world, unit, command[2] as number, command[3] as number, command[4] as number);
  pushEvent(events, event.EVENT_DISPLACED, 4, unit, command[2], command[3], command[4]);
}

/**
 * Step 7 (K16, p23): moves one unit for each destroyed enemy at once, onto a square of that enemy's
 * height.
 */
function overkill(world: World, command: Int32Array, events: Events): void {
  const unit = command[1] as number;
  const x = command[2] as number;
  const y = command[3] as number;
  moveTo(world, unit, x, y, unitCell(world, world.image[HEAD.target] as number, 'level'));
  world.image[HEAD.overkillDone] = 1;
  for (let other = 0; other < world.unitCount; other++) setUnitCell(world, other, 'candidate', 0);
  pushEvent(events, event.EVENT_OVERKILL, 3, unit, x, y);
}

/** Ends the attack and its chances of overkill. */
function finishAttack(world: World, events: Events): void {
  for (let unit = 0; unit < world.unitCount; unit++) setUnitCell(world, unit, 'candidate', 0);
  endAttack(world, events);
}

// Outside the attacks: falling (page 45), collecting (K15), objectives (page 39) and rounds (page
// 40). Extension.

type RoundEvents = EventBuffer | undefined;

/** p39: victory points for each objective at the end of a round. */
const OBJECTIVE_POINTS = 3;
/** p45: additional risk of a forced fall. */
const FORCED_FALL_RISK = 2;

function fall(world: World, unit: number, levels: number, forced: number, events: RoundEvents): void {
  const risk = Math.min(unitCell(world, unit, 'risk') + levels + FORCED_FALL_RISK * forced, 255);
  setUnitCell(world, unit, 'risk', risk);
  setUnitCell(world, unit, 'level', unitCell(world, unit, 'level') - levels);
  pushEvent(events, event.EVENT_FELL, 3, unit, levels, risk);
}

function workOffRisk(world: World, unit: number, amount: number, events: RoundEvents): void {
  setUnitCell(world, unit, 'risk', unitCell(world, unit, 'risk') - amount);
  pushEvent(events, event.EVENT_RISK_WORKED_OFF, 2, unit, amount);
}

/**
 * The only side with living units on the square or its four neighbours; NO_UNIT for none or both.
 */
function soleSide(world: World, square: Square): number {
  let found = NO_UNIT;
  for (let unit = 0; unit < world.unitCount; unit++) {
    if (!isAlive(world, unit)) continue;
    if (measure(false, unitCell(world, unit, 'x'), unitCell(world, unit, 'y'), square.x, square.y) > 1) continue;
    const side = unitCell(world, unit, 'side');
    if (found !== NO_UNIT && found !== side) return NO_UNIT;
    found = side;
  }
  return found;
}

function scoreObjective(world: World, objective: number, events: RoundEvents): void {
  const at = objectiveAt(world.unitCount, objective);
  const side = soleSide(world, world.objectives[objective] as Square);
  if (side !== NO_UNIT && world.image[at] !== side) {
    world.image[at] = side;
    pushEvent(events, event.EVENT_CONTROLLED, 2, objective, side);
  }
  const owner = world.image[at] as number;
  if (owner === NO_UNIT) return;
  const score = owner === 0 ? HEAD['score[0]'] : HEAD['score[1]'];
  write16(world.image, score, saturatingAdd16(read16(world.image, score), OBJECTIVE_POINTS));
}

function endRound(world: World, events: RoundEvents): void {
  const { image } = world;
  for (let unit = 0; unit < world.unitCount; unit++) {
    if (isAlive(world, unit) || unitCell(world, unit, 'collected') !== 0) continue;
    setUnitCell(world, unit, 'collected', 1);
    pushEvent(events, event.EVENT_COLLECTED, 1, unit);
  }
  for (let objective = 0; objective < world.objectives.length; objective++) scoreObjective(world, objective, events);
  const round = image[HEAD.round] as number;
  pushEvent(events, event.EVENT_ROUND_ENDED, 1, round);
  if (round < world.rounds) image[HEAD.round] = round + 1;
  else image[HEAD.ended] = 1;
}

function perform(world: World, command: Int32Array, events: EventBuffer | undefined): void {
  const kind = command[0] as number;
  const first = command[1] as number;
  const second = command[2] as number;
  const third = command[3] as number;
  switch (kind) {
    case code.COMMAND_DECLARE:
      declareAttack(world, command, events);
      return;
    case code.COMMAND_SIZE_POOL:
      sizePool(world, events);
      return;
    case code.COMMAND_ROLL:
      roll(world, command, events);
      return;
    case code.COMMAND_TEST_DAMAGE:
      testDamage(world, events);
      return;
    case code.COMMAND_APPLY_RESULT:
      applyResult(world, events);
      return;
    case code.COMMAND_DISPLACE:
      displace(world, command, events);
      return;
    case code.COMMAND_CHECK_DESTRUCTION:
      checkDestruction(world, events);
      return;
    case code.COMMAND_OVERKILL:
      overkill(world, command, events);
      return;
    case code.COMMAND_END_ATTACK:
      finishAttack(world, events);
      return;
    case code.COMMAND_PLACE:
      moveTo(world, first, second, third, command[4] as number);
      pushEvent(events, EVENT_PLACED, 4, first, second, third, command[4]);
      return;
    case code.COMMAND_FALL:
      fall(world, first, second, third, events);
      return;
    case code.COMMAND_WORK_OFF_RISK:
      workOffRisk(world, first, second, events);
      return;
    case code.COMMAND_END_ROUND:
      endRound(world, events);
      return;
    case code.COMMAND_SPECIAL:
      declareSpecial(world, first, events);
      return;
    default:
      declareSpecial(world, kind - code.COMMAND_ENHANCE, events);
  }
}

/** Returns 0, or the number of the error with the image untouched. */
export function step(world: World, command: Int32Array, events: EventBuffer | undefined): number {
  const rejected = checkCommand(world, command);
  if (rejected === 0) perform(world, command, events);
  return rejected;
}
