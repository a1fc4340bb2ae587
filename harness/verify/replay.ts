/**
 * Replays one trace through the model. Only pads or commands (and the cells named `inputs`) come from the recording;
 * every other declared cell is compared in every frame. Works row by row, so that a log of any length needs the same
 * memory.
 */
import { createEventBuffer, encodeCommand, errorCode } from '../../core/battle.js';
import { type Battle, RuleError, type System } from '../../core/system.js';
import { LockstepError } from '../base/errors.js';
import { bindCells, frameCommand, loadImage } from '../trace/bind.js';
import type { TraceHeader, TraceRow } from '../trace/types.js';
import { createContextRing, inputText } from './context-ring.js';
import { type CellDifference, type Difference, type OwnerOf, rulesOf, shellWord } from './difference.js';
import { createDrawStream, type DrawComparison } from './draw-stream.js';
import { createMaskSchedule, type MaskUse, readUnsigned } from './mask-schedule.js';
import { createImageCompare } from './word-compare.js';

/** Words of the event buffer once a row holds draws. */
const WORDS_WITH_DRAWS = 1 << 20;

export interface ReplayOptions {
  /** After a difference take over the recording's cells and go on. */
  readonly goOn?: boolean;
  /** Compare from this frame on; earlier frames are stepped only. */
  readonly from?: number;
  /** Compare up to this frame. */
  readonly to?: number;
  readonly ownerOf?: OwnerOf;
  /** Further words of the command line that reproduces a difference. */
  readonly extraWords?: readonly string[];
}

export interface ReplayCounts {
  /** Frames compared and equal, before any difference. */
  equal: number;
  /** Of `equal`: frames in which a compared cell that is not passive changed. */
  active: number;
  /** Frames in which something differed. */
  different: number;
  /** After the recording was taken over: frames that were equal again. Never added to `equal`. */
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

export interface Replay {
  readonly counts: ReplayCounts;
  /** Number of cells that are compared. */
  readonly cells: number;
  readonly scratch: readonly string[];
  first(): Difference | undefined;
  /** True after a difference that ended the replay. */
  stopped(): boolean;
  masks(): MaskUse[];
  /** Undefined when no row holds draws. */
  draws(): DrawComparison | undefined;
  row(row: TraceRow): void;
}

/** @throws LockstepError when the trace and the system do not fit together */
export function createReplay(
  system: System,
  battle: Battle,
  header: TraceHeader,
  file: string,
  options: ReplayOptions = {},
): Replay {
  const unit = system.unit;
  if (header.unit !== unit) {
    throw new LockstepError('E_TRACE_UNIT', `the trace has another unit of time than ${system.id}`, {
      file,
      line: 1,
      found: header.unit,
      expected: unit,
      remedy: 'Record the log again',
    });
  }
  const bound = bindCells(header, battle, file);
  loadImage(header, battle);
  const image = battle.image;
  const { offsets, widths } = bound;
  const expected = image.slice();
  const compare = createImageCompare(image, expected);
  const masks = createMaskSchedule(header, bound, compare, image.length);
  const ring = createContextRing(header.cells.map((cell) => cell[0]));
  let events = createEventBuffer(4096);
  const drawStream = createDrawStream(system);
  const padCommand = new Int32Array(2);
  if (header.unit === 'frame') padCommand[0] = frameCommand(system).code;
  const indexOf = (name: string): number => header.cells.findIndex((cell) => cell[0] === name);
  const inputs = Int32Array.from(header.inputs, indexOf);
  const begin = header.sequence === null ? -1 : indexOf(header.sequence.begin);
  const end = header.sequence === null ? -1 : indexOf(header.sequence.end);
  const sequenceSpan = begin < 0 ? 0 : 2 ** (8 * (bound.widths[begin] ?? 0));
  let lastBegin = begin < 0 ? 0 : readUnsigned(image, bound, begin);
  let lastFrame = -1;
  /** Values of the changed cells of this row before it. */
  const before = new Uint32Array(header.cells.length);
  /** Values of all cells of the recording. */
  const recorded = Uint32Array.from(header.cells, (_, index) => readUnsigned(image, bound, index));
  const counts: ReplayCounts = {
    equal: 0,
    active: 0,
    different: 0,
    equalAfterTakeover: 0,
    torn: 0,
    repeated: 0,
    notChosen: 0,
    eventsLost: 0,
  };
  const from = options.from ?? 0;
  const to = options.to ?? Number.MAX_SAFE_INTEGER;
  let first: Difference | undefined;
  let stopped = false;

  function write(target: Uint8Array, index: number, value: number): void {
    const offset = offsets[index] as number;
    const width = widths[index] as number;
    target[offset] = value;
    if (width === 1) return;
    target[offset + 1] = value >>> 8;
    if (width === 2) return;
    target[offset + 2] = value >>> 16;
    target[offset + 3] = value >>> 24;
  }

  function applyChanges(row: TraceRow): void {
    const { changes, changed } = row;
    for (let pair = 0; pair < changed; pair++) {
      const index = changes[2 * pair] as number;
      const value = changes[2 * pair + 1] as number;
      before[pair] = recorded[index] as number;
      recorded[index] = value;
      write(expected, index, value);
    }
  }

  function valueBefore(row: TraceRow, frame: number, index: number): number {
    if (frame === row.frame) {
      for (let pair = 0; pair < row.changed; pair++) if (row.changes[2 * pair] === index) return before[pair] ?? 0;
    }
    return row.values[index] ?? 0;
  }

  function differingCells(row: TraceRow, frame: number): CellDifference[] {
    const found: CellDifference[] = [];
    header.cells.forEach((cell, index) => {
      const mine = readUnsigned(image, bound, index);
      const theirs = row.values[index] ?? 0;
      if (mine === theirs || !masks.covers(index)) return;
      found.push({ cell: cell[0], address: cell[1], mine, theirs, before: valueBefore(row, frame, index) });
    });
    return found.sort((a, b) => (a.address < b.address ? -1 : 1));
  }

  function differs(row: TraceRow, frame: number, kind: Difference['kind'], note: string): void {
    counts.different++;
    if (first === undefined) {
      const cells = kind === 'cell' ? differingCells(row, frame) : [];
      const [cell] = cells;
      const words = ['lockstep', 'verify', shellWord(file), '--from', String(frame), ...(options.extraWords ?? [])];
      const rules = rulesOf(system, events);
      first = {
        kind,
        file,
        line: row.line,
        frame,
        input: inputText(row.pad, row.command),
        cells,
        note,
        rules,
        owner: cell === undefined ? undefined : options.ownerOf?.(header.system, cell.cell, rules),
        context: ring.frames(),
        reproduce: words.join(' '),
      };
    }
    if (options.goOn !== true) {
      stopped = true;
      return;
    }
    for (let index = 0; index < header.cells.length; index++) write(image, index, row.values[index] as number);
  }

  /** Steps the model. Returns the code of a rejection, or empty. */
  function step(row: TraceRow): string {
    for (let index = 0; index < inputs.length; index++) {
      const input = inputs[index] as number;
      write(image, input, row.values[input] as number);
    }
    if (row.drawCount >= 0 && events.words.length < WORDS_WITH_DRAWS) events = createEventBuffer(WORDS_WITH_DRAWS);
    events.length = 0;
    events.lost = 0;
    let result: number;
    if (row.command === undefined) {
      padCommand[1] = row.pad;
      result = battle.step(padCommand, events);
    } else {
      try {
        result = battle.step(encodeCommand(system, battle, row.command), events);
      } catch (error) {
        // A command that cannot even be encoded is rejected like any other.
        if (error instanceof RuleError) return error.code;
        throw error;
      }
    }
    counts.eventsLost += events.lost;
    return errorCode(system, result);
  }

  /** Whether the row's first frame changed a cell that does not move with time or input alone. */
  function isActive(row: TraceRow): boolean {
    for (let pair = 0; pair < row.changed; pair++) {
      const index = row.changes[2 * pair] as number;
      if (bound.active[index] === 1 && before[pair] !== row.changes[2 * pair + 1]) return true;
    }
    return false;
  }

  /** Compares one frame, after its step if it had one. */
  function check(row: TraceRow, frame: number): void {
    if (masks.enter(frame))
      for (let index = 0; index < recorded.length; index++) write(expected, index, recorded[index] as number);
    if (compare.chosenBytes() === 0) return;
    if (compare.equal()) {
      if (first === undefined) {
        counts.equal++;
        if (frame === row.frame && isActive(row)) counts.active++;
      } else counts.equalAfterTakeover++;
      masks.count(image, row);
    } else {
      differs(row, frame, 'cell', '');
    }
  }

  /** How many steps the recording made since the frame before. */
  function advance(row: TraceRow, frame: number): number {
    if (begin >= 0) {
      const value = row.values[begin] as number;
      const steps = value >= lastBegin ? value - lastBegin : value - lastBegin + sequenceSpan;
      lastBegin = value;
      return steps;
    }
    const steps = lastFrame < 0 ? 1 : frame - lastFrame;
    lastFrame = frame;
    return steps;
  }

  function frameOf(row: TraceRow, frame: number): void {
    const chosen = frame >= from && frame <= to;
    const steps = advance(row, frame);
    const torn = begin >= 0 && row.values[begin] !== row.values[end];
    if (steps > 1) {
      events.length = 0;
      differs(row, frame, 'gap', `the recording made ${steps} steps between this frame and the one before it`);
      return;
    }
    if (steps === 0) {
      counts.repeated++;
      events.length = 0;
    } else {
      const result = step(row);
      if (result !== row.error) {
        const side = (code: string): string => (code === '' ? 'accepted' : `rejected with ${code}`);
        differs(row, frame, 'result', `mine: ${side(result)}; theirs: ${side(row.error)}`);
        return;
      }
      drawStream.compare(row, frame, events);
    }
    if (torn) counts.torn++;
    else if (chosen) check(row, frame);
    else counts.notChosen++;
  }

  function row(current: TraceRow): void {
    if (stopped) return;
    applyChanges(current);
    for (let index = 0; index < current.count && !stopped; index++) {
      const frame = current.frame + index;
      frameOf(current, frame);
      if (!stopped) ring.add(current, frame, before);
    }
  }

  return {
    counts,
    cells: bound.compared.reduce((sum, value) => sum + value, 0),
    scratch: bound.scratch,
    first: () => first,
    stopped: () => stopped,
    masks: masks.uses,
    draws: drawStream.result,
    row,
  };
}
