/** Reads a CPU trace row by row: detects the dialect, then passes on rows and interrupts. */

import { LockstepError, readBytes, withDamageFirst } from '../../base/index.js';

import {
  type Dialect,
  detectDialect,
  LINE_BAD,
  LINE_OTHER,
  LINE_ROW,
  type LineKind,
  MAX_HEADING_LINES,
  type Nearest,
  nearestDialect,
  SAMPLE_LINES,
} from './dialects/dialects.js';
import { type CpuRow, createRow } from './instruction/instruction.js';
import type { Profile } from './profile.js';

// The lines of a file of any size, plain or gzip, with bounded memory.

const CHUNK_BYTES = 1024 * 1024;
/** No emulator writes longer lines. */
const MAX_LINE_LENGTH = 8192;

/** Bytes start..end of a buffer are one line without its end. Return false to stop. */
type LineTaker = (bytes: Uint8Array, start: number, end: number, line: number) => boolean;

interface LinesResult {
  readonly lines: number;
  readonly bytes: number;
  /** The file does not end with a line feed: its last line may be cut and is left out. */
  readonly lastCut: boolean;
}

function tooLong(file: string, line: number): LockstepError {
  return new LockstepError('E_CPU_TRACE_LINE', 'the line is too long for a trace', {
    file,
    line,
    expected: `at most ${MAX_LINE_LENGTH} bytes`,
    remedy: 'Name a text trace of one of the emulators that harness/original/cpu-trace/FORMAT.md lists',
  });
}

/**
 * Hands out every line, without CR and LF.
 * @throws LockstepError `E_FILE`, `E_GZIP`, `E_CPU_TRACE_LINE`
 */
async function readFileLines(file: string, take: LineTaker, signal?: AbortSignal): Promise<LinesResult> {
  const carry = Buffer.alloc(MAX_LINE_LENGTH * 2);
  let kept = 0;
  let line = 0;
  let total = 0;

  /** False: the taker stopped. */
  function handOut(bytes: Uint8Array, start: number, end: number): boolean {
    line++;
    const from =
      line === 1 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf ? start + 3 : start;
    return take(bytes, from, end > from && bytes[end - 1] === 0x0d ? end - 1 : end, line);
  }

  for await (const chunk of readBytes(file, CHUNK_BYTES)) {
    total += chunk.length;
    let at = 0;
    if (kept > 0) {
      const found = chunk.indexOf(10);
      const end = found < 0 ? chunk.length : found;
      if (kept + end > MAX_LINE_LENGTH) throw tooLong(file, line + 1);
      chunk.copy(carry, kept, 0, end);
      kept += end;
      if (found < 0) continue;
      const length = kept;
      kept = 0;
      at = found + 1;
      if (!handOut(carry, 0, length)) return { lines: line, bytes: total, lastCut: false };
    }
    for (;;) {
      const found = chunk.indexOf(10, at);
      if (found < 0) break;
      if (found - at > MAX_LINE_LENGTH) throw tooLong(file, line + 1);
      if (!handOut(chunk, at, found)) return { lines: line, bytes: total, lastCut: false };
      at = found + 1;
    }
    if (chunk.length - at > MAX_LINE_LENGTH) throw tooLong(file, line + 1);
    chunk.copy(carry, 0, at);
    kept = chunk.length - at;
    if (signal?.aborted === true) break;
  }
  return { lines: line, bytes: total, lastCut: kept > 0 };
}

/** Size of the sample for detection. */
const SAMPLE_BYTES = 256 * 1024;
/** Consecutive lines without a row of the main processor, after which a file is no trace. */
const MAX_OTHER_LINES = 100_000;

interface CpuTraceSummary {
  readonly file: string;
  readonly dialect: Dialect;
  readonly lines: number;
  /** Unpacked size. */
  readonly bytes: number;
  readonly rows: number;
  /** Headers, messages, rows of other processors. */
  readonly otherLines: number;
  readonly lastCut: boolean;
}

/** Called for each row and each interrupt message; the row is reused. */
type RowTaker = (row: CpuRow, kind: LineKind) => void;

/** First lines of a file, for detection. */
async function sampleOf(file: string): Promise<Uint8Array[]> {
  const lines: Uint8Array[] = [];
  let bytes = 0;
  await readFileLines(file, (source, start, end) => {
    lines.push(source.slice(start, end));
    bytes += end - start;
    return lines.length < SAMPLE_LINES && bytes < SAMPLE_BYTES;
  });
  return lines;
}

/** The dialect of a file, or undefined if it is no CPU trace. It does not report damage. */
export async function dialectOf(file: string): Promise<Dialect | undefined> {
  try {
    let isJson = false;
    await readFileLines(file, (bytes, start) => {
      isJson = bytes[start] === 0x7b;
      return false;
    });
    return isJson ? undefined : detectDialect(await sampleOf(file));
  } catch (error) {
    if (error instanceof LockstepError) return undefined;
    throw error;
  }
}

/** What to ask an emulator for, by the dialect that lacks columns. */
const ASK: Readonly<Record<string, string>> = {
  snes9x: 'Ask Snes9x (Geiger’s debugger) for the long form, with D, DB and S behind Y',
  bizhawk: 'Choose the core BSNES in BizHawk; its trace logger writes all of them',
  'bsnes-plus': 'Leave no column out in bsnes-plus',
};
const ASK_MESEN = 'Take the format of FORMAT.md in the trace logger: A X Y S D DB P, as columns';

/** A row of a known dialect that lacks columns, or the nearest dialect and where it is left. */
function departure(file: string, line: Uint8Array | undefined, nearest: Nearest): LockstepError {
  const found = JSON.stringify(Buffer.from((line ?? []).slice(0, 40)).toString('latin1'));
  const { name, complaint, missing } = nearest;
  if (missing.length === 0) {
    const [what = '', advice] = complaint.split(': labels ');
    return new LockstepError(
      'E_CPU_TRACE_DIALECT',
      `the file is not a CPU trace of a known dialect; the nearest is ${name}: ${what}`,
      {
        file,
        line: nearest.line,
        found,
        remedy:
          advice === undefined
            ? 'harness/original/cpu-trace/FORMAT.md shows how each dialect is made'
            : 'Turn labels off in the trace logger and record it again',
      },
    );
  }
  const columns = missing.length === 1 ? `column ${missing[0]}` : `columns ${missing.join(', ')}`;
  return new LockstepError('E_CPU_TRACE_DIALECT', `a ${name} without the ${columns}, which verify and holes need`, {
    file,
    line: nearest.line,
    found,
    remedy: ASK[nearest.id] ?? (nearest.id.startsWith('mesen') ? ASK_MESEN : 'Record it with all registers'),
  });
}

function notATrace(file: string, lines: readonly Uint8Array[]): LockstepError {
  const first = lines.find((line) => line.length > 0);
  const text = Buffer.from((first ?? []).slice(0, 60)).toString('latin1');
  const isWide = first?.includes(0) === true;
  const nearest = isWide ? undefined : nearestDialect(lines.slice(0, 40));
  if (nearest !== undefined) return departure(file, lines[nearest.line - 1], nearest);
  return new LockstepError('E_CPU_TRACE_DIALECT', 'the file is not a CPU trace of a known dialect', {
    file,
    line: 1,
    found: isWide
      ? 'bytes of 0: text in UTF-16, or no text'
      : first === undefined
        ? 'no whole line: the file is cut'
        : JSON.stringify(text),
    expected: 'a trace of BizHawk (bsnes core), bsnes-plus, Mesen 2 or the Snes9x debugger',
    remedy: isWide ? 'Save it as plain text' : 'harness/original/cpu-trace/FORMAT.md shows how each of them is made',
  });
}

/**
 * Reads a CPU trace.
 * @throws LockstepError `E_CPU_TRACE_DIALECT`, `E_CPU_TRACE_ROW`, `E_CPU_TRACE_LINE`, `E_GZIP`,
 * `E_FILE`
 */
export function readCpuTrace(file: string, take: RowTaker, signal?: AbortSignal): Promise<CpuTraceSummary> {
  return withDamageFirst(file, () => readRows(file, take, signal));
}

async function readRows(file: string, take: RowTaker, signal?: AbortSignal): Promise<CpuTraceSummary> {
  const sample = await sampleOf(file);
  const found = detectDialect(sample);
  if (found === undefined) throw notATrace(file, sample);
  const dialect = found;
  const row = createRow();
  let rows = 0;
  let others = 0;
  let othersInARow = 0;
  let headings = 0;

  function line(bytes: Uint8Array, start: number, end: number, number: number): boolean {
    if (start === end) {
      others++;
      return true;
    }
    row.line = number;
    const kind = dialect.read(bytes, start, end, row);
    if (kind === LINE_ROW) {
      rows++;
      othersInARow = 0;
      take(row, kind);
      return true;
    }
    if (kind === LINE_BAD && rows === 0 && headings < MAX_HEADING_LINES) {
      headings++;
      others++;
      return true;
    }
    if (kind === LINE_BAD) throw badRow(bytes, start, end, number);
    others++;
    othersInARow++;
    if (othersInARow > MAX_OTHER_LINES) throw badRow(bytes, start, end, number);
    if (kind !== LINE_OTHER) take(row, kind);
    return true;
  }

  function badRow(bytes: Uint8Array, start: number, end: number, number: number): LockstepError {
    return new LockstepError('E_CPU_TRACE_ROW', `the line is not a row of a ${dialect.name}`, {
      file,
      line: number,
      found: `${dialect.complaint() || 'no further rows'} in ${JSON.stringify(
        Buffer.from(bytes.slice(start, Math.min(end, start + 80))).toString('latin1'),
      )}`,
      remedy: 'Record the trace again; do not edit it, and trace the main processor alone',
    });
  }

  const result = await readFileLines(file, line, signal);
  return { file, dialect, lines: result.lines, bytes: result.bytes, rows, otherLines: others, lastCut: result.lastCut };
}

// What every reading of a CPU trace says of the trace itself.

export interface TraceFacts {
  readonly summary: CpuTraceSummary;
  readonly profile: Profile;
  readonly frames: number;
  readonly framesHow: string;
  readonly interrupts: number;
  readonly gaps: number;
  /** Line of the first row that does not follow from the row before, or 0. */
  readonly firstGap: number;
}
