/**
 * One routine of an image against our function: published cases, remembered memory, all inputs
 * where they are few, varied cases.
 */
import type { RoutinePlan } from '../verify/cpu-trace/profile.js';
import type { CaseCollector } from './cases-file.js';
import { runAllInputs } from './exhaust.js';
import { clearBranches } from './original-call.js';
import { BOTH_WAYS } from './original-machine.js';
import { type PublishedCases, runPublished } from './published.js';
import { hashOf } from './random.js';
import { createRoutineRunner, type Difference, type ProofMachine, type RoutineRunner } from './routine-runner.js';
import { type SmallestCase, shrink } from './shrink.js';
import type { ProofState } from './state.js';
import { type Corpus, findPointers, runVaried } from './vary.js';

export interface RoutineOptions {
  /** Varied cases at most. */
  readonly cases: number;
  readonly seed: number;
  /** Instructions of one call. */
  readonly instructions: number;
  /**
   * Memory that occurs, from a played image; each is a case with the registers of published ones.
   */
  readonly memories?: readonly Uint8Array[] | undefined;
  /** Takes varied cases for a file. */
  readonly collect?: CaseCollector | undefined;
}

export interface RoutineProof {
  readonly routine: string;
  readonly name: string;
  readonly cases: number;
  readonly equal: number;
  readonly different: number;
  /** Calls of the original that came to no exit. */
  readonly unproven: number;
  /** Why, with how often. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Calls that left the cells of the published cases; not compared, not counted as cases. */
  readonly leftKnownCells: number;
  readonly published: {
    readonly cases: number;
    readonly equal: number;
    /**
     * Of the same cases: those in which the image's code gave another outcome than the published
     * one.
     */
    readonly otherOutcome: number;
    /** Cases with table bytes that the image does not have; not run. */
    readonly otherTables: number;
    readonly firstOutcome: string | undefined;
  };
  /** Cases on memory of played frames. */
  readonly played: number;
  readonly varied: number;
  /** Bits of input that were counted through; 0: none. */
  readonly allInputs: number;
  readonly branches: number;
  readonly bothWays: number;
  /** Image addresses of branches that went one way, as offsets in the image. */
  readonly oneWay: readonly number[];
  readonly undeclaredReads: readonly number[];
  readonly earlyReads: number;
  readonly budgetReached: boolean;
  readonly first: (SmallestCase & { readonly found: Difference }) | undefined;
}

/** With fewer varied cases a run is a quick one: inputs are not counted through. */
const QUICK = 1000;
/** Published registers that each frame's memory is tried with. */
const REGISTERS_OF_A_FRAME = 4;
/** Of the varied cases this part runs even where every branch went both ways. */
const LEAST_PART = 4;

interface Counts {
  equal: number;
  different: number;
  unproven: number;
  left: number;
  readonly reasons: Record<string, number>;
  first: { readonly state: ProofState; readonly difference: Difference } | undefined;
}

function note(
  counts: Counts,
  runner: RoutineRunner,
  verdict: string,
  registers: ProofState['registers'],
  state: ProofState,
): void {
  if (verdict === 'equal') counts.equal++;
  else if (verdict === 'unknown cells') counts.left++;
  else if (verdict === 'unproven') {
    counts.unproven++;
    const reason = runner.original().unfinished ?? 'unknown';
    counts.reasons[reason] = (counts.reasons[reason] ?? 0) + 1;
  } else {
    counts.different++;
    const difference = runner.difference();
    if (difference !== undefined) {
      counts.first ??= { state: { ...state, registers, memory: runner.memory() }, difference };
    }
  }
}

function runAllPublished(
  runner: RoutineRunner,
  published: PublishedCases,
  held: ReadonlyMap<number, number>,
  counts: Counts,
) {
  const states: ProofState[] = [];
  const undeclared = new Set<number>();
  let cases = 0;
  let otherTables = 0;
  let otherOutcome = 0;
  let firstOutcome: string | undefined;
  for (const vector of published.cases) {
    const done = runPublished(runner, vector, held);
    if (done.state === undefined) {
      otherTables++;
      continue;
    }
    cases++;
    note(counts, runner, done.verdict, done.state.registers, done.state);
    for (const address of runner.undeclaredReads()) undeclared.add(address);
    if (done.verdict !== 'equal' && done.verdict !== 'different') continue;
    runner.learn();
    states.push(done.state);
    if (done.outcome === undefined) continue;
    otherOutcome++;
    firstOutcome ??= `line ${vector.line}: ${done.outcome}`;
  }
  runner.keepToKnown();
  return { states, undeclared, cases, otherTables, otherOutcome, firstOutcome };
}

/** Registers of a published case on the memory of a played frame. @returns cases that were run */
function runPlayed(
  runner: RoutineRunner,
  states: readonly ProofState[],
  memories: readonly Uint8Array[],
  counts: Counts,
): number {
  let cases = 0;
  memories.forEach((memory, index) => {
    for (let turn = 0; turn < REGISTERS_OF_A_FRAME; turn++) {
      const published = states[(index * REGISTERS_OF_A_FRAME + turn) % states.length];
      if (published === undefined) return;
      const state: ProofState = { ...published, memory, draws: undefined };
      runner.load(state);
      const verdict = runner.run(state.registers, undefined);
      note(counts, runner, verdict, state.registers, state);
      if (verdict === 'equal' || verdict === 'different') cases++;
    }
  });
  return cases;
}

function isWholeCovered(machine: ProofMachine): boolean {
  const { original } = machine;
  return original.branchList.every((offset) => original.branches[offset] === BOTH_WAYS);
}

/** @param held table bytes of the image, by the cartridge's address */
export function proveRoutine(
  machine: ProofMachine,
  plan: RoutinePlan,
  published: PublishedCases,
  held: ReadonlyMap<number, number>,
  options: RoutineOptions,
): RoutineProof {
  const { original } = machine;
  clearBranches(original);
  original.registers.earlyReads.clear();
  const runner = createRoutineRunner(machine, plan, published.scratch, options.instructions);
  const counts: Counts = { equal: 0, different: 0, unproven: 0, left: 0, reasons: {}, first: undefined };
  const again = runAllPublished(runner, published, held, counts);
  const publishedEqual = counts.equal;
  const played = runPlayed(runner, again.states, plan.isPart === true ? [] : (options.memories ?? []), counts);
  const corpus: Corpus = { states: [...again.states], pointers: new Set() };
  const least = Math.ceil(options.cases / LEAST_PART);
  let varied = 0;
  let allInputs = 0;
  if (options.cases > 0 && corpus.states[0] !== undefined) {
    findPointers(runner, corpus);
    const visit = (verdict: string, registers: ProofState['registers'], state: ProofState): boolean => {
      note(counts, runner, verdict, registers, state);
      if (verdict === 'equal' || verdict === 'different')
        options.collect?.take(runner, registers, state.draws !== undefined);
      if (verdict !== 'unknown cells') varied++;
      return counts.different < MOST_DIFFERENT;
    };
    if (options.cases >= QUICK) allInputs = runAllInputs(runner, corpus, corpus.states[0], options.cases, visit);
    let turns = 0;
    if (counts.different < MOST_DIFFERENT) {
      runVaried(runner, corpus, options.seed ^ hashOf(`${plan.routine} ${plan.name}`), (verdict, registers, state) => {
        const goesOn = visit(verdict, registers, state);
        turns++;
        return goesOn && turns < options.cases && (turns < least || !isWholeCovered(machine));
      });
    }
  }
  const early = [...original.registers.earlyReads.values()].reduce((sum, times) => sum + times, 0);
  const oneWay = original.branchList.filter((offset) => original.branches[offset] !== BOTH_WAYS);
  const branches = original.branchList.length;
  return {
    routine: plan.routine,
    name: plan.name,
    cases: counts.equal + counts.different + counts.unproven,
    equal: counts.equal,
    different: counts.different,
    unproven: counts.unproven,
    reasons: counts.reasons,
    leftKnownCells: counts.left,
    published: {
      cases: again.cases,
      equal: publishedEqual,
      otherOutcome: again.otherOutcome,
      otherTables: again.otherTables,
      firstOutcome: again.firstOutcome,
    },
    played,
    varied,
    allInputs,
    branches,
    bothWays: branches - oneWay.length,
    oneWay,
    undeclaredReads: [...again.undeclared],
    earlyReads: early,
    budgetReached: oneWay.length > 0,
    first:
      counts.first === undefined
        ? undefined
        : { ...shrink(runner, counts.first.state, counts.first.difference), found: counts.first.difference },
  };
}

/** With so many differences the rest is not run. */
const MOST_DIFFERENT = 100;
