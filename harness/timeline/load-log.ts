/** Reads a log into a line of time: replays it once, notes where the model parts from it, keeps states on the way. */
import type { Battle, System } from '../../core/system.js';
import { LockstepError } from '../base/errors.js';
import { bindCells, frameCommand, loadImage } from '../trace/bind.js';
import { openTrace } from '../trace/reader.js';
import type { TraceHeader, TraceRow } from '../trace/types.js';
import { createMaskSchedule, readUnsigned } from '../verify/mask-schedule.js';
import { battleOf, findSystem, rulesetDiffers } from '../verify/verify-log.js';
import { createImageCompare } from '../verify/word-compare.js';
import { drawsOf } from './draws.js';
import { createGreenzone, type Greenzone } from './greenzone.js';
import { type LoadedLine, type LoadOptions, MOST_DIFFERENCES } from './loaded-line.js';
import {
  commandOf,
  createLineStepper,
  type DifferingCell,
  entryEvents,
  type LineDifference,
  type RecordedLine,
  writeUnsigned,
} from './recorded-line.js';
import { createScript, STEPS_GAP, STEPS_NONE, STEPS_ONE } from './script.js';

/** @throws LockstepError for a damaged log; one that ends early is no error */
export async function loadLog(file: string, options: LoadOptions): Promise<LoadedLine> {
  const reader = await openTrace(file, { allowIncomplete: true });
  try {
    const { header } = reader;
    const system = findSystem(options.systems, header.system, file, 1, header.setup);
    const rulesetForced = rulesetDiffers(system, header, file, options.forceRuleset === true);
    const create = (): Battle => battleOf(system, header, file);
    const battle = create();
    const loader = createLogLoader(system, battle, header, file, options);
    let ended = '';
    try {
      do {
        while (ended === '' && reader.next()) ended = loader.row(reader.row);
        options.progress?.(loader.line.script.length);
        if (options.signal?.aborted === true) ended = 'interrupted while it was read';
      } while (ended === '' && (await reader.fill()));
    } catch (error) {
      // What was read before a damage is shown: it may be all that is left of a recording.
      if (!(error instanceof LockstepError) || loader.line.script.length === 0) throw error;
      ended = `${error.message} (line ${error.details.line ?? loader.line.script.rows + 2})`;
    }
    if (ended === '' && reader.footer() === undefined) ended = 'the log has no footer: its recording was cut';
    loader.line.script.trim();
    const end = { whole: ended === '', reason: ended };
    const { line, greenzone, frameCode } = loader;
    return { file, system, battle, create, frameCode, line, greenzone, end, header, rulesetForced };
  } finally {
    reader.close();
  }
}

interface LogLoader {
  readonly line: RecordedLine;
  readonly greenzone: Greenzone;
  readonly frameCode: number;
  /** @returns why the line ends here, or empty */
  row(row: TraceRow): string;
}

function createLogLoader(
  system: System,
  battle: Battle,
  header: TraceHeader,
  file: string,
  options: LoadOptions,
): LogLoader {
  if (header.unit !== system.unit) {
    throw new LockstepError('E_TRACE_UNIT', `the trace has another unit of time than ${system.id}`, {
      file,
      line: 1,
      found: header.unit,
      expected: system.unit,
      remedy: 'Record the log again',
    });
  }
  const bound = bindCells(header, battle, file);
  loadImage(header, battle);
  const { image } = battle;
  const expected = image.slice();
  const compare = createImageCompare(image, expected);
  const masks = createMaskSchedule(header, bound, compare, image.length);
  const indexOf = (name: string): number => header.cells.findIndex((cell) => cell[0] === name);
  const inputs = header.inputs.map(indexOf);
  const script = createScript(inputs.length);
  const line: RecordedLine = {
    script,
    fed: inputs.map((index) => ({ offset: bound.offsets[index] ?? 0, width: bound.widths[index] ?? 0 })),
    differences: [],
    takeovers: new Map(),
  };
  const greenzone = createGreenzone(image.length, options.greenzoneBytes);
  greenzone.start(image);
  const frameCode = system.unit === 'frame' ? frameCommand(system).code : 0;
  const stepper = createLineStepper(system, battle, frameCode);
  const events = entryEvents();
  const drew = drawsOf(system);
  const begin = header.sequence === null ? -1 : indexOf(header.sequence.begin);
  const end = header.sequence === null ? -1 : indexOf(header.sequence.end);
  const span = begin < 0 ? 0 : 2 ** (8 * (bound.widths[begin] ?? 0));
  let lastBegin = begin < 0 ? 0 : readUnsigned(image, bound, begin);
  let nextFrame = -1;

  /** Steps of the recording since the row before: of this row's first entry. */
  function stepsOf(row: TraceRow): number {
    let steps = nextFrame < 0 ? 1 : row.frame - nextFrame + 1;
    nextFrame = row.frame + row.count;
    if (begin >= 0) {
      const value = row.values[begin] as number;
      steps = (value - lastBegin + span) % span;
      lastBegin = value;
    }
    if (steps > 1) return STEPS_GAP;
    return steps === 1 ? STEPS_ONE : STEPS_NONE;
  }

  function differs(row: TraceRow, at: number, kind: LineDifference['kind'], note: string): void {
    const cells: DifferingCell[] = [];
    const offsets: number[] = [];
    header.cells.forEach((cell, index) => {
      const mine = readUnsigned(image, bound, index);
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

  function entry(row: TraceRow, at: number, frame: number, torn: boolean): void {
    const steps = script.stepsOf(at);
    events.length = 0;
    if (steps === STEPS_GAP) {
      differs(row, at, 'gap', 'the recording left out steps before this entry');
    } else {
      const error = stepper.step(line, at, events);
      if (error !== row.error && steps === STEPS_ONE) {
        const side = (code: string): string => (code === '' ? 'accepted' : `rejected with ${code}`);
        differs(row, at, 'result', `mine: ${side(error)}; theirs: ${side(row.error)}`);
      } else if (!torn) {
        masks.enter(frame);
        if (compare.chosenBytes() > 0 && !compare.equal()) differs(row, at, 'cell', '');
      }
    }
    greenzone.after(at, image, drew(events));
  }

  return {
    line,
    greenzone,
    frameCode,
    row(row) {
      for (let pair = 0; pair < row.changed; pair++) {
        const index = row.changes[2 * pair] as number;
        writeUnsigned(expected, bound.offsets[index] ?? 0, bound.widths[index] ?? 0, row.changes[2 * pair + 1] ?? 0);
      }
      const torn = begin >= 0 && row.values[begin] !== row.values[end];
      const first = script.length + 1;
      script.add({
        frame: row.frame,
        pad: row.pad,
        command: row.command === undefined ? undefined : commandOf(system, battle, script, row.command),
        error: row.error,
        count: row.count,
        steps: stepsOf(row),
        stepsAfter: begin >= 0 ? STEPS_NONE : STEPS_ONE,
        torn,
        inputs: inputs.map((index) => row.values[index] ?? 0),
      });
      for (let index = 0; index < row.count; index++) entry(row, first + index, row.frame + index, torn);
      if (line.differences.length < MOST_DIFFERENCES) return '';
      return `the model differs in ${MOST_DIFFERENCES} entries; the log is not of these rules`;
    },
  };
}
