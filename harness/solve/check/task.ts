/**
 * What a plan's `[search]` asks, read anew for the checker: moves, goal, conditions, cost, limits.
 */
import type { Battle, System, UnpublishedNotes } from '../../../core/system/system.js';
import {
  commandsUntil,
  type Expected,
  encodeMove,
  encodeStep,
  isExpected,
  leastFramesOf,
  moveText,
  type Plan,
  type Reading,
  type RowCommand,
  readingsOf,
} from '../../play/index.js';

import { AMOUNTS, type AmountName, createPlayMove, type TaskMove } from './play-move.js';
import { badFile } from './read-lines.js';

/** The table as the plan's schema has checked it. */
interface Table {
  readonly maximise?: string;
  readonly luck?: string;
  readonly cost?: 'actions' | 'frames' | Readonly<Partial<Record<AmountName, number>>>;
  readonly moves: readonly RowCommand[];
  readonly enemies?: string;
  readonly enemyMoves?: readonly RowCommand[];
  readonly goal: Readonly<Record<string, number>>;
  readonly keep?: Readonly<Record<string, number>>;
  readonly last?: string;
  readonly limits?: Readonly<Partial<Record<AmountName | 'cost', number>>>;
  readonly outcomes?: number;
  readonly never?: readonly number[];
  readonly after?: string | number;
  readonly start?: { readonly waits?: number; readonly mapFrames?: number };
}

/**
 * What is searched for: the cheapest route, the cost that is sure whatever happens, or the highest
 * chance over draws or dice.
 */
type TaskKind = 'route' | 'worst' | 'chance';

type Ranges = readonly (readonly [Reading, Expected])[];

export interface Task {
  readonly kind: TaskKind;
  readonly system: System;
  /** At the start of the routes. */
  readonly battle: Battle;
  /** Notes the unpublished stretches that moves go through. */
  readonly passed: UnpublishedNotes | undefined;
  /** In the order of the plan: `moves`, then `enemyMoves`, then the frame before the start. */
  readonly moves: readonly TaskMove[];
  /** Place of the first enemy's move where they follow the list in its order, else -1. */
  readonly scriptFrom: number;
  readonly enemiesAct: boolean;
  readonly goal: Ranges;
  readonly keep: Ranges;
  readonly never: readonly number[];
  /** Of each amount. */
  readonly weights: readonly number[];
  /** Of each amount; infinite where there is none. */
  readonly limits: readonly number[];
  /** A route costs less than this. */
  readonly costsBelow: number;
  /** Frames that may pass before the first command; -1: the start is the plan's. */
  readonly startFrames: number;
  /** Outcomes of a move that are looked at, at most. */
  readonly outcomes: number;
}

/** Where a plan does not say it. */
const OUTCOMES = 1000;

export function holds(ranges: Ranges): boolean {
  return ranges.every(([reading, range]) => isExpected(range, reading.read()));
}

/** `direction = ["up", "down"]` stands for two moves, the first key varying slowest. */
function eachOf(system: System, written: RowCommand): RowCommand[] {
  const shape = system.commands.find(({ name }) => name === written.command);
  if (shape?.parameters.some(({ capacity }) => capacity !== undefined) === true) return [written];
  const rest = Object.entries(written);
  const build = (at: number, soFar: Record<string, unknown>): RowCommand[] => {
    const entry = rest[at];
    if (entry === undefined) return [soFar as RowCommand];
    const [key, value] = entry;
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((one) => build(at + 1, { ...soFar, [key]: one }));
  };
  return build(0, {});
}

/** The parameter that a command leaves to dice, or undefined. */
function diceOf({ capabilities }: System, command: RowCommand): string | undefined {
  const parameter = capabilities.planning?.chanceParameters?.[command.command];
  return parameter === undefined || Object.hasOwn(command, parameter) ? undefined : parameter;
}

function movesOf(system: System, battle: Battle, table: Table): TaskMove[] {
  const list = (commands: readonly RowCommand[], ofEnemies: boolean): TaskMove[] =>
    commands
      .flatMap((command) => eachOf(system, command))
      .map((command) => {
        const dice = diceOf(system, command);
        const given = dice === undefined ? command : { ...command, [dice]: [] };
        const move = encodeMove(system, battle, given);
        const { shape, action, words } = move;
        const side = action?.side ?? (ofEnemies ? 'enemy' : 'ally');
        const mayEnd = table.last === undefined || table.last === command.command;
        const kind = shape.kind ?? 'action';
        const rolls = dice === undefined ? {} : { rolls: true as const };
        const text = dice === undefined ? moveText(system, battle, move) : command.command;
        return {
          text,
          action: action !== undefined,
          words,
          side,
          kind,
          leastFrames: leastFramesOf(move),
          mayEnd,
          ...rolls,
        };
      });
  return [...list(table.moves, false), ...list(table.enemyMoves ?? [], true), ...startOf(system, battle, table)];
}

/** The frame that may pass before the first command: a wait, or one on the map. */
function startOf(system: System, battle: Battle, { start }: Table): TaskMove[] {
  if (start === undefined) return [];
  const { words } = encodeMove(system, battle, { command: 'wait', frames: 1 });
  const common = { text: 'wait frames=1', action: false, leastFrames: 1, mayEnd: false, isStart: true } as const;
  const move: TaskMove = { ...common, words, side: 'nobody', kind: 'wait' };
  const seed = system.capabilities.planning?.generator?.seed;
  if (start.waits !== undefined || seed === undefined) return [move];
  const text = 'a frame later on the map';
  return [{ ...move, text, advance: () => seed.write(battle, seed.next(seed.read(battle))) }];
}

/** Plays the plan's steps up to the start of the routes. */
function playSteps(file: string, system: System, battle: Battle, plan: Plan, after: string | number | undefined): void {
  const play = createPlayMove(system, battle, false);
  let left = commandsUntil(plan.steps, after);
  plan.steps.forEach(({ repeat, error }, index) => {
    if (left === 0) return;
    const move = encodeStep(system, battle, plan, index);
    for (let turn = 0; turn < repeat && left > 0; turn++) {
      left--;
      const refused = typeof move === 'string' || !play.command(move);
      if (refused === (error !== undefined)) continue;
      throw badFile(file, 1, `step ${index + 1} of the plan is not played as it says`, 'Run the plan by itself');
    }
  });
}

/**
 * Reads a plan's task and puts the battle to the start of the routes.
 * @param file the certificate, for errors
 * @throws LockstepError `E_CERTIFICATE` for a search that has no certificate, and as for plans
 */
export function taskOf(file: string, system: System, battle: Battle, plan: Plan): Task {
  const table = plan.search as Table | undefined;
  const overStarts = table?.luck === 'seeds' || table?.luck === 'cycles';
  if (table === undefined || table.maximise === 'value' || overStarts) {
    const found = table === undefined ? 'no [search]' : overStarts ? `luck = "${table.luck}"` : 'maximise = "value"';
    const remedy = 'Routes, worst cases and chances over draws or dice have a certificate';
    throw badFile(file, 1, 'the plan searches for nothing that has one', remedy, found);
  }
  const passed = system.capabilities.evidence?.unpublished?.(battle);
  playSteps(file, system, battle, plan, table.after);
  const moves = movesOf(system, battle, table);
  const { cost = 'actions', limits = {}, start } = table;
  const range = (key: 'goal' | 'keep'): Ranges => readingsOf(system, battle, plan, table[key] ?? {}, `search.${key}`);
  return {
    kind: table.maximise === 'chance' ? 'chance' : table.enemies === 'worst' ? 'worst' : 'route',
    system,
    battle,
    passed,
    moves,
    scriptFrom: table.enemies === 'script' ? moves.findIndex(({ side }) => side === 'enemy') : -1,
    enemiesAct:
      table.enemyMoves === undefined ? ['own', 'worst', undefined].includes(table.enemies) : table.enemies === 'own',
    goal: range('goal'),
    keep: range('keep'),
    never: table.never ?? [],
    weights: AMOUNTS.map((name) => (typeof cost === 'string' ? Number(cost === name) : (cost[name] ?? 0))),
    limits: AMOUNTS.map((name) => limits[name] ?? Number.POSITIVE_INFINITY),
    costsBelow: limits.cost === undefined ? Number.POSITIVE_INFINITY : limits.cost + 1,
    startFrames: start === undefined ? -1 : (start.waits ?? start.mapFrames ?? 0),
    outcomes: table.outcomes ?? OUTCOMES,
  };
}
