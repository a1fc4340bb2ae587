/**
 * Writes a trace to a file: under a temporary name beside it, renamed when the footer is written, so that a file with
 * the right name is always a whole log. A name that ends in `.gz` is compressed.
 */
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { LockstepError } from '../errors.js';
import { createTraceEncoder, type TraceEncoder } from './encoder.js';
import { gzipMember } from './gzip.js';
import type { TraceHeader } from './types.js';

/** Text kept before it is written, and (compressed) the content of one gzip member. */
const PIECE_CHARACTERS = 4 * 1024 * 1024;

export interface TraceWriter extends TraceEncoder {
  /** Gives up and leaves no file behind. */
  abort(): void;
}

/** @throws LockstepError `E_FILE` when the file cannot be made */
export function createTraceWriter(file: string, header: TraceHeader): TraceWriter {
  const temporary = `${file}.${process.pid}.tmp`;
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
      const code = (error as NodeJS.ErrnoException).code ?? String(error);
      throw new LockstepError('E_FILE', `the file cannot be written: ${code}`, {
        file,
        remedy: 'Check its folder and rights',
      });
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

  function emit(line: string): void {
    lines.push(line);
    characters += line.length + 1;
    if (characters >= PIECE_CHARACTERS) flush();
  }

  function abort(): void {
    if (descriptor >= 0) {
      closeSync(descriptor);
      rmSync(temporary, { force: true });
    }
    descriptor = -1;
  }

  const encoder = createTraceEncoder(header, emit);
  guarded(() => {
    descriptor = openSync(temporary, 'w');
  });
  return {
    frame: (frame, pad, values) => guarded(() => encoder.frame(frame, pad, values)),
    command: (frame, command, error, values) => guarded(() => encoder.command(frame, command, error, values)),
    finish: () =>
      guarded(() => {
        const footer = encoder.finish();
        flush();
        closeSync(descriptor);
        descriptor = -1;
        renameSync(temporary, file);
        return footer;
      }),
    abort,
  };
}
