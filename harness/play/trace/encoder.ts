/**
 * Encodes states as lines: finds changed cells, folds equal frames, writes a full row when due,
 * counts and hashes.
 */

import { createHash, type Hash } from 'node:crypto';
import { LockstepError } from '../../base/index.js';
import { parseHeader } from './header.js';
import { FULL_ROW_EVERY, MAX_FOLD } from './row-parser.js';
import type { RowCommand, TraceFooter, TraceHeader, TraceImage } from './types.js';

// The one serializer of traces: text of header, rows and footer, keys in a fixed order, without the
// LF.

export function headerText(header: TraceHeader): string {
  const { emulator, rom, input, recorder } = header.source;
  const program = (identity: typeof emulator): typeof emulator =>
    identity && { name: identity.name, version: identity.version, sha256: identity.sha256 };
  // JSON.stringify keeps the order of insertion, so the order below is the order in the file.
  return JSON.stringify({
    trace: header.trace,
    system: header.system,
    systemVersion: header.systemVersion,
    ruleset: { name: header.ruleset.name, hash: header.ruleset.hash, switches: sortedKeys(header.ruleset.switches) },
    source: {
      kind: header.source.kind,
      emulator: program(emulator),
      rom: rom && {
        title: rom.title,
        sha256: rom.sha256,
        ...(rom.image && { image: imageObject(rom.image) }),
      },
      input: input && { sha256: input.sha256 },
      recorder: program(recorder),
    },
    unit: header.unit,
    from: header.from,
    setup: header.setup ?? null,
    ...(header.layout === undefined ? {} : { layout: header.layout }),
    cells: header.cells,
    inputs: header.inputs,
    sequence: header.sequence && { begin: header.sequence.begin, end: header.sequence.end },
    masks: header.masks.map((mask) => ({
      cell: mask.cell,
      from: mask.from,
      to: mask.to,
      reason: mask.reason,
      evidence: mask.evidence,
      date: mask.date,
    })),
    image: sortedKeys(header.image),
  });
}

function imageObject({ id, hash, by, size, title }: TraceImage): TraceImage {
  return { id, hash, by, ...(size === undefined ? {} : { size }), ...(title === undefined ? {} : { title }) };
}

function sortedKeys<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([first], [second]) => (first < second ? -1 : 1)));
}

/** What a row says, before it is text. */
interface RowContent {
  readonly frame: number;
  /** Pad word, or the plain command. */
  readonly what: number | RowCommand;
  /** Code of a rejection, or empty. */
  readonly error: string;
  readonly full: boolean;
  /** Values of all cells when full, else pairs of index and value. */
  readonly values: ArrayLike<number>;
  /** How many entries of `values` belong to the row. */
  readonly length: number;
  readonly count: number;
  /** Triples of call site, state before, state after; undefined: the row says nothing of draws. */
  readonly draws?: ArrayLike<number> | undefined;
}

export function rowText(row: RowContent): string {
  let text = `[${row.frame},${typeof row.what === 'number' ? row.what : JSON.stringify(row.what)},`;
  if (row.error !== '') text += `${JSON.stringify(row.error)},`;
  if (row.full) text += '"full",';
  text += '[';
  for (let index = 0; index < row.length; index++) text += index === 0 ? row.values[index] : `,${row.values[index]}`;
  text += row.count > 1 ? `],${row.count}` : ']';
  if (row.draws !== undefined) text += `,"draws",[${Array.from(row.draws).join(',')}]`;
  return `${text}]`;
}

function footerText(footer: TraceFooter): string {
  return `{"end":1,"rows":${footer.rows},"frames":${footer.frames},"sha256":"${footer.sha256}"}`;
}

export interface TraceEncoder {
  /**
   * Adds a frame.
   * @param values every cell at the end of the frame, by index
   * @param draws triples of call site, state before, state after; left out: not recorded
   */
  frame(frame: number, pad: number, values: ArrayLike<number>, draws?: ArrayLike<number>): void;
  /** Adds a command. @param error code of its rejection, or empty */
  command(
    frame: number,
    command: RowCommand,
    error: string,
    values: ArrayLike<number>,
    draws?: ArrayLike<number>,
  ): void;
  /** Writes the footer. */
  finish(): TraceFooter;
}

/** A frame whose row waits for further equal frames. */
interface HeldFrame {
  readonly frame: number;
  readonly pad: number;
  readonly full: boolean;
  readonly values: Uint32Array;
  readonly draws: ArrayLike<number> | undefined;
  count: number;
}

interface EncoderState {
  readonly header: TraceHeader;
  readonly emit: (line: string) => void;
  readonly hash: Hash;
  /** Maximum value of each cell. */
  readonly largest: readonly number[];
  /** All cells after the last row. */
  readonly current: Uint32Array;
  /** Pairs of index and value of the present row. */
  readonly changes: Uint32Array;
  rows: number;
  frames: number;
  /** Rows since the last full one, including it. */
  sinceFull: number;
  nextFrame: number;
  held: HeldFrame | undefined;
}

function writeLine(state: EncoderState, text: string): void {
  state.hash.update(`${text}\n`);
  state.emit(text);
}

/** Fills `changes`; returns how many words of it are used. */
function takeChanges(state: EncoderState, values: ArrayLike<number>): number {
  const { current, changes, largest } = state;
  let used = 0;
  for (let index = 0; index < current.length; index++) {
    const value = values[index];
    if (value === undefined || !(value >= 0 && value <= (largest[index] ?? 0)) || !Number.isInteger(value)) {
      const [name] = state.header.cells[index] ?? [];
      throw new LockstepError('E_TRACE_WIDTH', `the value does not fit in cell ${name}`, { found: String(value) });
    }
    if (value !== current[index]) {
      current[index] = value;
      changes[used++] = index;
      changes[used++] = value;
    }
  }
  return used;
}

function checkOrder({ nextFrame }: EncoderState, frame: number): void {
  if (Number.isSafeInteger(frame) && frame >= nextFrame) return;
  throw new LockstepError('E_TRACE_ORDER', 'frame numbers must ascend', {
    found: String(frame),
    expected: `${nextFrame} or more`,
  });
}

/** Whether the next row must be full; also counts it. */
function isFullRow(state: EncoderState): boolean {
  const full = state.sinceFull >= FULL_ROW_EVERY;
  state.sinceFull = full ? 1 : state.sinceFull + 1;
  return full;
}

function writeHeld(state: EncoderState): void {
  const { held } = state;
  if (held === undefined) return;
  state.held = undefined;
  const { frame, pad, full, values, count, draws } = held;
  writeLine(state, rowText({ frame, what: pad, error: '', full, values, length: values.length, count, draws }));
  state.rows++;
  state.frames += count;
}

function addFrame(
  state: EncoderState,
  frame: number,
  pad: number,
  values: ArrayLike<number>,
  draws: ArrayLike<number> | undefined,
): void {
  checkOrder(state, frame);
  if (!(pad >= 0 && pad <= 0xffff)) {
    throw new LockstepError('E_TRACE_WIDTH', 'a pad word has 16 bits', { found: String(pad) });
  }
  const { held } = state;
  const used = takeChanges(state, values);
  const noDraws = draws?.length === held?.draws?.length && (draws?.length ?? 0) === 0;
  if (
    held !== undefined &&
    noDraws &&
    used === 0 &&
    held.pad === pad &&
    frame === state.nextFrame &&
    held.count < MAX_FOLD
  ) {
    held.count++;
    state.nextFrame = frame + 1;
    return;
  }
  writeHeld(state);
  const full = isFullRow(state);
  const kept = full ? state.current.slice() : state.changes.slice(0, used);
  state.held = { frame, pad, full, values: kept, count: 1, draws };
  state.nextFrame = frame + 1;
}

type CommandRow = Pick<RowContent, 'frame' | 'error' | 'draws'> & { readonly what: RowCommand };

function addCommand(state: EncoderState, row: CommandRow, values: ArrayLike<number>): void {
  checkOrder(state, row.frame);
  writeHeld(state);
  const used = takeChanges(state, values);
  const full = isFullRow(state);
  const { current, changes } = state;
  const shown = full ? { values: current, length: current.length } : { values: changes, length: used };
  writeLine(state, rowText({ ...row, full, count: 1, ...shown }));
  state.rows++;
  state.frames++;
  state.nextFrame = row.frame + 1;
}

function writeFooter(state: EncoderState): TraceFooter {
  writeHeld(state);
  const { rows, frames, hash } = state;
  const footer: TraceFooter = { end: 1, rows, frames, sha256: hash.digest('hex') };
  state.emit(footerText(footer));
  return footer;
}

/**
 * An encoder that has emitted the header.
 * @param emit takes one line without its LF
 * @throws LockstepError for a header that a reader would refuse
 */
export function createTraceEncoder(header: TraceHeader, emit: (line: string) => void): TraceEncoder {
  const first = headerText(header);
  // What we write we must be able to read: a wrong header is refused here, not when the log is
  // needed.
  parseHeader(first, 'the trace to be written');
  const state: EncoderState = {
    header,
    emit,
    hash: createHash('sha256'),
    largest: header.cells.map((cell) => 2 ** (8 * cell[2]) - 1),
    current: new Uint32Array(header.cells.length),
    changes: new Uint32Array(2 * header.cells.length),
    rows: 0,
    frames: 0,
    sinceFull: FULL_ROW_EVERY,
    nextFrame: 0,
    held: undefined,
  };
  writeLine(state, first);
  return {
    frame: (frame, pad, values, draws) => addFrame(state, frame, pad, values, draws),
    command: (frame, what, error, values, draws) => addCommand(state, { frame, what, error, draws }, values),
    finish: () => writeFooter(state),
  };
}
