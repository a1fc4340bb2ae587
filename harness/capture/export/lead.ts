/** The rows before a plan's first one: from the plan's log, or from a movie or pad script. */
import { dirname, resolve } from 'node:path';
import { LockstepError } from '../../base/errors.js';
import { maskOfPadWord } from '../../base/pad-script.js';
import { rowsOfPadInput } from '../../files/movies/pad-input.js';
import type { LogStart, Plan } from '../../play/plan/types.js';
import { openTrace } from '../../play/trace/reader.js';
import type { TraceSource } from '../../play/trace/types.js';
import type { PartBuilder } from './parts.js';

/** Mask of a frame without a known row. */
const UNKNOWN = -1;

interface LogRows {
  /** A mask or `UNKNOWN` for every frame up to the start. */
  readonly masks: Int16Array;
  readonly rom: TraceSource['rom'];
}

async function rowsOfLog(file: string, last: number): Promise<LogRows> {
  const masks = new Int16Array(last + 1).fill(UNKNOWN);
  const reader = await openTrace(file);
  try {
    let frame = -1;
    do {
      while (frame < last && reader.next()) {
        const { row } = reader;
        frame = row.frame;
        if (row.pad >= 0) masks.fill(maskOfPadWord(row.pad), row.frame, row.frame + row.count);
      }
    } while (frame < last && (await reader.fill()));
  } finally {
    reader.close();
  }
  return { masks, rom: reader.header.source.rom };
}

/**
 * Fills the log's unknown rows with those of the lead.
 * @throws LockstepError `E_EXPORT` where the two differ
 */
function mergeLead(masks: Int16Array, lead: Uint16Array, file: string): void {
  for (let frame = 0; frame < Math.min(masks.length, lead.length); frame++) {
    const mask = lead[frame] as number;
    if (masks[frame] !== UNKNOWN && masks[frame] !== mask) {
      throw new LockstepError('E_EXPORT', `the lead and the plan’s log hold different buttons in frame ${frame}`, {
        file,
        found: mask.toString(16),
        expected: (masks[frame] as number).toString(16),
        remedy: 'Give the movie or pad script with which the log was recorded',
      });
    }
    masks[frame] = mask;
  }
}

function addRows(parts: PartBuilder, masks: Int16Array, trace: string): void {
  for (let frame = 0; frame < masks.length; ) {
    let end = frame;
    while (end < masks.length && (masks[end] === UNKNOWN) === (masks[frame] === UNKNOWN)) end++;
    if (masks[frame] === UNKNOWN) parts.gap(end - frame, `${trace} lacks these frames; give --lead with them`);
    else for (let row = frame; row < end; row++) parts.row(masks[row] as number);
    frame = end;
  }
}

async function addLog(parts: PartBuilder, plan: Plan, start: LogStart, lead: string | undefined) {
  const { masks, rom } = await rowsOfLog(resolve(dirname(plan.file), start.trace), start.frame);
  if (lead !== undefined) mergeLead(masks, rowsOfPadInput(lead), lead);
  addRows(parts, masks, start.trace);
  return rom;
}

/**
 * Adds the rows before the plan's own frames.
 * @param lead a movie or pad script from power-on
 * @returns the ROM of the plan's log, where it has one
 */
export async function addLead(parts: PartBuilder, plan: Plan, lead: string | undefined): Promise<TraceSource['rom']> {
  if (plan.start !== undefined && 'trace' in plan.start) return addLog(parts, plan, plan.start, lead);
  const begin = plan.start === undefined ? '[setup]' : '[start] state';
  if (lead === undefined)
    parts.gap(undefined, `the plan begins with its ${begin}; give --lead with the input before it`);
  else for (const mask of rowsOfPadInput(lead)) parts.row(mask);
  return null;
}
