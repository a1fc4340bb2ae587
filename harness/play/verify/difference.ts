/** A difference between the model and the recording in one frame. */

import { type PlainEvent, readEvents } from '../../../core/system/battle.js';
import type { EventBuffer, System } from '../../../core/system/system.js';
import { placeByName, routineOwns } from '../../../rom-map/index.js';
import { hexText } from '../../base/index.js';
import { eachDraw, fieldCounts, inputText, siteText, stateText } from '../trace/draws.js';
import type { TraceRow } from '../trace/types.js';

// The last frames before a difference, in reused memory.

const CONTEXT_FRAMES = 10;

/** One frame of context: what the recording changed in it. */
interface ContextFrame {
  readonly frame: number;
  /** Pad word as four hex digits, or the command as JSON. */
  readonly input: string;
  readonly changes: readonly { readonly cell: string; readonly before: number; readonly after: number }[];
}

interface Slot {
  frame: number;
  pad: number;
  command: unknown;
  length: number;
  /** Triples: cell index, value before, value after. */
  words: Uint32Array;
}

export interface ContextRing {
  /**
   * Adds a frame.
   * @param before values of the changed cells before the row, in the order of `row.changes`
   */
  add(row: TraceRow, frame: number, before: Uint32Array): void;
  frames(): ContextFrame[];
}

export function createContextRing(cellNames: readonly string[]): ContextRing {
  const slots: Slot[] = Array.from({ length: CONTEXT_FRAMES }, () => ({
    frame: -1,
    pad: -1,
    command: undefined,
    length: 0,
    words: new Uint32Array(3 * cellNames.length),
  }));
  let used = 0;

  return {
    add(row, frame, before) {
      const slot = slots[used++ % CONTEXT_FRAMES] as Slot;
      slot.frame = frame;
      slot.pad = row.pad;
      slot.command = row.command;
      slot.length = 0;
      // Of a folded row only the first frame changes anything.
      if (frame !== row.frame) return;
      for (let pair = 0; pair < row.changed; pair++) {
        const value = row.changes[2 * pair + 1] as number;
        if (value === before[pair]) continue;
        slot.words[slot.length] = row.changes[2 * pair] as number;
        slot.words[slot.length + 1] = before[pair] as number;
        slot.words[slot.length + 2] = value;
        slot.length += 3;
      }
    },
    frames() {
      const kept = Math.min(used, CONTEXT_FRAMES);
      return Array.from({ length: kept }, (_, index) => {
        const slot = slots[(used - kept + index) % CONTEXT_FRAMES] as Slot;
        const changes = [];
        for (let at = 0; at < slot.length; at += 3) {
          changes.push({
            cell: cellNames[slot.words[at] ?? 0] ?? '',
            before: slot.words[at + 1] ?? 0,
            after: slot.words[at + 2] ?? 0,
          });
        }
        return { frame: slot.frame, input: inputText(slot.pad, slot.command), changes };
      });
    },
  };
}

/** Values of one cell: the model's, the recording's, and the recording's before the step. */
export interface CellDifference {
  readonly cell: string;
  readonly address: string;
  readonly mine: number;
  readonly theirs: number;
  readonly before: number;
}

export interface Difference {
  /**
   * `cell`: values differ; `gap`: the recording left out a step; `result`: one side rejected the
   * command.
   */
  readonly kind: 'cell' | 'gap' | 'result';
  readonly file: string;
  readonly line: number;
  /** Number of the entry as every view counts: frames as the log does, commands from 1. */
  readonly frame: number;
  readonly input: string;
  /** Differing cells in address order, the most telling first. Empty for a gap. */
  readonly cells: readonly CellDifference[];
  /** For `gap` and `result`: what differs, in words. */
  readonly note: string;
  /** Rule ids and routine addresses of the step, from its events. */
  readonly rules: readonly string[];
  /** Rule and routine that write the first cell, if known. */
  readonly owner: CellOwner | undefined;
  readonly context: readonly ContextFrame[];
  /** Command line that shows this difference again. */
  readonly reproduce: string;
}

/** The rule and the routine that write a cell. */
export interface CellOwner {
  readonly rule: string;
  readonly routine: string | undefined;
}

/** Finds the owner of a cell among the rules and routines of the step. */
export type OwnerOf = (system: string, cell: string, rules: readonly string[]) => CellOwner | undefined;

/** Rules and routines of a step, each once, in the order of execution. */
export function rulesOf(system: System, events: EventBuffer): string[] {
  const found = new Set<string>();
  const telling = new Set(system.events.flatMap(({ name, tells }) => (tells === true ? [name] : [])));
  for (const event of readEvents(system, events)) {
    if (telling.has(event.event)) continue;
    for (const text of namesIn(event)) found.add(text);
  }
  return [...found];
}

/** Names in an event: a rule, and a routine as a 24-bit address in a field of that name. */
function namesIn(event: PlainEvent): string[] {
  const routine = event.values['routine'];
  if (routine === undefined) return [event.rule];
  const hex = hexText(routine >>> 0, 6);
  return [`${hex.slice(0, -4)}:${hex.slice(-4)}`];
}

// Finds the routine of a step that wrote a cell: the last one that ran and owns it by the routine
// notes of `rom-map`.

/**
 * The rule and the routine behind a cell. For a system without routine notes, the last rule of the
 * step.
 */
export const ownerOfCell: OwnerOf = (_system, cell, rules) => {
  const place = placeByName(cell);
  if (place === undefined) return undefined;
  const row = `${place.row.kind}.${place.row.name}`;
  const routine = [...rules].reverse().find((candidate) => routineOwns(candidate, row));
  return routine === undefined ? undefined : { rule: row, routine };
};

// Compares the model's draws with a log's. A separate stream shows an extra, early or misplaced
// draw even while every cell agrees.

/** One draw of either side. */
interface StreamDraw {
  readonly site: number;
  readonly before: number;
  readonly after: number;
  /** Purpose of the value in words; empty if the system does not say. */
  readonly purpose: string;
}

export interface DrawComparison {
  readonly mine: number;
  readonly theirs: number;
  /** Number of equal draws from the first one on. */
  readonly equal: number;
  /** Number of the draw from 1 on, and its row; a side may have none. */
  readonly first:
    | {
        readonly number: number;
        readonly frame: number;
        readonly mine: StreamDraw | undefined;
        readonly theirs: StreamDraw | undefined;
      }
    | undefined;
}

export interface DrawStream {
  /** Compares the draws of a row's step; ignores rows that record no draws. */
  compare(row: TraceRow, frame: number, events: EventBuffer): void;
  result(): DrawComparison | undefined;
}

export function createDrawStream(system: System): DrawStream {
  const counts = fieldCounts(system);
  let seen = false;
  let mine = 0;
  let theirs = 0;
  let equal = 0;
  let first: DrawComparison['first'];

  function drawOf(site: number, before: number, after: number): StreamDraw {
    return { site, before, after, purpose: system.capabilities.evidence?.drawPurpose?.(site) ?? '' };
  }

  function theirDraw(row: TraceRow, index: number): StreamDraw | undefined {
    if (index >= row.drawCount) return undefined;
    const [site = 0, before = 0, after = 0] = row.draws.subarray(3 * index, 3 * index + 3);
    return drawOf(site, before, after);
  }

  function compare(row: TraceRow, frame: number, events: EventBuffer): void {
    if (row.drawCount < 0) return;
    seen = true;
    let index = 0;
    const expected = frame === row.frame ? row.drawCount : 0;
    eachDraw(system, counts, events, (site, before, after) => {
      const { draws } = row;
      const same =
        index < expected &&
        draws[3 * index] === site &&
        draws[3 * index + 1] === before &&
        draws[3 * index + 2] === after;
      if (same && first === undefined) equal++;
      else if (!same)
        first ??= {
          number: theirs + index + 1,
          frame,
          mine: drawOf(site, before, after),
          theirs: theirDraw(row, index),
        };
      index++;
    });
    if (index < expected)
      first ??= { number: theirs + index + 1, frame, mine: undefined, theirs: theirDraw(row, index) };
    mine += index;
    theirs += expected;
  }

  return { compare, result: () => (seen ? { mine, theirs, equal, first } : undefined) };
}

/** Text of a draw in one line. */
export function drawTextOf(draw: StreamDraw): string {
  return `${siteText(draw.site)}  ${stateText(draw.before)} -> ${stateText(draw.after)}  ${draw.purpose}`.trimEnd();
}
