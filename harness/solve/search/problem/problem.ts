/**
 * A search problem: the `[search]` table of a plan with every name resolved, and the battle after
 * the plan's steps.
 */
import { type Battle, RuleError, type System } from '../../../../core/system/system.js';
import type { LaterUnits } from '../../../base/index.js';
import { imageOfSystem } from '../../../files/index.js';
import {
  commandsUntil,
  type Expected,
  encodeMove,
  expectedText,
  laterUnits,
  leastFramesOf,
  moveText,
  mustReadingOf,
  type Plan,
  planError,
  playPlan,
  type Reading,
  type RowCommand,
  readingsOf,
  remedyFor,
} from '../../../play/index.js';

import { type Luck, type LuckTable, luckOf, type StartChoice, type StartTable, startChoiceOf } from './luck.js';
import { METRICS, type MetricName, NO_LIMIT, planningOf, type SearchMove } from './outcome.js';

// A search over what chance decides in a command, such as the faces of dice: what it looks for, and
// the moves that leave something to chance.

/** The highest chance, the highest expected value, or the lowest cost whatever falls. */
type Aim = 'chance' | 'value' | 'worst';

/** The keys of `[search]` that decide it. */
interface AimTable {
  readonly maximise?: 'chance' | 'value';
  readonly value?: Readonly<Record<string, number>>;
  readonly goal?: unknown;
  readonly keep?: unknown;
  readonly enemies?: string;
  readonly enemyMoves?: unknown;
  readonly moves: readonly RowCommand[];
}

/** A reading and how much it counts in the value. */
interface WeightedReading {
  readonly reading: Reading;
  readonly weight: number;
}

/** The parameter that a command leaves to chance, or undefined. */
function leftToChance(system: System, command: RowCommand): string | undefined {
  const parameter = planningOf(system).chanceParameters?.[command.command];
  return parameter === undefined || Object.hasOwn(command, parameter) ? undefined : parameter;
}

/** Undefined: nothing of the search is left to the outcomes of a command. */
function aimOf(system: System, { maximise, enemies, enemyMoves, moves }: AimTable): Aim | undefined {
  if (planningOf(system).outcomes === undefined) return undefined;
  if (maximise !== undefined) return maximise;
  const isLeft = moves.some((command) => leftToChance(system, command) !== undefined);
  return isLeft && enemies === 'worst' && enemyMoves === undefined ? 'worst' : undefined;
}

/**
 * A listed command as it is encoded: what chance decides is empty.
 * @throws LockstepError `E_PLAN_SEARCH` where the search and the command contradict each other
 */
function withChance(system: System, plan: Plan, key: string, command: RowCommand, aim: Aim | undefined) {
  const parameter = planningOf(system).chanceParameters?.[command.command];
  if (parameter === undefined) return command;
  const fail = (message: string, remedy: string): never => {
    throw planError('E_PLAN_SEARCH', plan.file, plan.locate(`search.${key}`), message, { remedy });
  };
  const isLeft = leftToChance(system, command) !== undefined;
  if (aim !== undefined && !isLeft) {
    return fail(`${command.command} has ${parameter}, which are left to chance here`, `Take ${parameter} out`);
  }
  if (aim === undefined && isLeft) {
    return fail(
      `${command.command} leaves ${parameter} to chance, and the search does not say what to make of it`,
      `Add maximise = "chance" or enemies = "worst", or give ${parameter}`,
    );
  }
  return isLeft ? { ...command, [parameter]: [] } : command;
}

/**
 * The value of `maximise = "value"`: cells with their weights.
 * @throws LockstepError `E_PLAN_SEARCH`, `E_PLAN_CELL`
 */
function valueReadings(
  system: System,
  battle: Battle,
  plan: Plan,
  table: AimTable,
  later: LaterUnits,
): readonly WeightedReading[] {
  const { maximise, value, goal, keep } = table;
  const fail = (key: string, message: string, remedy: string): never => {
    throw planError('E_PLAN_SEARCH', plan.file, plan.locate(`search.${key}`), message, { remedy });
  };
  if (maximise !== 'value') {
    if (value !== undefined) fail('value', 'value is for maximise = "value"', 'Add it, or take value out');
    if (goal === undefined) fail('moves', 'the search has no goal', 'Add goal with the cells that a route ends with');
    return [];
  }
  if (value === undefined) {
    return fail('maximise', 'nothing says what the value is', 'Add value, such as { "unit[1].damage" = 1 }');
  }
  if (keep !== undefined) fail('keep', 'a value has no use for keep', 'Take keep out, or weigh the cell in value');
  return Object.entries(value).map(([name, weight]) => {
    return { reading: mustReadingOf(system, battle, plan, name, 'search.value', later), weight };
  });
}

/** A reading that must lie in a range, both ends included. */
export interface Condition {
  readonly reading: Reading;
  readonly min: number;
  readonly max: number;
}

/**
 * The enemies' moves: their own, any listed one, the worst listed one, or the list in its order.
 */
type EnemyMode = 'own' | 'any' | 'worst' | 'script';

export interface Problem {
  readonly system: System;
  readonly battle: Battle;
  readonly plan: Plan;
  /**
   * Allies' and nobody's moves first, then the enemies', in the plan's order, then that of the
   * start: the order of equal routes.
   */
  readonly moves: readonly SearchMove[];
  readonly enemies: EnemyMode;
  readonly goal: readonly Condition[];
  readonly keep: readonly Condition[];
  /** Numbers of the enemies that must not act. */
  readonly never: readonly number[];
  /** Weight of each metric in the cost. */
  readonly weights: readonly number[];
  /** Maximum amount of each metric, or `NO_LIMIT`. */
  readonly limits: readonly number[];
  /** Maximum cost, or `NO_LIMIT`. */
  readonly costLimit: number;
  readonly nodeLimit: number;
  readonly routes: number;
  /** Width of the beam after an exact search without a route. */
  readonly beam: number;
  /**
   * Maximum number of outcomes of a move in a worst case over draws; a move with more stays open.
   */
  readonly outcomes: number;
  /** What is left to luck, where the highest chance is searched for. */
  readonly luck: Luck | undefined;
  /** What a search over the outcomes of commands looks for, or undefined: it is none. */
  readonly aim: Aim | undefined;
  /** The value that an expectation is of. */
  readonly value: readonly WeightedReading[];
  /** The start as a choice, or undefined: it is the plan's. */
  readonly start: StartChoice | undefined;
}

type Range = number | { readonly min?: number; readonly max?: number };

interface SearchTable extends LuckTable, StartTable, AimTable {
  readonly cost?: 'actions' | 'frames' | Partial<Record<MetricName, number>>;
  readonly moves: readonly RowCommand[];
  readonly enemies?: EnemyMode;
  readonly enemyMoves?: readonly RowCommand[];
  readonly routes?: number;
  readonly beam?: number;
  readonly outcomes?: number;
  readonly goal?: Readonly<Record<string, Range>>;
  readonly last?: string;
  readonly keep?: Readonly<Record<string, Range>>;
  readonly limits?: Partial<Record<MetricName | 'cost' | 'nodes', number>>;
  readonly never?: readonly number[];
}

const SIDES = ['ally', 'enemy', 'nobody'];
/** Maximum number of moves after lists are expanded. */
const MAX_MOVES = 1000;
const BEAM_WIDTH = 1000;
const MAX_OUTCOMES = 1000;

/** `direction = ["up", "down"]` stands for two moves; a parameter that is a list has one. */
function spread(command: RowCommand, { commands }: System): RowCommand[] {
  const { parameters = [] } = commands.find(({ name }) => name === command.command) ?? {};
  let found: RowCommand[] = [command];
  for (const [key, value] of Object.entries(command)) {
    if (!Array.isArray(value) || parameters.some(({ name, capacity }) => name === key && capacity !== undefined))
      continue;
    found = found.flatMap((one) => value.map((element: unknown) => ({ ...one, [key]: element }) as RowCommand));
  }
  return found;
}

/**
 * Worst cases and policies end with a battle: their states are told apart by one battle's cells.
 */
function checkBattles(plan: Plan, moves: readonly SearchMove[], enemies: EnemyMode, luck: Luck | undefined): void {
  const begins = moves.find(({ move }) => move.shape.begins === true);
  if (begins === undefined || (enemies !== 'worst' && luck === undefined)) return;
  const kind = luck === undefined ? 'a worst case' : 'a policy';
  throw planError(
    'E_PLAN_SEARCH',
    plan.file,
    plan.locate('search.moves'),
    `${kind} does not go on into another battle`,
    {
      found: begins.text,
      expected: 'moves of one battle',
      remedy: 'Search each battle by itself: `after` names the [[battle]] that it begins with',
    },
  );
}

/** The side whose player a command names: 1 of `pass` of B; undefined where sides are others. */
function playerIn(system: System, battle: Battle, { shape, words }: SearchMove['move']): number | undefined {
  const sides = system.capabilities.views?.overview?.sides(battle) ?? [];
  let at = 1;
  for (const { ids, capacity } of shape.parameters) {
    const isPlayer =
      ids !== undefined && sides.length > 1 && sides.every((name, side) => battle.idNumber?.(ids, name) === side);
    if (isPlayer && capacity === undefined) return words[at];
    at += 1 + (capacity ?? 0);
  }
  return undefined;
}

function movesOf(system: System, battle: Battle, plan: Plan, key: 'moves' | 'enemyMoves', last: string | undefined) {
  const table = plan.search as SearchTable;
  const listed = (table[key] ?? []).flatMap((command, index) => {
    const at = `${key}[${index}]`;
    return spread(command, system).map((one) => ({ command: one, at }));
  });
  if (listed.length > MAX_MOVES) {
    throw planError('E_PLAN_SEARCH', plan.file, plan.locate(`search.${key}`), `${key} stands for too many moves`, {
      found: String(listed.length),
      expected: `at most ${MAX_MOVES}`,
      remedy: 'List fewer',
    });
  }
  return listed.map(({ command, at }): SearchMove => {
    const place = plan.locate(`search.${at}`);
    try {
      const isLeft = leftToChance(system, command) !== undefined;
      const move = encodeMove(system, battle, withChance(system, plan, at, command, aimOf(system, table)));
      const named = move.action === undefined ? playerIn(system, battle, move) : undefined;
      const side = named ?? SIDES.indexOf(move.action?.side ?? (key === 'moves' ? 'ally' : 'enemy'));
      if ((side === 1) !== (key === 'enemyMoves')) {
        throw planError(
          'E_PLAN_SEARCH',
          plan.file,
          place,
          `${named === undefined ? command.command : moveText(system, battle, move)} does not belong in ${key}`,
          {
            remedy: side === 1 ? 'Put it in enemyMoves' : 'Put it in moves',
          },
        );
      }
      const kind = move.shape.kind ?? 'action';
      const mayEnd = last === undefined || command.command === last;
      const text = isLeft ? command.command : moveText(system, battle, move);
      return { move, text, side, kind, mayEnd, ...(isLeft ? { isChance: true } : {}) };
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      const remedy = remedyFor(system, { command }, error);
      throw planError('E_PLAN_COMMAND', plan.file, place, `${error.code}: ${error.message}`, { remedy }, error);
    }
  });
}

function readConditions(
  system: System,
  battle: Battle,
  plan: Plan,
  key: 'goal' | 'keep',
  later: LaterUnits,
): Condition[] {
  const given = (plan.search as SearchTable)[key] ?? {};
  const readings = readingsOf(system, battle, plan, given, `search.${key}`, later);
  return readings.map(([reading, range]) => ({ reading, ...range }));
}

/** The least and the largest number that a cell can hold; undefined: a computed value. */
function heldBy({ cell }: Reading): Expected | undefined {
  if (cell === undefined) return undefined;
  const all = 256 ** cell.width;
  return cell.signed === true ? { min: -all / 2, max: all / 2 - 1 } : { min: 0, max: all - 1 };
}

/**
 * Tells the first condition that no state can meet: by its cell, or beside another one.
 * @throws LockstepError `E_PLAN_SEARCH`
 */
function checkConditions(plan: Plan, goal: readonly Condition[], keep: readonly Condition[]): void {
  const apart = (one: Expected, other: Expected): boolean => one.max < other.min || other.max < one.min;
  const told = ({ reading, ...range }: Condition): string => expectedText(range, reading.cell);
  const fail = (key: string, what: string, details: Record<'found' | 'expected' | 'remedy', string>): never => {
    throw planError('E_PLAN_SEARCH', plan.file, plan.locate(`search.${key}`), what, details);
  };
  for (const [key, conditions] of Object.entries({ goal, keep })) {
    for (const condition of conditions) {
      const held = heldBy(condition.reading);
      if (held === undefined || !apart(held, condition)) continue;
      fail(`${key}.${condition.reading.name}`, `the ${key} can never be: ${condition.reading.name}`, {
        found: told(condition),
        expected: `a value from ${held.min} to ${held.max}`,
        remedy: 'Correct the value',
      });
    }
  }
  for (const condition of goal) {
    const { name } = condition.reading;
    const kept = keep.find((other) => other.reading.name === name && apart(other, condition));
    if (kept === undefined) continue;
    fail(`goal.${name}`, `goal and keep contradict each other: ${name}`, {
      found: `a goal of ${told(condition)}`,
      expected: `${told(kept)}, which is kept to the end`,
      remedy: 'Change one of them',
    });
  }
}

function weightsOf(plan: Plan): number[] {
  const { cost = 'actions' } = plan.search as SearchTable;
  if (typeof cost === 'string') return METRICS.map((name) => (name === cost ? 1 : 0));
  return METRICS.map((name) => cost[name] ?? 0);
}

/** The forbidden enemies. @throws LockstepError for an absent enemy */
function neverOf(system: System, battle: Battle, plan: Plan, later: LaterUnits): readonly number[] {
  const { never = [] } = plan.search as SearchTable;
  const overview = system.capabilities.views?.overview;
  if (overview === undefined || later === 'any') return never;
  const there = overview.fielded?.(battle) ?? overview.units(battle).flatMap(({ prefixes }) => prefixes);
  const units = [...new Set([...there, ...later])].filter((name) => name.startsWith('enemy['));
  const wrong = never.find((enemy) => !units.includes(`enemy[${enemy}]`));
  if (wrong === undefined) return never;
  throw planError('E_PLAN_SEARCH', plan.file, plan.locate('search.never'), `no enemy has the number ${wrong}`, {
    found: String(wrong),
    expected: units.length === 0 ? 'a battle with enemies by number' : units.join(', '),
    remedy: units.length === 0 ? 'Take never out' : 'Enemies are counted from 0',
  });
}

/** Checks that every move costs something: without it no route would be shortest. */
function checkWeights(plan: Plan, moves: readonly SearchMove[], weights: readonly number[]): void {
  const weight = (name: MetricName): number => weights[METRICS.indexOf(name)] ?? 0;
  for (const { side, kind, text, move } of moves) {
    const own = kind === 'press' ? weight('presses') : kind === 'wait' ? weight('waits') : weight('actions');
    const acting = kind !== 'action' ? 0 : weight(side === 1 ? 'enemyActions' : 'allyActions');
    if (own + acting + weight('frames') * leastFramesOf(move) > 0) continue;
    throw planError('E_PLAN_SEARCH', plan.file, plan.locate('search.cost'), `${text} would cost nothing`, {
      remedy:
        move.shape.begins === true
          ? 'Let it walk for a frame at least, or give actions a weight of at least 1'
          : 'Give actions, presses or waits a weight of at least 1',
    });
  }
}

/** The enemies' mode. @throws LockstepError when it contradicts the battle or its list of moves */
function enemiesOf(system: System, plan: Plan, table: SearchTable): EnemyMode {
  const { enemyMoves } = table;
  const enemies = table.enemies ?? (enemyMoves === undefined ? 'own' : 'any');
  const wrong = (expected: string, remedy: string): never => {
    const place = plan.locate(enemyMoves === undefined ? 'search.enemies' : 'search.enemyMoves');
    throw planError('E_PLAN_SEARCH', plan.file, place, 'enemies and enemyMoves contradict each other', {
      found: `enemies ${enemies} ${enemyMoves === undefined ? 'without' : 'with'} enemyMoves`,
      expected,
      remedy,
    });
  };
  if (system.capabilities.planning?.forceDraws !== undefined) {
    if (enemies === 'worst' && imageOfSystem(system) !== undefined) {
      throw planError('E_PLAN_SEARCH', plan.file, plan.locate('search.enemies'), 'enemies = "worst" and an image', {
        found: "--rom: the draws of an image's own code cannot be chosen",
        expected: 'enemies = "own" with an image, or no image',
        remedy: 'Leave --rom out',
      });
    }
    const fits = enemyMoves === undefined && (enemies === 'own' || enemies === 'worst');
    return fits
      ? enemies
      : wrong('own or worst, without enemyMoves: enemies act by their own routines here', 'Take enemyMoves out');
  }
  if ((enemies === 'own') === (enemyMoves === undefined) || aimOf(system, table) === 'worst') return enemies;
  return wrong('enemyMoves with any, worst or script, none with own', 'Correct one of them');
}

/**
 * Plays the plan's own steps and resolves its `[search]`.
 * @throws LockstepError with place and remedy
 */
export function createProblem(system: System, battle: Battle, plan: Plan): Problem {
  const table = plan.search as SearchTable | undefined;
  if (table === undefined) {
    throw planError('E_PLAN_SEARCH', plan.file, { line: 1, column: 1 }, 'the plan has no [search]', {
      remedy: 'Add a [search] table with moves and a goal',
    });
  }
  const luck = luckOf(system, plan, table);
  // the common beginning of all routes
  playPlan(system, battle, plan, {}, { until: commandsUntil(plan.steps, table.after) });
  const enemies = enemiesOf(system, plan, table);
  const moves = [
    ...movesOf(system, battle, plan, 'moves', table.last),
    ...movesOf(system, battle, plan, 'enemyMoves', table.last),
  ];
  if (!moves.some((move) => move.mayEnd)) {
    throw planError('E_PLAN_SEARCH', plan.file, plan.locate('search.last'), `no move is called ${table.last}`, {
      expected: [...new Set(moves.map(({ move }) => move.shape.name))].join(', '),
      remedy: 'Name one of the moves',
    });
  }
  if (enemies === 'worst' && table.limits?.cost === undefined) {
    throw planError('E_PLAN_SEARCH', plan.file, plan.locate('search.enemies'), 'the worst case needs limits.cost', {
      remedy: 'Set limits.cost to the highest cost to search: the enemies could avoid the goal for ever',
    });
  }
  checkBattles(plan, moves, enemies, luck);
  const start = startChoiceOf(system, battle, plan, table);
  const weights = weightsOf(plan);
  checkWeights(plan, moves, weights);
  const later = laterUnits(
    system,
    moves.map(({ move }) => move),
  );
  const goal = readConditions(system, battle, plan, 'goal', later);
  const keep = readConditions(system, battle, plan, 'keep', later);
  checkConditions(plan, goal, keep);
  return {
    system,
    battle,
    plan,
    moves: start === undefined ? moves : [...moves, start.move],
    enemies,
    goal,
    keep,
    never: neverOf(system, battle, plan, later),
    weights,
    limits: METRICS.map((name) => table.limits?.[name] ?? NO_LIMIT),
    costLimit: table.limits?.cost ?? NO_LIMIT,
    nodeLimit: table.limits?.nodes ?? NO_LIMIT,
    routes: table.routes ?? 1,
    beam: table.beam ?? BEAM_WIDTH,
    outcomes: table.outcomes ?? MAX_OUTCOMES,
    luck,
    aim: aimOf(system, table),
    value: valueReadings(system, battle, plan, table, later),
    start,
  };
}
