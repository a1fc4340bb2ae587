/**
 * What the model is fed, entry by entry: frame numbers, pad words or commands, cells fed from the recording. Entries
 * are numbered from 1: entry n leads from position n - 1 to position n. Folded rows stay folded.
 */
import type { RowCommand } from '../trace/types.js';
import { bytes, type Column, lastNotAbove, signedWords, wide, words } from './columns.js';

/** A command of the script, encoded once for all the entries that give it. */
export interface ScriptCommand {
  readonly plain: RowCommand;
  /** Encoded form, or the code with which it was rejected before it could be encoded. */
  readonly encoded: Int32Array | string;
}

/** Steps of the model that an entry stands for. */
export const STEPS_NONE = 0;
export const STEPS_ONE = 1;
/** The recording left steps out: the model cannot follow. */
export const STEPS_GAP = 2;

export interface ScriptRow {
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
  isTorn(at: number): boolean;
  /** Pad word, or -1 for a command. */
  padOf(at: number): number;
  commandOf(at: number): ScriptCommand | undefined;
  /** Code with which the recording rejected it, or empty. */
  errorOf(at: number): string;
  inputOf(at: number, input: number): number;
  /** A command that was interned; the same text gives the same object. */
  intern(text: string, make: () => ScriptCommand): ScriptCommand;
}

/** @param inputCount number of cells fed from the recording */
export function createScript(inputCount: number): Script {
  const starts = words();
  const frames = wide();
  const inputWords = signedWords();
  const flags = bytes();
  const fed: Column[] = Array.from({ length: inputCount }, words);
  const errors = new Map<number, string>();
  const commands: ScriptCommand[] = [];
  const numbers = new Map<ScriptCommand, number>();
  const interned = new Map<string, ScriptCommand>();
  let length = 0;
  /** Row of the last look-up: neighbours are asked for one after the other. */
  let hint = 0;

  function rowOf(at: number): number {
    const holds = (row: number): boolean =>
      row < starts.length && starts.at(row) <= at && (row + 1 === starts.length || starts.at(row + 1) > at);
    if (holds(hint)) return hint;
    hint = holds(hint + 1) ? hint + 1 : lastNotAbove(starts, at);
    return hint;
  }

  function commandNumber(command: ScriptCommand): number {
    let number = numbers.get(command);
    if (number === undefined) {
      number = commands.push(command) - 1;
      numbers.set(command, number);
    }
    return number;
  }

  return {
    get length() {
      return length;
    },
    get rows() {
      return starts.length;
    },
    add(row) {
      if (row.error !== '') errors.set(starts.length, row.error);
      starts.push(length + 1);
      frames.push(row.frame);
      inputWords.push(row.command === undefined ? row.pad : -1 - commandNumber(row.command));
      flags.push(row.steps | (row.stepsAfter << 2) | (row.torn ? TORN : 0));
      for (let input = 0; input < inputCount; input++) fed[input]?.push(row.inputs[input] ?? 0);
      length += row.count;
    },
    trim() {
      for (const column of [starts, frames, inputWords, flags, ...fed]) column.trim();
    },
    rowOf,
    frameOf(at) {
      const row = rowOf(at);
      return frames.at(row) + at - starts.at(row);
    },
    entryOf(frame) {
      const row = lastNotAbove(frames, frame);
      if (row < 0) return 0;
      const at = starts.at(row) + frame - frames.at(row);
      const end = row + 1 < starts.length ? starts.at(row + 1) : length + 1;
      return at < end ? at : 0;
    },
    isFirstOfRow: (at) => starts.at(rowOf(at)) === at,
    stepsOf(at) {
      const row = rowOf(at);
      const flag = flags.at(row);
      return starts.at(row) === at ? flag & 3 : (flag >> 2) & 3;
    },
    isTorn: (at) => (flags.at(rowOf(at)) & TORN) !== 0,
    padOf: (at) => Math.max(-1, inputWords.at(rowOf(at))),
    commandOf(at) {
      const word = inputWords.at(rowOf(at));
      return word >= 0 ? undefined : commands[-1 - word];
    },
    errorOf: (at) => errors.get(rowOf(at)) ?? '',
    inputOf: (at, input) => fed[input]?.at(rowOf(at)) ?? 0,
    intern(text, make) {
      let command = interned.get(text);
      if (command === undefined) {
        command = make();
        interned.set(text, command);
      }
      return command;
    },
  };
}

/** Frame number of any entry: before the first and behind the last the numbers go on. */
export function frameNumber(script: Script, at: number): number {
  const { length } = script;
  if (at >= 1 && at <= length) return script.frameOf(at);
  if (length === 0) return at - 1;
  return at < 1 ? script.frameOf(1) - 1 + at : script.frameOf(length) + at - length;
}
