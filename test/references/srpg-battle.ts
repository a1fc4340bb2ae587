/**
 * Slow reference of a battle on the grid: turns by phases, waiting times or order points, strikes, zones of control, threat.
 * Written from the extensions that seed 002 names (battle values, turns, kinds of movement), from the text of the commands
 * and switches, and from the header lines of the published routines C1:8F77, 1C77, 1CAC, 1C02 and 8E64.
 *
 * `refusals` lists every code that fits a command; an empty list means that it is accepted. `srpg-battle-play.ts` carries
 * it out.
 * Reach, ways, turns and threat come from the movement reference, from nothing but the units that are there.
 */
import { elementAt } from './reference-error.js';
import * as slow from './srpg-movement.js';

export interface BattleUnit {
  x: number;
  y: number;
  readonly move: number;
  readonly side: number;
  readonly skirmisher: boolean;
  readonly movementType?: string;
  readonly minRange: number;
  readonly maxRange: number;
  hp: number;
  readonly maxHp: number;
  readonly attack: number;
  readonly defence: number;
  readonly weight: number;
  wait: number;
  orderPoints: number;
  readonly attackDecrease: number;
  readonly damageConstant: number;
  readonly idleIncrease: number;
  added: boolean;
  defeated: boolean;
  moved: boolean;
  finished: boolean;
}

export interface Choice {
  readonly turnOrder: 'free' | 'phases' | 'wait' | 'order-points';
  readonly phaseEnd: 'explicit' | 'auto';
  readonly waitTie: 'first' | 'last';
  readonly orderTie: 'first' | 'last';
  readonly damage: 'command' | 'difference';
  readonly movement: slow.MovementSwitches;
}

export interface Field {
  readonly rows: readonly (readonly number[])[];
  readonly types: Readonly<Record<number, number>>;
  readonly movementTypes: Readonly<Record<string, Readonly<Record<number, number>>>>;
  readonly groundDefence: Readonly<Record<number, number>>;
}

export interface State {
  readonly field: Field;
  readonly choice: Choice;
  readonly units: BattleUnit[];
  /** Whose MoveMap is there, and its destinations with what is left. */
  calculated: number;
  moveMap: slow.Grid;
  active: number;
  phaseSide: number;
  turn: number;
  clock: number;
  ended: boolean;
  answer: number;
  way: readonly slow.Position[];
}

export interface Command {
  readonly command: string;
  readonly unit?: number;
  readonly target?: number;
  readonly side?: number;
  readonly x?: number;
  readonly y?: number;
  readonly move?: number;
  readonly damage?: number;
  readonly draws?: readonly number[];
}

export const NOBODY = 255;

export const isThere = (unit: BattleUnit): boolean => unit.added && !unit.defeated;
export const unitOf = (state: State, index = NOBODY): BattleUnit => elementAt(state.units, index, 'unit');
export const empty = (field: Field): slow.Grid => field.rows.map((row) => row.map(() => -1));
export const hasTurns = (state: State): boolean => state.choice.turnOrder !== 'free';

/** A world of the movement reference: the mover first, then everybody else who is there and on the map. */
export function worldOf(state: State, mover: number): slow.MovementSetup {
  const { field, choice } = state;
  const moving = (unit: BattleUnit): slow.MovingUnit => ({
    position: { x: unit.x, y: unit.y },
    move: unit.move,
    name: '',
    side: String(unit.side),
    skirmisher: unit.skirmisher,
    ...(unit.movementType === undefined ? {} : { movementType: unit.movementType }),
  });
  const others = state.units.filter((unit, index) => index !== mover && isThere(unit) && onMap(state, unit));
  const switches = { ...choice.movement, allowStack: true };
  const { rows, types, movementTypes } = field;
  return { rows, types, movementTypes, switches, units: [moving(unitOf(state, mover)), ...others.map(moving)] };
}

export function onMap(state: State, { x, y }: { x: number; y: number }): boolean {
  return state.field.rows[y]?.[x] !== undefined;
}

export function isTaken(state: State, mover: number, x: number, y: number): boolean {
  return state.units.some((unit, index) => index !== mover && isThere(unit) && unit.x === x && unit.y === y);
}

/** Who may act: his side's phase and not finished, or the one that is active; everybody without turns. */
function isHisTurn(state: State, index: number): boolean {
  const unit = unitOf(state, index);
  if (state.choice.turnOrder === 'phases') return unit.side === state.phaseSide && !unit.finished;
  return !hasTurns(state) || index === state.active;
}

export function damageOf(state: State, unit: BattleUnit, target: BattleUnit, given: number): number {
  if (state.choice.damage === 'command') return given;
  const ground = state.field.rows[target.y]?.[target.x];
  const cover = ground === undefined ? 0 : (state.field.groundDefence[ground] ?? 0);
  return Math.max(unit.attack - target.defence - cover, 0);
}

/** Low bytes that become 0 need a draw (C1:1C02). */
function zeroBytes(state: State): number {
  return state.units.filter((unit) => isThere(unit) && afterIdle(unit, undefined) === undefined).length;
}

/** C1:1C02; `undefined` when the low byte becomes 0 and no draw is given. */
export function afterIdle(unit: BattleUnit, draw: number | undefined): number | undefined {
  let high = Math.floor(unit.orderPoints / 256);
  let low = (unit.orderPoints % 256) + unit.idleIncrease;
  if (low > 255) {
    high = Math.min(high + 1, 255);
    low = high;
  } else if (low < 0) {
    high = Math.max(high - 1, 0);
    low = high;
  }
  if (low !== 0) return high * 256 + low;
  return draw === undefined ? undefined : high * 256 + draw;
}

type Test = readonly [boolean, string];

const failing = (...tests: readonly Test[]): string[] => tests.filter(([wrong]) => wrong).map(([, code]) => code);

/** Without turns a unit that was never added may move, as in the seed. */
const isOut = (state: State, unit: BattleUnit): boolean => unit.defeated || (hasTurns(state) && !unit.added);

function moveRefusals(state: State, index: number, x: number, y: number): string[] {
  const unit = unitOf(state, index);
  const value = state.moveMap[y]?.[x] ?? -1;
  const blocked = isTaken(state, index, x, y) && !state.choice.movement.allowStack;
  return failing(
    [isOut(state, unit), 'E_DEFEATED'],
    [state.ended, 'E_ENDED'],
    [!isHisTurn(state, index) || (hasTurns(state) && unit.moved), 'E_PHASE'],
    [state.calculated !== index, 'E_PHASE'],
    [!onMap(state, { x, y }), 'E_OUT_OF_MAP'],
    [blocked, 'E_OCCUPIED'],
    [value === -1, 'E_UNREACHABLE'],
  );
}

function tryRefusals(state: State, index: number, x: number, y: number): string[] {
  const unit = unitOf(state, index);
  const wouldMove = (state.moveMap[y]?.[x] ?? -1) !== -1;
  const blocked = wouldMove && isTaken(state, index, x, y) && !state.choice.movement.allowStack;
  const outOfTurn = !isHisTurn(state, index) || unit.moved || state.calculated !== index;
  return failing(
    [isOut(state, unit), 'E_DEFEATED'],
    [state.ended, 'E_ENDED'],
    [hasTurns(state) && outOfTurn, 'E_PHASE'],
    [blocked, 'E_OCCUPIED'],
  );
}

function strikeRefusals(state: State, command: Command): string[] {
  const unit = unitOf(state, command.unit);
  const target = unitOf(state, command.target);
  const far = slow.distance(unit, target);
  return failing(
    [!isThere(unit) || !isThere(target), 'E_DEFEATED'],
    [state.ended, 'E_ENDED'],
    [!isHisTurn(state, command.unit ?? NOBODY), 'E_PHASE'],
    [unit.side === target.side, 'E_NOT_ENEMY'],
    [unit.maxRange === 0 || far < unit.minRange || far > unit.maxRange, 'E_ATTACK_RANGE'],
    [state.choice.damage === 'difference' && (command.damage ?? 0) !== 0, 'E_RANGE'],
  );
}

/** As in the seed, reach and ways may be asked for a unit that is not on the map. */
function wayRefusals(state: State, index: number, x: number, y: number, mustReach: boolean): string[] {
  const unit = unitOf(state, index);
  const outside = !onMap(state, unit) || !onMap(state, { x, y });
  if (outside) return ['E_OUT_OF_MAP'];
  const stands = () => slow.reach(worldOf(state, index), 0).destinations.some((to) => to.x === x && to.y === y);
  return failing([mustReach && !stands(), 'E_UNREACHABLE']);
}

function turnRefusals(state: State, { command, unit: index = NOBODY, draws = [] }: Command): string[] {
  const { turnOrder } = state.choice;
  if (command === 'endPhase') return failing([turnOrder !== 'phases', 'E_PHASE'], [state.ended, 'E_ENDED']);
  if (command === 'finish') {
    const away = !isThere(unitOf(state, index));
    return failing(
      [!hasTurns(state) || !isHisTurn(state, index), 'E_PHASE'],
      [state.ended, 'E_ENDED'],
      [away, 'E_DEFEATED'],
    );
  }
  const midTurn = state.units[state.active]?.moved === true;
  return failing(
    [turnOrder !== 'order-points' || midTurn, 'E_PHASE'],
    [state.ended, 'E_ENDED'],
    [draws.length !== zeroBytes(state), 'E_DRAW_COUNT'],
  );
}

/** Every code that fits; none when the command is accepted. */
export function refusals(state: State, command: Command): string[] {
  const { unit: index = NOBODY, x = 0, y = 0 } = command;
  const outside = !onMap(state, { x, y });
  switch (command.command) {
    case 'calc':
      return wayRefusals(state, index, unitOf(state, index).x, unitOf(state, index).y, false);
    case 'step':
    case 'threat':
      return failing([outside, 'E_OUT_OF_MAP']);
    case 'canMove':
    case 'mapCanMove':
      return [];
    case 'moveUnit':
      return moveRefusals(state, index, x, y);
    case 'tryMove':
      return tryRefusals(state, index, x, y);
    case 'setPosition':
      return failing([hasTurns(state), 'E_PHASE']);
    case 'addUnit': {
      const unit = unitOf(state, index);
      const blocked = !unit.added && isTaken(state, index, unit.x, unit.y) && !state.choice.movement.allowStack;
      return failing([unit.defeated, 'E_DEFEATED'], [state.ended, 'E_ENDED'], [blocked, 'E_OCCUPIED']);
    }
    case 'path':
      return wayRefusals(state, index, x, y, true);
    case 'turnsTo':
      return wayRefusals(state, index, x, y, false);
    case 'attack':
      return strikeRefusals(state, command);
    default:
      return turnRefusals(state, command);
  }
}
