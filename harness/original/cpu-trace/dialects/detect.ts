/** Detects the dialect of a trace by its content. */
import { type CpuRow, createRow } from '../instruction/row.js';
import { createAres, createBizhawk, createOldBizhawk } from './bizhawk.js';
import { createBsnesPlus } from './bsnes-plus.js';
import { type Dialect, LINE_BAD, LINE_ROW } from './dialect.js';
import { createMesen } from './mesen.js';
import { createSnes9x } from './snes9x.js';

/** Number of lines in the sample. */
export const SAMPLE_LINES = 400;
/** Last scan line of a PAL frame: the maximum of V. */
const LAST_LINE = 312;

/** Every dialect, in the order in which they are listed. */
export function allDialects(): Dialect[] {
  return [
    createBizhawk(16),
    createBizhawk(10),
    createOldBizhawk(),
    createAres(16),
    createAres(10),
    createBsnesPlus(),
    createMesen(false),
    createMesen(true),
    createMesen(true, true),
    createSnes9x(),
  ];
}

interface Score {
  readonly dialect: Dialect;
  readonly rows: number;
  readonly bad: number;
  readonly largestLine: number;
  /** True when the first line that decides about this dialect is a row. */
  readonly begins: boolean;
}

function score(dialect: Dialect, lines: readonly Uint8Array[], row: CpuRow): Score {
  let rows = 0;
  let bad = 0;
  let largestLine = -1;
  let begins = false;
  for (const line of lines) {
    const kind = dialect.read(line, 0, line.length, row);
    if (kind === LINE_ROW) {
      if (rows + bad === 0) begins = true;
      rows++;
      largestLine = Math.max(largestLine, row.v);
    } else if (kind === LINE_BAD) bad++;
  }
  return { dialect, rows, bad, largestLine, begins };
}

/**
 * The dialect that understands most of the sample, or undefined. BizHawk's V is hexadecimal in the
 * current core; it is taken as decimal only where hexadecimal would give a scan line that no
 * console has. A file that begins with a row is a trace even when other content follows: its reader
 * names the line at which it ends.
 * @param lines whole lines without their ends
 */
export function detectDialect(lines: readonly Uint8Array[]): Dialect | undefined {
  const row = createRow();
  const sample = lines.filter((line) => line.length > 0).slice(0, SAMPLE_LINES);
  let best: Score | undefined;
  for (const dialect of allDialects()) {
    const found = score(dialect, sample, row);
    if (found.rows === 0 || found.largestLine >= LAST_LINE) continue;
    if (found.rows <= found.bad && !found.begins) continue;
    if (best === undefined || found.rows > best.rows) best = found;
  }
  return best?.dialect;
}

/** The dialect to which lines come nearest, and where the first of them leaves it. */
export interface Nearest {
  readonly name: string;
  readonly id: string;
  /** 1-based line. */
  readonly line: number;
  readonly complaint: string;
  /** Columns that are needed and not there, where nothing else is wrong. */
  readonly missing: readonly string[];
}

/** Complaints by how far a line was followed. */
const STAGES: readonly RegExp[] = [
  /^no column (?:A|X|Y|S|D|data bank|flags)/u,
  /^no column P|^a column/u,
  /^no instruction|^fewer than|^column B/u,
  /^no column A:/u,
];

function stageOf(complaint: string): number {
  const at = complaint === 'no column A:' ? 3 : STAGES.findIndex((stage) => stage.test(complaint));
  return at < 0 ? 0 : STAGES.length - at;
}

/** @returns undefined where no line begins as a row of any dialect does */
export function nearestDialect(lines: readonly Uint8Array[]): Nearest | undefined {
  const row = createRow();
  let best: Nearest | undefined;
  let bestStage = 0;
  for (const dialect of allDialects()) {
    const index = lines.findIndex((line) => line.length > 0 && dialect.read(line, 0, line.length, row) === LINE_BAD);
    const complaint = index < 0 ? '' : dialect.complaint();
    const stage = stageOf(complaint);
    if (stage <= bestStage) continue;
    bestStage = stage;
    const missing = stage === STAGES.length ? complaint.replace(/^no column /u, '').split(', ') : [];
    best = { name: dialect.name, id: dialect.id, line: index + 1, complaint, missing };
  }
  return best;
}
