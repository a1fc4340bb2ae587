/** Converts a trace to a trace, to CSV or to JSON Lines, and lists what is lost. */
import { closeSync, openSync, readSync } from 'node:fs';
import { stringify } from 'smol-toml';
import { countText } from '../../../core/system/names.js';
import { parseAddress } from '../../../rom-map/windows.js';
import { createLineFile, createPause, type LineFile, unreadable } from '../../base/index.js';

import {
  addressOf,
  createTraceWriter,
  openTrace,
  type Settle,
  type TraceHeader,
  type TraceReader,
  type TraceRow,
  type TraceWriter,
} from '../../play/index.js';

import { RECORDING_FLAGS, RECORDING_MAGIC } from '../record/binary-header.js';
import { readRecordingHeader } from '../record/recording-reader.js';
import { recordingToTrace, type TraceSummary } from '../record/to-trace.js';

// Converts a binary recording (harness/capture/record/FORMAT.md) to a trace, and lists what is
// lost.

interface RecordingResult extends TraceSummary {
  /** Everything that the trace lacks, in words. */
  readonly lost: readonly string[];
}

/** Whether a file begins like a binary recording. @throws LockstepError `E_FILE` */
export function isRecording(file: string): boolean {
  const start = Buffer.alloc(RECORDING_MAGIC.length);
  try {
    const handle = openSync(file, 'r');
    try {
      readSync(handle, start, 0, start.length, 0);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw unreadable(file, error);
  }
  return start.toString('latin1') === RECORDING_MAGIC;
}

/** @throws LockstepError as `recordingToTrace` */
export async function convertRecording(
  file: string,
  out: string,
  settle?: Settle,
  signal?: AbortSignal,
): Promise<RecordingResult> {
  const { flags, options } = await readRecordingHeader(file);
  const summary = await recordingToTrace(file, out, undefined, settle, signal);
  const lost = [
    'memory that no declared cell holds',
    'the pad as the host held it; the pad word of a frame is the one that the program stored',
    'the frame rate',
    ...(options.length > 0 ? [`core options: ${options.join(', ')}`] : []),
    `not in the recording: ${settle === undefined ? 'the ROM and ' : ''}the hashes of core, recorder and input`,
    ...((flags & RECORDING_FLAGS.pokes) !== 0
      ? ['that bytes were written to work RAM while recording: the model does not know of them']
      : []),
    ...(summary.complete ? [] : ['that the recording was interrupted before the frames asked for']),
  ];
  return { ...summary, lost };
}

// The column map that reads an exported table back.

/** TOML text. @throws LockstepError when the file is no trace */
export async function columnsFor(file: string, form: 'csv' | 'rows'): Promise<string> {
  const reader = await openTrace(file, { allowIncomplete: true });
  reader.close();
  const { header } = reader;
  const { emulator, rom } = header.source;
  return `${stringify({
    columns: 1,
    system: header.system,
    from: header.from,
    start: Object.keys(header.image).length === 0 ? 'created' : 'first-row',
    format: form,
    ...(header.setup === null ? {} : { setup: header.setup }),
    frame: 'frame',
    pad: 'pad',
    inputs: [...header.inputs],
    ...(header.sequence === null ? {} : { sequence: header.sequence }),
    source: {
      kind: header.source.kind,
      ...(emulator === null ? {} : { emulator: { name: emulator.name, version: emulator.version } }),
      ...(rom === null ? {} : { rom: { title: rom.title, ...(rom.sha256 === null ? {} : { sha256: rom.sha256 }) } }),
    },
    image: header.image,
    cells: Object.fromEntries(header.cells.map(([name]) => [name, name])),
  })}\n`;
}

export type TargetForm = 'trace' | 'csv' | 'rows';

interface ExportResult {
  readonly rows: number;
  readonly frames: number;
  readonly cells: number;
  /** Everything that the new file lacks, in words. */
  readonly lost: readonly string[];
}

interface ExportOptions {
  /** Take the whole rows of a log without a footer. */
  readonly incomplete?: boolean;
  /** A column map is written too, so that less is lost. */
  readonly mapped?: boolean;
  /** Names the image that the log was recorded from. */
  readonly settle?: Settle;
  /** Ends it; nothing is written then. */
  readonly signal?: AbortSignal;
}

/** Names that lead every line of a table. */
const LEAD = ['frame', 'pad', 'command', 'error'] as const;

function csvField(text: string): string {
  return /[",\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Cells' values in the starting image; undefined when the header has none. */
function startingValues(header: TraceHeader): number[] | undefined {
  const windows = Object.entries(header.image).map(([address, hex]) => [parseAddress(address), hex] as const);
  if (windows.length === 0) return undefined;
  return header.cells.map((cell) => {
    const address = addressOf(cell);
    const byteAt = (at: number): number => {
      const [from = 0, hex = ''] =
        windows.find(([start, digits]) => start <= at && at < start + digits.length / 2) ?? [];
      return Number.parseInt(hex.slice(2 * (at - from), 2 * (at - from) + 2), 16);
    };
    return Array.from({ length: cell[2] }, (_, byte) => byteAt(address + byte) * 256 ** byte).reduce(
      (a, b) => a + b,
      0,
    );
  });
}

/** @param mapped a column map is written beside the table */
function lostInTable(header: TraceHeader, mapped: boolean): string[] {
  const bytes = Object.values(header.image).reduce((sum, hex) => sum + hex.length / 2, 0);
  const declared = header.cells.reduce((sum, cell) => sum + cell[2], 0);
  const inMap = [
    'the source: which emulator, ROM and kind of log',
    'addresses and widths of the cells',
    ...(header.setup === null ? [] : ['the setup']),
    ...(header.inputs.length === 0 ? [] : [`which cells are inputs: ${header.inputs.join(', ')}`]),
    ...(header.sequence === null ? [] : ['the sequence counters that tell torn rows']),
    ...(bytes > declared
      ? [`of the starting image ${countText(bytes - declared, 'byte')} outside of the declared cells`]
      : []),
  ];
  return [
    `the ruleset ${header.ruleset.name} ${header.ruleset.hash} and the version of ${header.system}`,
    'hashes of emulator, input and recorder; the footer with its count of rows and SHA-256',
    ...(header.masks.length === 0 ? [] : [`${countText(header.masks.length, 'mask')} with their reasons`]),
    ...(mapped ? [] : inMap),
  ];
}

/** Writes some frames of a row, which may be folded. */
type WriteFrames = (row: TraceRow, from: number, to: number) => void;

function tableWriter(lines: LineFile, header: TraceHeader, form: 'csv' | 'rows'): WriteFrames {
  const names = header.cells.map(([name]) => name);
  const write = (lead: readonly (string | number)[], values: ArrayLike<number>): void => {
    if (form === 'csv') {
      lines.emit([...lead.map((item) => csvField(String(item))), ...Array.from(values)].join(','));
      return;
    }
    const row: Record<string, string | number | null> = {};
    LEAD.forEach((name, index) => {
      const item = lead[index] ?? '';
      if (item !== '' || name === 'frame') row[name] = item === '' ? null : item;
    });
    names.forEach((name, index) => {
      row[name] = values[index] ?? 0;
    });
    lines.emit(JSON.stringify(row));
  };
  if (form === 'csv') lines.emit([...LEAD, ...names].map(csvField).join(','));
  const start = startingValues(header);
  if (start !== undefined) write(['', '', '', ''], start);
  return (row, from, to) => {
    const command = row.command === undefined ? '' : JSON.stringify(row.command);
    const pad = row.command === undefined ? row.pad : '';
    for (let index = from; index < to; index++) write([row.frame + index, pad, command, row.error], row.values);
  };
}

/**
 * A copy of a row's draws for a writer, which keeps it; undefined where the row says nothing of
 * them.
 */
function drawsOf({ drawCount, draws }: TraceRow): Uint32Array | undefined {
  return drawCount < 0 ? undefined : draws.slice(0, 3 * drawCount);
}

function settledHeader(reader: TraceReader, file: string, settle: Settle): TraceHeader {
  try {
    return { ...reader.header, source: settle(file, reader.header.source) };
  } catch (error) {
    reader.close();
    throw error;
  }
}

function traceWriter(target: TraceWriter): WriteFrames {
  return (row, from, to) => {
    if (row.command !== undefined) target.command(row.frame, row.command, row.error, row.values, drawsOf(row));
    else for (let index = from; index < to; index++) target.frame(row.frame + index, row.pad, row.values, drawsOf(row));
  };
}

/** Frames of a folded row between two looks at the clock. */
const FRAMES_AT_ONCE = 256;

/** @throws LockstepError for a damaged log or a foreign image; nothing is written then */
export async function exportTrace(
  file: string,
  out: string,
  form: TargetForm,
  options: ExportOptions = {},
): Promise<ExportResult> {
  const reader = await openTrace(file, { allowIncomplete: options.incomplete === true });
  const { settle } = options;
  const header = settle === undefined ? reader.header : settledHeader(reader, file, settle);
  let rows = 0;
  let frames = 0;
  const target = form === 'trace' ? createTraceWriter(out, header) : createLineFile(out);
  try {
    const write =
      'frame' in target ? traceWriter(target) : tableWriter(target, header, form === 'csv' ? 'csv' : 'rows');
    const yieldNow = createPause(options.signal, 'the log is not converted');
    do {
      while (reader.next()) {
        const { row } = reader;
        rows++;
        frames += row.count;
        for (let from = 0; from < row.count; from += FRAMES_AT_ONCE) {
          write(row, from, Math.min(row.count, from + FRAMES_AT_ONCE));
          await yieldNow();
        }
      }
    } while (await reader.fill());
    const cut = reader.footer() === undefined ? ['whatever the log held after its cut'] : [];
    target.finish();
    return {
      rows,
      frames,
      cells: header.cells.length,
      lost: [...(form === 'trace' ? [] : lostInTable(header, options.mapped === true)), ...cut],
    };
  } catch (error) {
    target.abort();
    throw error;
  } finally {
    reader.close();
  }
}
