/** Verifies many logs and gives the result, with that of the routine vectors, as an exit code. */
import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { countText } from '../../../core/system/names.js';
import { LockstepError, withFileKind } from '../../base/index.js';

import { type LogResult, type VerifyOptions, verifyLog } from './verify-log.js';

// Files and folders of a command line -> trace files, in an order that does not depend on the file
// system.

/** Folders that hold `.jsonl` files of other forms. */
const OTHER_FORMS = new Set(['vectors', 'schemas', 'node_modules']);

export function isTraceName(name: string): boolean {
  return name.endsWith('.jsonl') || name.endsWith('.jsonl.gz');
}

/** A file, or a link to one; links to folders are not followed, they may lead in a circle. */
function isFileAt(entry: Dirent, path: string): boolean {
  return entry.isFile() || (entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}

/** Traces below a folder, deepest names sorted by code unit. */
export function tracesBelow(folder: string): string[] {
  const found: string[] = [];
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !OTHER_FORMS.has(entry.name)) found.push(...tracesBelow(path));
    else if (isTraceName(entry.name) && isFileAt(entry, path)) found.push(path);
  }
  return found;
}

/**
 * The trace files of names and folders.
 * @throws LockstepError `E_FILE` for a missing name, `E_FOLDER_EMPTY` for a folder without traces
 */
export function findLogs(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (!existsSync(name)) {
      throw new LockstepError('E_FILE', 'there is no such file or folder', { file: name, remedy: 'Check the name' });
    }
    if (!statSync(name).isDirectory()) return [name];
    const found = tracesBelow(name);
    if (found.length === 0) {
      throw new LockstepError('E_FOLDER_EMPTY', 'the folder holds no trace', {
        file: name,
        expected: 'files ending in .jsonl or .jsonl.gz',
        remedy: 'Name a folder with traces',
      });
    }
    return found;
  });
}

// The totals of a comparison by their meaning. They are never added up: cases of the game's
// published code, frames of our own test ROM, frames of the game's cartridge (and separately of its
// patch, of unidentified images, and of our own CPU), and the logs of models and plans of any
// system.

/** Result of the routine vectors. */
export interface VectorSummary {
  readonly cases: number;
  readonly equal: number;
  readonly different: number;
  readonly notCompared: number;
  /** Cases that ran through deduced bytes; part of `cases`. */
  readonly inferred: number;
  /** Cases of single instructions, no routines of the game; part of `cases`. */
  readonly instructions?: number;
}

export interface LogTotal {
  readonly logs: number;
  /** Frames compared and found equal before any difference. */
  readonly frames: number;
  /** Of `frames`: those in which a compared cell changed that is not passive. */
  readonly active: number;
  /** Of `frames`: those in which the recording made no step, so that nothing could change. */
  readonly withoutTick: number;
  /** Of `frames`: those of logs with the rows of an earlier log, as a second core records them. */
  readonly again: number;
  /** Of `frames`: those of logs without their footer. */
  readonly cut: number;
  readonly different: number;
}

/** @typeParam Cases what the routine vectors came to: the sums at least */
export interface VerifyTotals<Cases extends VectorSummary = VectorSummary> {
  /** Null: not run, because single files were named. */
  readonly originalCode: Cases | null;
  readonly testRom: LogTotal;
  /**
   * Logs whose header names the published image of the cartridge and the hash that was compared.
   */
  readonly cartridge: LogTotal;
  /** The same for a published patch of it. */
  readonly patched: LogTotal;
  /** Logs of an unidentified ROM. */
  readonly unknownImage: LogTotal;
  /**
   * Logs of any image on our own console: evidence of our CPU alone, not of an emulator or the
   * cartridge.
   */
  readonly ownCpu: LogTotal;
  /** Logs of references, plans and models. */
  readonly other: LogTotal;
}

/** Whether a log before has the same rows. */
function isAgain(logs: readonly LogResult[], index: number): boolean {
  const own = logs[index];
  return logs.slice(0, index).some(({ system, rows }) => system === own?.system && rows === own.rows);
}

function total(logs: readonly LogResult[], choose: (log: LogResult) => boolean): LogTotal {
  const chosen = logs.filter(choose);
  return {
    logs: chosen.length,
    frames: chosen.reduce((sum, log) => sum + log.equal, 0),
    active: chosen.reduce((sum, log) => sum + log.active, 0),
    withoutTick: chosen.reduce((sum, log) => sum + log.repeated, 0),
    again: chosen.reduce((sum, log, index) => sum + (isAgain(chosen, index) ? log.equal : 0), 0),
    cut: chosen.reduce((sum, log) => sum + (log.cutAfter === undefined ? 0 : log.equal), 0),
    different: chosen.reduce((sum, log) => sum + log.different, 0),
  };
}

function totalsOf<Cases extends VectorSummary>(logs: readonly LogResult[], vectors: Cases | null): VerifyTotals<Cases> {
  return {
    originalCode: vectors,
    testRom: total(logs, (log) => log.kind === 'homebrew'),
    cartridge: total(logs, (log) => log.kind === 'cartridge' && log.image?.state === 'original'),
    patched: total(logs, (log) => log.kind === 'cartridge' && log.image?.state === 'patched'),
    unknownImage: total(logs, (log) => log.kind === 'unknown-image'),
    ownCpu: total(logs, (log) => log.kind === 'own-cpu'),
    other: total(logs, (log) => log.kind === 'reference' || log.kind === 'plan' || log.kind === 'model'),
  };
}

export interface VerifyAllOptions extends VerifyOptions {
  /** Logs without their footer count as far as they go. Otherwise each of them is an error. */
  readonly partial?: boolean;
}

export interface VerifyReport<Cases extends VectorSummary = VectorSummary> {
  readonly logs: readonly LogResult[];
  /** Those that count: without `partial`, only logs with their footer. */
  readonly counted: readonly LogResult[];
  /** Logs that could not be verified. */
  readonly errors: readonly LockstepError[];
  readonly totals: VerifyTotals<Cases>;
  readonly interrupted: boolean;
  /** 0 everything equal, 1 something differs, 2 a bad log or nothing compared, 130 interrupted. */
  readonly exit: 0 | 1 | 2 | 130;
}

function withoutFooter({ file, unit }: LogResult, cutAfter: number): LockstepError {
  const place = cutAfter < 0 ? `before its first ${unit}` : `after ${unit} ${cutAfter}`;
  return new LockstepError('E_TRACE_INCOMPLETE', `the log ends without its footer ${place}: its recording was cut`, {
    file,
    remedy: 'Record it again, or give --partial to take what is there',
  });
}

/** A log that was verified, or why it could not be. */
export type LogOutcome = LogResult | LockstepError;

/** Verifies a log as one of many. */
export async function outcomeOf(file: string, options: VerifyOptions): Promise<LogOutcome> {
  try {
    return await verifyLog(file, { ...options, reader: { ...options.reader, allowIncomplete: true } });
  } catch (error) {
    if (error instanceof LockstepError) return error;
    throw error;
  }
}

function nothingCompared(logs: number, isPart: boolean): LockstepError {
  return new LockstepError('E_NOTHING_COMPARED', 'nothing was compared', {
    found: countText(logs, 'log'),
    remedy: isPart
      ? 'Choose --from and --to among the frames of the log; `lockstep verify LOG --list` counts them'
      : 'Name a log with rows and with cells that are neither inputs nor masked throughout',
  });
}

/**
 * The report on logs in their order.
 * @param vectors result of the routine vectors, or null when they were not asked for
 */
export function reportOf<Cases extends VectorSummary>(
  outcomes: readonly LogOutcome[],
  vectors: Cases | null,
  { partial, signal, from, to }: Pick<VerifyAllOptions, 'partial' | 'signal' | 'from' | 'to'>,
): VerifyReport<Cases> {
  const logs: LogResult[] = [];
  const errors: LockstepError[] = [];
  for (const outcome of outcomes) {
    if (outcome instanceof LockstepError) {
      errors.push(withFileKind(outcome));
      continue;
    }
    logs.push(outcome);
    if (outcome.cutAfter !== undefined && partial !== true) errors.push(withoutFooter(outcome, outcome.cutAfter));
  }
  const interrupted = signal?.aborted === true;
  // A case counts as compared only when our code ran it.
  const cases = vectors === null ? 0 : vectors.equal + vectors.different;
  const compared = cases + logs.reduce((sum, log) => sum + log.equal + log.different, 0);
  const isPart = from !== undefined || to !== undefined;
  if (compared === 0 && errors.length === 0 && !interrupted) errors.push(nothingCompared(logs.length, isPart));
  const differs = (vectors?.different ?? 0) > 0 || logs.some(({ verdict }) => verdict === 'differs');
  const exit = interrupted ? 130 : errors.length > 0 ? 2 : differs ? 1 : 0;
  const counted = logs.filter(({ cutAfter }) => cutAfter === undefined || partial === true);
  return { logs, counted, errors, totals: totalsOf(counted, vectors), interrupted, exit };
}

/**
 * Verifies logs one after the other; `verifyTogether` does so on all cores.
 * @param vectors result of the routine vectors, or null when they were not asked for
 */
export async function verifyAll(
  files: readonly string[],
  vectors: VectorSummary | null,
  options: VerifyAllOptions,
): Promise<VerifyReport> {
  const outcomes: LogOutcome[] = [];
  for (const file of files) {
    if (options.signal?.aborted === true) break;
    outcomes.push(await outcomeOf(file, options));
  }
  return reportOf(outcomes, vectors, options);
}
