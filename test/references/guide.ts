/**
 * Slow reference of the ruleset `guide`: rules L1 to L26 and decisions A1 to A19 as a plain-object model.
 *
 * Written from the rules alone (evidence: guide; A1 to A19: decision). `applyGuide(state, command)` copies the state, so a
 * rejected command leaves the caller's untouched. Units are named by their slot. Arithmetic: guide-formulas.ts.
 *
 * Choices where rules and decisions are silent, all visible only in corner cases:
 * - Starting a charge is no action that tests the threshold (follows from A18: "L2 would never fire").
 * - A skill that fires because an enemy skill ticked it is an ally action after the enemy's: L2 is tested again.
 * - `tickFrames` stops after the frame that gives the enemies the turn or makes an ally free.
 * - hp is carried but no rule of the list changes it. Counters (A14) are the command `counter`.
 */
import {
  afterAllySkill,
  afterEnemySkill,
  moveCost,
  orderAfterIdle,
  orderAfterMove,
  orderFromDamage,
  quotient,
  startOrder,
  turnCost,
  wrapWord,
} from './guide-formulas.js';
import { elementAt, fail, requireInteger } from './reference-error.js';

export type StatName = 'power' | 'speed' | 'body' | 'iq';
export const statNames: readonly StatName[] = ['power', 'speed', 'body', 'iq'];

/** A row of the abnormality table; it is never invented, a missing row is E_TABLE_MISSING. */
export interface AbnormalityRow {
  readonly onsetModifier: number;
  readonly damageConstant: number;
  readonly nonAttackIncrement: number;
  readonly attackDecrement: number;
}

export interface GuideSwitches {
  readonly enemyTurnAt: 255 | 256;
  readonly minTurnCost: 0 | 1;
  readonly passCost: 'move' | 'turn' | 'zero' | number;
  readonly stepCost: 'move' | 'turn' | 'zero' | number;
  readonly frameOrder: 'emitFirst' | 'enemyFirst';
  readonly incapacitatedAp: 'none' | 'turn' | 'move';
  readonly orderOverflow: 'saturate' | 'wrap';
  readonly orderTie: 'first' | 'last';
  readonly moveOrderRounding: 'separate' | 'together';
  readonly zeroDamageRaises: boolean;
  readonly healRaises: boolean;
  readonly counterAp: boolean;
  readonly counterTick: boolean;
  readonly recoverRaised: boolean;
  readonly strictCharge: boolean;
}

export const defaultGuideSwitches: GuideSwitches = {
  enemyTurnAt: 255,
  minTurnCost: 0,
  passCost: 'move',
  stepCost: 'move',
  frameOrder: 'emitFirst',
  incapacitatedAp: 'none',
  orderOverflow: 'saturate',
  orderTie: 'first',
  moveOrderRounding: 'separate',
  zeroDamageRaises: false,
  healRaises: false,
  counterAp: false,
  counterTick: true,
  recoverRaised: true,
  strictCharge: false,
};

export interface UnitSetup {
  readonly speed: number;
  readonly iq: number;
  readonly power?: number;
  readonly body?: number;
  readonly hp: number;
  readonly maxHp: number;
  readonly incapacitated?: boolean;
}

export interface EnemySetup extends UnitSetup {
  readonly abnormal?: number;
}

export interface GuideSetup {
  readonly allies: readonly UnitSetup[];
  readonly enemies: readonly EnemySetup[];
  readonly abnormalities?: readonly AbnormalityRow[];
  readonly switches?: Partial<GuideSwitches>;
}

export interface Stat {
  base: number;
  current: number;
}

export interface GuideUnit {
  stats: Record<StatName, Stat>;
  hp: number;
  maxHp: number;
  incapacitated: boolean;
}

export interface GuideAlly extends GuideUnit {
  charging: boolean;
  charge: number;
}

export interface GuideEnemy extends GuideUnit {
  order: number;
  abnormal: number;
}

export interface GuideState {
  ap: number;
  turn: 'ally' | 'enemy';
  /** The slot of the enemy that acts in this enemy turn. */
  actingEnemy: number | null;
  frame: number;
  allies: GuideAlly[];
  enemies: GuideEnemy[];
  abnormalities: readonly AbnormalityRow[];
  switches: GuideSwitches;
}

export type GuideCommand =
  | { readonly kind: 'allyMove' | 'allyPass' | 'allyStep'; readonly unit: number }
  | { readonly kind: 'allyTurn' | 'areaSelectTurn'; readonly unit: number; readonly side: 'L' | 'R' }
  | { readonly kind: 'allySkill'; readonly unit: number; readonly skill: { readonly charge: number } }
  | { readonly kind: 'allyItem'; readonly unit: number; readonly item?: string }
  | { readonly kind: 'tickFrames'; readonly n: number; readonly reason: string }
  | { readonly kind: 'enemyMove' | 'enemyTurn' | 'enemySkill' | 'enemyIdle' }
  | { readonly kind: 'enemyDamaged' | 'enemyHealed'; readonly enemy: number; readonly total: number }
  | { readonly kind: 'inflictAbnormal'; readonly enemy: number; readonly abnormal: number }
  | {
      readonly kind: 'changeStat';
      readonly side: 'ally' | 'enemy';
      readonly unit: number;
      readonly stat: StatName;
      readonly value: number;
    }
  | { readonly kind: 'counter'; readonly by: 'ally' | 'enemy' };

export type GuideEvent =
  | { readonly rule: 'L5'; readonly unit: number }
  | { readonly rule: 'A9'; readonly enemy: number; readonly exact: number }
  | { readonly rule: 'A1'; readonly note: 'THRESHOLD-255' }
  | { readonly rule: 'L13'; readonly note: 'CHARGE-NOT-MULTIPLE'; readonly charge: number };

export interface GuideStep {
  readonly state: GuideState;
  readonly events: readonly GuideEvent[];
}

function createUnit(setup: UnitSetup): GuideUnit {
  const stat = (value: number, name: string): Stat => {
    const base = requireInteger(value, 0, 255, name);
    return { base, current: base };
  };
  return {
    stats: {
      power: stat(setup.power ?? 0, 'power'),
      speed: stat(setup.speed, 'speed'),
      body: stat(setup.body ?? 0, 'body'),
      iq: stat(setup.iq, 'iq'),
    },
    hp: requireInteger(setup.hp, 0, 65535, 'hp'),
    maxHp: requireInteger(setup.maxHp, 0, 65535, 'maxHp'),
    incapacitated: setup.incapacitated ?? false,
  };
}

function requireAbnormal(kind: number): number {
  requireInteger(kind, 0, 255, 'abnormal');
  if (kind > 15) fail('E_RANGE', `abnormality ${kind}`);
  return kind;
}

/** L1, L17. */
export function createGuide(setup: GuideSetup): GuideState {
  return {
    ap: 0,
    turn: 'ally',
    actingEnemy: null,
    frame: 0,
    allies: setup.allies.map((ally) => ({ ...createUnit(ally), charging: false, charge: 0 })),
    enemies: setup.enemies.map((enemy) => ({
      ...createUnit(enemy),
      order: startOrder(enemy.iq),
      abnormal: requireAbnormal(enemy.abnormal ?? 0),
    })),
    abnormalities: setup.abnormalities ?? [],
    switches: { ...defaultGuideSwitches, ...setup.switches },
  };
}

/** L18, A10: scanning upward, replaced only by strictly more (or by as many, with the switch `last`). */
export function nextEnemy(state: GuideState): number | null {
  let chosen: number | null = null;
  let most = -1;
  state.enemies.forEach((enemy, slot) => {
    const better = state.switches.orderTie === 'first' ? enemy.order > most : enemy.order >= most;
    if (better) {
      chosen = slot;
      most = enemy.order;
    }
  });
  return chosen;
}

export function someAllyCanAct(state: GuideState): boolean {
  return state.allies.some((ally) => !ally.charging && !ally.incapacitated);
}

function row(state: GuideState, kind: number): AbnormalityRow {
  const found = state.abnormalities[kind];
  if (found === undefined) fail('E_TABLE_MISSING', `no constants of abnormality ${kind}`);
  return found;
}

/** A9. */
function storeOrder(state: GuideState, slot: number, exact: number, events: GuideEvent[]): void {
  const enemy = elementAt(state.enemies, slot, 'enemy');
  if (exact >= 0 && exact <= 255) {
    enemy.order = exact;
  } else if (state.switches.orderOverflow === 'saturate') {
    enemy.order = exact < 0 ? 0 : 255;
    events.push({ rule: 'A9', enemy: slot, exact });
  } else {
    let wrapped = exact;
    while (wrapped < 0) wrapped += 256;
    while (wrapped > 255) wrapped -= 256;
    enemy.order = wrapped;
  }
}

/** L16, A16: every unit's temporary stats go back by `size`, never past the base. */
function recoverStats(state: GuideState, size: number): void {
  for (const unit of [...state.allies, ...state.enemies]) {
    for (const name of statNames) {
      const stat = unit.stats[name];
      for (let step = 0; step < size; step += 1) {
        if (stat.current < stat.base) stat.current += 1;
        else if (stat.current > stat.base && state.switches.recoverRaised) stat.current -= 1;
      }
    }
  }
}

/** L13, L16: one tick for everybody on both lists. */
function tick(state: GuideState, size: number): void {
  for (const ally of state.allies) {
    if (ally.charging) ally.charge = Math.max(ally.charge - size, 0);
  }
  recoverStats(state, size);
}

function dueSlots(state: GuideState): number[] {
  return state.allies.flatMap((ally, slot) => (ally.charging && ally.charge === 0 ? [slot] : []));
}

/** L5, A15: skills leave breadth-first in slot order; every one adds 510 and ticks the charges that are left by 16. */
function emitSkills(state: GuideState, first: readonly number[], events: GuideEvent[]): boolean {
  const waiting = [...first];
  const seen = new Set(waiting);
  for (let slot = waiting.shift(); slot !== undefined; slot = waiting.shift()) {
    const ally = elementAt(state.allies, slot, 'ally');
    ally.charging = false;
    ally.charge = 0;
    state.ap = afterAllySkill(state.ap);
    events.push({ rule: 'L5', unit: slot });
    tick(state, 16);
    for (const due of dueSlots(state)) {
      if (!seen.has(due)) {
        seen.add(due);
        waiting.push(due);
      }
    }
  }
  return seen.size > 0;
}

/** L2, A1. */
function testThreshold(state: GuideState, events: GuideEvent[]): void {
  if (state.ap === 255) events.push({ rule: 'A1', note: 'THRESHOLD-255' });
  if (state.ap >= state.switches.enemyTurnAt) {
    state.turn = 'enemy';
    state.actingEnemy = nextEnemy(state);
  }
}

function freeAlly(state: GuideState, slot: number): GuideAlly {
  if (state.turn !== 'ally') fail('E_PHASE', 'it is the turn of the enemies');
  const ally = elementAt(state.allies, slot, 'ally');
  if (ally.charging || ally.incapacitated) fail('E_UNIT_BUSY', `ally ${slot} cannot act`);
  return ally;
}

/** L13, L23, A13: an ally action that is no skill, once its action points are known. */
function allyAction(state: GuideState, cost: number, size: number, events: GuideEvent[]): void {
  state.ap = wrapWord(state.ap + cost);
  tick(state, size);
  state.enemies.forEach((enemy, slot) => {
    storeOrder(state, slot, enemy.order + row(state, enemy.abnormal).nonAttackIncrement, events);
  });
  emitSkills(state, dueSlots(state), events);
  testThreshold(state, events);
}

function costOf(ally: GuideUnit, amount: GuideSwitches['passCost'], state: GuideState): number {
  const speed = ally.stats.speed.current;
  if (amount === 'move') return moveCost(speed);
  if (amount === 'turn') return turnCost(speed, state.switches.minTurnCost);
  return amount === 'zero' ? 0 : amount;
}

function startSkill(state: GuideState, slot: number, charge: number, events: GuideEvent[]): void {
  const ally = freeAlly(state, slot);
  requireInteger(charge, 0, 255, 'charge');
  if (charge % 16 !== 0) {
    if (state.switches.strictCharge) fail('E_RANGE', `charge ${charge} is no multiple of 16`);
    events.push({ rule: 'L13', note: 'CHARGE-NOT-MULTIPLE', charge });
  }
  if (charge > 0) {
    ally.charging = true;
    ally.charge = charge;
    return;
  }
  emitSkills(state, [slot], events);
  testThreshold(state, events);
}

/** L14, A6: one frame in which nobody of the allies can act. */
function tickFrame(state: GuideState, events: GuideEvent[]): void {
  state.frame += 1;
  state.ap = wrapWord(state.ap + 10);
  tick(state, 1);
  const enemiesFirst = state.switches.frameOrder === 'enemyFirst' && state.ap >= state.switches.enemyTurnAt;
  if (!enemiesFirst) emitSkills(state, dueSlots(state), events);
  if (state.turn === 'ally') testThreshold(state, events);
}

function tickFrames(state: GuideState, count: number, events: GuideEvent[]): void {
  requireInteger(count, 0, 65535, 'frames');
  if (someAllyCanAct(state)) fail('E_ALLY_CAN_ACT', 'frames pass only while no ally can act');
  const turn = state.turn;
  for (let frame = 0; frame < count && state.turn === turn && !someAllyCanAct(state); frame += 1) {
    tickFrame(state, events);
  }
}

function actor(state: GuideState, incapacitated: boolean): { slot: number; enemy: GuideEnemy } {
  if (state.turn !== 'enemy') fail('E_PHASE', 'it is the turn of the allies');
  const slot = state.actingEnemy;
  if (slot === null) fail('E_UNKNOWN_ID', 'there is no enemy');
  const enemy = elementAt(state.enemies, slot, 'enemy');
  if (enemy.incapacitated !== incapacitated) fail('E_UNIT_BUSY', `enemy ${slot}: incapacitated is ${!incapacitated}`);
  return { slot, enemy };
}

/** L3, L4, L12: one action ends the enemy turn whatever the action points are. */
function endEnemyTurn(state: GuideState, events: GuideEvent[]): void {
  state.turn = 'ally';
  state.actingEnemy = null;
  const fired = emitSkills(state, dueSlots(state), events);
  if (fired) testThreshold(state, events);
}

function enemyAction(state: GuideState, kind: string, events: GuideEvent[]): void {
  const { slot, enemy } = actor(state, kind === 'enemyIdle');
  const { switches } = state;
  const speed = enemy.stats.speed.current;
  if (kind === 'enemyMove') {
    state.ap = wrapWord(state.ap - moveCost(speed));
    storeOrder(state, slot, orderAfterMove(enemy.order, switches.moveOrderRounding), events);
  } else if (kind === 'enemyTurn') {
    state.ap = wrapWord(state.ap - turnCost(speed, switches.minTurnCost));
  } else if (kind === 'enemySkill') {
    state.ap = afterEnemySkill(state.ap);
    tick(state, 16);
    storeOrder(state, slot, enemy.order - row(state, enemy.abnormal).attackDecrement, events);
  } else {
    if (switches.incapacitatedAp === 'move') state.ap = wrapWord(state.ap - moveCost(speed));
    if (switches.incapacitatedAp === 'turn') state.ap = wrapWord(state.ap - turnCost(speed, switches.minTurnCost));
    storeOrder(state, slot, orderAfterIdle(enemy.order), events);
  }
  endEnemyTurn(state, events);
}

/** L22, A12. */
function enemyDamaged(state: GuideState, slot: number, total: number, raises: boolean, events: GuideEvent[]): void {
  const enemy = elementAt(state.enemies, slot, 'enemy');
  requireInteger(total, 0, 65535, 'total');
  if (!raises) return;
  storeOrder(state, slot, orderFromDamage(total, enemy.maxHp, row(state, enemy.abnormal).damageConstant), events);
}

/** A14: a counter is out of turn; it ticks, but by default it changes no action points. */
function counter(state: GuideState, by: 'ally' | 'enemy', events: GuideEvent[]): void {
  if (state.switches.counterAp) state.ap = by === 'ally' ? afterAllySkill(state.ap) : afterEnemySkill(state.ap);
  if (state.switches.counterTick) tick(state, 16);
  emitSkills(state, dueSlots(state), events);
}

function run(state: GuideState, command: GuideCommand, events: GuideEvent[]): void {
  const { switches } = state;
  switch (command.kind) {
    case 'allyMove':
      allyAction(state, costOf(freeAlly(state, command.unit), 'move', state), 4, events);
      break;
    case 'allyPass':
      allyAction(state, costOf(freeAlly(state, command.unit), switches.passCost, state), 4, events);
      break;
    case 'allyStep':
      allyAction(state, costOf(freeAlly(state, command.unit), switches.stepCost, state), 4, events);
      break;
    case 'allyTurn':
      allyAction(state, costOf(freeAlly(state, command.unit), 'turn', state), 2, events);
      break;
    case 'areaSelectTurn':
      state.ap = wrapWord(state.ap + costOf(freeAlly(state, command.unit), 'turn', state));
      break;
    case 'allySkill':
      startSkill(state, command.unit, command.skill.charge, events);
      break;
    case 'allyItem':
      startSkill(state, command.unit, 0, events);
      break;
    case 'tickFrames':
      tickFrames(state, command.n, events);
      break;
    case 'enemyMove':
    case 'enemyTurn':
    case 'enemySkill':
    case 'enemyIdle':
      enemyAction(state, command.kind, events);
      break;
    case 'enemyDamaged':
      enemyDamaged(state, command.enemy, command.total, command.total > 0 || switches.zeroDamageRaises, events);
      break;
    case 'enemyHealed':
      enemyDamaged(state, command.enemy, command.total, switches.healRaises, events);
      break;
    case 'inflictAbnormal': {
      const enemy = elementAt(state.enemies, command.enemy, 'enemy');
      enemy.abnormal = requireAbnormal(command.abnormal);
      const modifier = row(state, enemy.abnormal).onsetModifier;
      storeOrder(state, command.enemy, quotient(enemy.order, 2) + modifier, events);
      break;
    }
    case 'changeStat': {
      const units: readonly GuideUnit[] = command.side === 'ally' ? state.allies : state.enemies;
      const unit = elementAt(units, command.unit, command.side);
      unit.stats[command.stat].current = requireInteger(command.value, 0, 255, command.stat);
      break;
    }
    case 'counter':
      counter(state, command.by, events);
      break;
  }
}

/** One command. A rejected one throws RuleReferenceError and leaves `state` as it was. */
export function applyGuide(state: GuideState, command: GuideCommand): GuideStep {
  const next = structuredClone(state);
  const events: GuideEvent[] = [];
  run(next, command, events);
  return { state: next, events };
}

/** The largest n with ap + n * moveCost below the threshold; 0 when the points are already past it. */
export function freeMovesLeft(state: GuideState, unit: number): number {
  const cost = moveCost(elementAt(state.allies, unit, 'ally').stats.speed.current);
  let moves = 0;
  while (state.ap + (moves + 1) * cost < state.switches.enemyTurnAt) moves += 1;
  return moves;
}

/** How many commands of the plan it takes until the enemies' turn begins; null when the plan ends before. */
export function actionsUntilEnemyTurn(state: GuideState, plan: readonly GuideCommand[]): number | null {
  let current = state;
  for (const [index, command] of plan.entries()) {
    current = applyGuide(current, command).state;
    if (current.turn === 'enemy') return index + 1;
  }
  return null;
}
