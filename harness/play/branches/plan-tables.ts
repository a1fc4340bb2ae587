/** The commands of a branch as tables of a plan, and what keeps a branch from being a plan. */
import { LockstepError } from '../../base/index.js';
import { RECORDING } from '../timeline/branch-store.js';
import type { Timeline } from '../timeline/timeline.js';
import { frameCommand } from '../trace/bind.js';

/** Codes of refused inputs by entry. */
type Refusals = ReadonlyMap<number, string>;

/**
 * Inputs of the entries after a position; equal neighbours become one table.
 * @param refusals those of `checkSteps`: their tables say so
 */
export function tablesFrom(
  timeline: Timeline,
  line: number,
  from: number,
  refusals: Refusals,
): Record<string, unknown>[] {
  const { system } = timeline;
  const frame = system.unit === 'frame' ? frameCommand(system).name : '';
  const tables: Record<string, unknown>[] = [];
  let before = '';
  for (let at = from + 1; at <= timeline.length(line); at++) {
    const { pad, command, text } = timeline.input(at, line);
    const last = tables.at(-1);
    const error = refusals.get(at);
    const key = `${pad} ${text} ${error ?? ''}`;
    const refused = error === undefined ? {} : { error };
    if (last !== undefined && key === before) last['repeat'] = Number(last['repeat'] ?? 1) + 1;
    else tables.push(pad >= 0 ? { command: frame, pad } : { ...command?.plain, ...refused });
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

/** The commands that the plan or log itself has refused, with their codes. */
function expectedRefusals(timeline: Timeline): ReadonlySet<string> {
  const { script } = timeline;
  const found = new Set<string>();
  for (let at = 1; at <= timeline.length(RECORDING); at++) {
    const error = script.errorOf(at);
    if (error !== '') found.add(`${timeline.input(at, RECORDING).text} ${error}`);
  }
  return found;
}

/**
 * The refused inputs after a position that the plan expects to be refused so.
 * @throws LockstepError `E_BRANCH` for an entry without a step, and for another refused input
 */
export function checkSteps(timeline: Timeline, line: number, from: number): Refusals {
  const expected = expectedRefusals(timeline);
  const refusals = new Map<number, string>();
  for (let at = from + 1; at <= timeline.length(line); at++) {
    const entry = timeline.entry(at, line);
    if (!entry.repeated && entry.error === '') continue;
    if (expected.has(`${timeline.input(at, line).text} ${entry.error}`)) {
      refusals.set(at, entry.error);
      continue;
    }
    throw new LockstepError(
      'E_BRANCH',
      entry.repeated ? 'an entry without a step has no command' : 'an input is refused',
      {
        found: `${timeline.system.unit} ${timeline.frameOf(at)}${entry.error === '' ? '' : `: ${entry.error}`}`,
        remedy: 'Delete it from the branch first',
      },
    );
  }
  return refusals;
}
