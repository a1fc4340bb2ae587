/**
 * Writes lines to a file, which has its name only when it is whole. A name that ends in `.gz` is
 * compressed.
 */
import { LockstepError } from './errors.js';
import { gzipMember } from './member.js';
import { openOutput, outputError } from './output-file.js';

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
 * @param what noun for the file in a message, such as `trace`
 * @throws LockstepError `E_OUTPUT_WRITE`, `E_OUTPUT_IS_INPUT`
 */
export function createLineFile(file: string, what = 'file'): LineFile {
  const output = openOutput(file, what);
  const compress = file.endsWith('.gz');
  let lines: string[] = [];
  let characters = 0;

  function guarded<Result>(action: () => Result): Result {
    try {
      return action();
    } catch (error) {
      output.abort();
      if (error instanceof LockstepError) throw error;
      throw outputError(file, what, error);
    }
  }

  function flush(): void {
    if (lines.length === 0) return;
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    lines = [];
    characters = 0;
    output.write(compress ? gzipMember(bytes) : bytes);
  }

  return {
    emit: (line) => {
      lines.push(line);
      characters += line.length + 1;
      if (characters >= PIECE_CHARACTERS) guarded(flush);
    },
    finish: () =>
      guarded(() => {
        flush();
        output.finish();
      }),
    abort: output.abort,
    guarded,
  };
}
