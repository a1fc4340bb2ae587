/** The commands of a plan, each played from the state after the one before it. */
import { createEventBuffer, errorCode, ruleErrorOf } from '../../../core/system/battle.js';
import type { Battle, EventBuffer, Language, System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { newsOf } from '../../base/told.js';
import { encodeStep } from '../../plan/encode.js';
import { commandText } from '../../plan/move-text.js';
import { createPlayer, type Player } from '../../plan/moves.js';
import { expectedText, isExpected } from '../../plan/readings.js';
import { type Checkpoint, checkpointsOf } from '../../plan/run.js';
import type { Plan } from '../../plan/types.js';
import { watchFrames } from '../../plan/watch-frames.js';

/** Most commands that a page plays, repeats counted; what comes behind them is not played. */
export const MOST_COMMANDS = 20_000;

/** A `[[do]]` table as it was played. */
export interface PlayedRow {
  readonly label: string;
  /** The command in one line. */
  readonly text: string;
  readonly repeat: number;
  /** Why it was not played, or was refused though the plan does not expect it; else empty. */
  readonly fault: string;
  /** Code of the refusal that the plan expects, or empty. */
  readonly refusal: string;
  /** Cells compared after it. */
  readonly compared: number;
  /** `actionPoints is 57, expected 58`. */
  readonly differences: readonly string[];
  /** Sentences of what happened. */
  readonly told: readonly string[];
  /** Frames since the start of the battle, where the system counts them; else commands. */
  readonly clock: number;
  /** The state after it. */
  readonly image: Uint8Array;
}

/** What all rows are played with. */
interface Table {
  readonly system: System;
  readonly battle: Battle;
  readonly plan: Plan;
  readonly language: Language;
  readonly events: EventBuffer;
  readonly player: Player;
  readonly checkpoints: ReadonlyMap<number, readonly Checkpoint[]>;
  /** The state before the command that is played. */
  readonly before: Uint8Array;
  readonly keep: (image: Uint8Array) => Uint8Array;
  /** What the battle's image holds. */
  loaded: Uint8Array;
}

const EVENTS = 4096;
/** States in a piece of memory: one piece for each takes longer than the playing. */
const TOGETHER = 32;

/** Copies of images, many in one piece of memory. */
function createKeeper(): (image: Uint8Array) => Uint8Array {
  let memory = new Uint8Array(0);
  let used = 0;
  return (image) => {
    if (used + image.length > memory.length) {
      memory = new Uint8Array(TOGETHER * image.length);
      used = 0;
    }
    const kept = memory.subarray(used, used + image.length);
    used += image.length;
    kept.set(image);
    return kept;
  };
}

function load(table: Table, image: Uint8Array): void {
  if (table.loaded !== image) table.battle.image.set(image);
  table.loaded = image;
}

/** Frames since the start of the battle, where the system counts them; else the given commands. */
export function clockOf(system: System, battle: Battle, commands: number): number {
  return system.capabilities.planning?.frames?.(battle) ?? commands;
}

/** Compares the cells that the plan expects after so many commands. */
function compare({ checkpoints }: Table, done: number): { compared: number; differences: string[] } {
  const cells = (checkpoints.get(done) ?? []).flatMap((point) => point.cells);
  const differences = cells.flatMap(([cell, expected]) => {
    const got = cell.read();
    return isExpected(expected, got) ? [] : [`${cell.name} is ${got}, expected ${expectedText(expected)}`];
  });
  return { compared: cells.length, differences };
}

function reasonOf({ system, battle }: Table, words: Int32Array | undefined, number: number): string {
  const shape = ruleErrorOf(system, number);
  const instead = words && system.capabilities.choices?.instead(battle, words, number);
  return [shape?.code ?? '', shape?.meaning ?? '', instead ?? ''].filter((part) => part !== '').join(': ');
}

interface Turn {
  readonly fault: string;
  readonly refusal: string;
  readonly told: readonly string[];
}

/** Plays a row with its repeats from the battle's state. */
function playSteps(table: Table, index: number): Turn {
  const { system, battle, plan, events, player, language, before } = table;
  const step = plan.steps[index];
  const told: string[] = [];
  if (step === undefined) return { fault: 'there is no such command', refusal: '', told };
  const move = encodeStep(system, battle, plan, index);
  if (typeof move === 'string') return { fault: '', refusal: move, told };
  before.set(battle.image);
  for (let turn = 0; turn < step.repeat; turn++) {
    const number = player.play(move, events, () => {
      for (const { sentence } of newsOf({ system, battle, before, events }, language)) told.push(sentence);
      before.set(battle.image);
    });
    const code = errorCode(system, number);
    if (code === (step.error ?? '')) continue;
    const words = move.action === undefined ? move.words : undefined;
    const fault = code === '' ? `accepted, expected ${step.error}` : reasonOf(table, words, number);
    return { fault, refusal: '', told };
  }
  return { fault: '', refusal: step.error ?? '', told };
}

/** Commands before each row, repeats counted; one more than there are rows. */
export function commandsBefore({ steps }: Plan): number[] {
  const before = [0];
  for (const { repeat } of steps) before.push((before.at(-1) as number) + repeat);
  return before;
}

/**
 * Plays a plan.
 * @param kept rows at its beginning that were played already and are the same
 * @param battle work space; `start` is its image at the start
 */
export function playRows(
  { system, battle, start }: { readonly system: System; readonly battle: Battle; readonly start: Uint8Array },
  plan: Plan,
  kept: readonly PlayedRow[],
  language: Language,
): PlayedRow[] {
  battle.image.set(start);
  const table: Table = {
    ...{ system, battle, plan, language, loaded: start },
    before: new Uint8Array(start.length),
    keep: createKeeper(),
    events: createEventBuffer(EVENTS),
    player: createPlayer(system, battle),
    checkpoints: checkpointsOf(system, battle, plan),
  };
  const rows: PlayedRow[] = [];
  const before = commandsBefore(plan);
  let stopped = false;
  for (const [index, step] of plan.steps.entries()) {
    const known = kept[index];
    const done = before[index + 1] as number;
    const about = { label: step.label ?? '', text: commandText(step.command), repeat: step.repeat };
    if (known === undefined || table.checkpoints.has(done)) load(table, known?.image ?? rows.at(-1)?.image ?? start);
    let turn: Turn = known ?? { fault: '', refusal: '', told: [] };
    if (known !== undefined) stopped ||= known.fault !== '';
    else if (stopped) turn = { fault: 'not played: a command before it was refused', refusal: '', told: [] };
    else if (done > MOST_COMMANDS) turn = { fault: `not played: a page plays ${MOST_COMMANDS} commands`, ...EMPTY };
    else {
      turn = played(table, index);
      stopped = turn.fault !== '';
    }
    const { fault, refusal, told } = turn;
    const compared = stopped || fault !== '' ? { compared: 0, differences: [] } : compare(table, done);
    const clock = known?.clock ?? clockOf(system, battle, done);
    const image = known?.image ?? table.keep(battle.image);
    if (known === undefined) table.loaded = image;
    rows.push({ ...about, fault, refusal, told, ...compared, clock, image });
  }
  return rows;
}

/**
 * Plays a row once more and visits the frames inside it, where commands of the system take frames.
 * @param battle in the state before the row, with which it was accepted
 */
export function watchRow(system: System, battle: Battle, plan: Plan, index: number, visit: () => void): void {
  const repeat = plan.steps[index]?.repeat ?? 0;
  const move = encodeStep(system, battle, plan, index);
  if (system.capabilities.views?.watchFrames === undefined || typeof move === 'string') return;
  const player = createPlayer(system, battle);
  watchFrames(system, battle, visit, () => {
    for (let turn = 0; turn < repeat; turn++) player.play(move, undefined);
  });
}

const EMPTY = { refusal: '', told: [] } as const;

/** As `playSteps`; a command that cannot be read is a fault of its row. */
function played(table: Table, index: number): Turn {
  try {
    return playSteps(table, index);
  } catch (error) {
    if (!(error instanceof LockstepError)) throw error;
    return { fault: error.message, ...EMPTY };
  }
}
