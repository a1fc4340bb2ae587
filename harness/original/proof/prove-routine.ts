/**
 * One routine of an image against our function: published cases, remembered memory, all inputs
 * where they are few, varied cases.
 */
import type { RoutinePlan } from '../cpu-trace/profile.js';
import type { CaseCollector } from './cases-file.js';
import { runEdges } from './edges.js';
import { runAllInputs } from './exhaust.js';
import { clearBranches } from './original-call.js';
import { BOTH_WAYS } from './original-machine.js';
import { type OpenTally, OUTCOME_WORDS, type Outcome, openTally, sumOf, type Tally } from './outcomes.js';
import { type PublishedCases, runPublished } from './published.js';
import { hashOf } from './random.js';
import type { RecordedStates } from './recorded-states.js';
import {
  createRoutineRunner,
  type Difference,
  type Observer,
  type Origin,
  type ProofMachine,
  type RoutineRunner,
} from './routine-runner.js';
import { type SmallestCase, shrink } from './shrink.js';
import type { ProofState } from './state.js';
import { type Corpus, findPointers, relateAddresses, runVaried, type Visit } from './vary.js';

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
  /** With so many differences the rest is not run; undefined: 100. */
  readonly differences?: number | undefined;
  /** Whether the first difference is shrunk; undefined: it is. */
  readonly isShrunk?: boolean | undefined;
}

/** Published cases, and what the image's code gave in them. */
export interface PublishedTally extends Tally {
  /** The first case that was not equal: `line 3: not comparable, ...`; undefined: all are. */
  readonly first: string | undefined;
}

/** What the cases of a routine came to: all of them, and by where their states come from. */
export interface RoutineProof extends Tally {
  readonly routine: string;
  readonly name: string;
  readonly published: PublishedTally;
  /** From states at the routine's calls in recorded logs. */
  readonly recorded: Tally;
  /** On memory of played frames. */
  readonly played: Tally;
  /** Counted through or varied. */
  readonly varied: Tally;
  /** Bits of input that were counted through; 0: none. */
  readonly allInputs: number;
  /** Conditional branches of the routine and of what it calls, met or not. */
  readonly branches: number;
  readonly bothWays: number;
  /** Image addresses of branches that went one way, as offsets in the image. */
  readonly oneWay: readonly number[];
  /** The same of branches that no kept call came to. */
  readonly never: readonly number[];
  readonly earlyReads: number;
  readonly first: (SmallestCase & { readonly found: Difference }) | undefined;
}

/** With fewer varied cases a run is a quick one: inputs are not counted through. */
const QUICK = 1000;
/** With fewer varied cases the cells of addresses are looked for in few states. */
const MIN_PROBED = 50;
/** Published registers that each frame's memory is tried with. */
const REGISTERS_OF_A_FRAME = 4;
/** Why a published case is not run: nothing of the image stands for a row of its tables. */
export const OTHER_TABLES = 'table bytes that the image has no place for';
/** With so many differences the rest is not run. */
const MAX_DIFFERENT = 100;
/** Of the varied cases this part at most stands at the edges of branches. */
const EDGE_PART = 8;
/** A case that is watched takes the time of so many others. */
const EDGE_COST = 2;
/** Of the varied cases this part runs even where every branch went both ways. */
const MIN_PART = 4;

/** A routine's cases under way. */
interface Cases {
  readonly runner: RoutineRunner;
  readonly onCase: (() => void) | undefined;
  readonly tallies: Readonly<Record<Origin, OpenTally>>;
  /** The first different case. */
  first: { readonly state: ProofState; readonly difference: Difference; readonly origin: Origin } | undefined;
}

function noCases(runner: RoutineRunner, onCase: Cases['onCase']): Cases {
  const tallies = { published: openTally(), recorded: openTally(), played: openTally(), varied: openTally() };
  return { runner, onCase, tallies, first: undefined };
}

/** Ends a case that was run: as the runner says, or as `found`, what is different besides. */
function endCase(cases: Cases, origin: Origin, outcome: Outcome, state: ProofState, found?: Difference): void {
  const { runner, tallies } = cases;
  const difference = found ?? runner.difference();
  cases.onCase?.();
  tallies[origin].end(outcome, found?.kind ?? runner.reason());
  if (outcome !== 'different' || difference === undefined) return;
  cases.first ??= { state: { ...state, memory: runner.memory() }, difference, origin };
}

/** Runs a case from a state. */
function runCase(cases: Cases, origin: Origin, state: ProofState): void {
  const { runner, tallies } = cases;
  tallies[origin].begin();
  runner.load(state);
  endCase(cases, origin, runner.run(state.registers, state.draws, origin), state);
}

function differences({ tallies }: Cases): number {
  return Object.values(tallies).reduce((sum, tally) => sum + tally.count('different'), 0);
}

/** @returns the states of the cases that were compared, and the first case that was not equal */
function runAllPublished(
  cases: Cases,
  published: PublishedCases,
): { readonly states: readonly ProofState[]; readonly first: string | undefined } {
  const { runner } = cases;
  const tally = cases.tallies.published;
  const states: ProofState[] = [];
  let first: string | undefined;
  for (const vector of published.cases) {
    tally.begin();
    const done = runPublished(runner, vector);
    if (done === undefined) {
      cases.onCase?.();
      tally.end('notComparable', OTHER_TABLES);
      first ??= `line ${vector.line}: ${OUTCOME_WORDS.notComparable}, ${OTHER_TABLES}`;
      continue;
    }
    const { state, otherOutcome } = done;
    const isOther = done.outcome === 'equal' && otherOutcome !== undefined;
    const found: Difference | undefined = isOther ? { kind: 'published outcome', text: otherOutcome } : undefined;
    const outcome = isOther ? 'different' : done.outcome;
    endCase(cases, 'published', outcome, state, found);
    if (outcome !== 'equal') {
      const what = otherOutcome ?? runner.difference()?.text ?? runner.reason();
      first ??= `line ${vector.line}: ${OUTCOME_WORDS[outcome]}, ${what}`;
    }
    // a call that left the declared cells teaches nothing about where the routine reads
    if (outcome !== 'equal' && (outcome !== 'different' || runner.original().exit === undefined)) continue;
    if (runner.difference()?.kind === 'undeclared read') continue;
    runner.learn();
    states.push(state);
  }
  return { states, first };
}

/** Registers of published cases on the memory of played frames. */
function runPlayed(cases: Cases, states: readonly ProofState[], memories: readonly Uint8Array[]): void {
  memories.forEach((memory, index) => {
    for (let turn = 0; turn < REGISTERS_OF_A_FRAME; turn++) {
      const published = states[(index * REGISTERS_OF_A_FRAME + turn) % states.length];
      if (published !== undefined) runCase(cases, 'played', { ...published, memory, draws: undefined });
    }
  });
}

function isWholeCovered(machine: ProofMachine): boolean {
  const { original } = machine;
  return original.branchList.every((offset) => original.branches[offset] === BOTH_WAYS);
}

/**
 * All inputs where they are few, then varied cases until every branch went both ways.
 *
 * @returns bits that were counted through
 */
function runAllVaried(
  cases: Cases,
  published: PublishedCases,
  states: readonly ProofState[],
  options: RoutineOptions,
): number {
  const { runner, tallies } = cases;
  const { machine, plan } = runner;
  const corpus: Corpus = { states: [...states], pointers: new Set() };
  const [first] = states;
  if (options.cases === 0 || first === undefined) return 0;
  relateAddresses(corpus, published.cases, machine.ours.offsets);
  findPointers(runner, corpus, options.cases < MIN_PROBED);
  const most = options.differences ?? MAX_DIFFERENT;
  // a file of cases is wanted of a routine that differs in published ones as well
  const limit = options.collect === undefined ? most : differences(cases) + most;
  const visit: Visit = (outcome, registers, state) => {
    tallies.varied.begin();
    endCase(cases, 'varied', outcome, { ...state, registers });
    if (outcome === 'equal' || outcome === 'different') options.collect?.take(runner, registers, state);
    return outcome !== 'different' || differences(cases) < limit;
  };
  const isExhaustive = options.cases >= QUICK;
  const allInputs = isExhaustive ? runAllInputs(runner, corpus, first, options.cases, visit) : 0;
  if (differences(cases) >= limit) return allInputs;
  let turns = runEdges(runner, corpus, Math.ceil(options.cases / EDGE_PART), visit) * EDGE_COST;
  if (differences(cases) >= limit) return allInputs;
  const min = Math.ceil(options.cases / MIN_PART);
  runVaried(runner, corpus, options.seed ^ hashOf(`${plan.routine} ${plan.name}`), (outcome, registers, state) => {
    const goesOn = visit(outcome, registers, state);
    turns++;
    return goesOn && turns < options.cases && (turns < min || !isWholeCovered(machine));
  });
  return allInputs;
}

function smallestOf({ runner, first }: Cases, isShrunk: boolean): RoutineProof['first'] {
  if (first === undefined) return undefined;
  const { difference, origin, state } = first;
  const cells = (): number[] => [...state.memory.keys()].filter((offset) => state.memory[offset] !== 0);
  // what is told by the published outcome holds in that case alone
  if (!isShrunk || difference.kind === 'published outcome') {
    return { state, cells: cells(), difference, found: difference };
  }
  // a recorded case may read cells that no published one reads: they are known from here on
  runner.load(state);
  runner.run(state.registers, state.draws, origin);
  runner.learn();
  return { ...shrink(runner, state, difference, origin), found: difference };
}

export function proveRoutine(
  machine: ProofMachine,
  plan: RoutinePlan,
  published: PublishedCases,
  options: RoutineOptions,
): RoutineProof {
  const { original } = machine;
  clearBranches(original);
  original.registers.earlyReads.clear();
  const runner = createRoutineRunner(machine, plan, published, options.instructions, options.observe);
  const cases = noCases(runner, options.onCase);
  const again = runAllPublished(cases, published);
  for (const state of options.recorded?.statesOf(plan) ?? []) runCase(cases, 'recorded', state);
  runPlayed(cases, again.states, plan.isPart === true ? [] : (options.memories ?? []));
  const allInputs = runAllVaried(cases, published, again.states, options);
  const oneWay = original.branchList.filter((offset) => original.branches[offset] !== BOTH_WAYS);
  const branches = original.branchList.length;
  const never = (options.branchesAhead?.(plan) ?? []).filter((offset) => original.branches[offset] === 0);
  const { tallies } = cases;
  const byOrigin = {
    published: { ...tallies.published.close(), first: again.first },
    recorded: tallies.recorded.close(),
    played: tallies.played.close(),
    varied: tallies.varied.close(),
  };
  return {
    routine: plan.routine,
    name: plan.name,
    ...sumOf(Object.values(byOrigin)),
    ...byOrigin,
    allInputs,
    branches: branches + never.length,
    bothWays: branches - oneWay.length,
    oneWay,
    never,
    earlyReads: [...original.registers.earlyReads.values()].reduce((sum, times) => sum + times, 0),
    first: smallestOf(cases, options.isShrunk !== false),
  };
}
