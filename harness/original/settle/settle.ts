/** Every row of the table of unpublished stretches against an image's own code. */
import { UNPUBLISHED, type UnpublishedRow } from '../../../rom-map/index.js';
import type { RoutinePlan } from '../cpu-trace/profile.js';
import type { ImageUnderTest } from '../proof/image-profile.js';
import type { PublishedCases } from '../proof/published.js';
import { judgeAllyDefence } from './ally-defence.js';
import { decisionFrames } from './decision-frames.js';
import { judgeButtons, judgeLoop } from './loop-ways.js';
import { type Passage, runPassages } from './passages.js';
import { createSettleMachine, runProbe, type SettleMachine, type WayProbe } from './run-probe.js';
import { startPlaces } from './start-places.js';
import { type KeyedStretch, keyedStretches } from './stretch-hash.js';
import { SWITCH_PROBES } from './switch-probes.js';
import { OTHER_REASON, UNREACHED } from './unreached.js';
import { type Judged, judgeStates, type SettleVerdict } from './verdict.js';

export interface SettledRow extends Judged {
  readonly name: string;
  readonly standIn: UnpublishedRow['standIn'];
  /** Of a stop: why the image does not run there in a battle, or empty. */
  readonly notRun: string;
  readonly passages: readonly Passage[];
  readonly stretches: readonly KeyedStretch[];
}

/** Probes that run more than one call. */
export const WAY_PROBES: readonly WayProbe[] = [startPlaces, decisionFrames];

/** Rows without a switch whose whole way is run from states of its own. */
const JUDGES: Readonly<Record<string, (machine: SettleMachine) => Judged>> = {
  allyDefence: judgeAllyDefence,
  frameLoop: judgeLoop,
  buttonsToActions: judgeButtons,
};

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

/** The probe of a row that has one. */
function probeOf(row: UnpublishedRow): WayProbe | undefined {
  const probe = SWITCH_PROBES.find((one) => one.row === row.name);
  if (probe === undefined) return WAY_PROBES.find((one) => one.row === row.name);
  return { ...probe, run: (machine, of) => runProbe(machine, probe, of) };
}

function settleRow(
  machine: SettleMachine,
  row: UnpublishedRow,
  published: (plan: RoutinePlan) => PublishedCases,
): Judged & { readonly passages: readonly Passage[] } {
  const probe = probeOf(row);
  if (probe !== undefined) {
    const run = probe.run(machine, row);
    if (run.kind === 'run') return { ...judgeStates(probe, row, run.states), passages: [] };
    return { verdict: 'not reached', value: undefined, states: 0, first: '', reason: run.reason, passages: [] };
  }
  const { passages, reason } = runPassages(machine, row, published);
  const { profile } = machine.image;
  const judge = JUDGES[row.name];
  if (judge !== undefined && profile.isGame) return { ...judge(machine), passages };
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
