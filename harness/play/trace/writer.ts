/**
 * Writes a trace to a file; a file with the right name is always a whole log. A name that ends in
 * `.gz` is compressed.
 */
import { createLineFile, type LineFile } from '../../base/index.js';
import { createTraceEncoder, type TraceEncoder } from './encoder.js';
import type { TraceHeader } from './types.js';

export interface TraceWriter extends TraceEncoder {
  /** Gives up and leaves no file behind. */
  abort(): void;
}

/** Creates a trace file. @throws LockstepError `E_OUTPUT_WRITE` when it cannot be created */
export function createTraceWriter(file: string, header: TraceHeader): TraceWriter {
  const early: string[] = [];
  let out: LineFile | undefined;
  // The header is checked before a file is made: the encoder emits it at once.
  const encoder = createTraceEncoder(header, (line) => (out === undefined ? void early.push(line) : out.emit(line)));
  const lines = createLineFile(file);
  out = lines;
  for (const line of early) lines.emit(line);
  return {
    frame: (frame, pad, values, draws) => lines.guarded(() => encoder.frame(frame, pad, values, draws)),
    command: (frame, command, error, values, draws) =>
      lines.guarded(() => encoder.command(frame, command, error, values, draws)),
    finish: () =>
      lines.guarded(() => {
        const footer = encoder.finish();
        lines.finish();
        return footer;
      }),
    abort: lines.abort,
  };
}
