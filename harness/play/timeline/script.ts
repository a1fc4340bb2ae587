/**
 * The inputs of a line, entry by entry: frame numbers, pad words or commands, input cells. Entry n,
 * from 1 on, leads from position n - 1 to position n. Folded rows stay folded.
 */
import type { RowCommand } from '../trace/types.js';

// Growing columns of numbers, so that a log of a million rows is a few typed arrays.

type Numbers = Uint8Array | Uint32Array | Int32Array | Float64Array;

interface Column {
  readonly length: number;
  push(value: number): void;
  /** @param index below `length` */
  at(index: number): number;
  /** Frees the reserve. */
  trim(): void;
}

const FIRST_CAPACITY = 1024;

function createColumn(make: (capacity: number) => Numbers): Column {
  let values = make(FIRST_CAPACITY);
  let length = 0;
  function resize(capacity: number): void {
    const wider = make(capacity);
    wider.set(values.subarray(0, length));
    values = wider;
  }
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === values.length) resize(2 * length);
      values[length++] = value;
    },
    at: (index) => values[index] as number,
    trim: () => resize(length),
  };
}

export const bytes = (): Column => createColumn((capacity) => new Uint8Array(capacity));
export const words = (): Column => createColumn((capacity) => new Uint32Array(capacity));
const signedWords = (): Column => createColumn((capacity) => new Int32Array(capacity));
const wide = (): Column => createColumn((capacity) => new Float64Array(capacity));

/** Index of the last entry of an ascending column up to a value, or -1. */
function lastNotAbove(column: Column, value: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column.at(middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A command of the script, encoded once. */
export interface ScriptCommand {
  readonly plain: RowCommand;
  /** Encoded form, or the code of its rejection by the encoder. */
  readonly encoded: Int32Array | string;
}

/** Steps of the model that an entry stands for. */
export const STEPS_NONE = 0;
export const STEPS_ONE = 1;
/** The recording skipped steps: the model cannot follow. */
export const STEPS_GAP = 2;

interface ScriptRow {
  readonly frame: number;
  /** Pad word, or -1 for a command. */
  readonly pad: number;
  readonly command: ScriptCommand | undefined;
  /** Code with which the recording rejected the command, or empty. */
  readonly error: string;
  readonly count: number;
  /** `STEPS_...` of the first entry. */
  readonly steps: number;
  /** `STEPS_...` of the others. */
  readonly stepsAfter: number;
  readonly torn: boolean;
  /** Values of the input cells, in the order of the header. */
  readonly inputs: ArrayLike<number>;
}

const TORN = 0x80;

export interface Script {
  /** Number of entries. */
  readonly length: number;
  readonly rows: number;
  add(row: ScriptRow): void;
  trim(): void;
  /** Index of the row that holds an entry. */
  rowOf(at: number): number;
  /** Frame number of an entry. */
  frameOf(at: number): number;
  /** Entry of a frame number, or 0. */
  entryOf(frame: number): number;
  isFirstOfRow(at: number): boolean;
  stepsOf(at: number): number;
  /** The same of an entry whose row is known. */
  stepsIn(row: number, at: number): number;
  isTorn(at: number): boolean;
  /** Pad word, or -1 for a command. */
  padOf(at: number): number;
  padIn(row: number): number;
  commandOf(at: number): ScriptCommand | undefined;
  commandIn(row: number): ScriptCommand | undefined;
  /** Code with which the recording rejected it, or empty. */
  errorOf(at: number): string;
  inputIn(row: number, input: number): number;
  /** The command of a text; the same text gives the same object. */
  intern(text: string, make: () => ScriptCommand): ScriptCommand;
}

/** The columns of a script: one element a row. */
interface Rows {
  /** First entry of the row. */
  readonly starts: Column;
  readonly frames: Column;
  /** Pad word, or -1 - the number of the command. */
  readonly inputs: Column;
  readonly flags: Column;
  /** One column for each input cell. */
  readonly fed: readonly Column[];
  /** Codes of rejections by row. */
  readonly errors: Map<number, string>;
  readonly commands: ScriptCommand[];
  readonly numbers: Map<ScriptCommand, number>;
  /** Number of entries. */
  length: number;
  /** Row of the last look-up: the next one is usually near. */
  hint: number;
}

function holds({ starts }: Rows, row: number, at: number): boolean {
  return row < starts.length && starts.at(row) <= at && (row + 1 === starts.length || starts.at(row + 1) > at);
}

function rowOf(rows: Rows, at: number): number {
  const { hint } = rows;
  if (holds(rows, hint, at)) return hint;
  rows.hint = holds(rows, hint + 1, at) ? hint + 1 : lastNotAbove(rows.starts, at);
  return rows.hint;
}

function commandNumber({ commands, numbers }: Rows, command: ScriptCommand): number {
  let number = numbers.get(command);
  if (number === undefined) {
    number = commands.push(command) - 1;
    numbers.set(command, number);
  }
  return number;
}

function addRow(rows: Rows, row: ScriptRow): void {
  const { starts } = rows;
  if (row.error !== '') rows.errors.set(starts.length, row.error);
  rows.hint = starts.length;
  starts.push(rows.length + 1);
  rows.frames.push(row.frame);
  rows.inputs.push(row.command === undefined ? row.pad : -1 - commandNumber(rows, row.command));
  rows.flags.push(row.steps | (row.stepsAfter << 2) | (row.torn ? TORN : 0));
  for (let input = 0; input < rows.fed.length; input++) (rows.fed[input] as Column).push(row.inputs[input] ?? 0);
  rows.length += row.count;
}

function entryOf({ starts, frames, length }: Rows, frame: number): number {
  const row = lastNotAbove(frames, frame);
  if (row < 0) return 0;
  const at = starts.at(row) + frame - frames.at(row);
  const end = row + 1 < starts.length ? starts.at(row + 1) : length + 1;
  return at < end ? at : 0;
}

function stepsIn({ starts, flags }: Rows, row: number, at: number): number {
  const flag = flags.at(row);
  return starts.at(row) === at ? flag & 3 : (flag >> 2) & 3;
}

function padIn({ inputs }: Rows, row: number): number {
  return Math.max(-1, inputs.at(row));
}

function commandIn({ inputs, commands }: Rows, row: number): ScriptCommand | undefined {
  const word = inputs.at(row);
  return word >= 0 ? undefined : commands[-1 - word];
}

/** @param inputCount number of cells fed from the recording */
export function createScript(inputCount: number): Script {
  const rows: Rows = {
    starts: words(),
    frames: wide(),
    inputs: signedWords(),
    flags: bytes(),
    fed: Array.from({ length: inputCount }, words),
    errors: new Map(),
    commands: [],
    numbers: new Map(),
    length: 0,
    hint: 0,
  };
  const { starts, frames, inputs, flags, fed, errors } = rows;
  const interned = new Map<string, ScriptCommand>();
  return {
    get length() {
      return rows.length;
    },
    get rows() {
      return starts.length;
    },
    add: (row) => addRow(rows, row),
    trim() {
      for (const column of [starts, frames, inputs, flags, ...fed]) column.trim();
    },
    rowOf: (at) => rowOf(rows, at),
    frameOf(at) {
      const row = rowOf(rows, at);
      return frames.at(row) + at - starts.at(row);
    },
    entryOf: (frame) => entryOf(rows, frame),
    isFirstOfRow: (at) => starts.at(rowOf(rows, at)) === at,
    stepsOf: (at) => stepsIn(rows, rowOf(rows, at), at),
    stepsIn: (row, at) => stepsIn(rows, row, at),
    isTorn: (at) => (flags.at(rowOf(rows, at)) & TORN) !== 0,
    padOf: (at) => padIn(rows, rowOf(rows, at)),
    padIn: (row) => padIn(rows, row),
    commandOf: (at) => commandIn(rows, rowOf(rows, at)),
    commandIn: (row) => commandIn(rows, row),
    errorOf: (at) => errors.get(rowOf(rows, at)) ?? '',
    inputIn: (row, input) => fed[input]?.at(row) ?? 0,
    intern(text, make) {
      const command = interned.get(text) ?? make();
      interned.set(text, command);
      return command;
    },
  };
}

/** Frame number of any position, extrapolated before the first and after the last entry. */
export function frameNumber(script: Script, at: number): number {
  const { length } = script;
  if (at >= 1 && at <= length) return script.frameOf(at);
  if (length === 0) return at - 1;
  return at < 1 ? script.frameOf(1) - 1 + at : script.frameOf(length) + at - length;
}
