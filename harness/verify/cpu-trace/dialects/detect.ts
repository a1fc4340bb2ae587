/** Detects the dialect of a trace by its content. */
import { type CpuRow, createRow } from '../instruction/row.js';
import { createBizhawk } from './bizhawk.js';
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
    createBsnesPlus(),
    createMesen(false),
    createMesen(true),
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
