/**
 * One routine of an image against our function: published cases, remembered memory, all inputs
 * where they are few, varied cases.
 */

import { formatAddress } from '../../../rom-map/index.js';
import { hexText } from '../../base/index.js';
import type { RoutinePlan } from '../cpu-trace/profile.js';
import type { GamePlace } from '../game/game.js';
import { argumentValue } from '../vectors/run-case.js';
import type { CaseCollector } from './cases-file.js';
import { cellValue, type Difference, type ProofMachine } from './compare-sides.js';
import { runEdges } from './edges.js';
import { BOTH_WAYS, clearBranches, dropBranches } from './original-machine.js';
import { type OpenTally, OUTCOME_WORDS, type Outcome, openTally, sumOf, type Tally } from './outcomes.js';
import { commonTables, type PublishedCases, type RecordedStates, runPublished } from './published.js';
import { createRoutineRunner, type Observer, type Origin, type RoutineRunner } from './routine-runner.js';
import type { ProofState } from './state.js';
import {
  type Corpus,
  findPointers,
  hashOf,
  relateAddresses,
  runAddresses,
  runBits,
  runVaried,
  type Visit,
} from './vary.js';

function isDeclared({ machine }: RoutineRunner): boolean {
  return machine.image.profile.game.isDeclared;
}

// All inputs of a routine that has few: every value of the cells and of the accumulator that it
// reads.

/** Bits that are always counted through, and the most that are where the budget allows it. */
const SMALL_SPACE = 16;
const LARGEST_SPACE = 24;

/**
 * Cells that a routine reads from a state, whatever their values are; undefined: too many, or
 * addresses among them.
 */
function inputCells(runner: RoutineRunner, state: ProofState, corpus: Corpus): readonly number[] | undefined {
  const cells = new Set<number>();
  const max = LARGEST_SPACE / 8;
  const look = (): void => {
    for (const offset of runner.inputs()) cells.add(offset);
  };
  runner.load(state);
  runner.run(state.registers, state.draws, 'varied');
  look();
  for (let round = 0; round < 2; round++) {
    for (const offset of [...cells]) {
      const kept = runner.cell(offset);
      for (let value = 0; value < 0x100 && cells.size <= max; value += 3) {
        runner.setCell(offset, value);
        runner.run(state.registers, state.draws, 'varied');
        look();
      }
      runner.setCell(offset, kept);
    }
  }
  return cells.size > max || [...cells].some((offset) => corpus.pointers.has(offset)) ? undefined : [...cells];
}

/** Whether it takes registers other than the accumulator, flags or table bytes. */
function hasOtherInputs(runner: RoutineRunner, { draws, registers }: ProofState): boolean {
  const names = runner.plan.adapter.arguments;
  return names.some((name) => name !== 'A' && name !== 'A8') || runner.tableInputs(registers, draws).length > 0;
}

/**
 * Counts through all inputs from a state's registers X and Y, where they have at most 16 bits, or
 * 24 and the budget is large enough.
 * @returns bits that were counted through; 0 where there are too many
 */
function runAllInputs(runner: RoutineRunner, corpus: Corpus, state: ProofState, budget: number, visit: Visit): number {
  const names = runner.plan.adapter.arguments;
  if (state.draws !== undefined || (isDeclared(runner) && hasOtherInputs(runner, state))) return 0;
  const cells = inputCells(runner, state, corpus);
  if (cells === undefined) return 0;
  const accumulatorBits = names.includes('A') ? 16 : names.includes('A8') ? 8 : 0;
  const bits = cells.length * 8 + accumulatorBits;
  if (bits === 0 || bits > LARGEST_SPACE || (bits > SMALL_SPACE && 2 ** bits > budget)) return 0;
  const known = new Set(cells);
  for (let number = 0; number < 2 ** bits; number++) {
    const registers = { ...state.registers };
    if (accumulatorBits > 0) {
      const mask = 2 ** accumulatorBits - 1;
      registers.A = (registers.A & ~mask) | (number & mask);
    }
    for (let index = 0; index < cells.length; index++) {
      runner.setCell(cells[index] as number, (number >>> (accumulatorBits + index * 8)) & 0xff);
    }
    const verdict = runner.run(registers, undefined, 'varied');
    // an input that came up late: the space is larger than it seemed
    if (runner.inputs().some((offset) => !known.has(offset))) return 0;
    if (!visit(verdict, registers, state)) return 0;
  }
  return bits;
}

// The smallest case with the same kind of difference: fewest cells that are not 0, then the
// smallest values.

/** Runs that one shrinking may take. */
const MAX_RUNS = 60_000;
const SMALL = [1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128];

/** A value of a smallest case. */
export interface SmallestInput {
  /** Address of a byte, `7E03AE`; of a game that is declared the name of a cell or register. */
  readonly key: string;
  readonly value: number;
  /** For a reader: `7E03AE actionPoints = 12h`. */
  readonly text: string;
}

export interface SmallestCase {
  readonly state: ProofState;
  /** Cells that are not 0; of a game that is declared all that the original reads. */
  readonly cells: readonly SmallestInput[];
  readonly difference: Difference;
}

interface Trial {
  state: ProofState;
  /** Whether a smaller state still shows the difference; it then becomes the present one. */
  accept(candidate: ProofState): boolean;
}

/** Kinds that any wild pointer shows as well: a smaller case has to show the same place. */
const BY_PLACE: ReadonlySet<string> = new Set<Difference['kind']>(['undeclared read', 'undeclared write', 'no exit']);

function isSame(found: Difference | undefined, wanted: Difference): boolean {
  return found?.kind === wanted.kind && (!BY_PLACE.has(wanted.kind) || found.text === wanted.text);
}

function createTrial(runner: RoutineRunner, start: ProofState, difference: Difference, origin: Origin): Trial {
  let runs = 0;
  const trial: Trial = {
    state: start,
    accept(candidate) {
      if (runs++ > MAX_RUNS) return false;
      runner.load(candidate);
      runner.run(candidate.registers, candidate.draws, origin);
      if (!isSame(runner.difference(), difference)) return false;
      trial.state = candidate;
      return true;
    },
  };
  return trial;
}

function filled(memory: Uint8Array): number[] {
  const list: number[] = [];
  for (let offset = 0; offset < memory.length; offset++) if (memory[offset] !== 0) list.push(offset);
  return list;
}

function withZeros(state: ProofState, offsets: Iterable<number>): ProofState {
  const memory = state.memory.slice();
  for (const offset of offsets) memory[offset] = 0;
  return { ...state, memory };
}

/** Everything that the original did not read becomes 0 at once, where that keeps the difference. */
function clearUnread(trial: Trial, inputs: readonly number[]): void {
  const kept = new Set(inputs);
  trial.accept(
    withZeros(
      trial.state,
      filled(trial.state.memory).filter((offset) => !kept.has(offset)),
    ),
  );
}

/** Groups of cells become 0, large groups first. */
function clearGroups(trial: Trial): void {
  let size = Math.ceil(filled(trial.state.memory).length / 2);
  while (size >= 1) {
    const cells = filled(trial.state.memory);
    let isSmaller = false;
    for (let at = 0; at < cells.length; at += size) {
      if (trial.accept(withZeros(trial.state, cells.slice(at, at + size)))) isSmaller = true;
    }
    if (size === 1 && !isSmaller) return;
    if (size > 1) size >>= 1;
  }
}

function lowerValues(trial: Trial): void {
  for (const offset of filled(trial.state.memory)) {
    for (const value of SMALL) {
      if (value >= (trial.state.memory[offset] as number)) break;
      const memory = trial.state.memory.slice();
      memory[offset] = value;
      if (trial.accept({ ...trial.state, memory })) break;
    }
  }
}

/** Steps by which a number over a byte is lowered. */
const LOWERED_BY = [0x1000, 0x400, 0x100, 0x40, 0x10, 4, 1];

/** Finds a smaller number that is accepted: of a byte the smallest, of a word by steps. */
function lowerNumber(value: number, accept: (smaller: number) => boolean): void {
  for (let small = 0; small < Math.min(value, 0x100); small++) if (accept(small)) return;
  let now = value;
  for (const step of LOWERED_BY) while (now - step >= 0x100 && accept(now - step)) now -= step;
}

/** The same for a game that is declared: cells and registers as numbers, no table byte changed. */
function lowerNumbers(trial: Trial, places: readonly GamePlace[]): void {
  trial.accept({ ...trial.state, tables: new Map() });
  for (const name of ['A', 'X', 'Y'] as const) {
    const accept = (value: number): boolean =>
      trial.accept({ ...trial.state, registers: { ...trial.state.registers, [name]: value } });
    lowerNumber(trial.state.registers[name], accept);
  }
  for (const place of places) {
    lowerNumber(cellValue(trial.state.memory, place), (value) => {
      const memory = trial.state.memory.slice();
      for (let byte = 0; byte < place.width; byte++) memory[place.offset + byte] = value >>> (8 * byte);
      return trial.accept({ ...trial.state, memory });
    });
  }
}

/** Registers that are no addresses, and given draws, become 0. */
function lowerRegisters(trial: Trial, takesIndex: (name: 'X' | 'Y') => boolean): void {
  const { registers } = trial.state;
  for (const value of [0, 1, 2, 0x7f, 0x80]) {
    if (value < registers.A && trial.accept({ ...trial.state, registers: { ...trial.state.registers, A: value } }))
      break;
  }
  for (const name of ['X', 'Y'] as const) {
    if (takesIndex(name) || registers[name] === 0) continue;
    trial.accept({ ...trial.state, registers: { ...trial.state.registers, [name]: 0 } });
  }
  trial.accept({ ...trial.state, registers: { ...trial.state.registers, P: 0x20 } });
  const { draws } = trial.state;
  if (draws === undefined) return;
  if (trial.accept({ ...trial.state, draws: draws.map(() => 0) })) return;
  for (let keep = 0; keep < 32; keep++) {
    if (trial.accept({ ...trial.state, draws: draws.map((value, index) => (index < keep ? value : 0)) })) return;
  }
}

/** @param state one that gave `difference` @param origin as it was run */
function shrink(runner: RoutineRunner, state: ProofState, difference: Difference, origin: Origin): SmallestCase {
  const trial = createTrial(runner, state, difference, origin);
  runner.load(state);
  runner.run(state.registers, state.draws, origin);
  const inputs = runner.inputs();
  clearUnread(trial, inputs);
  clearGroups(trial);
  lowerRegisters(trial, (name) => runner.plan.adapter.arguments.includes(name));
  if (isDeclared(runner)) lowerNumbers(trial, runner.machine.image.profile.game.placesOf(runner.plan.routine));
  else lowerValues(trial);
  clearGroups(trial);
  runner.load(trial.state);
  runner.run(trial.state.registers, trial.state.draws, origin);
  const shown = runner.difference() ?? difference;
  return { state: trial.state, cells: inputsOf(runner, trial.state), difference: shown };
}

/** What a state gives to the last run. */
function inputsOf(runner: RoutineRunner, { memory, registers, tables }: ProofState): readonly SmallestInput[] {
  const { image, ours } = runner.machine;
  const { game } = image.profile;
  const { adapter, routine } = runner.plan;
  if (!game.isDeclared) {
    return filled(memory).map((offset) => {
      const address = ours.addresses[offset] as number;
      const value = memory[offset] as number;
      const text = `${game.describe(address, routine)} = ${hexText(value, 2)}h`;
      return { key: formatAddress(address), value, text };
    });
  }
  const read = new Set(runner.inputs());
  const places = game.placesOf(routine).filter(({ offset, width }) => read.has(offset) || read.has(offset + width - 1));
  const values = [
    ...places.map((place) => [place.name, cellValue(memory, place)] as const),
    ...adapter.arguments.map((name) => [name, argumentValue(registers, name)] as const),
    ...[...tables].map(([address, value]) => [game.describe(address, routine), value] as const),
  ];
  return values.map(([key, value]) => ({ key, value, text: `${key} = ${value}` }));
}

/** Where a routine's code leads: offsets in the image, ascending. */
export interface CodeAhead {
  /** Conditional branches, those of called routines included. */
  readonly branches: readonly number[];
  /** Entries of other routines that it comes to, by calls and jumps of its own or of a callee. */
  readonly calls: readonly number[];
}

export interface RoutineOptions {
  /** Varied cases at most; half as many again give single bits to inputs. */
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
  /** What a routine's code leads to; undefined: only what ran is known. */
  readonly codeAhead?: ((plan: RoutinePlan) => CodeAhead) | undefined;
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

/** Bits `TAKEN` and `NOT_TAKEN` of each branch, by its offset in the image; 0: never reached. */
export type BranchWays = ReadonlyMap<number, number>;

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
  /**
   * Conditional branches of the routine and of what it calls, met or not: the ways that each went
   * in calls that were compared.
   */
  readonly ways: BranchWays;
  /** Offsets in the image of the routines that it calls, by itself or through others. */
  readonly calls: readonly number[];
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
/** Of the varied cases this part at most goes through the addresses that pointers can hold. */
const ADDRESS_PART = 8;
/** For this part of the varied cases one more at most gives single bits to inputs. */
const BIT_PART = 2;
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
  cases.first ??= { state: { ...state, memory: runner.memory(), tables: runner.tables() }, difference, origin };
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
  const common = commonTables(machine, published.cases);
  const corpus: Corpus = {
    states: states.map((state) => ({ ...state, tables: new Map([...common, ...state.tables]) })),
    pointers: new Set(),
    related: { X: [], Y: [] },
  };
  const [first] = corpus.states;
  if (options.cases === 0 || first === undefined) return 0;
  relateAddresses(corpus, published.cases, machine.ours.offsets);
  // the cells of a declared game are kept to what they can hold: none of them leads astray
  if (!isDeclared(runner)) findPointers(runner, corpus, options.cases < MIN_PROBED);
  const most = options.differences ?? MAX_DIFFERENT;
  // a file of cases is wanted of a routine that differs in published ones as well
  const limit = options.collect === undefined ? most : differences(cases) + most;
  const visit: Visit = (outcome, registers, state) => {
    tallies.varied.begin();
    // only a different case is kept, with the registers that it was run with
    endCase(cases, 'varied', outcome, outcome === 'different' ? { ...state, registers } : state);
    if (outcome === 'equal' || outcome === 'different') options.collect?.take(runner, registers, state);
    return outcome !== 'different' || differences(cases) < limit;
  };
  const isExhaustive = options.cases >= QUICK;
  const allInputs = isExhaustive ? runAllInputs(runner, corpus, first, options.cases, visit) : 0;
  if (differences(cases) >= limit) return allInputs;
  const addresses = runAddresses(runner, corpus, Math.ceil(options.cases / ADDRESS_PART), visit);
  if (differences(cases) >= limit) return allInputs;
  let turns = runEdges(runner, corpus, Math.ceil(options.cases / EDGE_PART), visit) * EDGE_COST;
  if (differences(cases) >= limit) return allInputs;
  runBits(runner, corpus, Math.ceil(options.cases / BIT_PART), visit);
  if (differences(cases) >= limit) return allInputs;
  const min = Math.ceil(options.cases / MIN_PART);
  runVaried(runner, corpus, options.seed ^ hashOf(`${plan.routine} ${plan.name}`), (outcome, registers, state) => {
    const goesOn = visit(outcome, registers, state);
    turns++;
    return goesOn && addresses + turns < options.cases && (turns < min || !isWholeCovered(machine));
  });
  return allInputs;
}

function smallestOf({ runner, first }: Cases, isShrunk: boolean): RoutineProof['first'] {
  if (first === undefined) return undefined;
  const { difference, origin, state } = first;
  // what is told by the published outcome holds in that case alone
  if (!isShrunk || difference.kind === 'published outcome') {
    return { state, cells: inputsOf(runner, state), difference, found: difference };
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
  const { begin = [] } = published;
  for (const state of begin) runCase(cases, 'varied', state);
  for (const state of options.recorded?.statesOf(plan) ?? []) runCase(cases, 'recorded', state);
  runPlayed(cases, again.states, plan.isPart === true ? [] : (options.memories ?? []));
  const allInputs = runAllVaried(cases, published, [...again.states, ...begin], options);
  const ahead = options.codeAhead?.(plan);
  // the ways of a last call that was not compared are none
  dropBranches(original);
  const met = [...(ahead?.branches ?? []), ...original.branchList];
  const ways = new Map(met.sort((a, b) => a - b).map((offset) => [offset, original.branches[offset] as number]));
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
    ways,
    calls: ahead?.calls ?? [],
    earlyReads: [...original.registers.earlyReads.values()].reduce((sum, times) => sum + times, 0),
    first: smallestOf(cases, options.isShrunk !== false),
  };
}
