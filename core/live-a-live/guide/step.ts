/**
 * The guide's rules over the console's cells: an action, then ticks and order points, then the
 * threshold test and the choice of the enemy (A13). The turn is the enemies' while 03AC names an
 * enemy. Evidence: guide; decisions are switches.
 */
import { ABNORMALITIES } from '../../../rom-map/tables/abnormalities.js';
import { read16, write16 } from '../../int/uint.js';
import { pushEvent } from '../../system/battle.js';
import type { EventBuffer } from '../../system/system.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { DISABLING } from '../memory/state-bits.js';
import { ALLY_CHARGING } from '../turn/ally-actions.js';
import { isAllyAble } from '../turn/ally-order.js';
import { isListEnd } from '../turn/time-passes.js';
import { GUIDE_COMMAND, GUIDE_ERROR, GUIDE_EVENT } from './commands.js';
import {
  afterEnemySkill,
  FRAME_GAIN,
  guideMoveCost,
  guideTurnCost,
  heldOrder,
  orderAfterMove,
  orderFromDamage,
  SKILL_GAIN,
  TICK_FRAME,
  TICK_MOVE,
  TICK_SKILL,
  TICK_TURN,
} from './rules.js';
import type { GuideSettings } from './switches.js';

/** What a step of the guide's rules works on. */
export interface GuideMachine {
  readonly ram: Uint8Array;
  readonly settings: GuideSettings;
  /** False when a setup leaves the abnormality table out. */
  readonly hasTable: boolean;
  events: EventBuffer | undefined;
}

const NO_KIND = 16;

function addPoints(machine: GuideMachine, amount: number): void {
  write16(machine.ram, Cell.ACTION_POINTS, read16(machine.ram, Cell.ACTION_POINTS) + amount);
}

/**
 * L7, L8: an enemy's cost. On its turn the action points are at least 255, so nothing can pass
 * below 0.
 */
function takePoints(machine: GuideMachine, amount: number): void {
  addPoints(machine, -amount);
}

function setOrder(machine: GuideMachine, enemy: number, exact: number): void {
  const held = heldOrder(exact, machine.settings);
  write16(machine.ram, enemy + Enemy.ORDER_POINTS, held);
  if (held !== exact) pushEvent(machine.events, GUIDE_EVENT.saturated, 2, (enemy - Enemy.FIRST) / Enemy.STRIDE, exact);
}

function rowOf(machine: GuideMachine, enemy: number): (typeof ABNORMALITIES)[number] {
  return ABNORMALITIES[(machine.ram[enemy + Enemy.ABNORMALITY] as number) & 15] as (typeof ABNORMALITIES)[number];
}

/** L16: towards the normal value, never past it; raised stats only with the switch. */
function recover(ram: Uint8Array, at: number, normalAt: number, step: number, settings: GuideSettings): void {
  for (let stat = 0; stat < 4; stat++) {
    const normal = ram[normalAt + stat] as number;
    const current = ram[at + stat] as number;
    if (current < normal) ram[at + stat] = Math.min(current + step, normal);
    else if (settings.recoverRaised) ram[at + stat] = Math.max(current - step, normal);
  }
}

/** L13, L16: charges and stats of everybody. */
function tick(machine: GuideMachine, step: number): void {
  const { ram, settings } = machine;
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (!isAllyPresent(ram, ally)) continue;
    if (ram[ally + Ally.SKILL_STATE] === ALLY_CHARGING) {
      ram[ally + Ally.CHARGE] = Math.max(0, (ram[ally + Ally.CHARGE] as number) - step);
    }
    recover(ram, ally + Ally.STATS, ally + Ally.BASE_STATS, step, settings);
  }
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    recover(ram, enemy + Enemy.STATS, read16(ram, enemy + Enemy.SPECIES) + Species.STATS, step, settings);
  }
}

/** L5: the skill comes out, and ticks everybody. */
function emit(machine: GuideMachine, ally: number): void {
  machine.ram[ally + Ally.SKILL_STATE] = 0;
  machine.ram[ally + Ally.CHARGE] = 0;
  addPoints(machine, SKILL_GAIN);
  pushEvent(machine.events, GUIDE_EVENT.emitted, 1, (ally - Ally.FIRST) / Ally.STRIDE);
  tick(machine, TICK_SKILL);
}

/**
 * A15: whoever is due, in waves of slot order, until nobody is; each unit at most once. @returns
 * whether a skill came out
 */
function emitDue(machine: GuideMachine): boolean {
  const { ram } = machine;
  for (let waves = 0; ; waves++) {
    let due = 0;
    for (let slot = 0; slot < 4; slot++) {
      const ally = Ally.FIRST + Ally.STRIDE * slot;
      const charging = isAllyPresent(ram, ally) && ram[ally + Ally.SKILL_STATE] === ALLY_CHARGING;
      if (charging && ram[ally + Ally.CHARGE] === 0) due |= 1 << slot;
    }
    if (due === 0) return waves > 0;
    for (let slot = 0; slot < 4; slot++) if (((due >> slot) & 1) !== 0) emit(machine, Ally.FIRST + Ally.STRIDE * slot);
  }
}

/** L23: every enemy after an ally's non-skill action. */
function raiseOrders(machine: GuideMachine): void {
  const { ram } = machine;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    setOrder(machine, enemy, read16(ram, enemy + Enemy.ORDER_POINTS) + rowOf(machine, enemy).nonAttackIncrease);
  }
}

/** L18, A10. @returns the enemy with the most order points, or 0 */
function chooseGuideEnemy(ram: Uint8Array, settings: GuideSettings): number {
  let best = 0;
  let max = -1;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    const order = read16(ram, enemy + Enemy.ORDER_POINTS);
    if (order > max || (order === max && settings.lastOfTie)) {
      best = enemy;
      max = order;
    }
  }
  return best;
}

/** L2, A1: hands the turn over when the threshold is reached. */
function testThreshold(machine: GuideMachine): void {
  const { ram, settings } = machine;
  const points = read16(ram, Cell.ACTION_POINTS);
  if (points === 255) pushEvent(machine.events, GUIDE_EVENT.threshold, 0);
  if (points < settings.enemyTurnAt) return;
  const enemy = chooseGuideEnemy(ram, settings);
  write16(ram, Cell.ACTING_ENEMY, enemy);
  if (enemy !== 0) pushEvent(machine.events, GUIDE_EVENT.chosen, 1, (enemy - Enemy.FIRST) / Enemy.STRIDE);
}

function costOf(kind: string, speed: number, settings: GuideSettings): number {
  if (kind === 'zero' || kind === 'none') return 0;
  return kind === 'turn' ? guideTurnCost(speed, settings) : guideMoveCost(speed);
}

function allyAction(machine: GuideMachine, cost: number, time: number): void {
  addPoints(machine, cost);
  tick(machine, time);
  raiseOrders(machine);
  emitDue(machine);
  testThreshold(machine);
}

function allySkill(machine: GuideMachine, ally: number, charge: number): number {
  if (charge % 16 !== 0) {
    if (machine.settings.strictCharge) return GUIDE_ERROR.range;
    pushEvent(machine.events, GUIDE_EVENT.oddCharge, 1, charge);
  }
  machine.ram[ally + Ally.SKILL_STATE] = ALLY_CHARGING;
  machine.ram[ally + Ally.CHARGE] = charge;
  if (charge === 0) {
    emit(machine, ally);
    emitDue(machine);
    testThreshold(machine);
  }
  return 0;
}

function anyAllyAble(ram: Uint8Array): boolean {
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (isAllyPresent(ram, ally) && isAllyAble(ram, ally)) return true;
  }
  return false;
}

/**
 * L14, A6: one frame; with the switch an enemy's turn that begins in it comes before the skills
 * that are due.
 */
function tickFrame(machine: GuideMachine): void {
  const { ram, settings } = machine;
  addPoints(machine, FRAME_GAIN);
  tick(machine, TICK_FRAME);
  const enemyFirst = settings.enemyFirst && read16(ram, Cell.ACTION_POINTS) >= settings.enemyTurnAt;
  if (!enemyFirst) emitDue(machine);
  if (read16(ram, Cell.ACTING_ENEMY) === 0) testThreshold(machine);
}

/**
 * L14, A18: frames pass until they are used up, the turn goes to an enemy, or an ally can act
 * again.
 */
function tickFrames(machine: GuideMachine, frames: number): number {
  const { ram } = machine;
  if (anyAllyAble(ram)) return GUIDE_ERROR.allyCanAct;
  const turn = read16(ram, Cell.ACTING_ENEMY);
  for (let frame = 0; frame < frames; frame++) {
    tickFrame(machine);
    if (read16(ram, Cell.ACTING_ENEMY) !== turn || anyAllyAble(ram)) break;
  }
  return 0;
}

function allyCommand(machine: GuideMachine, code: number, unit: number, charge: number): number {
  const { ram, settings } = machine;
  if (read16(ram, Cell.ACTING_ENEMY) !== 0) return GUIDE_ERROR.phase;
  if (unit < 0 || unit > 3) return GUIDE_ERROR.unknown;
  const ally = Ally.FIRST + Ally.STRIDE * unit;
  if (!isAllyPresent(ram, ally)) return GUIDE_ERROR.unknown;
  if (!isAllyAble(ram, ally)) return GUIDE_ERROR.busy;
  const speed = ram[ally + Ally.SPEED] as number;
  switch (code) {
    case GUIDE_COMMAND.allyMove:
      allyAction(machine, guideMoveCost(speed), TICK_MOVE);
      return 0;
    case GUIDE_COMMAND.allyTurn:
      allyAction(machine, guideTurnCost(speed, settings), TICK_TURN);
      return 0;
    case GUIDE_COMMAND.allyPass:
      allyAction(machine, costOf(settings.passCost, speed, settings), TICK_MOVE);
      return 0;
    case GUIDE_COMMAND.allyStep:
      allyAction(machine, costOf(settings.stepCost, speed, settings), TICK_MOVE);
      return 0;
    case GUIDE_COMMAND.allySkill:
      if (charge < 0 || charge > 255) return GUIDE_ERROR.range;
      return allySkill(machine, ally, charge);
    case GUIDE_COMMAND.allyItem:
      return allySkill(machine, ally, 0);
    default:
      addPoints(machine, guideTurnCost(speed, settings));
      return 0;
  }
}

function enemyCommand(machine: GuideMachine, code: number): number {
  const { ram, settings } = machine;
  const enemy = read16(ram, Cell.ACTING_ENEMY);
  if (enemy === 0) return GUIDE_ERROR.phase;
  const incapacitated = ((ram[enemy + Enemy.STATUSES] as number) & DISABLING) !== 0;
  if (incapacitated !== (code === GUIDE_COMMAND.enemyIdle)) return GUIDE_ERROR.busy;
  const speed = ram[enemy + Enemy.SPEED] as number;
  const order = read16(ram, enemy + Enemy.ORDER_POINTS);
  write16(ram, Cell.ACTING_ENEMY, 0);
  if (code === GUIDE_COMMAND.enemyIdle) {
    takePoints(machine, costOf(settings.incapacitatedAp, speed, settings));
    setOrder(machine, enemy, order >> 1);
  } else if (code === GUIDE_COMMAND.enemySkill) {
    write16(ram, Cell.ACTION_POINTS, afterEnemySkill(read16(ram, Cell.ACTION_POINTS)));
    tick(machine, TICK_SKILL);
    setOrder(machine, enemy, order - rowOf(machine, enemy).attackDecrease);
  } else if (code === GUIDE_COMMAND.enemyTurn) {
    takePoints(machine, guideTurnCost(speed, settings));
  } else {
    takePoints(machine, guideMoveCost(speed));
    setOrder(machine, enemy, orderAfterMove(order, settings));
  }
  if (emitDue(machine)) testThreshold(machine);
  return 0;
}

function effectOnEnemy(machine: GuideMachine, code: number, slot: number, value: number): number {
  const { ram, settings } = machine;
  if (slot < 0 || slot > 14) return GUIDE_ERROR.unknown;
  const enemy = Enemy.FIRST + Enemy.STRIDE * slot;
  for (let at = Enemy.FIRST; at <= enemy; at += Enemy.STRIDE) if (isListEnd(ram, at)) return GUIDE_ERROR.unknown;
  if (!isEnemyPresent(ram, enemy)) return GUIDE_ERROR.unknown;
  if (!machine.hasTable) return GUIDE_ERROR.tableMissing;
  if (code === GUIDE_COMMAND.inflictAbnormal) {
    if (value < 0 || value >= NO_KIND) return GUIDE_ERROR.range;
    ram[enemy + Enemy.ABNORMALITY] = value;
    setOrder(machine, enemy, (read16(ram, enemy + Enemy.ORDER_POINTS) >> 1) + rowOf(machine, enemy).onset);
    return 0;
  }
  if (value < 0 || value > 0xffff) return GUIDE_ERROR.range;
  const raises = code === GUIDE_COMMAND.enemyHealed ? settings.healRaises : value !== 0 || settings.zeroDamageRaises;
  if (raises) {
    const maxHp = read16(ram, read16(ram, enemy + Enemy.SPECIES) + Species.MAX_HP);
    setOrder(machine, enemy, orderFromDamage(value, maxHp, rowOf(machine, enemy).damageConstant));
  }
  return 0;
}

function changeStat(machine: GuideMachine, side: number, unit: number, stat: number, value: number): number {
  const { ram } = machine;
  if (side < 0 || side > 1 || stat < 0 || stat > 3 || value < 0 || value > 255) return GUIDE_ERROR.range;
  if (unit < 0 || unit > (side === 0 ? 3 : 14)) return GUIDE_ERROR.unknown;
  const block = side === 0 ? Ally.FIRST + Ally.STRIDE * unit : Enemy.FIRST + Enemy.STRIDE * unit;
  if (!(side === 0 ? isAllyPresent(ram, block) : isEnemyPresent(ram, block))) return GUIDE_ERROR.unknown;
  ram[block + (side === 0 ? Ally.STATS : Enemy.STATS) + stat] = value;
  return 0;
}

function counter(machine: GuideMachine, side: number): number {
  const { ram, settings } = machine;
  if (side < 0 || side > 1) return GUIDE_ERROR.range;
  if (settings.counterAp) {
    if (side === 0) addPoints(machine, SKILL_GAIN);
    else write16(ram, Cell.ACTION_POINTS, afterEnemySkill(read16(ram, Cell.ACTION_POINTS)));
  }
  if (settings.counterTick) tick(machine, TICK_SKILL);
  // a skill that an enemy's turn went before (A6) is due without a tick
  emitDue(machine);
  return 0;
}

/** One command. @returns 0 or the number of an error, with nothing changed */
export function stepGuide(machine: GuideMachine, command: Int32Array): number {
  const code = command[0] as number;
  const first = command[1] as number;
  const second = command[2] as number;
  if (!machine.hasTable && code <= GUIDE_COMMAND.allyStep) return GUIDE_ERROR.tableMissing;
  if (code <= GUIDE_COMMAND.areaSelectTurn) return allyCommand(machine, code, first, second);
  if (code === GUIDE_COMMAND.tickFrames) {
    return first < 0 || first > 0xffff ? GUIDE_ERROR.range : tickFrames(machine, first);
  }
  if (code <= GUIDE_COMMAND.enemyIdle) return enemyCommand(machine, code);
  if (code <= GUIDE_COMMAND.inflictAbnormal) return effectOnEnemy(machine, code, first, second);
  if (code === GUIDE_COMMAND.changeStat) {
    return changeStat(machine, first, second, command[3] as number, command[4] as number);
  }
  return counter(machine, first);
}
