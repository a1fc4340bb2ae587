/** Replays the rows of a log into a line, and notes where the model differs. */
import type { Battle, EventBuffer, System } from '../../../core/system/system.js';
import { createPause, findSystem, LockstepError } from '../../base/index.js';

import { battleOf, readBoundCell } from '../trace/bind.js';
import { openTrace, type TraceReader } from '../trace/reader.js';
import { rulesetDiffers } from '../trace/state.js';
import type { TraceHeader, TraceRow } from '../trace/types.js';
import {
  countSteps,
  isTorn,
  openRecordedSide,
  type RecordedSide,
  resultText,
  takeChanges,
} from '../verify/recorded-side.js';
import { rulesOfLog } from '../verify/verify-log.js';
import { createGreenzone, type Greenzone } from './greenzone.js';
import {
  commandOf,
  createLineStepper,
  type DifferingCell,
  drawsOf,
  entryEvents,
  type LineDifference,
  type LineStepper,
  type LoadedLine,
  type LoadOptions,
  MAX_DIFFERENCES,
  type RecordedLine,
} from './recorded-line.js';
import { createScript, STEPS_GAP, STEPS_NONE, STEPS_ONE } from './script.js';

interface LogLoader {
  readonly system: System;
  readonly battle: Battle;
  readonly side: RecordedSide;
  readonly line: RecordedLine;
  readonly greenzone: Greenzone;
  readonly stepper: LineStepper;
  /** Undefined where no search will ask which entry drew. */
  readonly events: EventBuffer | undefined;
  readonly drew: (events: EventBuffer) => boolean;
  /** Values of the cells that are fed, in a row. */
  readonly inputValues: Uint32Array;
}

/** Entries of a folded row between two looks at the clock. */
const ENTRIES_AT_ONCE = 4096;

/** @throws LockstepError `E_TRACE_UNIT`, and those of binding the header's cells */
function createLogLoader(
  system: System,
  battle: Battle,
  header: TraceHeader,
  file: string,
  { greenzoneBytes, isSearched = true }: Pick<LoadOptions, 'greenzoneBytes' | 'isSearched'>,
): LogLoader {
  const side = openRecordedSide(system, battle, header, file);
  const { bound, inputs, frameCode } = side;
  const { image } = battle;
  const greenzone = createGreenzone(image.length, greenzoneBytes, isSearched);
  greenzone.start(image);
  return {
    system,
    battle,
    side,
    line: {
      script: createScript(inputs.length),
      fed: Array.from(inputs, (index) => ({ offset: bound.offsets[index] ?? 0, width: bound.widths[index] ?? 0 })),
      differences: [],
      takeovers: new Map(),
    },
    greenzone,
    stepper: createLineStepper(system, battle, frameCode),
    events: isSearched ? entryEvents() : undefined,
    drew: drawsOf(system),
    inputValues: new Uint32Array(inputs.length),
  };
}

/** `STEPS_...` of the first entry of a row: steps of the recording since the row before. */
function stepsOf(side: RecordedSide, row: TraceRow): number {
  const steps = countSteps(side, row, row.frame);
  side.clock.lastFrame = row.frame + row.count - 1;
  if (steps > 1) return STEPS_GAP;
  return steps === 1 ? STEPS_ONE : STEPS_NONE;
}

/** Notes a difference and continues from the recorded state. */
function noteDifference(
  loader: LogLoader,
  row: TraceRow,
  at: number,
  kind: LineDifference['kind'],
  note: string,
): void {
  const { battle, line } = loader;
  const { header, bound, expected, masks } = loader.side;
  const { image } = battle;
  const cells: DifferingCell[] = [];
  const offsets: number[] = [];
  header.cells.forEach((cell, index) => {
    const mine = readBoundCell(image, bound, index);
    const theirs = row.values[index] ?? 0;
    if (mine === theirs) return;
    const offset = bound.offsets[index] ?? 0;
    for (let byte = 0; byte < (bound.widths[index] ?? 0); byte++) offsets.push(offset + byte);
    if (kind === 'cell' && masks.covers(index)) cells.push({ cell: cell[0], mine, theirs });
  });
  line.differences.push({ at, kind, cells, note });
  const places = Int32Array.from(offsets);
  line.takeovers.set(at, { offsets: places, values: Uint8Array.from(places, (offset) => expected[offset] ?? 0) });
  for (const offset of places) image[offset] = expected[offset] ?? 0;
}

function replayEntry(loader: LogLoader, row: TraceRow, at: number, frame: number, torn: boolean): void {
  const { line, events, greenzone, battle } = loader;
  const { masks, compare } = loader.side;
  const steps = line.script.stepsOf(at);
  if (events !== undefined) events.length = 0;
  if (steps === STEPS_GAP) noteDifference(loader, row, at, 'gap', 'the recording left out steps before this entry');
  else {
    const error = loader.stepper.step(line, at, events);
    if (error !== row.error && steps === STEPS_ONE) {
      noteDifference(loader, row, at, 'result', resultText(error, row.error));
    } else if (!torn) {
      masks.enter(frame);
      if (compare.chosenBytes() > 0 && !compare.equal()) noteDifference(loader, row, at, 'cell', '');
    }
  }
  greenzone.after(at, battle.image, events !== undefined && loader.drew(events));
}

/** Why the line ends with a row, or empty. */
function endOf({ line }: LogLoader): string {
  if (line.differences.length < MAX_DIFFERENCES) return '';
  return `the model differs in ${MAX_DIFFERENCES} entries; the log was not made under these rules`;
}

/**
 * Replays a folded row, which may stand for a million frames.
 * @param pause called between its parts
 */
async function loadLongRow(
  loader: LogLoader,
  row: TraceRow,
  first: number,
  torn: boolean,
  pause: () => Promise<void> | undefined,
): Promise<string> {
  for (let index = 0; index < row.count; index++) {
    replayEntry(loader, row, first + index, row.frame + index, torn);
    if (index % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await pause();
  }
  return endOf(loader);
}

/**
 * Replays a row; a short one at once, without a promise.
 * @param pause called between parts of a long folded row
 * @returns why the line ends with it, or empty
 */
function loadRow(loader: LogLoader, row: TraceRow, pause: () => Promise<void> | undefined): string | Promise<string> {
  const { system, battle, side, line, inputValues } = loader;
  const { inputs } = side;
  const { script } = line;
  takeChanges(side, row);
  for (let input = 0; input < inputs.length; input++) inputValues[input] = row.values[inputs[input] as number] ?? 0;
  const torn = isTorn(side, row);
  const first = script.length + 1;
  script.add({
    frame: row.frame,
    pad: row.pad,
    command: row.command === undefined ? undefined : commandOf(system, battle, script, row.command),
    error: row.error,
    count: row.count,
    steps: stepsOf(side, row),
    stepsAfter: side.clock.begin >= 0 ? STEPS_NONE : STEPS_ONE,
    torn,
    inputs: inputValues,
  });
  if (row.count > ENTRIES_AT_ONCE) return loadLongRow(loader, row, first, torn, pause);
  for (let index = 0; index < row.count; index++) replayEntry(loader, row, first + index, row.frame + index, torn);
  return endOf(loader);
}

// Reads a log into a line.

/**
 * Replays the rows that are there, in a loop without awaiting, which is compiled early.
 * @returns why the line ends, or empty; a promise where a long folded row takes its time
 */
function loadRows(
  loader: LogLoader,
  reader: TraceReader,
  pause: () => Promise<void> | undefined,
): string | Promise<string> {
  while (reader.next()) {
    const end = loadRow(loader, reader.row, pause);
    if (end !== '') return end;
  }
  return '';
}

/**
 * @throws LockstepError for a log that is damaged at its start; a later damage ends the line.
 * `E_INTERRUPTED` when the user interrupts
 */
export async function loadLog(file: string, options: LoadOptions): Promise<LoadedLine> {
  const reader = await openTrace(file, { allowIncomplete: true });
  try {
    const system = findSystem(options.systems, reader.header.system, file, 1, reader.header.setup);
    const rulesetForced = rulesetDiffers(system, reader.header, file, options.forceRuleset === true);
    const { header, settled } = rulesOfLog(system, reader.header, options.rules);
    const create = (): Battle => battleOf(system, header, file);
    const battle = create();
    const loader = createLogLoader(system, battle, header, file, options);
    let ended = '';
    const wait = createPause(options.signal, `${file} was not read to its end`);
    const pause = (): Promise<void> | undefined => {
      const waiting = wait();
      if (waiting !== undefined) options.progress?.(loader.line.script.length);
      return waiting;
    };
    try {
      do {
        let end = loadRows(loader, reader, pause);
        while (typeof end !== 'string') end = (await end) || loadRows(loader, reader, pause);
        ended = end;
        await pause();
      } while (ended === '' && (await reader.fill()));
    } catch (error) {
      // What was read before a damage is shown: it may be all that is left of a recording.
      if (!(error instanceof LockstepError) || loader.line.script.length === 0) throw error;
      if (error.code === 'E_INTERRUPTED') throw error;
      ended = `${error.sentence} (line ${error.details.line ?? loader.line.script.rows + 2})`;
    }
    if (ended === '' && reader.footer() === undefined) ended = 'the log has no footer: its recording was cut';
    loader.line.script.trim();
    const end = { whole: ended === '', reason: ended };
    const { line, greenzone, side } = loader;
    const { frameCode } = side;
    return { file, system, battle, create, frameCode, line, greenzone, end, header, rulesetForced, settled };
  } finally {
    reader.close();
  }
}
