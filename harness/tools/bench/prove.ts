/**
 * Cases per second of `lockstep rom prove` on small routines of our test ROM: a state varied, the
 * image's own code run, our function run, everything compared.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRomImage } from '../../files/index.js';
import {
  chooseImageProof as chooseImage,
  createProofMachine,
  loadProfile,
  PROFILE_NAMES,
  proveRoutine,
  publishedCasesOf,
} from '../../original/index.js';

import { ownTime, ratesOf, type Spread } from './measure/measure.js';

interface ProveRate {
  readonly routine: string;
  readonly name: string;
  /** Cases of a repeat. */
  readonly cases: number;
  /** Those of them in which both sides agree. */
  readonly equal: number;
  readonly perSecond: Spread;
}

export type ProveBench = readonly ProveRate[] | { readonly skipped: string };

/** With draws and without, 7 to 42 instructions each. */
const ROUTINES = ['level-change', 'order-points-idle', 'enemy-move-cost', 'time-step', 'ally-step'];
const IMAGE = join('homebrew', 'drill.sfc');
/** Instructions of one call. */
const BUDGET = 200_000;
const SEED = 1;
/** Varied cases of the run that is taken off; inputs are not counted through in it. */
const SHORT = 900;

/**
 * Times the varied cases alone: of each repeat the time of a run without them is taken off.
 * @param cases varied cases of a repeat
 */
export function benchProve(tracesFolder: string, cases: number, repeats: number): ProveBench {
  const file = join(tracesFolder, IMAGE);
  if (!existsSync(file)) return { skipped: `no ${IMAGE} in ${tracesFolder}` };
  const image = chooseImage(readRomImage(file), PROFILE_NAMES.map(loadProfile), undefined);
  const machine = createProofMachine(image);
  return ROUTINES.flatMap((name) => {
    const plan = image.profile.plans.find((one) => one.name === name);
    if (plan === undefined) return [];
    const published = publishedCasesOf(plan);
    const prove = (varied: number) =>
      proveRoutine(machine, plan, published, { cases: varied, seed: SEED, instructions: BUDGET });
    const short = Math.min(SHORT, cases >> 1);
    const first = prove(cases);
    const more = first.cases - prove(short).cases;
    const times = Array.from({ length: repeats }, () => {
      const before = ownTime(() => void prove(short));
      return Math.max(ownTime(() => void prove(cases)) - before, 1);
    });
    return [{ routine: plan.routine, name, cases: more, equal: first.equal, perSecond: ratesOf(times, more) }];
  });
}
