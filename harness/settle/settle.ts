/** Every row of the table of unpublished stretches against an image's own code. */
import { UNPUBLISHED, type UnpublishedRow } from '../../rom-map/index.js';
import type { ImageUnderTest } from '../proof/image-profile.js';
import type { PublishedCases } from '../proof/published.js';
import type { RoutinePlan } from '../verify/cpu-trace/profile.js';
import { type Passage, runPassages } from './passages.js';
import type { SwitchProbe } from './probe.js';
import { createSettleMachine, type Outcome, runProbe, type SettleMachine, type StateResult } from './run-probe.js';
import { type KeyedStretch, keyedStretches } from './stretch-hash.js';
import { SWITCH_PROBES } from './switch-probes.js';
import { OTHER_REASON, UNREACHED } from './unreached.js';

/**
 * `settled`: one setting agrees in all states. `agrees`: our stand-in does in all cases. `none`:
 * neither. `runs`: the original's way is known, and nothing of ours is compared with it.
 */
export type SettleVerdict = 'settled' | 'agrees' | 'none' | 'runs' | 'not reached';

export interface SettledRow {
  readonly name: string;
  readonly standIn: UnpublishedRow['standIn'];
  readonly verdict: SettleVerdict;
  /** The setting that agrees, of a settled switch. */
  readonly value: string | number | undefined;
  /** States or cases that were run. */
  readonly states: number;
  /** First difference, where nothing agrees. */
  readonly first: string;
  /** Why it was not reached, or what the probe does not see. */
  readonly reason: string;
  /** Of a stop: why the image does not run there in a battle, or empty. */
  readonly notRun: string;
  readonly passages: readonly Passage[];
  readonly stretches: readonly KeyedStretch[];
}

type Judged = Pick<SettledRow, 'verdict' | 'value' | 'states' | 'first' | 'reason'>;

function isSame(a: Outcome, b: Outcome): boolean {
  return a.exit === b.exit && a.values.every((value, index) => value === b.values[index]);
}

function differenceText(probe: SwitchProbe, state: StateResult, setting: number, value: string | number): string {
  const mine = state.ours[setting] as Outcome;
  const { theirs } = state;
  const cell = probe.watched.findIndex((_, index) => mine.values[index] !== theirs.values[index]);
  const what =
    mine.exit === theirs.exit
      ? `${probe.watched[cell]}: ${mine.values[cell]} by ${value}, theirs ${theirs.values[cell]}`
      : `${mine.exit} by ${value}, theirs: ${theirs.exit}`;
  return `${state.what}: ${what}`;
}

/**
 * The setting that agrees in all states, or the first difference of the one that agrees longest.
 */
export function judgeStates(probe: SwitchProbe, row: UnpublishedRow, states: readonly StateResult[]): Judged {
  const firsts = row.values.map((_, setting) =>
    states.findIndex(({ theirs, ours }) => !isSame(theirs, ours[setting] as Outcome)),
  );
  const agreeing = row.values.filter((_, setting) => firsts[setting] === -1);
  const common = { states: states.length, reason: probe.limit ?? '' };
  const [value] = agreeing;
  if (value !== undefined && agreeing.length === 1) return { ...common, verdict: 'settled', value, first: '' };
  if (value !== undefined) {
    const reason = `${agreeing.join(' and ')} agree in all states: the image's tables do not tell them apart`;
    return { ...common, verdict: 'not reached', value: undefined, first: '', reason };
  }
  const nearest = firsts.indexOf(Math.max(...firsts));
  const state = states[firsts[nearest] as number] as StateResult;
  const first = differenceText(probe, state, nearest, row.values[nearest] as string | number);
  return { ...common, verdict: 'none', value: undefined, first };
}

function judgePassages(row: UnpublishedRow, passages: readonly Passage[], reason: string): Judged {
  const states = passages.reduce((sum, { cases }) => sum + cases, 0);
  const common = { value: undefined, states, first: '', reason: '' };
  if (states === 0) {
    return { ...common, verdict: 'not reached', reason: reason || (UNREACHED[row.name] ?? OTHER_REASON) };
  }
  const compared = passages.filter(({ equal }) => equal !== undefined);
  const differing = compared.find(({ first }) => first !== undefined);
  if (differing !== undefined) {
    return { ...common, verdict: 'none', first: `${differing.way}, ${differing.first ?? ''}` };
  }
  return { ...common, verdict: compared.length > 0 ? 'agrees' : 'runs' };
}

function settleRow(
  machine: SettleMachine,
  row: UnpublishedRow,
  published: (plan: RoutinePlan) => PublishedCases,
): Judged & { readonly passages: readonly Passage[] } {
  const probe = SWITCH_PROBES.find((one) => one.row === row.name);
  if (probe !== undefined) {
    const run = runProbe(machine, probe, row);
    if (run.kind === 'run') return { ...judgeStates(probe, row, run.states), passages: [] };
    return { verdict: 'not reached', value: undefined, states: 0, first: '', reason: run.reason, passages: [] };
  }
  const { passages, reason } = runPassages(machine, row, published);
  const { profile } = machine.image;
  const why = profile.isGame ? reason : `the stretches are not in this image (${profile.what})`;
  return { ...judgePassages(row, passages, why), passages };
}

export interface SettleResult {
  readonly image: ImageUnderTest;
  readonly rows: readonly SettledRow[];
}

/**
 * Settles every row, or those that are named.
 * @param published the published cases of a routine
 * @param progress told after each row
 */
export function settleImage(
  image: ImageUnderTest,
  published: (plan: RoutinePlan) => PublishedCases,
  progress?: (done: number, all: number, row: SettledRow) => void,
  wanted: readonly string[] = [],
): SettleResult {
  const machine = createSettleMachine(image);
  const rows: SettledRow[] = [];
  const list = wanted.length === 0 ? UNPUBLISHED : UNPUBLISHED.filter(({ name }) => wanted.includes(name));
  for (const row of list) {
    const judged = settleRow(machine, row, published);
    const { name, standIn, notRun } = row;
    const settled = { name, standIn, ...judged, notRun, stretches: keyedStretches(image, row) };
    rows.push(settled);
    progress?.(rows.length, list.length, settled);
  }
  return { image, rows };
}

/** Rows with one of these verdicts. */
export function countVerdicts(rows: readonly SettledRow[], ...verdicts: readonly SettleVerdict[]): number {
  return rows.filter(({ verdict }) => verdicts.includes(verdict)).length;
}
