/**
 * Random commands for the system and for the slow reference of a battle: after each the cells that a rule fixes are equal,
 * and a refusal has a code that fits.
 */
import { expect } from 'vitest';
import { createBattle, type SrpgBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { apply, type PlainCommand, read, readCell } from '../../../core/system/battle.js';
import { type CellDeclaration, RuleError } from '../../../core/system/system.js';
import {
  type BattleUnit,
  type Choice,
  type Command,
  type Field,
  isThere,
  onMap,
  refusals,
  type State,
} from '../../references/srpg-battle.js';
import { begin, play } from '../../references/srpg-battle-play.js';
import * as slow from '../../references/srpg-movement.js';
import { type Dice, diceOf } from '../seeded-dice.js';
import { moveMapRows } from './world.js';

const WIDTH = 5;
const HEIGHT = 4;
const FIELD: Omit<Field, 'rows'> = {
  types: { 0: 1, 1: -1, 2: 2, 3: 0 },
  movementTypes: { flying: { 0: 1, 1: 1, 2: 1, 3: 255 } },
  groundDefence: { 2: 2, 3: 1 },
};

/** The system and what makes its battles. */
interface Module {
  readonly createBattle: typeof createBattle;
  readonly srpgMovement: typeof srpgMovement;
}

function choiceOf({ among, below }: Dice): Choice {
  return {
    turnOrder: among(['free', 'phases', 'wait', 'order-points']),
    phaseEnd: among(['explicit', 'auto']),
    waitTie: among(['first', 'last']),
    orderTie: among(['first', 'last']),
    damage: among(['command', 'difference']),
    movement: {
      zeroCost: 'allow',
      allowStack: below(4) === 0,
      passThrough: among(['none', 'allies', 'all']),
      zoneOfControl: below(2) === 0,
    },
  };
}

function unitsOf({ among, below }: Dice): BattleUnit[] {
  const places = Array.from({ length: WIDTH * HEIGHT }, (_, at) => ({ at, key: below(1e6) }));
  places.sort((a, b) => a.key - b.key);
  const first = below(3);
  const isAlone = below(4) === 0;
  const sideOf = (index: number): number => (isAlone ? first : index < 2 ? first + 2 * index : below(4));
  return places.slice(0, 2 + below(4)).map(({ at }, index) => {
    const nearest = below(3);
    const hp = among([1, 5, 20, 300, 5000]);
    const intellect = among([0, 56, 56, 200, below(256)]);
    return {
      ...{ x: at % WIDTH, y: Math.floor(at / WIDTH), move: below(6), side: sideOf(index) },
      ...{ skirmisher: below(3) === 0, minRange: nearest, maxRange: below(5) === 0 ? nearest : nearest + 1 + below(2) },
      ...(below(4) === 0 ? { movementType: 'flying' } : {}),
      ...{ hp, maxHp: hp, attack: below(20), defence: below(10), weight: 1 + below(4), wait: 0 },
      ...{ orderPoints: intellect === 0 ? 0 : 256 - intellect, attackDecrease: below(256) },
      ...{ damageConstant: below(256), idleIncrease: below(64) - 32 },
      ...{ added: index < 2 || below(4) > 0, defeated: false, moved: false, finished: false },
    };
  });
}

const COMMANDS =
  'calc calc calc moveUnit moveUnit moveUnit tryMove canMove step mapCanMove setPosition addUnit path path';
const TURNS = 'threat threat attack attack attack finish finish endPhase idle idle idle';
const NAMES = `${COMMANDS} ${TURNS}`.split(' ');

/** Any command; half of them by whoever is active, and moves to a square of the MoveMap three times of four. */
function commandOf(state: State, { among, below }: Dice): Command {
  const command = below(80) === 0 ? 'turnsTo' : among(NAMES);
  const likely = state.units.findIndex(
    (unit, index) => index === state.active || (unit.side === state.phaseSide && !unit.finished && isThere(unit)),
  );
  const unit = below(2) === 0 && likely !== -1 ? likely : below(state.units.length);
  const all = state.moveMap.flatMap((row, y) => row.map((value, x) => ({ x, y, value })));
  const there = all.filter(({ value }) => value !== -1);
  const square = there.length > 0 && below(4) > 0 ? among(there) : { x: below(WIDTH + 1), y: below(HEIGHT + 1) };
  const at = { x: square.x, y: square.y };
  if (command === 'calc' || command === 'finish' || command === 'addUnit') return { command, unit };
  if (command === 'canMove' || command === 'step') return { command, ...at };
  if (command === 'mapCanMove') return { command, ...at, move: below(4) };
  if (command === 'threat') return { command, side: below(5), ...at };
  if (command === 'endPhase') return { command };
  if (command === 'idle') return { command, draws: Array.from({ length: drawsFor(state, below) }, () => below(16)) };
  if (command === 'attack') {
    const damage = state.choice.damage === 'command' || below(8) === 0 ? among([0, 1, 3, 40, 700]) : 0;
    return { command, unit, target: below(state.units.length), damage };
  }
  const mover = command === 'moveUnit' && below(4) > 0 && state.units[state.calculated] ? state.calculated : unit;
  return { command, unit: mover, ...at };
}

/** Nearly always as many draws as are needed, which only a trial tells. */
function drawsFor(state: State, below: Dice['below']): number {
  const fits = Array.from({ length: state.units.length + 1 }, (_, count) => count).find(
    (count) => !refusals(state, { command: 'idle', draws: Array<number>(count).fill(0) }).includes('E_DRAW_COUNT'),
  );
  return below(10) === 0 ? below(4) : (fits ?? 0);
}

function systemBattle(module: Module, field: Field, choice: Choice, units: readonly BattleUnit[]): SrpgBattle {
  const { movement, ...turns } = choice;
  return module.createBattle(
    {
      ...{ map: field.rows, grounds: field.types, movementTypes: field.movementTypes },
      ...{ groundDefence: field.groundDefence, transcript: 3000 },
      units: units.map((unit, index) => ({
        ...{ id: `u${index}`, x: unit.x, y: unit.y, move: unit.move, side: unit.side, skirmisher: unit.skirmisher },
        ...{ minRange: unit.minRange, maxRange: unit.maxRange, hp: unit.hp, attack: unit.attack },
        ...{ defence: unit.defence, weight: unit.weight, added: unit.added, movementType: unit.movementType ?? '' },
        ...{ intellect: (256 - unit.orderPoints) % 256, attackDecrease: unit.attackDecrease },
        ...{ damageConstant: unit.damageConstant, idleIncrease: unit.idleIncrease },
      })),
    },
    {
      ...{ ...turns, passThrough: movement.passThrough, allowStack: movement.allowStack ? 'allow' : 'reject' },
      zoneOfControl: movement.zoneOfControl ? 'on' : 'off',
    },
  );
}

type Cells = ReadonlyMap<string, CellDeclaration>;

/** What the rules fix of the image. */
function cellsOf(state: State, battle: SrpgBattle, cells: Cells): [Record<string, number>, Record<string, number>] {
  const { turnOrder } = state.choice;
  const ours: Record<string, number> = { ended: Number(state.ended), answer: state.answer };
  if (turnOrder === 'phases' && !state.ended) ours.phaseSide = state.phaseSide;
  if (turnOrder !== 'free' && !state.ended) ours.turn = state.turn;
  if (turnOrder === 'wait' && !state.ended) ours.clock = state.clock;
  if ((turnOrder === 'wait' || turnOrder === 'order-points') && !state.ended) ours.activeUnit = state.active;
  state.units.forEach((unit, index) => {
    const cell = (name: string, value: number): void => {
      ours[`unit[${index}].${name}`] = value;
    };
    cell('added', Number(unit.added));
    cell('defeated', Number(unit.defeated));
    cell('hp', unit.hp);
    if (!isThere(unit)) return;
    cell('x', unit.x);
    cell('y', unit.y);
    if (turnOrder === 'wait' && !state.ended) cell('wait', unit.wait);
    if (turnOrder === 'order-points' && !state.ended) cell('orderPoints', unit.orderPoints);
    if (turnOrder === 'phases' && unit.side === state.phaseSide) cell('finished', Number(unit.finished));
  });
  const theirs = Object.fromEntries(
    Object.keys(ours).map((name) => [name, readCell(battle.image, cells.get(name) as CellDeclaration)]),
  );
  return [ours, theirs];
}

function codeOf(module: Module, battle: SrpgBattle, { unit, target, ...rest }: Command): string {
  const ids = {
    ...(unit === undefined ? {} : { unit: `u${unit}` }),
    ...(target === undefined ? {} : { target: `u${target}` }),
  };
  const { draws, ...numbers } = rest;
  const command = { ...numbers, ...ids, ...(draws === undefined ? {} : { draws }) } as PlainCommand;
  try {
    apply(module.srpgMovement, battle, command);
  } catch (error) {
    if (error instanceof RuleError) return error.code;
    throw error;
  }
  return '';
}

/** A way is compared by what it keeps and by its steps: the rules state no order among equal ones. */
function expectSameWay(state: State, battle: SrpgBattle, command: Command): void {
  const length = read(battle, 'pathLength');
  const way = Array.from({ length }, (_, at) => ({
    x: read(battle, `path[${at}].x`),
    y: read(battle, `path[${at}].y`),
  }));
  expect(length).toBe(state.way.length);
  expect(way.at(-1)).toEqual({ x: command.x, y: command.y });
  const unit = state.units[command.unit ?? 0];
  expect(way[0]).toEqual({ x: unit?.x, y: unit?.y });
  for (const [at, square] of way.entries()) {
    const before = way[at - 1];
    if (before !== undefined) expect(slow.distance(before, square)).toBe(1);
    expect(onMap(state, square)).toBe(true);
  }
}

function hasMoveMap({ image, world }: SrpgBattle, expected: slow.Grid): boolean {
  return expected.every((row, y) =>
    row.every((value, x) => image[world.layout.moveMapAt + y * WIDTH + x] === (value === -1 ? 255 : value)),
  );
}

/**
 * Plays battles until so many commands were compared.
 * @param module one with a planted fault, too
 * @returns how often each command or code was met
 */
export function compareRandomCommands(
  seed: number,
  commands: number,
  module: Module = { createBattle, srpgMovement },
): ReadonlyMap<string, number> {
  const dice = diceOf(seed);
  const met = new Map<string, number>();
  for (let done = 0; done < commands; ) {
    const rows = Array.from({ length: HEIGHT }, () =>
      Array.from({ length: WIDTH }, () => dice.among([0, 0, 0, 1, 2, 3])),
    );
    const [field, choice, units] = [{ ...FIELD, rows }, choiceOf(dice), unitsOf(dice)];
    const battle = systemBattle(module, field, choice, units);
    const state = begin(
      field,
      choice,
      choice.turnOrder === 'wait' ? units.map((u) => ({ ...u, wait: u.weight })) : units,
    );
    const cells = new Map(battle.cells.map((cell) => [cell.name, cell]));
    const log: Command[] = [];
    for (let step = 0; step < 60 && done < commands; step += 1, done += 1) {
      const command = commandOf(state, dice);
      log.push(command);
      const codes = refusals(state, command);
      const code = codeOf(module, battle, command);
      const place = () => JSON.stringify({ done, codes, log: log.slice(-4), choice, rows, units });
      if (codes.length === 0 ? code !== '' : !codes.includes(code)) expect.fail(`${code || 'accepted'}: ${place()}`);
      met.set(`${command.command} ${code}`, (met.get(`${command.command} ${code}`) ?? 0) + 1);
      if (code === '') play(state, command);
      const [ours, theirs] = cellsOf(state, battle, cells);
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) expect(theirs, place()).toEqual(ours);
      if (!hasMoveMap(battle, state.moveMap)) expect(moveMapRows(battle), place()).toEqual(state.moveMap);
      if (command.command === 'path' && code === '') expectSameWay(state, battle, command);
    }
  }
  return met;
}
