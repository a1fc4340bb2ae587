/**
 * Runs the image's own code and our function from the same state and compares all that counts:
 * exit, registers, cells, draws.
 */
import type { Cpu } from '../../core/cpu/index.js';
import type { DrawScript } from '../../core/live-a-live/memory/machine.js';
import { WORK_RAM, WORK_RAM_BYTES } from '../../rom-map/index.js';
import type { RoutinePlan } from '../verify/cpu-trace/profile.js';
import type { Registers } from '../verify/vectors/format.js';
import { callAdapter } from '../verify/vectors/run-case.js';
import { placeAddress } from './access-log.js';
import {
  type Compared,
  createCompared,
  type Difference,
  differenceAfter,
  expectMemory,
  registerOf,
  theirRegister,
} from './compare-sides.js';
import { callPlanOf } from './image-profile.js';
import {
  createKnownCells,
  hasUnknownRead,
  inputOffsets,
  type KnownCells,
  learnCells,
  undeclaredReads,
  wroteUnknownCell,
} from './known-cells.js';
import { type CallPlan, callOriginal, keepBranches, type OriginalResult, undoCall } from './original-call.js';
import { type EntryRules, whyUnproven } from './possible.js';
import { loadState, type ProofMachine, setCell } from './proof-machine.js';
import type { ProofState, VectorRules } from './state.js';
import { withWatchedTables } from './table-reads.js';

export type { Difference } from './compare-sides.js';
export { createProofMachine, type ProofMachine } from './proof-machine.js';

export type Verdict =
  | 'equal'
  | 'different'
  /** Nothing to compare: the original came to no exit, or as `reason` tells. */
  | 'unproven'
  /**
   * The original read cells that no window declares, or that it reads in no published case: most
   * often a pointer that never occurs.
   */
  | 'unknown cells';

export interface RoutineRunner {
  readonly plan: RoutinePlan;
  readonly machine: ProofMachine;
  /** Both sides get this state; it is copied. */
  load(state: ProofState): void;
  /** Changes a cell of the loaded state on both sides. @param offset in the image */
  setCell(offset: number, value: number): void;
  cell(offset: number): number;
  /** A copy of the loaded state's memory. */
  memory(): Uint8Array;
  /** Whether an address is compared: declared, and not scratch. */
  isCompared(address: number): boolean;
  /** Value of a declared address before the last run, or -1. */
  valueAt(address: number): number;
  /**
   * @returns the verdict; `difference`, `original` and the machine's log tell more until the next
   * run
   */
  run(registers: Registers, draws: readonly number[] | undefined): Verdict;
  original(): OriginalResult;
  difference(): Difference | undefined;
  /** Why the last run is unproven; '' where it is not. */
  reason(): string;
  /** Image offsets that the original read before it wrote them, by the last run. */
  inputs(): number[];
  /** Adds the cells that the last run accessed to those that are known. */
  learn(): void;
  /** From now on calls that read other cells than the known ones are not compared. */
  keepToKnown(): void;
  wroteElsewhere(): boolean;
  /** Addresses outside all windows that it read. */
  undeclaredReads(): number[];
  /** Table bytes that our function reads from the loaded state, by address. */
  tableReads(registers: Registers, draws: readonly number[] | undefined): ReadonlyMap<number, number>;
  /** Registers that count at its exit. */
  theirRegisters(): Partial<Registers>;
  /** Addresses that may hold anything afterwards. */
  scratch(): number[];
  /** Cells that it wrote, with their last values, scratch left out. */
  writes(): Map<number, number>;
}

const NOTHING: OriginalResult = {
  exit: undefined,
  unfinished: undefined,
  reason: '',
  A: 0,
  X: 0,
  Y: 0,
  P: 0,
  draws: [],
  instructions: 0,
  masterCycles: 0,
};

/** A routine under test, and its last run. */
interface Run {
  readonly compared: Compared;
  readonly machine: ProofMachine;
  readonly plan: RoutinePlan;
  readonly callPlan: CallPlan;
  readonly budget: number;
  readonly observe: ((address: number, cpu: Cpu) => void) | undefined;
  readonly rules: EntryRules;
  readonly known: KnownCells;
  result: OriginalResult;
  difference: Difference | undefined;
  reason: string;
  /** Draws of the last run that was given any, and the same as bytes. */
  draws: readonly number[] | undefined;
  drawValues: Uint8Array;
}

/** What the generator gives; many cases in a row have the same draws. */
function scriptOf(run: Run, draws: readonly number[] | undefined): DrawScript | undefined {
  if (draws === undefined) return undefined;
  if (run.draws !== draws) {
    run.draws = draws;
    run.drawValues = Uint8Array.from(draws);
  }
  return { values: run.drawValues, next: 0 };
}

function differenceOf(run: Run, registers: Registers, draws: readonly number[] | undefined): Difference | undefined {
  const { compared, machine, plan, result } = run;
  const { ours } = machine;
  const undeclared = expectMemory(compared);
  ours.machine.ram.set(machine.before);
  ours.machine.events.length = 0;
  ours.machine.script = scriptOf(run, draws);
  try {
    const { exit, returned } = callAdapter(ours, plan.adapter, registers);
    if (exit === result.exit) return differenceAfter(compared, result, registers, returned, undeclared);
    if (isUnpublishedExit(plan, exit)) run.reason = `unpublished: our function ends at ${exit}`;
    return { kind: 'exit', text: `exit: mine ${exit}, theirs ${result.exit}` };
  } catch (error) {
    return { kind: 'failure', text: `mine failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/**
 * An exit that our function has since no listing prints what follows, and that the image has not.
 */
function isUnpublishedExit({ adapter, exits }: RoutinePlan, exit: string): boolean {
  return exits !== undefined && !exits.includes(exit) && adapter.exits.includes(exit);
}

/** A difference counts where our function goes on and the state can occur. */
function verdictOf(run: Run): Verdict {
  const { machine } = run;
  if (run.difference === undefined) return 'equal';
  if (run.reason === '') {
    run.reason = whyUnproven(run.rules, machine.before, inputOffsets(machine)) ?? '';
  }
  if (run.reason === '') return 'different';
  run.difference = undefined;
  return 'unproven';
}

function runBoth(run: Run, registers: Registers, draws: readonly number[] | undefined): Verdict {
  const { machine } = run;
  const { original } = machine;
  run.difference = undefined;
  run.reason = '';
  const result = callOriginal(original, run.callPlan, registers, {
    instructions: run.budget,
    draws,
    observe: run.observe,
  });
  run.result = result;
  if (hasUnknownRead(run.known, machine)) {
    undoCall(original);
    return 'unknown cells';
  }
  if (result.exit === undefined) {
    run.reason = result.unfinished ?? 'unknown';
    undoCall(original);
    return 'unproven';
  }
  run.difference = differenceOf(run, registers, draws);
  undoCall(original);
  const verdict = verdictOf(run);
  if (verdict !== 'unproven') keepBranches(original);
  return verdict;
}

function writesOf({ compared, machine }: Run): Map<number, number> {
  const { expected, offsetOfPlace, original } = machine;
  const cells = new Map<number, number>();
  for (let index = 0; index < original.log.writeCount; index++) {
    const place = original.log.writes[index] as number;
    const offset = place < WORK_RAM_BYTES ? (offsetOfPlace[place] as number) : -1;
    if (offset >= 0 && compared.isOpen[offset] === 0) cells.set(placeAddress(place), expected[offset] as number);
  }
  return cells;
}

function registersOf({ compared, plan, result }: Run): Partial<Registers> {
  const found: { A?: number; X?: number; Y?: number; P?: number } = {};
  for (const [name] of compared.results) {
    const register = registerOf(name);
    if (theirRegister(plan, result, name) !== undefined) found[register] = result[register];
  }
  return found;
}

function tableReadsOf(
  { machine, plan }: Run,
  registers: Registers,
  draws: readonly number[] | undefined,
): ReadonlyMap<number, number> {
  const { ours } = machine;
  const seen = new Map<number, number>();
  ours.machine.ram.set(machine.before);
  ours.machine.events.length = 0;
  const watched = withWatchedTables(ours, seen);
  watched.machine.script = draws === undefined ? undefined : { values: Uint8Array.from(draws), next: 0 };
  callAdapter(watched, plan.adapter, registers);
  return seen;
}

/** Told before each instruction of the image's own code. @param address 24 bits */
export type Observer = (address: number, cpu: Cpu, ram: Uint8Array) => void;

/** @param published what the routine's vectors leave open, and what they state */
export function createRoutineRunner(
  machine: ProofMachine,
  plan: RoutinePlan,
  published: VectorRules,
  instructionBudget: number,
  observer?: Observer,
): RoutineRunner {
  const compared = createCompared(machine, plan, published.scratch);
  const run: Run = {
    compared,
    machine,
    plan,
    callPlan: callPlanOf(machine.image.profile, plan),
    budget: instructionBudget,
    observe: observer === undefined ? undefined : (address, cpu) => observer(address, cpu, machine.original.ram),
    rules: { routine: plan.routine, stated: published.stated, offsets: machine.ours.offsets },
    known: createKnownCells(),
    result: NOTHING,
    difference: undefined,
    reason: '',
    draws: undefined,
    drawValues: new Uint8Array(),
  };
  const { before, ours } = machine;
  return {
    plan,
    machine,
    load: (state) => loadState(machine, state),
    setCell: (offset, value) => setCell(machine, offset, value),
    memory: () => before.slice(),
    cell: (offset) => before[offset] as number,
    isCompared(address) {
      const offset = ours.offsets.get(address);
      return address >= WORK_RAM && offset !== undefined && compared.isOpen[offset] === 0;
    },
    valueAt(address) {
      const offset = ours.offsets.get(address);
      return offset === undefined ? -1 : (before[offset] as number);
    },
    run: (registers, draws) => runBoth(run, registers, draws),
    original: () => run.result,
    difference: () => run.difference,
    reason: () => run.reason,
    inputs: () => inputOffsets(machine),
    learn: () => learnCells(run.known, machine),
    keepToKnown() {
      run.known.isClosed = true;
    },
    wroteElsewhere: () => wroteUnknownCell(run.known, machine),
    undeclaredReads: () => undeclaredReads(machine),
    writes: () => writesOf(run),
    scratch: () => [...new Set([...published.scratch, ...machine.image.profile.scratch])],
    tableReads: (registers, draws) => tableReadsOf(run, registers, draws),
    theirRegisters: () => registersOf(run),
  };
}
