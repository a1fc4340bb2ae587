/**
 * The one place that writes files of users. A file is written under a temporary name in its folder
 * and renamed when it is complete: a reader sees the old file or the new one, never a part.
 *
 * The rules, for every verb (docs/SECURITY.md):
 * - only a file is replaced, never a folder, a device, a pipe or a socket;
 * - never a file that the same command reads, by whatever name or link;
 * - a symbolic link stays: the file that it leads to is replaced, or made;
 * - the new file has the rights of the old one, and a file that may not be written stays;
 * - the temporary file is removed after a failure and after Ctrl-C.
 */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isInput, leadsTo } from './command-inputs.js';
import { LockstepError } from './errors.js';

interface OutputRules {
  /** Inputs, where no command runs that tells them, or besides its own. */
  readonly inputs?: readonly string[];
  /** The command reads this very file and writes it anew: a branch file, a checkpoint. */
  readonly isUpdate?: boolean;
}

/** A file that is not there yet, to be written under a temporary name by anybody. */
interface UnfinishedFile {
  readonly temporary: string;
  /** Gives the file its name. @throws LockstepError `E_OUTPUT_WRITE`, with nothing left */
  finish(): void;
  /** Removes the temporary file; nothing after `finish`. */
  abort(): void;
}

/** A file that is written piece by piece. */
interface OutputFile {
  /** @throws LockstepError `E_OUTPUT_WRITE`, with nothing left */
  write(bytes: Uint8Array): void;
  /** @param isSynced wait until the disk has it, for a file that must outlive a crash */
  finish(isSynced?: boolean): void;
  abort(): void;
}

/** Where a file goes. */
interface OutputPlace {
  /** Without symbolic links at its end. */
  readonly path: string;
  /** Rights of the file that is there. */
  readonly mode: number | undefined;
}

const MAX_LINKS = 40;
const MODE_BITS = 0o7777;
const NEW_FILE_MODE = 0o666;

/**
 * The error for a file that cannot be written.
 * @param what noun for the file in the message, such as `page`
 */
export function outputError(file: string, what: string, error: unknown): LockstepError {
  if (error instanceof LockstepError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  return new LockstepError('E_OUTPUT_WRITE', `the ${what} cannot be written: ${code}`, {
    file,
    remedy: 'Check its folder, its permissions and the free space',
  });
}

/** The name that something has in an error, or undefined for a file. */
function typeOf(status: BigIntStats): string | undefined {
  if (status.isFile()) return undefined;
  if (status.isDirectory()) return 'a folder';
  if (status.isFIFO()) return 'a pipe';
  return status.isSocket() ? 'a socket' : 'a device';
}

/** The path behind the symbolic links of a name that leads to no file yet. */
function behindLinks(file: string): string {
  let path = resolve(file);
  for (let links = 0; links < MAX_LINKS; links++) {
    try {
      path = resolve(dirname(path), readlinkSync(path));
    } catch {
      return path;
    }
  }
  throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
}

function placeOf(file: string, what: string, { inputs = [], isUpdate = false }: OutputRules): OutputPlace {
  if (file === '') {
    throw new LockstepError('E_OUTPUT_WRITE', `the ${what} cannot be written: its name is empty`, {
      remedy: 'Give a name',
    });
  }
  const status = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (status === undefined) {
    const path = behindLinks(file);
    // now, and not after a recording of an hour
    accessSync(dirname(path), constants.W_OK);
    return { path, mode: undefined };
  }
  const type = typeOf(status);
  if (type !== undefined) {
    throw new LockstepError('E_OUTPUT_WRITE', `the ${what} cannot be written: ${type} has this name`, {
      file,
      found: type,
      expected: 'a file, or a new name',
      remedy: 'Give another name',
    });
  }
  if (leadsTo(inputs, status) || (!isUpdate && isInput(status))) {
    throw new LockstepError('E_OUTPUT_IS_INPUT', `the ${what} would overwrite a file that the command reads`, {
      file,
      remedy: 'Give another name',
    });
  }
  accessSync(file, constants.W_OK);
  return { path: realpathSync(file), mode: Number(status.mode) & MODE_BITS };
}

function checkedPlace(file: string, what: string, rules: OutputRules): OutputPlace {
  try {
    return placeOf(file, what, rules);
  } catch (error) {
    throw outputError(file, what, error);
  }
}

/** Whether two names are those of one file, which need not be there yet. */
export function isSameOutput(one: string, other: string): boolean {
  const pathOf = (file: string): string => {
    const path = behindLinks(file);
    try {
      return join(realpathSync(dirname(path)), basename(path));
    } catch {
      return path;
    }
  };
  const status = statSync(one, { bigint: true, throwIfNoEntry: false });
  return status === undefined ? pathOf(one) === pathOf(other) : leadsTo([other], status);
}

/**
 * Checks a name before anything is computed for it.
 * @param what noun for the file in the message, such as `page`
 * @throws LockstepError `E_OUTPUT_WRITE`, `E_OUTPUT_IS_INPUT`
 */
export function checkOutput(file: string, what: string, rules: OutputRules = {}): void {
  checkedPlace(file, what, rules);
}

/** A file that is to be written. */
interface NamedOutput {
  readonly file: string;
  readonly what: string;
  readonly isUpdate: boolean;
}

/**
 * Checks the names of all files that one command or call writes.
 * @param inputs files that it reads, besides those of its command
 * @throws LockstepError as `checkOutput`; `E_USAGE` for two of one name
 */
export function checkOutputs(outputs: readonly NamedOutput[], inputs: readonly string[]): void {
  for (const { file, what, isUpdate } of outputs) checkOutput(file, what, { inputs, isUpdate });
  for (const [index, one] of outputs.entries()) {
    const other = outputs.slice(index + 1).find(({ file }) => isSameOutput(one.file, file));
    if (other === undefined) continue;
    throw new LockstepError('E_USAGE', `the ${one.what} and the ${other.what} would be the same file`, {
      found: one.file,
      remedy: 'Give two names',
    });
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Files and folders to be removed when the process ends. */
const leftovers = new Set<string>();
let isWatching = false;

function removeLeftovers(): void {
  for (const path of leftovers) rmSync(path, { recursive: true, force: true });
  leftovers.clear();
}

/** A process that nobody else stops ends by the signal, as it would without this. */
function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeLeftovers();
  process.removeListener(signal, endBySignal);
  process.kill(process.pid, signal);
}

function startWatching(): void {
  if (isWatching) return;
  isWatching = true;
  process.on('exit', removeLeftovers);
  for (const signal of SIGNALS) process.on(signal, endBySignal);
}

/** Ends the watch in a later turn: a signal that came meanwhile is heard first. */
function stopWatching(): void {
  setImmediate(() => {
    if (leftovers.size > 0 || !isWatching) return;
    isWatching = false;
    process.removeListener('exit', removeLeftovers);
    for (const signal of SIGNALS) process.removeListener(signal, endBySignal);
  });
}

/** Removes a file or folder when the process ends, however it ends. Returns what removes it now. */
function removeAtEnd(path: string): () => void {
  startWatching();
  leftovers.add(path);
  return () => {
    if (!leftovers.delete(path)) return;
    rmSync(path, { recursive: true, force: true });
    stopWatching();
  };
}

/** Letters of a file's name that its temporary name has. */
const TEMPORARY_LETTERS = 32;

function begin(file: string, what: string, rules: OutputRules): { unfinished: UnfinishedFile; mode: number } {
  const { path, mode } = checkedPlace(file, what, rules);
  // the name itself may already be as long as the folder takes
  const begun = [...basename(path)].slice(0, TEMPORARY_LETTERS).join('');
  const temporary = join(dirname(path), `${begun}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`);
  const remove = removeAtEnd(temporary);
  const finish = (): void => {
    try {
      if (mode !== undefined) chmodSync(temporary, mode);
      renameSync(temporary, path);
    } catch (error) {
      throw outputError(file, what, error);
    } finally {
      remove();
    }
  };
  return { unfinished: { temporary, finish, abort: remove }, mode: mode ?? NEW_FILE_MODE };
}

/**
 * Begins a file that another program writes, under its temporary name.
 * @param what noun for the file in the message, such as `recording`
 * @throws LockstepError `E_OUTPUT_WRITE`, `E_OUTPUT_IS_INPUT`
 */
export function beginFile(file: string, what: string, rules: OutputRules = {}): UnfinishedFile {
  return begin(file, what, rules).unfinished;
}

/** Writes all bytes at the place where the file is. */
export function writeBytes(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

/**
 * Begins a file that is written piece by piece.
 * @param what noun for the file in the message, such as `trace`
 * @throws LockstepError `E_OUTPUT_WRITE`, `E_OUTPUT_IS_INPUT`
 */
export function openOutput(file: string, what: string, rules: OutputRules = {}): OutputFile {
  const { unfinished, mode } = begin(file, what, rules);
  let descriptor = -1;
  const abort = (): void => {
    if (descriptor >= 0) closeSync(descriptor);
    descriptor = -1;
    unfinished.abort();
  };
  const guarded = (action: () => void): void => {
    try {
      action();
    } catch (error) {
      abort();
      throw outputError(file, what, error);
    }
  };
  guarded(() => {
    descriptor = openSync(unfinished.temporary, 'wx', mode);
  });
  return {
    write: (bytes) => guarded(() => writeBytes(descriptor, bytes)),
    finish: (isSynced = false) =>
      guarded(() => {
        if (isSynced) fsyncSync(descriptor);
        closeSync(descriptor);
        descriptor = -1;
        unfinished.finish();
      }),
    abort,
  };
}

/**
 * Opens a file under the name that another process gave us: a temporary one of its own.
 * @throws LockstepError `E_OUTPUT_WRITE`
 */
export function openHandedFile(file: string, what: string): number {
  checkedPlace(file, what, { isUpdate: true });
  try {
    return openSync(file, 'w');
  } catch (error) {
    throw outputError(file, what, error);
  }
}

/** Removes a file that another process named, after a failure. */
export function removeHandedFile(file: string): void {
  rmSync(file, { force: true });
}

/** A folder for temporary files. */
interface ScratchFolder {
  readonly path: string;
  remove(): void;
}

/** Makes a folder that is removed when the process ends, or before. */
export function makeScratchFolder(): ScratchFolder {
  const path = mkdtempSync(join(tmpdir(), 'lockstep-'));
  return { path, remove: removeAtEnd(path) };
}

/** A folder that another process makes at the same time is as good. */
function makeOneFolder(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Makes a folder, with those above it.
 * @param mode rights of a new one
 * @throws LockstepError `E_OUTPUT_WRITE`
 */
export function makeFolder(folder: string, mode = 0o777): void {
  try {
    const missing: string[] = [];
    for (let path = resolve(folder); statSync(path, { throwIfNoEntry: false }) === undefined; path = dirname(path)) {
      missing.unshift(path);
    }
    // not mkdir's own recursion: Node never returns from it where a file system refuses folders
    for (const path of missing) makeOneFolder(path, mode);
  } catch (error) {
    throw outputError(folder, 'folder', error);
  }
}

// Writes whole files, and the paths in them.

/**
 * Writes a file. An earlier file of that name stays if this fails.
 * @param what noun for the file in the message, such as `page`
 * @throws LockstepError `E_OUTPUT_WRITE`, `E_OUTPUT_IS_INPUT`
 */
export function writeFile(file: string, content: string | Uint8Array, what: string, rules: OutputRules = {}): void {
  const output = openOutput(file, what, rules);
  output.write(typeof content === 'string' ? Buffer.from(content) : content);
  output.finish();
}

/** Path of a file relative to the folder of another one, with `/` on every platform. */
export function pathBeside(file: string, target: string): string {
  return relative(dirname(resolve(file)), resolve(target))
    .split(sep)
    .join('/');
}
