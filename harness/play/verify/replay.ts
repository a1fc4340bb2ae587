/**
 * Replays one trace through the model. Only pads or commands (and the cells named `inputs`) come
 * from the recording; every other declared cell is compared in every frame. It works row by row, so
 * that a log of any length needs the same memory.
 */

import { createEventBuffer, encodeCommand, errorCode } from '../../../core/system/battle.js';
import { type Battle, RuleError, type System } from '../../../core/system/system.js';
import { countText } from '../../base/number-text.js';
import { writeBoundCell } from '../trace/bind.js';
import type { TraceHeader, TraceRow } from '../trace/types.js';
import type { Difference } from './difference.js';
import type { DrawComparison } from './draw-stream.js';
import type { MaskUse } from './mask-schedule.js';
import { countSteps, isTorn, resultText, takeChanges } from './recorded-side.js';
import { noteDifference } from './replay-difference.js';
import { createReplayState, type ReplayCounts, type ReplayOptions, type ReplayState } from './replay-state.js';

/** Words of the event buffer once a row holds draws. */
const WORDS_WITH_DRAWS = 1 << 20;

export interface Replay {
  readonly counts: ReplayCounts;
  /** Number of compared cells. */
  readonly cells: number;
  /** Declared cells that the system keeps as scratch. */
  readonly scratch: readonly string[];
  /** The first difference. */
  first(): Difference | undefined;
  /** True after a difference that ended the replay. */
  stopped(): boolean;
  /** The masks and their effects. */
  masks(): MaskUse[];
  /** Undefined when no row holds draws. */
  draws(): DrawComparison | undefined;
  /** Replays the frames of a row, or so many of a folded one: a part follows the part before. */
  row(row: TraceRow, from?: number, to?: number): void;
}

/** Code with which the model rejects the command, or empty. */
function stepCommand(state: ReplayState, command: NonNullable<TraceRow['command']>): string {
  const { system, battle, events } = state;
  try {
    return errorCode(system, battle.step(encodeCommand(system, battle, command), events));
  } catch (error) {
    // A command that cannot even be encoded is rejected like any other.
    if (error instanceof RuleError) return error.code;
    throw error;
  }
}

/** Steps the model. Returns the code of a rejection, or empty. */
function step(state: ReplayState, row: TraceRow): string {
  const { battle, inputs, bound } = state;
  for (let index = 0; index < inputs.length; index++) {
    const input = inputs[index] as number;
    writeBoundCell(battle.image, bound, input, row.values[input] as number);
  }
  if (row.drawCount >= 0 && state.events.words.length < WORDS_WITH_DRAWS) {
    state.events = createEventBuffer(WORDS_WITH_DRAWS);
  }
  const { events } = state;
  events.length = 0;
  events.lost = 0;
  let code: string;
  if (row.command === undefined) {
    state.padCommand[1] = row.pad;
    code = errorCode(state.system, battle.step(state.padCommand, events));
  } else {
    code = stepCommand(state, row.command);
  }
  state.counts.eventsLost += events.lost;
  return code;
}

/** Whether the row's first frame changed a cell that is not passive. */
function isActive({ bound, before }: ReplayState, row: TraceRow): boolean {
  for (let pair = 0; pair < row.changed; pair++) {
    const index = row.changes[2 * pair] as number;
    if (bound.active[index] === 1 && before[pair] !== row.changes[2 * pair + 1]) return true;
  }
  return false;
}

/** Compares one frame, after its step if it had one. */
function checkFrame(state: ReplayState, row: TraceRow, frame: number): void {
  const { compare, counts, masks, recorded, expected, bound } = state;
  if (masks.enter(frame)) {
    for (let index = 0; index < recorded.length; index++) {
      writeBoundCell(expected, bound, index, recorded[index] as number);
    }
  }
  if (compare.chosenBytes() === 0) return;
  if (!compare.equal()) {
    noteDifference(state, row, frame, 'cell', '');
    return;
  }
  if (state.first === undefined) {
    counts.equal++;
    if (frame === row.frame && isActive(state, row)) counts.active++;
  } else counts.equalAfterTakeover++;
  masks.count(state.battle.image, row);
}

/** Steps the model as often as the recording. False: the frame already differs. */
function followSteps(state: ReplayState, row: TraceRow, frame: number): boolean {
  const steps = countSteps(state, row, frame);
  if (steps > 1) {
    state.events.length = 0;
    noteDifference(
      state,
      row,
      frame,
      'gap',
      `the recording made ${countText(steps, 'step')} between this frame and the one before it`,
    );
    return false;
  }
  if (steps === 0) {
    state.counts.repeated++;
    state.events.length = 0;
    return true;
  }
  const code = step(state, row);
  if (code !== row.error) {
    noteDifference(state, row, frame, 'result', resultText(code, row.error));
    return false;
  }
  state.drawStream.compare(row, frame, state.events);
  return true;
}

function replayFrame(state: ReplayState, row: TraceRow, frame: number): void {
  if (!followSteps(state, row, frame)) return;
  if (isTorn(state, row)) state.counts.torn++;
  else if (frame >= state.from && frame <= state.to) checkFrame(state, row, frame);
  else state.counts.notChosen++;
}

function replayRow(state: ReplayState, row: TraceRow, from: number, to: number): void {
  if (state.stopped) return;
  if (from === 0) takeChanges(state, row);
  for (let index = from; index < to && !state.stopped; index++) {
    const frame = row.frame + index;
    replayFrame(state, row, frame);
    if (!state.stopped) state.ring.add(row, frame, state.before);
  }
}

/** @throws LockstepError when the trace and the system do not fit together */
export function createReplay(
  system: System,
  battle: Battle,
  header: TraceHeader,
  file: string,
  options: ReplayOptions = {},
): Replay {
  const state = createReplayState(system, battle, header, file, options);
  return {
    counts: state.counts,
    cells: state.bound.compared.reduce((sum, value) => sum + value, 0),
    scratch: state.bound.scratch,
    first: () => state.first,
    stopped: () => state.stopped,
    masks: state.masks.uses,
    draws: state.drawStream.result,
    row: (row, from = 0, to = row.count) => replayRow(state, row, from, to),
  };
}
