/** A difference between the model and the recording in one frame. */

import { type PlainEvent, readEvents } from '../../../core/system/battle.js';
import type { EventBuffer, System } from '../../../core/system/system.js';
import { hexText } from '../../base/number-text.js';
import type { ContextFrame } from './context-ring.js';

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

/** A word of a command line; quoted when a shell would read it otherwise. */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
