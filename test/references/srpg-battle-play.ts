/** The second half of `srpg-battle.ts`: what an accepted command does, and how a battle starts. */
import {
  afterIdle,
  type BattleUnit,
  type Choice,
  type Command,
  damageOf,
  empty,
  type Field,
  hasTurns,
  isTaken,
  isThere,
  NOBODY,
  onMap,
  type State,
  unitOf,
  worldOf,
} from './srpg-battle.js';
import * as slow from './srpg-movement.js';

/** What the routines make of a unit's points. */
export const points = {
  step: (before: number): number => Math.floor(before / 2) + Math.floor(before / 4),
  strike: (before: number, decrease: number): number => Math.max(before - decrease, 0),
  struck(before: number, damage: number, maxHp: number, constant: number): number {
    const divisor = Math.max(Math.floor(maxHp / 16), 1) % 256;
    const quotient = divisor === 0 ? 65535 : Math.floor(damage / divisor);
    const times = Math.min(((quotient % 256) + 1) % 256, 15);
    return Math.min(before + times * constant, 65535);
  },
};

function clearMoveMap(state: State): void {
  state.calculated = NOBODY;
  state.moveMap = empty(state.field);
}

/** The next to act: least waiting time, or most order points; time passes for all who are there. */
function choose(state: State): void {
  const { turnOrder, waitTie, orderTie } = state.choice;
  const there = state.units.map((unit, index) => ({ unit, index })).filter(({ unit }) => isThere(unit));
  if (turnOrder === 'wait') {
    const least = Math.min(...there.map(({ unit }) => unit.wait));
    const equals = there.filter(({ unit }) => unit.wait === least);
    state.active = (waitTie === 'first' ? equals[0] : equals.at(-1))?.index ?? NOBODY;
    for (const { unit } of there) unit.wait -= least;
    state.clock += Number.isFinite(least) ? least : 0;
  }
  if (turnOrder === 'order-points') {
    const most = Math.max(...there.map(({ unit }) => unit.orderPoints));
    const equals = there.filter(({ unit }) => unit.orderPoints === most);
    state.active = (orderTie === 'first' ? equals[0] : equals.at(-1))?.index ?? NOBODY;
  }
}

function beginPhase(state: State): void {
  clearMoveMap(state);
  const sides = Array.from({ length: 8 }, (_, step) => (state.phaseSide + 1 + step) % 8);
  const next = sides.find((side) => state.units.some((unit) => isThere(unit) && unit.side === side));
  if (next === undefined) return;
  if (next <= state.phaseSide) state.turn += 1;
  state.phaseSide = next;
  for (const unit of state.units) {
    if (unit.side === next) [unit.moved, unit.finished] = [false, false];
  }
}

function finish(state: State, unit: BattleUnit): void {
  clearMoveMap(state);
  if (state.choice.turnOrder === 'phases') {
    unit.finished = true;
    const mates = state.units.filter((mate) => isThere(mate) && mate.side === state.phaseSide);
    if (state.choice.phaseEnd === 'auto' && mates.every((mate) => mate.finished)) beginPhase(state);
    return;
  }
  unit.moved = false;
  unit.wait = unit.weight;
  state.turn += 1;
  choose(state);
}

function move(state: State, index: number, x: number, y: number): void {
  const unit = unitOf(state, index);
  if (state.choice.turnOrder === 'order-points') {
    const steps = (slow.path(worldOf(state, index), 0, { x, y })?.length ?? 1) - 1;
    for (let step = 0; step < steps; step += 1) unit.orderPoints = points.step(unit.orderPoints);
  }
  [unit.x, unit.y] = [x, y];
  if (!hasTurns(state)) return;
  unit.moved = true;
  clearMoveMap(state);
}

function strike(state: State, command: Command): void {
  const unit = unitOf(state, command.unit);
  const target = unitOf(state, command.target);
  const damage = damageOf(state, unit, target, command.damage ?? 0);
  target.hp = Math.max(target.hp - damage, 0);
  target.defeated = target.hp === 0;
  if (!hasTurns(state)) return;
  if (state.choice.turnOrder === 'order-points') {
    unit.orderPoints = points.strike(unit.orderPoints, unit.attackDecrease);
    target.orderPoints = points.struck(target.orderPoints, damage, target.maxHp, target.damageConstant);
  }
  state.ended = new Set(state.units.filter(isThere).map(({ side }) => side)).size <= 1;
  if (!state.ended) finish(state, unit);
}

function idle(state: State, draws: readonly number[]): void {
  const left = [...draws];
  for (const unit of state.units.filter(isThere)) {
    unit.orderPoints = afterIdle(unit, undefined) ?? afterIdle(unit, left.shift()) ?? 0;
  }
  choose(state);
}

function ask(state: State, command: Command): void {
  const { unit: index = NOBODY, x = 0, y = 0 } = command;
  const value = state.moveMap[y]?.[x] ?? -1;
  if (command.command === 'canMove') state.answer = Number(value !== -1);
  if (command.command === 'step') state.answer = value;
  if (command.command === 'mapCanMove') {
    const type = state.field.rows[y]?.[x];
    const cost = type === undefined ? -1 : (state.field.types[type] ?? -1);
    const open = cost !== -1 && (command.move ?? 0) >= cost;
    state.answer = Number(open && !isTaken(state, NOBODY, x, y));
  }
  if (command.command === 'path') {
    state.way = slow.path(worldOf(state, index), 0, { x, y }) ?? [];
    state.answer = state.way.length - 1;
  }
  if (command.command === 'turnsTo') {
    const most = state.field.rows.length * (state.field.rows[0]?.length ?? 0);
    state.answer = slow.turnsToReach(worldOf(state, index), 0, most)[y]?.[x] ?? -1;
  }
  if (command.command === 'threat') {
    const strikers = state.units.filter((unit, at) => {
      if (!isThere(unit) || !onMap(state, unit) || unit.side !== command.side || unit.maxRange === 0) return false;
      const struck = slow.threat(worldOf(state, at), 0, unit.minRange, unit.maxRange);
      return struck.some((square) => square.x === x && square.y === y);
    });
    state.answer = strikers.length;
  }
}

/** Carries out a command that `refusals` lets pass. */
export function play(state: State, command: Command): void {
  const { unit: index = NOBODY, x = 0, y = 0 } = command;
  if (command.command === 'calc') {
    const { remaining, destinations } = slow.reach(worldOf(state, index), 0);
    state.calculated = index;
    state.moveMap = remaining.map((row, line) =>
      row.map((value, column) => (destinations.some((to) => to.x === column && to.y === line) ? value : -1)),
    );
  } else if (command.command === 'moveUnit') move(state, index, x, y);
  else if (command.command === 'tryMove') {
    const wouldMove = (state.moveMap[y]?.[x] ?? -1) !== -1;
    if (wouldMove) move(state, index, x, y);
    state.answer = Number(wouldMove);
  } else if (command.command === 'setPosition') [unitOf(state, index).x, unitOf(state, index).y] = [x, y];
  else if (command.command === 'addUnit') {
    const unit = unitOf(state, index);
    if (!unit.added && hasTurns(state)) clearMoveMap(state);
    unit.added = true;
    if (state.active === NOBODY) choose(state);
  } else if (command.command === 'attack') strike(state, command);
  else if (command.command === 'endPhase') beginPhase(state);
  else if (command.command === 'finish') {
    const unit = unitOf(state, index);
    // C1:8E64: who does nothing at all keeps half
    const idled = state.choice.turnOrder === 'order-points' && !unit.moved;
    if (idled) unit.orderPoints = Math.floor(unit.orderPoints / 2);
    finish(state, unit);
  } else if (command.command === 'idle') idle(state, command.draws ?? []);
  else ask(state, command);
}

/** The start: the lowest side with units has the first phase, or the first to act is chosen. */
export function begin(field: Field, choice: Choice, units: readonly BattleUnit[]): State {
  const state: State = {
    ...{ field, choice, units: units.map((unit) => ({ ...unit })), calculated: NOBODY, moveMap: empty(field) },
    ...{ active: NOBODY, phaseSide: 0, turn: 1, clock: 0, ended: false, answer: 0, way: [] },
  };
  if (choice.turnOrder === 'phases') state.phaseSide = Math.min(...state.units.filter(isThere).map(({ side }) => side));
  choose(state);
  return state;
}
