/** The commands of a plan, each played from the state after the one before it. */
import { createEventBuffer, ruleErrorOf } from '../../../core/system/battle.js';
import type { Battle, Language, System } from '../../../core/system/system.js';
import { newsOf, type ToldLine } from '../../base/index.js';
import {
  commandText,
  createPlayer,
  encodeStep,
  failuresOf,
  insteadOf,
  type Plan,
  type PlanStep,
  type PlanVisitor,
  type PlayState,
  placedFailure,
  playPlan,
  watchFrames,
} from '../../play/index.js';

/** Most commands that a page plays, repeats counted; what comes behind them is not played. */
const MOST_COMMANDS = 20_000;

/** A `[[do]]` table as it was played. */
export interface PlayedRow {
  readonly label: string;
  /** The command in one line. */
  readonly text: string;
  readonly command: PlanStep['command'];
  readonly repeat: number;
  /** Why it was not played, or was refused though the plan does not expect it; else empty. */
  readonly fault: string;
  /** Code of the refusal that the plan expects, or empty. */
  readonly refusal: string;
  /** Cells compared after it. */
  readonly compared: number;
  /** A sentence for each cell that is not as expected, as `placedFailure` says it. */
  readonly differences: readonly string[];
  /** What happened, in order, each with its sentence. */
  readonly happened: readonly ToldLine[];
  /** Frames since the start of the battle, where the system counts them; else commands. */
  readonly clock: number;
  /** The state after it. */
  readonly image: Uint8Array;
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

/** Frames since the start of the battle, where the system counts them; else the given commands. */
export function clockOf(system: System, battle: Battle, commands: number): number {
  return system.capabilities.planning?.frames?.(battle) ?? commands;
}

/** Why a command was refused, with what it could have named instead. */
function refusedText(play: PlayState): string {
  const { system, step, refusal } = play;
  if (refusal === 0) return `accepted, expected ${step.error}`;
  const shape = ruleErrorOf(system, refusal);
  return [shape?.code ?? '', shape?.meaning ?? '', insteadOf(play)].filter((part) => part !== '').join(': ');
}

/** Commands before each row, repeats counted; one more than there are rows. */
function commandsBefore({ steps }: Plan): number[] {
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
  let loaded = start;
  const load = (image: Uint8Array): void => {
    if (loaded !== image) battle.image.set(image);
    loaded = image;
  };
  const keep = createKeeper();
  const before = new Uint8Array(start.length);
  const events = createEventBuffer(EVENTS);
  const ends = commandsBefore(plan);
  const rows: PlayedRow[] = [];
  let happened: ToldLine[] = [];
  let compared = 0;
  let differences: string[] = [];

  let fault = '';

  function add(index: number): void {
    const step = plan.steps[index] as PlanStep;
    const known = kept[index];
    const { command } = step;
    const about = { label: step.label ?? '', text: commandText(command), repeat: step.repeat, command };
    const refusal = fault === '' ? (step.error ?? '') : '';
    const clock = known?.clock ?? clockOf(system, battle, ends[index + 1] as number);
    const image = known?.image ?? keep(battle.image);
    if (known === undefined) loaded = image;
    const lines = known?.happened ?? happened;
    rows.push({ ...about, fault, refusal, happened: lines, compared, differences, clock, image });
    [happened, compared, differences] = [[], 0, []];
  }

  const visitor: PlanVisitor = {
    before({ index, turn, step, checkpoints }) {
      const known = kept[index];
      const end = ends[index + 1] as number;
      if ((known !== undefined && known.fault !== '') || end > MOST_COMMANDS) return 'end';
      if (known !== undefined && !isCheckedInside(checkpoints, ends, index)) {
        if (turn + 1 === step.repeat && checkpoints.has(end)) load(known.image);
        return 'skip';
      }
      if (turn > 0) return 'play';
      load(rows.at(-1)?.image ?? start);
      before.set(battle.image);
      return 'play';
    },
    command(_, encoded) {
      if (typeof encoded === 'string') return;
      happened.push(...newsOf({ system, battle, before, events }, language));
      before.set(battle.image);
    },
    checkpoint(_, checks) {
      compared += checks.length;
      differences.push(...failuresOf(checks).map((failure) => placedFailure(plan.file, failure)));
    },
    refused(play) {
      fault = refusedText(play);
    },
    unreadable({ index }, error) {
      fault = error.sentence;
      add(index);
    },
    table: ({ index }) => add(index),
  };
  playPlan(system, battle, plan, visitor, { events });
  const isTooLong = fault === '' && kept[rows.length] === undefined;
  const unplayed = isTooLong
    ? `not played: a page plays ${MOST_COMMANDS} commands`
    : 'not played: a command before it was refused';
  load(rows.at(-1)?.image ?? start);
  for (let index = rows.length; index < plan.steps.length; index++) {
    fault = kept[index]?.fault ?? unplayed;
    add(index);
  }
  return rows;
}

/** Whether a checkpoint stands between the repeats of a row: then its states must be played. */
function isCheckedInside(checkpoints: PlayState['checkpoints'], ends: readonly number[], index: number): boolean {
  const [first, last] = [ends[index] as number, ends[index + 1] as number];
  if (last - first < 2 || checkpoints.size === 0) return false;
  return [...checkpoints.keys()].some((done) => done > first && done < last);
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
