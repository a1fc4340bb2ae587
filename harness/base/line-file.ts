/**
 * Writes lines to a file: under a temporary name beside it, renamed at the end, so that a file with
 * the right name is always whole. A name that ends in `.gz` is compressed.
 */
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { LockstepError } from './errors.js';
import { gzipMember } from './gzip.js';
import { outputError, temporaryName } from './write-file.js';

/** Text kept before it is written, and (compressed) the content of one gzip member. */
const PIECE_CHARACTERS = 4 * 1024 * 1024;

export interface LineFile {
  /** Takes a line without its LF. */
  emit(line: string): void;
  /** Writes the rest and gives the file its name. */
  finish(): void;
  /** Removes the unfinished file. */
  abort(): void;
  /** Runs an action that writes lines; removes the unfinished file if it throws. */
  guarded<Result>(action: () => Result): Result;
}

/**
 * Creates a file that is written line by line.
 * @throws LockstepError `E_OUTPUT_WRITE`
 */
export function createLineFile(file: string): LineFile {
  const temporary = temporaryName(file);
  const compress = file.endsWith('.gz');
  let lines: string[] = [];
  let characters = 0;
  let descriptor = -1;

  function guarded<Result>(action: () => Result): Result {
    try {
      return action();
    } catch (error) {
      abort();
      if (error instanceof LockstepError) throw error;
      throw outputError(file, 'file', error);
    }
  }

  function flush(): void {
    if (lines.length === 0) return;
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    lines = [];
    characters = 0;
    const written = compress ? gzipMember(bytes) : bytes;
    for (let at = 0; at < written.length; ) at += writeSync(descriptor, written, at);
  }

  function abort(): void {
    if (descriptor >= 0) {
      closeSync(descriptor);
      rmSync(temporary, { force: true });
    }
    descriptor = -1;
  }

  guarded(() => {
    descriptor = openSync(temporary, 'w');
  });
  return {
    emit: (line) => {
      lines.push(line);
      characters += line.length + 1;
      if (characters >= PIECE_CHARACTERS) guarded(flush);
    },
    finish: () =>
      guarded(() => {
        flush();
        closeSync(descriptor);
        descriptor = -1;
        renameSync(temporary, file);
      }),
    abort,
    guarded,
  };
}
