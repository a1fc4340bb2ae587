/**
 * Replays one trace through the model. Only pads or commands (and the cells named `inputs`) come
 * from the recording; every other declared cell is compared in every frame. It works row by row, so
 * that a log of any length needs the same memory.
 */
import { createEventBuffer, encodeCommand, errorCode } from '../../../core/system/battle.js';
import { countText } from '../../../core/system/names.js';
import { type Battle, type EventBuffer, RuleError, type System } from '../../../core/system/system.js';
import { entryNumber, rowNumber, shellWord } from '../../base/index.js';
import { readBoundCell, writeBoundCell } from '../trace/bind.js';
import { inputText } from '../trace/draws.js';
import type { TraceHeader, TraceRow } from '../trace/types.js';
import {
  type CellDifference,
  type ContextRing,
  createContextRing,
  createDrawStream,
  type Difference,
  type DrawComparison,
  type DrawStream,
  type OwnerOf,
  rulesOf,
} from './difference.js';
import { countSteps, isTorn, openRecordedSide, type RecordedSide, resultText, takeChanges } from './recorded-side.js';
import type { MaskUse } from './word-compare.js';

// The state of a replay: the battle, the recording's image, and the counts.

/** Words of the event buffer before a row holds draws. */
const EVENT_WORDS = 4096;

export interface ReplayOptions {
  /** Takes over the recording's cells after a difference and continues. */
  readonly continueAfterDifference?: boolean;
  /** First compared frame; earlier frames are only stepped. */
  readonly from?: number;
  /** Last compared frame. */
  readonly to?: number;
  readonly ownerOf?: OwnerOf;
  /** Further words of the command line that reproduces a difference. */
  readonly extraWords?: readonly string[];
}

export interface ReplayCounts {
  /** Frames compared and equal, before any difference. */
  equal: number;
  /** Of `equal`: frames in which a compared cell changed that is not passive. */
  active: number;
  /** Number of differing frames. */
  different: number;
  /** Equal frames after the recording was taken over. Never added to `equal`. */
  equalAfterTakeover: number;
  /** Rows written in the middle of a tick: stepped, not compared. */
  torn: number;
  /** Frames without a tick: compared, not stepped. */
  repeated: number;
  /** Frames outside of `from` and `to`. */
  notChosen: number;
  /** Events that did not fit in the buffer of a step. */
  eventsLost: number;
}

interface ReplayState extends RecordedSide {
  readonly system: System;
  readonly battle: Battle;
  readonly file: string;
  readonly options: ReplayOptions;
  readonly ring: ContextRing;
  readonly drawStream: DrawStream;
  readonly counts: ReplayCounts;
  /** Frames that are compared. */
  readonly from: number;
  readonly to: number;
  /** Code of the frame command, and the pad word. */
  readonly padCommand: Int32Array;
  /** Events of the step at hand. */
  events: EventBuffer;
  first: Difference | undefined;
  stopped: boolean;
}

function emptyCounts(): ReplayCounts {
  return {
    equal: 0,
    active: 0,
    different: 0,
    equalAfterTakeover: 0,
    torn: 0,
    repeated: 0,
    notChosen: 0,
    eventsLost: 0,
  };
}

/**
 * Ties the trace to the battle and loads its starting image.
 * @throws LockstepError when they do not fit
 */
function createReplayState(
  system: System,
  battle: Battle,
  header: TraceHeader,
  file: string,
  options: ReplayOptions,
): ReplayState {
  const side = openRecordedSide(system, battle, header, file);
  const { bound, expected, compare, masks, inputs, clock, recorded, before, frameCode } = side;
  // every field by its name: a copy by `...` has a form that the engine looks up at each read
  return {
    system,
    battle,
    header,
    file,
    options,
    bound,
    expected,
    compare,
    masks,
    ring: createContextRing(header.cells.map((cell) => cell[0])),
    drawStream: createDrawStream(system),
    inputs,
    clock,
    recorded,
    before,
    frameCode,
    counts: emptyCounts(),
    from: rowNumber(header, options.from ?? 0),
    to: rowNumber(header, options.to ?? Number.MAX_SAFE_INTEGER),
    padCommand: Int32Array.of(frameCode, 0),
    events: createEventBuffer(EVENT_WORDS),
    first: undefined,
    stopped: false,
  };
}

// Records the first difference of a replay, and ends it or takes over the recording's cells.

function valueBefore(state: ReplayState, row: TraceRow, frame: number, index: number): number {
  // Of a folded row only the first frame changes anything.
  if (frame === row.frame) {
    for (let pair = 0; pair < row.changed; pair++) {
      if (row.changes[2 * pair] === index) return state.before[pair] ?? 0;
    }
  }
  return row.values[index] ?? 0;
}

/** The compared cells that differ, in address order. */
function differingCells(state: ReplayState, row: TraceRow, frame: number): CellDifference[] {
  const { battle, bound, masks } = state;
  const found: CellDifference[] = [];
  state.header.cells.forEach(([cell, address], index) => {
    const mine = readBoundCell(battle.image, bound, index);
    const theirs = row.values[index] ?? 0;
    if (mine === theirs || !masks.covers(index)) return;
    found.push({ cell, address, mine, theirs, before: valueBefore(state, row, frame, index) });
  });
  return found.sort((a, b) => (a.address < b.address ? -1 : 1));
}

function differenceOf(
  state: ReplayState,
  row: TraceRow,
  frame: number,
  kind: Difference['kind'],
  note: string,
): Difference {
  const { system, file, options, header } = state;
  const cells = kind === 'cell' ? differingCells(state, row, frame) : [];
  const [cell] = cells;
  const number = entryNumber(header, frame);
  const words = [
    'lockstep',
    'verify',
    shellWord(file),
    '--from',
    String(number),
    ...(options.extraWords ?? []).map(shellWord),
  ];
  const rules = rulesOf(system, state.events);
  return {
    kind,
    file,
    line: row.line,
    frame: number,
    input: inputText(row.pad, row.command),
    cells,
    note,
    rules,
    owner: cell === undefined ? undefined : options.ownerOf?.(header.system, cell.cell, rules),
    context: state.ring.frames().map((one) => ({ ...one, frame: entryNumber(header, one.frame) })),
    reproduce: words.join(' '),
  };
}

/** Counts a differing frame. @param note the difference in words, if it is not in a cell */
function noteDifference(
  state: ReplayState,
  row: TraceRow,
  frame: number,
  kind: Difference['kind'],
  note: string,
): void {
  state.counts.different++;
  state.first ??= differenceOf(state, row, frame, kind, note);
  if (state.options.continueAfterDifference !== true) {
    state.stopped = true;
    return;
  }
  const { bound, battle } = state;
  for (let index = 0; index < state.header.cells.length; index++) {
    writeBoundCell(battle.image, bound, index, row.values[index] as number);
  }
}

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
