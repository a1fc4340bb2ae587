/**
 * Exports a plan as the pad masks of its frames. A command that is not a frame becomes a gap, never
 * a guess.
 */
import { dirname, resolve } from 'node:path';
import type { Battle, System } from '../../../core/system/system.js';
import { LockstepError, maskOfPadWord, padWordOfMask } from '../../base/index.js';

import { rowsOfPadInput } from '../../files/index.js';
import {
  type CheckFailure,
  commandText,
  frameCommand,
  type LogStart,
  openTrace,
  type Plan,
  playLedger,
  type TraceSource,
} from '../../play/index.js';

import { createParts, type ExportedPart, type PartBuilder } from './forms.js';
import { type Coverage, type ExportProfiles, exportThroughMenus } from './through-menus.js';

// The rows before a plan's first one: from the plan's log, or from a movie or pad script.

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
async function addLead(parts: PartBuilder, plan: Plan, lead: string | undefined): Promise<TraceSource['rom']> {
  if (plan.start !== undefined && 'trace' in plan.start) return addLog(parts, plan, plan.start, lead);
  const begin = plan.start === undefined ? '[setup]' : '[start] state';
  if (lead === undefined)
    parts.gap(undefined, `the plan begins with its ${begin}; give --lead with the input before it`);
  else for (const mask of rowsOfPadInput(lead)) parts.row(mask);
  return null;
}

export interface ExportedRoute {
  readonly parts: readonly ExportedPart[];
  readonly rom: TraceSource['rom'];
  /** A remark about the frames, or empty. */
  readonly note: string;
  /** How much of the plan has rows, where profiles of menus were given. */
  readonly coverage: Coverage | undefined;
  /** The first checkpoint that failed; nothing is exported then. */
  readonly failure: CheckFailure | undefined;
}

function maskOf(word: number, plan: Plan, step: number): number {
  const mask = maskOfPadWord(word);
  if (padWordOfMask(mask) === word) return mask;
  const { line } = plan.locate(`do[${step}]`);
  throw new LockstepError('E_EXPORT', 'the pad word has bits that belong to no button', {
    file: plan.file,
    line,
    found: `0x${word.toString(16).padStart(4, '0')}`,
    expected: 'the low four bits 0',
    remedy: 'Clear them: a standard pad leaves them 0',
  });
}

function stepText(plan: Plan, step: number): string {
  const { label, command, repeat } = plan.steps[step] as Plan['steps'][number];
  const text = repeat > 1 ? `${commandText(command)} x${repeat}` : commandText(command);
  return label === undefined ? text : `${label}: ${text}`;
}

/**
 * @param profiles of the image's menus; without them a frame's pad word is the plan's own
 * @throws LockstepError `E_EXPORT`, `E_CAPABILITY` for a system without frames, and the errors of a
 * wrong plan
 */
export async function exportRoute(
  system: System,
  battle: Battle,
  plan: Plan,
  lead: string | undefined,
  profiles?: ExportProfiles,
): Promise<ExportedRoute> {
  if (system.unit !== 'frame' && system.capabilities.cartridge === undefined) {
    throw new LockstepError('E_CAPABILITY', `${system.id} has no frames and no pad: there is nothing to export`, {
      file: plan.file,
      found: `a system by ${system.unit}`,
      remedy: 'Export plans of a system by frame',
    });
  }
  const frame = system.unit === 'frame' ? frameCommand(system).code : undefined;
  const parts = createParts();
  const rom = await addLead(parts, plan, lead);
  const through = profiles === undefined ? undefined : exportThroughMenus(system, battle, plan, profiles, parts);
  let shown = -1;
  const ledger = playLedger(system, battle, plan, (step, command, events) => {
    if (step !== shown) parts.marker(stepText(plan, step));
    else if (frame === undefined) parts.marker(commandText(plan.steps[step]?.command ?? { command: '' }));
    shown = step;
    if (through !== undefined) through.listen(step, command, events);
    else if (command[0] === frame) parts.row(maskOf(command[1] as number, plan, step));
    else parts.gap(undefined, 'its buttons and frames are unknown');
  });
  const note = frame === undefined ? '' : (system.capabilities.evidence?.assumedCost ?? '');
  const coverage = through?.finish();
  return { parts: parts.parts, rom, note, coverage, failure: ledger.failure };
}
