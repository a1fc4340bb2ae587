/** A trace that is in memory as a whole, for a page: what a reader gives of a file. */
import { LockstepError } from '../base/errors.js';
import { createTraceDecoder, type DecoderOptions } from './decoder.js';
import type { TraceReader } from './reader.js';

export type RowsOfBytes = Pick<TraceReader, 'file' | 'header' | 'row' | 'next' | 'fill' | 'footer'>;

/**
 * Reads a trace from its bytes, unpacked.
 * @param file name for messages
 * @throws LockstepError for every damage, here or in `next` or `fill`
 */
export function rowsOfBytes(bytes: Uint8Array, file: string, options: DecoderOptions = {}): RowsOfBytes {
  const decoder = createTraceDecoder(file, options);
  decoder.push(bytes);
  // the header is read with the first row, which is handed out first
  let isWaiting = decoder.next();
  let isOpen = true;
  if (decoder.header() === undefined) decoder.finish();
  const header = decoder.header();
  if (header === undefined) throw new LockstepError('E_TRACE_EMPTY', 'the file holds no trace', { file, offset: 0 });
  return {
    ...{ file, header, row: decoder.row(), footer: decoder.footer },
    next() {
      if (!isWaiting) return decoder.next();
      isWaiting = false;
      return true;
    },
    async fill() {
      if (isOpen) decoder.finish();
      isOpen = false;
      return false;
    },
  };
}
