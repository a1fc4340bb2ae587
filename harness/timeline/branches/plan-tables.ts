/** The commands of a branch as tables of a plan, and what keeps a branch from being a plan. */
import { LockstepError } from '../../base/errors.js';
import { frameCommand } from '../../trace/bind.js';
import type { Timeline } from '../timeline.js';

/** Inputs of the entries after a position; equal neighbours become one table. */
export function tablesFrom(timeline: Timeline, line: number, from: number): Record<string, unknown>[] {
  const { system } = timeline;
  const frame = system.unit === 'frame' ? frameCommand(system).name : '';
  const tables: Record<string, unknown>[] = [];
  let before = '';
  for (let at = from + 1; at <= timeline.length(line); at++) {
    const { pad, command, text } = timeline.input(at, line);
    const last = tables.at(-1);
    const key = `${pad} ${text}`;
    if (last !== undefined && key === before) last['repeat'] = Number(last['repeat'] ?? 1) + 1;
    else tables.push(pad >= 0 ? { command: frame, pad } : { ...command?.plain });
    before = key;
  }
  return tables;
}

/** @throws LockstepError `E_BRANCH` for a write to memory */
export function checkWrites(timeline: Timeline, line: number, from: number): void {
  for (let at = from; at <= timeline.length(line); at++) {
    if (timeline.pokesAt(at, line).length === 0) continue;
    throw new LockstepError('E_BRANCH', 'this branch writes memory, which input cannot do', {
      found: `${timeline.system.unit} ${timeline.frameOf(at)}`,
      remedy: 'Export a branch that changes inputs alone',
    });
  }
}

/** @throws LockstepError `E_BRANCH` for an entry without a step or with a refused input */
export function checkSteps(timeline: Timeline, line: number, from: number): void {
  for (let at = from + 1; at <= timeline.length(line); at++) {
    const entry = timeline.entry(at, line);
    if (!entry.repeated && entry.error === '') continue;
    throw new LockstepError(
      'E_BRANCH',
      entry.repeated ? 'an entry without a step has no command' : 'an input is refused',
      {
        found: `${timeline.system.unit} ${timeline.frameOf(at)}${entry.error === '' ? '' : `: ${entry.error}`}`,
        remedy: 'Delete it from the branch first',
      },
    );
  }
}
