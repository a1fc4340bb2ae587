/** Writes an exported route as a movie, a pad script, or text with markers and gaps. */
import { countText } from '../../../core/system/names.js';
import { formatPadScript, LockstepError } from '../../base/index.js';

import {
  eventsOfPad,
  formatInputLog,
  formatRows,
  inputOfMasks,
  type MovieSubtitle,
  writeBk2,
  writeLsmv,
} from '../../files/index.js';

import type { TraceSource } from '../../play/index.js';

// An exported route: rows of pad masks, and gaps where they are unknown.

interface Marker {
  /** Row of its part, from 0. */
  readonly row: number;
  readonly text: string;
}

interface ExportedRows {
  readonly kind: 'rows';
  /** Frame of the first row, from power-on; undefined after a gap of unknown length. */
  readonly from: number | undefined;
  /** One 12-bit mask for each frame, in the bits of a pad script. */
  readonly masks: number[];
  readonly markers: Marker[];
}

interface ExportedGap {
  readonly kind: 'gap';
  readonly from: number | undefined;
  /** Undefined: not known. */
  readonly frames: number | undefined;
  readonly why: string;
  /** Commands that begin in it. */
  readonly commands: readonly string[];
}

export type ExportedPart = ExportedRows | ExportedGap;

export interface PartBuilder {
  row(mask: number): void;
  /** Names the next row. */
  marker(text: string): void;
  gap(frames: number | undefined, why: string): void;
  readonly parts: readonly ExportedPart[];
}

export function createParts(): PartBuilder {
  const parts: ExportedPart[] = [];
  let frame: number | undefined = 0;
  let pending: string[] = [];

  function rows(): ExportedRows {
    const last = parts.at(-1);
    if (last?.kind === 'rows') return last;
    const part: ExportedRows = { kind: 'rows', from: frame, masks: [], markers: [] };
    parts.push(part);
    return part;
  }

  return {
    parts,
    row(mask) {
      const part = rows();
      for (const text of pending) part.markers.push({ row: part.masks.length, text });
      pending = [];
      part.masks.push(mask);
      if (frame !== undefined) frame++;
    },
    marker(text) {
      pending.push(text);
    },
    gap(frames, why) {
      parts.push({ kind: 'gap', from: frame, frames, why: [...pending, why].join(': '), commands: pending });
      pending = [];
      frame = frame === undefined || frames === undefined ? undefined : frame + frames;
    },
  };
}

/** `61 frames, 0 to 60`, `from frame 61 on, of unknown length`. */
export function gapPlace({ from, frames }: ExportedGap): string {
  if (frames === undefined)
    return from === undefined ? 'of unknown length' : `from frame ${from} on, of unknown length`;
  const count = countText(frames, 'frame');
  return from === undefined ? count : `${count}, ${from} to ${from + frames - 1}`;
}

const ROW_EXPORTS = ['text', 'bk2', 'tasproj', 'lsmv', 'pads'] as const;
/** A form of rows; `lua` holds none. */
export type RowExport = (typeof ROW_EXPORTS)[number];

export const EXPORT_FORMS = [...ROW_EXPORTS, 'lua'] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];

interface RouteText {
  readonly file: string;
  readonly title: string;
  readonly parts: readonly ExportedPart[];
  readonly rom: TraceSource['rom'];
  /** A remark about the frames, or empty. */
  readonly note: string;
  /** How much of the plan has its rows, and what they assume. */
  readonly coverage?: readonly string[];
}

/** Maximum length of a marker's subtitle, in frames. */
const SUBTITLE_FRAMES = 120;

/**
 * The rows from power-on up to the first gap.
 * @throws LockstepError `E_EXPORT` when there are none
 */
function firstRows({ parts, file }: RouteText): ExportedRows {
  const [first] = parts;
  if (first?.kind === 'rows') return first;
  throw new LockstepError('E_EXPORT', 'a movie begins at power-on, and the route does not', {
    file,
    found: first === undefined ? 'no frame' : `a gap: ${gapPlace(first)}: ${first.why}`,
    remedy: 'Give --lead with a movie or pad script that leads there, or --to text',
  });
}

/**
 * Commands behind the first rows, in order: their frames are not known, and each has one empty row
 * as its place.
 */
export function commandsBehind([, ...parts]: readonly ExportedPart[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === 'gap' ? part.commands : part.markers.map(({ text }) => text)));
}

/** Each command with its row, the first gap, then the places of the commands behind it. */
function markersOf(route: RouteText, rows: ExportedRows): readonly Marker[] {
  const gap = route.parts[1];
  const end = rows.masks.length;
  const last = gap?.kind === 'gap' ? [{ row: end - 1, text: `gap: ${gap.why}` }] : [];
  const places = commandsBehind(route.parts).map((text, index) => ({ row: end + index, text: `place only: ${text}` }));
  return [...rows.markers, ...last, ...places];
}

function subtitlesOf(marks: readonly Marker[], end: number, shift: number): MovieSubtitle[] {
  return marks.map(({ row, text }, index) => ({
    frame: Math.max(0, row + shift),
    frames: Math.max(1, Math.min(SUBTITLE_FRAMES, (marks[index + 1]?.row ?? end) - row)),
    text,
  }));
}

function movieBytes(route: RouteText, form: 'bk2' | 'tasproj' | 'lsmv'): Uint8Array {
  const rows = firstRows(route);
  const masks = [...rows.masks, ...commandsBehind(route.parts).map(() => 0)];
  const input = formatRows(inputOfMasks(masks), form === 'lsmv' ? form : 'bk2', route.file);
  const marks = markersOf(route, rows);
  const shift = input.frames - masks.length;
  const gaps = route.parts.filter((part) => part.kind === 'gap');
  const common = {
    gameName: route.rom?.title ?? '',
    rom: route.rom?.sha256 ? { sha256: route.rom.sha256 } : {},
    subtitles: subtitlesOf(marks, masks.length, shift),
  };
  if (form === 'lsmv') return writeLsmv(input, common);
  const comments = [...headLines(route), ...gaps.map((gap) => `gap: ${gapPlace(gap)}: ${gap.why}`)];
  const markers = marks.map(({ row, text }) => ({ frame: Math.max(0, row + shift), text }));
  return writeBk2(input, { ...common, comments, ...(form === 'tasproj' ? { markers } : {}) });
}

function padScript(route: RouteText): string {
  const rows = firstRows(route);
  const head = headLines(route).map((line) => `# ${line}\n`);
  const marks = [
    ...rows.markers.map(({ row, text }) => `# ${row}: ${text}\n`),
    ...commandsBehind(route.parts).map((text) => `# behind the gap: ${text}\n`),
  ];
  const events = eventsOfPad(Uint16Array.from(rows.masks));
  // the last line says where the rows end, and lets go
  if (rows.masks.at(-1) !== 0) events.push({ frame: rows.masks.length, mask: 0 });
  return [...head, ...marks, formatPadScript(events, { allowOpposite: true })].join('');
}

function headLines({ title, file, note, coverage = [] }: RouteText): string[] {
  return [title === '' ? file : `${title} (${file})`, ...coverage, ...(note === '' ? [] : [note])];
}

function rowsText(part: ExportedRows, number: number): string[] {
  const from = part.from;
  const place =
    from === undefined ? 'after a gap; frames count from its end' : `frames ${from} to ${from + part.masks.length - 1}`;
  return [
    `# rows ${number}: ${place}`,
    '[Markers]',
    ...part.markers.map(({ row, text }) => `${row + (from ?? 0)}\t${text}`),
    '[/Markers]',
    formatInputLog(inputOfMasks(part.masks), { lineEnd: '\n' }).trimEnd(),
  ];
}

/**
 * Text for TAStudio. The lines between `[Input]` and `[/Input]` have the form of its clipboard,
 * those between `[Markers]` and `[/Markers]` that of a project's `Markers.txt`.
 */
function exportText(route: RouteText): string {
  let number = 0;
  const lines = route.parts.flatMap((part) => {
    if (part.kind === 'gap') return [`# gap: ${gapPlace(part)}: ${part.why}`];
    number++;
    return rowsText(part, number);
  });
  return `${[...headLines(route).map((line) => `# ${line}`), ...lines].join('\n')}\n`;
}

/** @throws LockstepError `E_EXPORT` for a movie or pad script of a route that begins with a gap */
export function exportBytes(route: RouteText, form: RowExport): Uint8Array {
  if (form !== 'text' && form !== 'pads') return movieBytes(route, form);
  return new TextEncoder().encode(form === 'pads' ? padScript(route) : exportText(route));
}
