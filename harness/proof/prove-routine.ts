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
import type { RecordedStates } from './recorded-states.js';
import {
  createRoutineRunner,
  type Difference,
  type Observer,
  type ProofMachine,
  type RoutineRunner,
} from './routine-runner.js';
import { type SmallestCase, shrink } from './shrink.js';
import type { ProofState } from './state.js';
import { type Corpus, findPointers, runVaried, type Visit } from './vary.js';

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
  /** States at the calls of a routine in recorded logs. */
  readonly recorded?: RecordedStates | undefined;
  /** Offsets of the conditional branches that a routine's code leads to. */
  readonly branchesAhead?: ((plan: RoutinePlan) => readonly number[]) | undefined;
  /** Told of every instruction of the image's own code. */
  readonly observe?: Observer | undefined;
  /** Told of every case, counted or not. */
  readonly onCase?: (() => void) | undefined;
  /** Takes varied cases for a file. */
  readonly collect?: CaseCollector | undefined;
}

/** Of the cases those whose state stood at a call of a recorded log. */
export interface RecordedCases {
  readonly cases: number;
  readonly equal: number;
  readonly different: number;
  readonly unproven: number;
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
  /** Cases from states at the routine's calls in recorded logs. */
  readonly recorded: RecordedCases;
  /** Cases on memory of played frames. */
  readonly played: number;
  readonly varied: number;
  /** Bits of input that were counted through; 0: none. */
  readonly allInputs: number;
  /** Conditional branches of the routine and of what it calls, met or not. */
  readonly branches: number;
  readonly bothWays: number;
  /** Image addresses of branches that went one way, as offsets in the image. */
  readonly oneWay: readonly number[];
  /** The same of branches that no kept call came to. */
  readonly never: readonly number[];
  readonly undeclaredReads: readonly number[];
  readonly earlyReads: number;
  readonly budgetReached: boolean;
  readonly first: (SmallestCase & { readonly found: Difference }) | undefined;
}

/** With fewer varied cases a run is a quick one: inputs are not counted through. */
const QUICK = 1000;
/** With fewer varied cases the cells of addresses are looked for in few states. */
const MIN_PROBED = 50;
/** Published registers that each frame's memory is tried with. */
const REGISTERS_OF_A_FRAME = 4;
/** Of the varied cases this part runs even where every branch went both ways. */
const MIN_PART = 4;

interface Counts {
  equal: number;
  different: number;
  unproven: number;
  left: number;
  readonly reasons: Record<string, number>;
  readonly onCase: (() => void) | undefined;
  first: { readonly state: ProofState; readonly difference: Difference } | undefined;
}

function noCounts(onCase: Counts['onCase']): Counts {
  return { equal: 0, different: 0, unproven: 0, left: 0, reasons: {}, onCase, first: undefined };
}

function note(
  counts: Counts,
  runner: RoutineRunner,
  verdict: string,
  registers: ProofState['registers'],
  state: ProofState,
): void {
  counts.onCase?.();
  if (verdict === 'equal') counts.equal++;
  else if (verdict === 'unknown cells') counts.left++;
  else if (verdict === 'unproven') {
    counts.unproven++;
    const reason = runner.reason();
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
  return { states, undeclared, cases, otherTables, otherOutcome, firstOutcome };
}

/** States at the routine's calls in recorded logs: they occur, whatever cells they lead to. */
function runRecorded(runner: RoutineRunner, states: readonly ProofState[], counts: Counts): RecordedCases {
  const { equal, different, unproven } = counts;
  for (const state of states) {
    runner.load(state);
    const verdict = runner.run(state.registers, state.draws);
    note(counts, runner, verdict, state.registers, state);
  }
  const done = {
    equal: counts.equal - equal,
    different: counts.different - different,
    unproven: counts.unproven - unproven,
  };
  return { cases: done.equal + done.different + done.unproven, ...done };
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

interface VariedCases {
  /** Calls that were counted. */
  varied: number;
  /** Bits that were counted through. */
  allInputs: number;
}

/** All inputs where they are few, then varied cases until every branch went both ways. */
function runAllVaried(
  runner: RoutineRunner,
  states: readonly ProofState[],
  counts: Counts,
  options: RoutineOptions,
): VariedCases {
  const { machine, plan } = runner;
  const done: VariedCases = { varied: 0, allInputs: 0 };
  const corpus: Corpus = { states: [...states], pointers: new Set() };
  const [first] = states;
  if (options.cases === 0 || first === undefined) return done;
  findPointers(runner, corpus, options.cases < MIN_PROBED);
  // a file of cases is wanted of a routine that differs in published ones as well
  const limit = options.collect === undefined ? MAX_DIFFERENT : counts.different + MAX_DIFFERENT;
  const visit: Visit = (verdict, registers, state) => {
    note(counts, runner, verdict, registers, state);
    if (verdict === 'equal' || verdict === 'different') options.collect?.take(runner, registers, state);
    if (verdict !== 'unknown cells') done.varied++;
    return counts.different < limit;
  };
  if (options.cases >= QUICK) done.allInputs = runAllInputs(runner, corpus, first, options.cases, visit);
  if (counts.different >= limit) return done;
  const min = Math.ceil(options.cases / MIN_PART);
  let turns = 0;
  runVaried(runner, corpus, options.seed ^ hashOf(`${plan.routine} ${plan.name}`), (verdict, registers, state) => {
    const goesOn = visit(verdict, registers, state);
    turns++;
    return goesOn && turns < options.cases && (turns < min || !isWholeCovered(machine));
  });
  return done;
}

function smallestOf(runner: RoutineRunner, { first }: Counts): RoutineProof['first'] {
  if (first === undefined) return undefined;
  // a recorded case may read cells that no published one reads: they are known from here on
  runner.load(first.state);
  runner.run(first.state.registers, first.state.draws);
  runner.learn();
  return { ...shrink(runner, first.state, first.difference), found: first.difference };
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
  const runner = createRoutineRunner(machine, plan, published, options.instructions, options.observe);
  const counts = noCounts(options.onCase);
  const { states, undeclared, ...again } = runAllPublished(runner, published, held, counts);
  const publishedEqual = counts.equal;
  const recorded = runRecorded(runner, options.recorded?.statesOf(plan) ?? [], counts);
  runner.keepToKnown();
  const played = runPlayed(runner, states, plan.isPart === true ? [] : (options.memories ?? []), counts);
  const { varied, allInputs } = runAllVaried(runner, states, counts, options);
  const oneWay = original.branchList.filter((offset) => original.branches[offset] !== BOTH_WAYS);
  const branches = original.branchList.length;
  const never = (options.branchesAhead?.(plan) ?? []).filter((offset) => original.branches[offset] === 0);
  return {
    routine: plan.routine,
    name: plan.name,
    cases: counts.equal + counts.different + counts.unproven,
    equal: counts.equal,
    different: counts.different,
    unproven: counts.unproven,
    reasons: counts.reasons,
    leftKnownCells: counts.left,
    published: { ...again, equal: publishedEqual },
    recorded,
    played,
    varied,
    allInputs,
    branches: branches + never.length,
    bothWays: branches - oneWay.length,
    oneWay,
    never,
    undeclaredReads: [...undeclared],
    earlyReads: [...original.registers.earlyReads.values()].reduce((sum, times) => sum + times, 0),
    budgetReached: oneWay.length + never.length > 0,
    first: smallestOf(runner, counts),
  };
}

/** With so many differences the rest is not run. */
const MAX_DIFFERENT = 100;
