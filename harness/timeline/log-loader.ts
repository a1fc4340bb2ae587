/** Replays the rows of a log into a line, and notes where the model differs. */
import type { Battle, EventBuffer, System } from '../../core/system/system.js';
import { LockstepError } from '../base/errors.js';
import { type BoundCells, bindCells, frameCommand, loadImage, readBoundCell } from '../trace/bind.js';
import type { TraceHeader, TraceRow } from '../trace/types.js';
import { createMaskSchedule, type MaskSchedule } from '../verify/mask-schedule.js';
import { createImageCompare, type ImageCompare } from '../verify/word-compare.js';
import { drawsOf } from './draws.js';
import { createGreenzone, type Greenzone } from './greenzone.js';
import { type LoadOptions, MAX_DIFFERENCES } from './loaded-line.js';
import {
  commandOf,
  createLineStepper,
  type DifferingCell,
  entryEvents,
  type LineDifference,
  type LineStepper,
  type RecordedLine,
  writeUnsigned,
} from './recorded-line.js';
import { createScript, STEPS_GAP, STEPS_NONE, STEPS_ONE } from './script.js';

/** The log's own count of its steps, where it has one. */
interface StepCount {
  /** Indexes of the cells of the header, or -1: every entry is a step. */
  readonly begin: number;
  readonly end: number;
  /** The count wraps to 0 after this number. */
  readonly span: number;
  last: number;
  /** Frame behind the row before, or -1. */
  nextFrame: number;
}

export interface LogLoader {
  readonly system: System;
  readonly battle: Battle;
  readonly header: TraceHeader;
  readonly bound: BoundCells;
  /** The recording's state. */
  readonly expected: Uint8Array;
  readonly compare: ImageCompare;
  readonly masks: MaskSchedule;
  readonly line: RecordedLine;
  readonly greenzone: Greenzone;
  /** Code of the command that takes a pad word; 0: the system has none. */
  readonly frameCode: number;
  readonly stepper: LineStepper;
  /** Undefined where no search will ask which entry drew. */
  readonly events: EventBuffer | undefined;
  readonly drew: (events: EventBuffer) => boolean;
  /** Indexes of the cells that are fed from the recording. */
  readonly inputs: readonly number[];
  /** Their values in a row. */
  readonly inputValues: Uint32Array;
  readonly count: StepCount;
}

/** Entries of a folded row between two looks at the clock. */
const ENTRIES_AT_ONCE = 4096;

function checkUnit(system: System, header: TraceHeader, file: string): void {
  if (header.unit === system.unit) return;
  throw new LockstepError('E_TRACE_UNIT', `the trace has another unit of time than ${system.id}`, {
    file,
    line: 1,
    found: header.unit,
    expected: system.unit,
    remedy: 'Record the log again',
  });
}

function stepCount(header: TraceHeader, bound: BoundCells, image: Uint8Array): StepCount {
  const { sequence } = header;
  if (sequence === null) return { begin: -1, end: -1, span: 0, last: 0, nextFrame: -1 };
  const indexOf = (name: string): number => header.cells.findIndex((cell) => cell[0] === name);
  const [begin, end] = [indexOf(sequence.begin), indexOf(sequence.end)];
  const span = 2 ** (8 * (bound.widths[begin] ?? 0));
  return { begin, end, span, last: readBoundCell(image, bound, begin), nextFrame: -1 };
}

/** @throws LockstepError `E_TRACE_UNIT`, and those of binding the header's cells */
export function createLogLoader(
  system: System,
  battle: Battle,
  header: TraceHeader,
  file: string,
  { greenzoneBytes, isSearched = true }: Pick<LoadOptions, 'greenzoneBytes' | 'isSearched'>,
): LogLoader {
  checkUnit(system, header, file);
  const bound = bindCells(header, battle, file);
  loadImage(header, battle);
  const { image } = battle;
  const expected = image.slice();
  const compare = createImageCompare(image, expected);
  const inputs = header.inputs.map((name) => header.cells.findIndex((cell) => cell[0] === name));
  const greenzone = createGreenzone(image.length, greenzoneBytes, isSearched);
  greenzone.start(image);
  const frameCode = system.unit === 'frame' ? frameCommand(system).code : 0;
  return {
    system,
    battle,
    header,
    bound,
    expected,
    compare,
    masks: createMaskSchedule(header, bound, compare, image.length),
    line: {
      script: createScript(inputs.length),
      fed: inputs.map((index) => ({ offset: bound.offsets[index] ?? 0, width: bound.widths[index] ?? 0 })),
      differences: [],
      takeovers: new Map(),
    },
    greenzone,
    frameCode,
    stepper: createLineStepper(system, battle, frameCode),
    events: isSearched ? entryEvents() : undefined,
    drew: drawsOf(system),
    inputs,
    inputValues: new Uint32Array(inputs.length),
    count: stepCount(header, bound, image),
  };
}

/** `STEPS_...` of the first entry of a row: steps of the recording since the row before. */
function stepsOf(count: StepCount, row: TraceRow): number {
  let steps = count.nextFrame < 0 ? 1 : row.frame - count.nextFrame + 1;
  count.nextFrame = row.frame + row.count;
  if (count.begin >= 0) {
    const value = row.values[count.begin] as number;
    steps = (value - count.last + count.span) % count.span;
    count.last = value;
  }
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
  const { header, battle, bound, expected, masks, line } = loader;
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
  const { line, events, masks, compare, greenzone, battle } = loader;
  const steps = line.script.stepsOf(at);
  if (events !== undefined) events.length = 0;
  if (steps === STEPS_GAP) noteDifference(loader, row, at, 'gap', 'the recording left out steps before this entry');
  else {
    const error = loader.stepper.step(line, at, events);
    if (error !== row.error && steps === STEPS_ONE) {
      const side = (code: string): string => (code === '' ? 'accepted' : `rejected with ${code}`);
      noteDifference(loader, row, at, 'result', `mine: ${side(error)}; theirs: ${side(row.error)}`);
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
export function loadRow(
  loader: LogLoader,
  row: TraceRow,
  pause: () => Promise<void> | undefined,
): string | Promise<string> {
  const { system, battle, bound, expected, line, inputs, inputValues, count } = loader;
  const { script } = line;
  for (let pair = 0; pair < row.changed; pair++) {
    const index = row.changes[2 * pair] as number;
    writeUnsigned(expected, bound.offsets[index] ?? 0, bound.widths[index] ?? 0, row.changes[2 * pair + 1] ?? 0);
  }
  for (let input = 0; input < inputs.length; input++) inputValues[input] = row.values[inputs[input] as number] ?? 0;
  const hasCount = count.begin >= 0;
  const torn = hasCount && row.values[count.begin] !== row.values[count.end];
  const first = script.length + 1;
  script.add({
    frame: row.frame,
    pad: row.pad,
    command: row.command === undefined ? undefined : commandOf(system, battle, script, row.command),
    error: row.error,
    count: row.count,
    steps: stepsOf(count, row),
    stepsAfter: hasCount ? STEPS_NONE : STEPS_ONE,
    torn,
    inputs: inputValues,
  });
  if (row.count > ENTRIES_AT_ONCE) return loadLongRow(loader, row, first, torn, pause);
  for (let index = 0; index < row.count; index++) replayEntry(loader, row, first + index, row.frame + index, torn);
  return endOf(loader);
}
