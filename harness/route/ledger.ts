/**
 * Plays a plan and writes its ledger: one row for each `[[do]]` table, with the figures after it.
 * Stops at the first checkpoint that fails.
 */
import { createEventBuffer, errorCode } from '../../core/system/battle.js';
import type { Battle, EventBuffer, Language, System } from '../../core/system/system.js';
import { type ToldLine, toldOf } from '../base/told.js';
import { encodeStep } from '../plan/encode.js';
import { commandText } from '../plan/move-text.js';
import { createPlayer, type Move, type Player } from '../plan/moves.js';
import { checkPlanLength } from '../plan/plan-length.js';
import { expectedText, isExpected, type Reading } from '../plan/readings.js';
import { type Checkpoint, checkpointsOf } from '../plan/run.js';
import type { Plan, PlanStep } from '../plan/types.js';
import { toldDrawText } from '../trace/draw-text.js';
import { countDraws } from '../trace/draws.js';
import { ownerOfCell } from '../verify/cell-owner.js';
import { rulesOf } from '../verify/difference.js';
import { type CheckFailure, resultFailure } from './check-failure.js';
import { type LastChange, ruleText } from './last-change.js';
import { type Tally, tallyColumns, tallyOf } from './ledger-tally.js';

export interface LedgerRow {
  /** Index of the `[[do]]` table; -1: the start. */
  readonly step: number;
  /** Numbers of its first and last move, from 1 on, repeats counted; 0: the start. */
  readonly numbers: readonly [first: number, last: number];
  readonly line: number;
  readonly label: string;
  readonly action: string;
  readonly repeat: number;
  /** Number of commands that it took; of frames, where the system steps by frame. */
  readonly commands: number;
  readonly draws: number;
  /** Frames that it took, where commands take several; else undefined. */
  readonly frames: number | undefined;
  /** Actions of the other side, where the system counts them; else undefined. */
  readonly enemyActions: number | undefined;
  /** Names of the enemies that acted. */
  readonly enemiesActed: readonly string[];
  /** What happened, a sentence for each thing. */
  readonly told: readonly string[];
  /** The draws of each of them, as `toldDrawText` has them. */
  readonly drawn: readonly (readonly string[])[];
  /** Skills, hits and damage of what happened. */
  readonly tally: Tally;
  /** The tally's columns, then the system's. */
  readonly columns: readonly (readonly [string, string])[];
  /** The difference of the system's first column. */
  readonly change: string;
  /** Number of checked cells with the expected value. */
  readonly checked: number;
}

export type { CheckFailure } from './check-failure.js';

export interface Ledger {
  readonly rows: readonly LedgerRow[];
  readonly failure: CheckFailure | undefined;
  readonly checked: number;
  readonly commands: number;
  readonly draws: number;
  /** Frames and enemy actions of all rows, where the system counts them; else undefined. */
  readonly frames: number | undefined;
  readonly enemyActions: number | undefined;
}

/** Called after every command. */
export type LedgerListener = (step: number, command: Int32Array, events: EventBuffer) => void;

/** Words of events of one command: a battle that a policy plays to its end. */
const EVENT_WORDS = 1 << 20;
const MAX_ENEMIES = 16;

function columnsOf({ system, battle, language }: Play): readonly (readonly [string, string])[] {
  const { views } = system.capabilities;
  return views?.ledger?.(battle, language) ?? views?.predict?.(battle) ?? [];
}

/** Names of the enemies by number; who is gone after a command still had one before it. */
function enemyNames({ system, battle, language }: Play): Map<number, string> {
  const units = system.capabilities.views?.overview?.units(battle) ?? [];
  return new Map(
    units.flatMap(({ prefixes, name, named }) => {
      const number = /^enemy\[(\d+)\]$/u.exec(prefixes[0] ?? '')?.[1];
      return number === undefined ? [] : [[Number(number), named?.[language] ?? name] as const];
    }),
  );
}

function changeOf(before: string | undefined, after: string | undefined): string {
  const change = Number(after) - Number(before);
  return Number.isInteger(change) && before !== '' ? `${change < 0 ? '' : '+'}${change}` : '';
}

/** A plan in play. */
interface Play {
  readonly system: System;
  readonly battle: Battle;
  readonly plan: Plan;
  readonly listener: LedgerListener | undefined;
  readonly player: Player;
  readonly events: EventBuffer;
  readonly language: Language;
  /** By the number of finished steps. */
  readonly checkpoints: ReadonlyMap<number, readonly Checkpoint[]>;
  /** The readings of the checkpoints, and their last values. */
  readonly readings: readonly Reading[];
  readonly values: number[];
  readonly lastChange: Map<string, LastChange>;
  readonly rows: LedgerRow[];
  /** Number of finished steps, repeats counted. */
  done: number;
  checked: number;
  /** The system's first column after the last row. */
  lastColumn: string | undefined;
  failure: CheckFailure | undefined;
}

function createPlay(
  system: System,
  battle: Battle,
  plan: Plan,
  listener: LedgerListener | undefined,
  language: Language,
): Play {
  const checkpoints = checkpointsOf(system, battle, plan);
  const watched = new Map<string, Reading>();
  for (const list of checkpoints.values()) {
    for (const { cells } of list) for (const [reading] of cells) watched.set(reading.name, reading);
  }
  const readings = [...watched.values()];
  return {
    system,
    battle,
    plan,
    listener,
    player: createPlayer(system, battle),
    events: createEventBuffer(EVENT_WORDS),
    language,
    checkpoints,
    readings,
    values: readings.map((reading) => reading.read()),
    lastChange: new Map(),
    rows: [],
    done: 0,
    checked: 0,
    lastColumn: undefined,
    failure: undefined,
  };
}

/** Records the rule that wrote each cell of a checkpoint. */
function noteChanges({ system, events, readings, values, lastChange }: Play): void {
  let rules: readonly string[] | undefined;
  readings.forEach((reading, index) => {
    const value = reading.read();
    if (value === values[index]) return;
    values[index] = value;
    rules ??= rulesOf(system, events);
    const owner = reading.cell === undefined ? undefined : ownerOfCell(system.id, reading.cell.name, rules);
    lastChange.set(reading.name, { value, owner, rules });
  });
}

/**
 * Checks the cells after a step; the first wrong one becomes the failure. @returns the number of
 * correct cells
 */
function checkCells(play: Play, step: number): number {
  let held = 0;
  for (const { line, where, cells } of play.checkpoints.get(play.done) ?? []) {
    for (const [reading, expected] of cells) {
      const got = reading.read();
      if (isExpected(expected, got)) held++;
      else {
        const rule = ruleText(play.lastChange.get(reading.name));
        const what = reading.name;
        play.failure ??= {
          step,
          line,
          where,
          what,
          expected: expectedText(expected),
          got: `${got}`,
          rule,
          refused: '',
        };
      }
    }
  }
  play.checked += held;
  return held;
}

/** The result of a move. */
interface Played {
  readonly enemyActions: number;
  /** Names of the enemies that acted. */
  readonly enemies: readonly string[];
  readonly told: readonly ToldLine[];
  /** Code of its rejection, or empty. */
  readonly error: string;
  /** Number of that rule error, or 0. */
  readonly number: number;
  readonly draws: number;
  readonly commands: number;
}

function playOnce(play: Play, index: number, move: Move | string): Played {
  if (typeof move === 'string')
    return { error: move, number: 0, draws: 0, commands: 0, enemyActions: 0, enemies: [], told: [] };
  const { system, battle, events, language, player, listener } = play;
  const acted = new Uint8Array(MAX_ENEMIES);
  const names = enemyNames(play);
  const before = battle.image.slice();
  const told: ToldLine[] = [];
  let draws = 0;
  let enemyActions = 0;
  const number = player.play(move, events, (command, error) => {
    if (error !== 0) return;
    draws += countDraws(system, events);
    enemyActions += system.capabilities.planning?.enemyActions?.(events, acted) ?? 0;
    told.push(...toldOf({ system, battle, before, events }, language));
    before.set(battle.image);
    noteChanges(play);
    listener?.(index, command, events);
  });
  const enemies = [...acted.keys()]
    .filter((enemy) => acted[enemy] === 1)
    .map((enemy) => names.get(enemy) ?? `${enemy}`);
  return { error: errorCode(system, number), number, draws, commands: player.commands, enemyActions, enemies, told };
}

function playStep(play: Play, step: PlanStep, index: number): void {
  const { system, battle, plan, rows } = play;
  const move = encodeStep(system, battle, plan, index);
  const row = { draws: 0, commands: 0, checked: 0, repeat: 0 };
  const { planning } = system.capabilities;
  const framesBefore = planning?.frames?.(battle);
  const first = play.done + 1;
  const told: ToldLine[] = [];
  const enemies = new Set<string>();
  let enemyActions = 0;
  for (let turn = 0; turn < step.repeat && play.failure === undefined; turn++) {
    const played = playOnce(play, index, move);
    play.done++;
    row.repeat++;
    row.draws += played.draws;
    row.commands += played.commands;
    enemyActions += played.enemyActions;
    for (const enemy of played.enemies) enemies.add(enemy);
    told.push(...played.told);
    if (played.error === (step.error ?? '')) row.checked += checkCells(play, index);
    else play.failure = resultFailure(play, index, played);
  }
  const columns = columnsOf(play);
  const tally = tallyOf(told, play.language);
  rows.push({
    step: index,
    numbers: [first, play.done],
    line: plan.locate(`do[${index}]`).line,
    label: step.label ?? '',
    action:
      step.error === undefined ? commandText(step.command) : `refused ${step.error}: ${commandText(step.command)}`,
    columns: [...tallyColumns(tally), ...columns],
    change: changeOf(play.lastColumn, columns[0]?.[1]),
    frames: framesBefore === undefined ? undefined : (planning?.frames?.(battle) ?? 0) - framesBefore,
    enemyActions: planning?.enemyActions === undefined ? undefined : enemyActions,
    enemiesActed: [...enemies],
    told: told.map(({ sentence }) => sentence),
    drawn: told.map(({ draws: below }) => below.map((draw) => toldDrawText(system, draw))),
    tally,
    ...row,
  });
  play.lastColumn = columns[0]?.[1];
}

/** The row of the start: nothing happened yet. */
function startRow(play: Play): LedgerRow {
  const start = { step: -1, line: 0, label: '', action: '(start)', repeat: 1, commands: 0, draws: 0, change: '' };
  const nothing = {
    numbers: [0, 0],
    frames: undefined,
    enemyActions: undefined,
    enemiesActed: [],
    told: [],
    drawn: [],
  } as const;
  const columns = columnsOf(play);
  play.lastColumn = columns[0]?.[1];
  const tally = tallyOf([], play.language);
  return { ...start, ...nothing, tally, columns: [...tallyColumns(tally), ...columns], checked: checkCells(play, -1) };
}

/**
 * Plays a plan up to its first failure.
 * @param language of the names in its sentences
 * @throws LockstepError when the plan itself is wrong
 */
export function playLedger(
  system: System,
  battle: Battle,
  plan: Plan,
  listener?: LedgerListener,
  language: Language = 'en',
): Ledger {
  checkPlanLength(plan);
  const play = createPlay(system, battle, plan, listener, language);
  play.rows.push(startRow(play));
  plan.steps.forEach((step, index) => {
    if (play.failure === undefined) playStep(play, step, index);
  });
  const sum = (count: (row: LedgerRow) => number): number => play.rows.reduce((total, row) => total + count(row), 0);
  const { planning } = system.capabilities;
  return {
    rows: play.rows,
    failure: play.failure,
    checked: play.checked,
    commands: sum((row) => row.commands),
    draws: sum((row) => row.draws),
    frames: planning?.frames === undefined ? undefined : sum((row) => row.frames ?? 0),
    enemyActions: planning?.enemyActions === undefined ? undefined : sum((row) => row.enemyActions ?? 0),
  };
}
