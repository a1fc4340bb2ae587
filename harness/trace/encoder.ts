/**
 * From states to lines: finds the changed cells, folds equal frames, writes a full row when one is due, counts,
 * hashes.
 */
import { createHash } from 'node:crypto';
import { LockstepError } from '../base/errors.js';
import { parseHeader } from './header.js';
import { FULL_ROW_EVERY, MAX_FOLD } from './row-parser.js';
import { footerText, headerText, rowText } from './serialize.js';
import type { RowCommand, TraceFooter, TraceHeader } from './types.js';

export interface TraceEncoder {
  /**
   * @param values every cell at the end of the frame, by index
   * @param draws triples of call site, state before, state after; left out: the trace says nothing of draws
   */
  frame(frame: number, pad: number, values: ArrayLike<number>, draws?: ArrayLike<number>): void;
  /** @param error code of a rejection, or empty */
  command(
    frame: number,
    command: RowCommand,
    error: string,
    values: ArrayLike<number>,
    draws?: ArrayLike<number>,
  ): void;
  finish(): TraceFooter;
}

/** @param emit takes one line without its LF */
export function createTraceEncoder(header: TraceHeader, emit: (line: string) => void): TraceEncoder {
  const first = headerText(header);
  // What we write we must be able to read: a wrong header is refused here, not when the log is needed.
  parseHeader(first, 'the trace to be written');
  const cellCount = header.cells.length;
  const largest = header.cells.map((cell) => 2 ** (8 * cell[2]) - 1);
  const hash = createHash('sha256');
  const current = new Uint32Array(cellCount);
  const changes = new Uint32Array(2 * cellCount);
  let rows = 0;
  let frames = 0;
  let sinceFull = FULL_ROW_EVERY;
  let nextFrame = 0;
  let held:
    | {
        frame: number;
        pad: number;
        full: boolean;
        values: Uint32Array;
        count: number;
        draws: ArrayLike<number> | undefined;
      }
    | undefined;

  function line(text: string): void {
    hash.update(`${text}\n`);
    emit(text);
  }

  /** Fills `changes`; returns how many words of it are used. */
  function difference(values: ArrayLike<number>): number {
    let used = 0;
    for (let index = 0; index < cellCount; index++) {
      const value = values[index];
      if (value === undefined || !(value >= 0 && value <= (largest[index] ?? 0)) || !Number.isInteger(value)) {
        throw new LockstepError('E_TRACE_WIDTH', `the value does not fit in cell ${header.cells[index]?.[0]}`, {
          found: String(value),
        });
      }
      if (value !== current[index]) {
        current[index] = value;
        changes[used++] = index;
        changes[used++] = value;
      }
    }
    return used;
  }

  function checkOrder(frame: number): void {
    if (!Number.isSafeInteger(frame) || frame < nextFrame) {
      throw new LockstepError('E_TRACE_ORDER', 'frame numbers must ascend', {
        found: String(frame),
        expected: `${nextFrame} or more`,
      });
    }
  }

  function flush(): void {
    if (held === undefined) return;
    const { frame, pad, full, values, count, draws } = held;
    held = undefined;
    line(rowText({ frame, what: pad, error: '', full, values, length: values.length, count, draws }));
    rows++;
    frames += count;
  }

  function frameRow(frame: number, pad: number, values: ArrayLike<number>, draws?: ArrayLike<number>): void {
    checkOrder(frame);
    if (!(pad >= 0 && pad <= 0xffff)) {
      throw new LockstepError('E_TRACE_WIDTH', 'a pad word has 16 bits', { found: String(pad) });
    }
    const used = difference(values);
    const quiet = held !== undefined && draws?.length === held.draws?.length && (draws?.length ?? 0) === 0;
    if (held !== undefined && quiet && used === 0 && held.pad === pad && frame === nextFrame && held.count < MAX_FOLD) {
      held.count++;
      nextFrame = frame + 1;
      return;
    }
    flush();
    const full = sinceFull >= FULL_ROW_EVERY;
    sinceFull = full ? 1 : sinceFull + 1;
    held = { frame, pad, full, values: full ? current.slice() : changes.slice(0, used), count: 1, draws };
    nextFrame = frame + 1;
  }

  function commandRow(
    frame: number,
    command: RowCommand,
    error: string,
    values: ArrayLike<number>,
    draws?: ArrayLike<number>,
  ): void {
    checkOrder(frame);
    flush();
    const used = difference(values);
    const full = sinceFull >= FULL_ROW_EVERY;
    sinceFull = full ? 1 : sinceFull + 1;
    const shown = full ? { values: current, length: cellCount } : { values: changes, length: used };
    line(rowText({ frame, what: command, error, full, count: 1, ...shown, draws }));
    rows++;
    frames++;
    nextFrame = frame + 1;
  }

  function finish(): TraceFooter {
    flush();
    const footer: TraceFooter = { end: 1, rows, frames, sha256: hash.digest('hex') };
    emit(footerText(footer));
    return footer;
  }

  line(first);
  return { frame: frameRow, command: commandRow, finish };
}
