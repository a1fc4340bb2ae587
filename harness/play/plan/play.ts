/**
 * The player of plans. Whoever plays a plan of any system plays it here and visits what happens:
 * commands with their results, checkpoints, refusals.
 */

import { errorCode, insteadText } from '../../../core/system/battle.js';
import { cellValueText } from '../../../core/system/cell-value.js';
import type { Battle, EventBuffer, System } from '../../../core/system/system.js';
import { LockstepError, type TomlPlace } from '../../base/index.js';
import { createPlayer, encodeStep, type Move, type Player } from './moves.js';
import { checkFielded, type Expected, expectedText, isExpected, type Reading, readingsOf } from './readings.js';
import { rejectedStep, rejectionOf, stepName } from './rejected.js';
import { type CellConditions, type Plan, type PlanStep, planError } from './types.js';

// Checkpoints of a plan: what its `expect` tables say of cells, compared with a battle. The one
// place that compares them, and the one sentence for a plan that does not hold.

/** A difference between the plan and the battle. */
export interface PlanFailure {
  readonly line: number;
  readonly column: number;
  /** Where in the plan, in words. */
  readonly where: string;
  /**
   * Name of a cell, or `result` for a command that was rejected, accepted or rejected otherwise.
   */
  readonly what: string;
  readonly expected: string;
  readonly got: string;
  /** Of a rejected command: what the rejection means and what to do; else empty. */
  readonly remedy: string;
}

/** `step 3 (up): cell actionPoints: expected 58, got 57`. */
function failureText({ where, what, expected, got }: Omit<PlanFailure, 'line' | 'column' | 'remedy'>): string {
  const subject = what === 'result' ? 'the command' : `cell ${what}`;
  return `${where}: ${subject}: expected ${expected}, got ${got}`;
}

/** The sentence for a plan that does not hold, with its place: wherever plans are played. */
export function placedFailure(file: string, failure: Omit<PlanFailure, 'column' | 'remedy'>): string {
  return `${file}:${failure.line}: ${failureText(failure)}`;
}

/** An `expect` table with its names looked up. */
export interface Checkpoint extends TomlPlace {
  /** Where in the plan, in words. */
  readonly where: string;
  readonly cells: readonly (readonly [Reading, Expected])[];
  /** Compared in a battle after the first: its units are known when it is reached. */
  readonly isLater: boolean;
}

/** A cell of a checkpoint, and what the battle has. */
interface Check {
  readonly reading: Reading;
  readonly expected: Expected;
  readonly got: number;
  /** Undefined: it is as expected. */
  readonly failure: PlanFailure | undefined;
}

/** Compares a checkpoint with its battle. */
export function checksOf({ line, column, where, cells }: Checkpoint): readonly Check[] {
  return cells.map(([reading, expected]) => {
    const got = reading.read();
    if (isExpected(expected, got)) return { reading, expected, got, failure: undefined };
    const { name, cell } = reading;
    const [wanted, found] = [expectedText(expected, cell), cellValueText(cell ?? {}, got)];
    const failure = { line, column, where, what: name, expected: wanted, got: found, remedy: '' };
    return { reading, expected, got, failure };
  });
}

/** What differs of them. */
export function failuresOf(checks: readonly Check[]): readonly PlanFailure[] {
  return checks.flatMap(({ failure }) => failure ?? []);
}

/** Commands up to the one that begins a second battle, itself among them; no bound: none does. */
function commandsToNextBattle({ commands }: System, { steps }: Plan): number {
  const begins = new Set(commands.flatMap(({ name, begins }) => (begins === true ? [name] : [])));
  const index = steps.findIndex(({ command }) => begins.has(command.command));
  return index < 0 ? Number.POSITIVE_INFINITY : steps.slice(0, index).reduce((sum, { repeat }) => sum + repeat, 1);
}

/**
 * Checkpoints by the number of commands done before them. Every name is checked before the first
 * command runs.
 * @throws LockstepError `E_PLAN_CELL`, `E_PLAN_VALUE`
 */
export function checkpointsOf(system: System, battle: Battle, plan: Plan): Map<number, Checkpoint[]> {
  const byCount = new Map<number, Checkpoint[]>();
  const labels = new Map<string, number>();
  const nextBattle = commandsToNextBattle(system, plan);
  const add = (count: number, where: string, cells: CellConditions, path: string): void => {
    if (Object.keys(cells).length === 0) return;
    const isLater = count >= nextBattle;
    const read = readingsOf(system, battle, plan, cells, path, isLater ? 'any' : []);
    const checkpoint = { ...plan.locate(path), where, cells: read, isLater };
    byCount.set(count, [...(byCount.get(count) ?? []), checkpoint]);
  };
  let done = 0;
  plan.steps.forEach((step, index) => {
    done += step.repeat;
    if (step.label !== undefined) labels.set(step.label, done);
    add(done, `step ${index + 1} (${step.label ?? step.command.command})`, step.expect, `do[${index}].expect`);
  });
  plan.checks.forEach(({ after, cells }, index) => {
    const count = typeof after === 'string' ? (labels.get(after) ?? done) : (after ?? done);
    add(count, after === undefined ? 'the end' : `after ${after}`, cells, `expect[${index}].cells`);
  });
  return byCount;
}

/** What a visitor wants before a command: play it, count it as done without playing, or end. */
type Next = 'play' | 'skip' | 'end';

/** Where a play stands. */
export interface PlayState {
  readonly system: System;
  readonly battle: Battle;
  readonly plan: Plan;
  /** By the number of commands done; empty where nobody visits checkpoints. */
  readonly checkpoints: ReadonlyMap<number, readonly Checkpoint[]>;
  /** Index of the `[[do]]` table at hand. */
  readonly index: number;
  readonly step: PlanStep;
  /**
   * The command at hand, or the code with which it is refused before it can be encoded; of the one
   * before it until a command is played.
   */
  readonly move: Move | string;
  /** Repeats of the table that are done. */
  readonly turn: number;
  /** Commands that are done, repeats and refused ones counted. */
  readonly done: number;
  /**
   * Number of the rule error of the last command, 0 where it was accepted, its code where it has no
   * number.
   */
  readonly refusal: number | string;
}

/** What is called while a plan is played, each part at wish. */
export interface PlanVisitor {
  /** Before a command is read, and before each of its repeats. Left out: all are played. */
  before?(play: PlayState): Next;
  /**
   * After each tried command with its events in the lent buffer. An action calls it for each of its
   * commands, a refused action not at all.
   * @param encoded is reused; a code where it cannot be encoded
   * @param error code of its refusal, or empty
   */
  command?(play: PlayState, encoded: Int32Array | string, error: string): void;
  /** After a command or action whose result is the plan's, and before the checkpoints there. */
  after?(play: PlayState): void;
  /** At a checkpoint, with what is expected and what the battle has. */
  checkpoint?(play: PlayState, checks: readonly Check[]): void;
  /**
   * After a command or action with another result than the plan's; the play ends there. Left out:
   * it is thrown, as `resultError`.
   */
  refused?(play: PlayState): void;
  /** A command that cannot be read; the play ends there. Left out: the error is thrown. */
  unreadable?(play: PlayState, error: LockstepError): void;
  /** Once a `[[do]]` table is played, or the play ended inside it. */
  table?(play: PlayState): void;
}

interface PlayOptions {
  /** Holds the events of a command; left out: nobody reads them. */
  readonly events?: EventBuffer;
  /** Number of commands after which the play ends; left out: the plan's end. */
  readonly until?: number;
  /** Plays the moves, in place of stepping the battle. */
  readonly player?: Pick<Player, 'play'>;
  /** The moves of all tables, where they are encoded already. */
  readonly moves?: readonly Move[];
}

/** A play that goes on command by command; it allocates nothing itself. */
export interface PlanPlay extends PlayState {
  /** Plays the next command with its checkpoints. @returns false once the play has ended */
  advance(): boolean;
  /** Begins anew, with a battle that somebody put back to the start. */
  rewind(): void;
}

/**
 * A play of a plan.
 * @param battle in the state that the plan begins with
 * @throws LockstepError `E_PLAN_CELL` for a checkpoint without its cell; from `advance` when the
 * plan itself is wrong: `E_PLAN_COMMAND`, `E_PLAN_REJECTED`
 */
export function createPlay(
  system: System,
  battle: Battle,
  plan: Plan,
  visitor: PlanVisitor,
  { events, until = Number.MAX_SAFE_INTEGER, player = createPlayer(system, battle), moves }: PlayOptions = {},
): PlanPlay {
  const { steps } = plan;
  const checkpoints =
    visitor.checkpoint === undefined ? new Map<number, Checkpoint[]>() : checkpointsOf(system, battle, plan);
  const told =
    visitor.command === undefined
      ? undefined
      : (encoded: Int32Array, number: number): void => {
          if (number === 0 || (typeof play.move !== 'string' && play.move.action === undefined)) {
            visitor.command?.(play, encoded, errorCode(system, number));
          }
        };
  /** Index of the table whose move is at hand. */
  let encoded = -1;
  let isBegun = false;
  let isEnded = false;

  function compare(): void {
    for (const checkpoint of checkpoints.get(play.done) ?? []) {
      if (checkpoint.isLater) {
        for (const [{ name }] of checkpoint.cells) checkFielded(system, battle, plan, name, checkpoint);
      }
      visitor.checkpoint?.(play, checksOf(checkpoint));
    }
  }

  /** @returns false: the play ends, for its command cannot be read */
  function encode(): boolean {
    if (encoded === play.index) return true;
    encoded = play.index;
    try {
      play.move = moves?.[encoded] ?? encodeStep(system, battle, plan, encoded);
      return true;
    } catch (error) {
      if (visitor.unreadable === undefined || !(error instanceof LockstepError)) throw error;
      visitor.unreadable(play, error);
      return end();
    }
  }

  function end(): false {
    isEnded = true;
    if (play.turn > 0) visitor.table?.(play);
    return false;
  }

  /** @returns false: the result is not the plan's */
  function tryMove(): boolean {
    const { move, step } = play;
    if (typeof move === 'string') visitor.command?.(play, move, move);
    play.refusal = typeof move === 'string' ? move : player.play(move, events, told);
    play.done++;
    play.turn++;
    if (play.refusal === 0 ? step.error === undefined : resultCode(play) === step.error) {
      visitor.after?.(play);
      return true;
    }
    if (visitor.refused === undefined) throw resultError(play);
    visitor.refused(play);
    return end();
  }

  const play = {
    ...{ system, battle, plan, checkpoints },
    ...{ index: 0, step: steps[0] as PlanStep, move: '' as Move | string, turn: 0, done: 0 },
    refusal: 0 as number | string,
    advance(): boolean {
      if (isEnded) return false;
      if (!isBegun) {
        isBegun = true;
        compare();
      }
      if (play.index >= steps.length || play.done >= until) return end();
      play.step = steps[play.index] as PlanStep;
      const next = visitor.before?.(play) ?? 'play';
      if (next === 'end') return end();
      if (next === 'play') {
        if (!encode() || !tryMove()) return false;
      } else {
        play.done++;
        play.turn++;
      }
      if (checkpoints.size > 0) compare();
      if (play.turn < play.step.repeat) return true;
      visitor.table?.(play);
      play.index++;
      play.turn = 0;
      return true;
    },
    rewind(): void {
      play.index = 0;
      play.turn = 0;
      play.done = 0;
      encoded = -1;
      isBegun = false;
      isEnded = false;
    },
  };
  return play;
}

/**
 * Plays a plan to its end, or to where its visitor ends it.
 * @throws LockstepError as `createPlay`
 */
export function playPlan(
  system: System,
  battle: Battle,
  plan: Plan,
  visitor: PlanVisitor = {},
  options: PlayOptions = {},
): PlanPlay {
  const play = createPlay(system, battle, plan, visitor, options);
  while (play.advance());
  return play;
}

/** Code of the last command's refusal, or empty. */
export function resultCode({ system, refusal }: PlayState): string {
  return typeof refusal === 'string' ? refusal : errorCode(system, refusal);
}

function resultText(code: string): string {
  return code === '' ? 'accepted' : `rejected with ${code}`;
}

/** The failure of a command that was accepted or rejected against the plan. */
export function resultFailure(play: PlayState): PlanFailure {
  const { system, plan, index, step, refusal } = play;
  const { place, remedy } = rejectionOf(system, plan, index, refusal);
  const [expected, got] = [resultText(step.error ?? ''), resultText(resultCode(play))];
  return { ...place, where: stepName(plan, index), what: 'result', expected, got, remedy };
}

/** The failure of a command that cannot be read. */
export function unreadableFailure(
  { plan, index }: PlayState,
  { sentence: message, details }: LockstepError,
): PlanFailure {
  const { line, column } = plan.locate(`do[${index}]`);
  const got = message.replace(/^column \d+: /u, '');
  const place = { line: details.line ?? line, column };
  return {
    ...place,
    where: stepName(plan, index),
    what: 'result',
    expected: 'accepted',
    got,
    remedy: details.remedy ?? '',
  };
}

/** Letters of a line but for its file, and those beside its sentence and what could be named. */
const [LINE, AROUND] = [300, 40];

/** What a refused command could have named instead, or empty; as far as the line has room. */
export function insteadOf({ system, battle, move, refusal, plan, index }: PlayState): string {
  if (typeof move === 'string' || move.action !== undefined || typeof refusal === 'string') return '';
  const { sentence, details } = rejectedStep(system, plan, index, refusal);
  const room = LINE - AROUND - sentence.length - (details.remedy?.length ?? 0);
  const text = insteadText(system, battle, move.words, refusal, room);
  // what is legal comes first, and why the rest is not may be left out
  const kept = text.length <= room ? text : (text.split('; not ')[0] ?? '');
  return kept.length <= room ? kept : '';
}

/** The error of a command with another result than the plan's. @returns `E_PLAN_REJECTED` */
export function resultError(play: PlayState): LockstepError {
  const { system, plan, index, step, refusal } = play;
  if (step.error === undefined) {
    return rejectedStep(system, plan, index, refusal, insteadOf(play));
  }
  const failure = resultFailure(play);
  return planError('E_PLAN_REJECTED', plan.file, failure, failureText(failure), {
    remedy: 'Correct the command, or what it expects; `lockstep run` plays the plan up to there',
  });
}
