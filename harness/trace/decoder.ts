/**
 * From bytes to rows, in whatever pieces the bytes come. Knows nothing of files or gzip, so that files, sockets and
 * tests use the same code. Usage: `push` a chunk, call `next` until it is false, push the next one; at the end
 * `finish`.
 */
import { createHash } from 'node:crypto';
import { type ErrorDetails, LockstepError } from '../base/errors.js';
import { parseHeader } from './header.js';
import { createRowParser, type RowParser } from './row-parser.js';
import { findFault } from './schemas/check.js';
import type { TraceFooter, TraceHeader, TraceRow } from './types.js';

export const MAX_LINE_BYTES = 16 * 1024 * 1024;

export interface DecoderOptions {
  /** For viewers: a log without its footer ends where its last whole line ends. */
  readonly allowIncomplete?: boolean;
}

export interface TraceDecoder {
  push(chunk: Uint8Array): void;
  /** Decodes the next row into `row()`. False: more bytes are needed. */
  next(): boolean;
  /** No more bytes will come. @throws LockstepError when the log is not whole */
  finish(): void;
  /** Undefined until the first line is read. */
  header(): TraceHeader | undefined;
  /** The same object every time. @throws LockstepError before the header */
  row(): TraceRow;
  /** Undefined until the last line is read; for ever on an incomplete log. */
  footer(): TraceFooter | undefined;
}

const LF = 0x0a;
const CR = 0x0d;
const BRACE_OPEN = 0x7b;

/** @param file name for messages */
export function createTraceDecoder(file: string, options: DecoderOptions = {}): TraceDecoder {
  const hash = createHash('sha256');
  let chunk: Uint8Array = new Uint8Array(0);
  let at = 0;
  /** From here on the chunk's bytes are not in the hash yet. */
  let unhashed = 0;
  /** Pieces of a line whose end has not come yet. */
  let carried: Uint8Array[] = [];
  let carriedBytes = 0;
  let line = 0;
  let rows = 0;
  let frames = 0;
  let header: TraceHeader | undefined;
  let footer: TraceFooter | undefined;
  let parser: RowParser | undefined;

  function fail(code: string, message: string, details: ErrorDetails = {}): never {
    throw new LockstepError(code, message, { file, line, ...details });
  }

  function push(bytes: Uint8Array): void {
    if (at < chunk.length) throw new LockstepError('E_INTERNAL', 'a chunk was pushed before the last one was used up');
    chunk = bytes;
    at = 0;
    unhashed = 0;
  }

  /** Moves the unfinished end of the chunk to `carried`. */
  function carry(): void {
    if (unhashed < at) hash.update(chunk.subarray(unhashed, at));
    if (at < chunk.length) {
      if (footer !== undefined) afterFooter();
      carried.push(chunk.slice(at));
      carriedBytes += chunk.length - at;
      if (carriedBytes > MAX_LINE_BYTES) tooLong();
    }
    at = chunk.length;
    unhashed = at;
  }

  function tooLong(): never {
    line++;
    return fail('E_TRACE_LINE_LENGTH', 'the line is too long', {
      expected: `at most ${MAX_LINE_BYTES} bytes`,
      remedy: 'A trace holds one row a line; record it again',
    });
  }

  function afterFooter(): never {
    line++;
    return fail('E_TRACE_AFTER_FOOTER', 'there is content after the footer', {
      remedy: 'A trace ends with its footer; separate logs that were joined',
    });
  }

  function next(): boolean {
    for (;;) {
      const found = chunk.indexOf(LF, at);
      if (found < 0) {
        carry();
        return false;
      }
      if (footer !== undefined) afterFooter();
      line++;
      let isRow: boolean;
      if (carriedBytes > 0) {
        const whole = Buffer.concat([...carried, chunk.subarray(at, found + 1)]);
        if (whole.length - 1 > MAX_LINE_BYTES) {
          line--;
          tooLong();
        }
        carried = [];
        carriedBytes = 0;
        isRow = useLine(whole, 0, whole.length - 1);
        if (footer === undefined) hash.update(whole);
        at = found + 1;
        unhashed = at;
      } else {
        if (found - at > MAX_LINE_BYTES) {
          line--;
          tooLong();
        }
        const start = at;
        if (line > 1 && chunk[start] === BRACE_OPEN && unhashed < start) {
          hash.update(chunk.subarray(unhashed, start));
          unhashed = start;
        }
        isRow = useLine(chunk, start, found);
        at = found + 1;
        if (footer !== undefined) unhashed = at;
      }
      if (isRow) return true;
    }
  }

  /** True when the line was a row. */
  function useLine(bytes: Uint8Array, start: number, end: number): boolean {
    if (end > start && bytes[end - 1] === CR) {
      fail('E_TRACE_CR', 'the line ends with CR LF', {
        expected: 'LF alone',
        remedy: 'Convert the line ends (dos2unix); keep `*.jsonl -text` in .gitattributes',
      });
    }
    if (line === 1) {
      header = parseHeader(decodeText(bytes, start, end), file);
      parser = createRowParser(header, (code, message, found, remedy) => fail(code, message, { found, remedy }));
      return false;
    }
    if (bytes[start] === BRACE_OPEN) {
      // The hash holds every line before this one: both callers saw to it.
      footer = useFooter(decodeText(bytes, start, end));
      return false;
    }
    parser?.parse(bytes, start, end, line);
    rows++;
    frames += parser?.row.count ?? 0;
    return true;
  }

  function decodeText(bytes: Uint8Array, start: number, end: number): string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(start, end));
    } catch {
      return fail('E_TRACE_JSON', 'the line is not UTF-8', { remedy: 'Is this a trace? Restore it from a copy' });
    }
  }

  function useFooter(content: string): TraceFooter {
    let data: unknown;
    try {
      data = JSON.parse(content);
    } catch (error) {
      return fail('E_TRACE_JSON', `the footer is not JSON: ${(error as Error).message}`, {
        remedy: 'Record the log again or restore it from a copy',
      });
    }
    const fault = findFault('trace-footer', data);
    if (fault !== undefined) {
      fail('E_TRACE_FOOTER', `the footer is wrong at ${fault.path.join('.') || 'its top'}`, {
        expected: fault.unknownKey ? 'no such key' : fault.expected,
        remedy: '`lockstep schema trace-footer` prints the form',
      });
    }
    const read = data as TraceFooter;
    const sha256 = hash.copy().digest('hex');
    if (read.sha256 !== sha256) {
      fail('E_TRACE_HASH', 'the content does not match the footer: the log was changed after it was written', {
        found: sha256,
        expected: read.sha256,
        remedy: 'Record it again or restore it from a copy',
      });
    }
    if (read.rows !== rows || read.frames !== frames) {
      fail('E_TRACE_FOOTER', 'the footer counts differently', {
        found: `${rows} rows, ${frames} frames`,
        expected: `${read.rows} rows, ${read.frames} frames`,
        remedy: 'Record it again; a recorder that writes such a footer is broken',
      });
    }
    return read;
  }

  function finish(): void {
    if (carriedBytes > 0 && options.allowIncomplete !== true) {
      line++;
      fail('E_TRACE_INCOMPLETE', 'the log is cut in the middle of this line', {
        remedy: 'Record it again; viewers open the whole rows before the cut',
      });
    }
    if (header === undefined) {
      throw new LockstepError('E_TRACE_EMPTY', 'the file holds no trace', {
        file,
        offset: 0,
        found: carriedBytes === 0 ? 'an empty file' : 'a piece of a header',
        remedy: 'Record it again',
      });
    }
    if (footer === undefined && options.allowIncomplete !== true) {
      line++;
      fail('E_TRACE_INCOMPLETE', 'the log has no footer: its recording was cut', {
        found: `${rows} rows`,
        remedy: 'Record it again; viewers open it as it is',
      });
    }
  }

  return {
    push,
    next,
    finish,
    header: () => header,
    row: () => parser?.row ?? fail('E_INTERNAL', 'a row was asked for before the header was read'),
    footer: () => footer,
  };
}
