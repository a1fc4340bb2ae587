/**
 * Runs the image's own code and our function from the same state and compares all that counts:
 * exit, registers, cells, draws.
 */
import type { Cpu } from '../../../core/cpu/index.js';
import { formatBus } from '../../../rom-map/cartridge/index.js';
import { formatAddress, WORK_RAM, WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { LockstepError, sentenceOf } from '../../base/index.js';
import { parseRoutine, type RoutinePlan } from '../cpu-trace/profile.js';
import type { Registers } from '../vectors/format.js';
import { placeAddress } from './access-log.js';
import { callPlanOf } from './choose-image.js';
import {
  type Compared,
  cellValue,
  createCompared,
  createKnownCells,
  type Difference,
  declareCells,
  differenceAfter,
  expectMemory,
  hasUnknownRead,
  heldTables,
  inputOffsets,
  inputValue,
  isKnownOffset,
  type KnownCells,
  learnCells,
  loadState,
  type ProofMachine,
  registerOf,
  setCell,
  theirRegister,
  undeclaredRead,
  wroteUnknownCell,
} from './compare-sides.js';
import { type EntryRules, whyNoDifference } from './domain.js';
import { type CallPlan, callOriginal, type OriginalResult, type Unfinished } from './original-call.js';
import { keepBranches, undoCall } from './original-machine.js';

import type { Outcome } from './outcomes.js';

import type { ProofState, VectorRules } from './state.js';

/**
 * Where a state comes from. `published` (with an outcome) and `recorded` (at a call in a log that
 * was played) are known to occur as a whole; `played` joins registers of a published case with the
 * memory of a played frame, and may lead where no call leads, as `varied` may.
 */
export type Origin = 'published' | 'recorded' | 'played' | 'varied';

export interface RoutineRunner {
  readonly plan: RoutinePlan;
  readonly machine: ProofMachine;
  /** Both sides get this state; it is copied. */
  load(state: ProofState): void;
  /**
   * Changes an input of the loaded state on both sides. @param offset of a cell in the image, or a
   * table byte's address
   */
  setCell(offset: number, value: number): void;
  cell(offset: number): number;
  /** A copy of the loaded state's memory. */
  memory(): Uint8Array;
  /** A copy of the loaded state's table bytes that lie over the image's own. */
  tables(): ReadonlyMap<number, number>;
  /** Whether an address is compared: declared, and not scratch. */
  isCompared(address: number): boolean;
  /** Value of a declared address before the last run, or -1. */
  valueAt(address: number): number;
  /**
   * @param isInferred a published case that was executed with stand-ins of unprinted bytes
   * @returns the outcome; `difference`, `original` and the machine's log tell more until the next
   * run
   */
  run(registers: Registers, draws: readonly number[] | undefined, origin: Origin, isInferred?: boolean): Outcome;
  original(): OriginalResult;
  difference(): Difference | undefined;
  /** Why the last run ended as it did; of a difference its kind, '' where it is equal. */
  reason(): string;
  /** Whether the last run's varied state led to cells that no known state leads to. */
  leftKnownCells(): boolean;
  /** Image offsets that the original read before it wrote them, by the last run. */
  inputs(): number[];
  /** Tells each instruction of the image's code from now on; undefined: no more. */
  watch(observe: ((address: number, cpu: Cpu) => void) | undefined): void;
  /** Adds the cells that the last run accessed to those that are known. */
  learn(): void;
  wroteElsewhere(): boolean;
  /** Addresses of the image's table bytes that our function reads from the loaded state. */
  tableInputs(registers: Registers, draws: readonly number[] | undefined): number[];
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
  unprinted: -1,
};

/** A routine under test, and its last run. */
interface Run {
  readonly compared: Compared;
  readonly machine: ProofMachine;
  readonly plan: RoutinePlan;
  readonly callPlan: CallPlan;
  readonly budget: number;
  observe: ((address: number, cpu: Cpu) => void) | undefined;
  readonly rules: EntryRules;
  readonly known: KnownCells;
  result: OriginalResult;
  difference: Difference | undefined;
  reason: string;
  leftKnown: boolean;
  /** Address that the last run read and that no window declares, or -1. */
  undeclared: number;
  /** Draws of the last run that was given any, and the same as bytes. */
  draws: readonly number[] | undefined;
  drawValues: Uint8Array;
}

/** What the generator gives; many cases in a row have the same draws. */
function givenDraws(run: Run, draws: readonly number[] | undefined): Uint8Array | undefined {
  if (draws === undefined) return undefined;
  if (run.draws !== draws) {
    run.draws = draws;
    run.drawValues = Uint8Array.from(draws);
  }
  return run.drawValues;
}

/** How a run ended, where nothing is to be compared any more. */
interface Ending {
  readonly outcome: Outcome;
  readonly reason: string;
}

/** Ends a run with a difference. */
function differs(run: Run, kind: Difference['kind'], text: string): Ending {
  run.difference = { kind, text };
  return { outcome: 'different', reason: kind };
}

/** Calls that ended because no code stands where the image went. */
const STOPS: ReadonlySet<string> = new Set<Unfinished>([
  'stopped',
  'waits',
  'software interrupt',
  'code in work RAM',
  'address outside ROM',
]);

/** Why a call that came to no exit ended, with its place where that tells the way. */
function noExitText({ unfinished, reason }: OriginalResult): string {
  return unfinished === 'budget' || unfinished === 'stack' || unfinished === undefined
    ? `no exit: ${unfinished ?? 'unknown'}`
    : `${unfinished}: ${reason}`;
}

/** A call without an exit: a difference where an outcome is known, else as the place tells. */
function endWithoutExit(run: Run, registers: Registers, origin: Origin): Ending | undefined {
  const { result } = run;
  const { exit, unfinished = 'budget' } = result;
  if (exit !== undefined) return undefined;
  const isStop = STOPS.has(unfinished);
  const isHang = unfinished === 'budget' || unfinished === 'stack';
  const { isDeclared } = run.rules.game;
  if (isDeclared || origin === 'published' || (origin === 'recorded' && isHang)) {
    const none = isDeclared ? whyNothing(run, registers) : undefined;
    if (none !== undefined) return none;
    return differs(run, 'no exit', `theirs comes to no exit: ${unfinished}, ${result.reason}`);
  }
  const reason = noExitText(result);
  return { outcome: isStop ? 'stopped' : isHang ? 'undecided' : 'notComparable', reason };
}

function isKnown(origin: Origin): boolean {
  return origin === 'published' || origin === 'recorded';
}

/**
 * A state that is known to occur leads to declared cells; a varied one may lead away from them, as
 * may a played one outside of the published domain.
 */
function endByReads(run: Run, registers: Registers, origin: Origin): Ending | undefined {
  const { known, machine, plan } = run;
  const { game } = run.rules;
  const address = undeclaredRead(machine);
  if (game.isDeclared) {
    if (address < 0) return undefined;
    const text = `theirs reads ${game.describe(address, plan.routine)}, which its table does not name as read`;
    return whyNothing(run, registers) ?? differs(run, 'undeclared read', text);
  }
  if (origin !== 'varied') {
    if (address < 0) {
      run.leftKnown = origin === 'played' && hasUnknownRead(known, machine);
      return undefined;
    }
    // a frame's memory under a published case's registers may hold a pointer of neither
    const inputs = { registers, memory: machine.before, read: inputOffsets(machine) };
    const none = origin === 'played' ? whyNoDifference(run.rules, inputs) : undefined;
    if (none !== undefined) return none;
    return differs(run, 'undeclared read', `theirs reads ${formatAddress(address)}, which no cell declares`);
  }
  run.leftKnown = address >= 0 || hasUnknownRead(known, machine);
  run.undeclared = address;
  return undefined;
}

/** Why the last run from a state proves nothing, or undefined. */
function whyNothing({ machine, rules }: Run, registers: Registers): Ending | undefined {
  return whyNoDifference(rules, { registers, memory: machine.before, read: inputOffsets(machine) });
}

/**
 * A function of one's own that throws from a state that may occur. What it refuses by the words of
 * its machine it refuses from every state.
 */
function ownFailure({ machine, plan }: Run, error: unknown): LockstepError {
  if (error instanceof LockstepError) return error;
  const memory = machine.before;
  const places = machine.image.profile.game.placesOf(plan.routine);
  const cells = places.slice(0, MAX_TOLD).map((place) => `${place.name} = ${cellValue(memory, place)}`);
  return new LockstepError(
    'E_USAGE',
    `prove: the function ours of routine ${plan.name} throws`,
    {
      found: `${sentenceOf(error)}${cells.length === 0 ? '' : `, with ${cells.join(', ')}`}`,
      expected: 'a function that ends from each state inside of the domains',
      remedy: 'Mend it, or narrow the domain of a cell or register',
    },
    { cause: error },
  );
}

/** Cells that a failure names. */
const MAX_TOLD = 4;

/** Runs our function and compares. */
function endByComparison(run: Run, registers: Registers, draws: readonly number[] | undefined, origin: Origin): Ending {
  const { compared, machine, plan, result } = run;
  const { ours } = machine;
  const undeclared = expectMemory(compared);
  try {
    const exit = ours.call(plan.adapter, machine.before, registers, givenDraws(run, draws));
    if (exit === result.exit) {
      run.difference = differenceAfter(compared, result, registers, draws !== undefined, undeclared);
    } else if (isUnpublishedExit(plan, exit) || (origin !== 'published' && isUnprintedExit(run, exit))) {
      return { outcome: 'stopped', reason: `our function ends at ${exit}` };
    } else run.difference = { kind: 'exit', text: `exit: mine ${exit}, theirs ${result.exit}` };
  } catch (error) {
    if (run.rules.game.isDeclared) {
      const outside = error instanceof LockstepError ? undefined : whyNothing(run, registers);
      if (outside !== undefined) return outside;
      throw ownFailure(run, error);
    }
    run.difference = {
      kind: 'failure',
      text: `mine failed: ${sentenceOf(error)}`,
    };
  }
  if (run.difference === undefined) return run.undeclared < 0 ? EQUAL : leavesDeclared(origin);
  // a published state is inside of what is published, whatever the rules of the domain say
  const inputs = { registers, memory: machine.before, read: inputOffsets(machine) };
  const none = origin === 'published' ? undefined : whyNoDifference(run.rules, inputs);
  // a pointer that never occurs leads both sides away; theirs alone leaves by a fault
  const refuses = run.difference.kind === 'failure';
  const isAstray =
    none === undefined && run.leftKnown && (refuses || origin === 'played' || oursLeaves(run, registers, draws));
  if (none === undefined && !isAstray) return { outcome: 'different', reason: run.difference.kind };
  run.difference = undefined;
  if (none !== undefined) return none;
  if (run.undeclared >= 0) return leavesDeclared(origin);
  const what = refuses ? 'our function refuses' : 'differs in';
  const reason = `${what} a ${origin} state that leads to cells that no published case reads`;
  return { outcome: 'notComparable', reason };
}

function leavesDeclared(origin: Origin): Ending {
  return { outcome: 'notComparable', reason: `a ${origin} state leads to a cell that no window declares` };
}

/** Whether our function reads cells that no known state leads to, from the loaded state. */
function oursLeaves(run: Run, registers: Registers, draws: readonly number[] | undefined): boolean {
  const { known, machine, plan } = run;
  const { before, ours } = machine;
  let leaves = false;
  ours.call(plan.adapter, before, registers, givenDraws(run, draws), {
    cell(offset) {
      if (!isKnownOffset(known, machine, offset)) leaves = true;
    },
  });
  return leaves;
}

const EQUAL: Ending = { outcome: 'equal', reason: '' };

/**
 * An exit that our function has since no listing prints what follows, and that the image has not.
 */
function isUnpublishedExit({ adapter, exits }: RoutinePlan, exit: string): boolean {
  return exits !== undefined && !exits.includes(exit) && adapter.exits.includes(exit);
}

/**
 * A difference behind code that no listing prints: ours has a stand-in there. A published case that
 * was executed on printed code alone never comes there.
 */
function endBehindUnprinted(run: Run, ending: Ending, isExcused: boolean): Ending {
  const { unprinted } = run.result;
  if (ending.outcome !== 'different' || unprinted < 0 || !isExcused) return ending;
  run.difference = undefined;
  return { outcome: 'stopped', reason: `${formatBus(unprinted)}, which no listing prints` };
}

/** An exit at code that no listing prints: ours knows no more, the image goes on. */
function isUnprintedExit({ callPlan: { unprinted = [] } }: Run, exit: string): boolean {
  const address = parseRoutine(exit);
  return address !== undefined && unprinted.some(({ from, to }) => address >= from && address <= to);
}

function runBoth(
  run: Run,
  registers: Registers,
  draws: readonly number[] | undefined,
  origin: Origin,
  isInferred: boolean,
): Outcome {
  const { machine } = run;
  const { original } = machine;
  run.difference = undefined;
  run.leftKnown = false;
  run.undeclared = -1;
  const result = callOriginal(original, run.callPlan, registers, {
    instructions: run.budget,
    draws,
    observe: run.observe,
  });
  run.result = result;
  // where code is missing, what was read before says nothing
  const isStopped = isKnown(origin) && STOPS.has(result.unfinished ?? '');
  const ending = endBehindUnprinted(
    run,
    (isStopped ? undefined : endByReads(run, registers, origin)) ??
      endWithoutExit(run, registers, origin) ??
      endByComparison(run, registers, draws, origin),
    origin !== 'published' || isInferred,
  );
  undoCall(original);
  run.reason = ending.reason;
  if (ending.outcome === 'equal' || ending.outcome === 'different') keepBranches(original);
  return ending.outcome;
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
  for (const name of compared.results) {
    const register = registerOf(name);
    if (theirRegister(plan, result, name) !== undefined) found[register] = result[register];
  }
  return found;
}

function tableReadsOf(
  run: Run,
  registers: Registers,
  draws: readonly number[] | undefined,
): ReadonlyMap<number, number> {
  const { machine, plan } = run;
  const seen = new Map<number, number>();
  // nothing but the addresses is asked for: no function of a declared game without tables is run
  if (run.rules.game.isDeclared && machine.held.size === 0) return seen;
  machine.ours.call(plan.adapter, machine.before, registers, givenDraws(run, draws), {
    table: (address, value) => void seen.set(address, value),
  });
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
  declareCells(machine, plan);
  const compared = createCompared(machine, plan, published.scratch);
  const told =
    observer === undefined ? undefined : (address: number, cpu: Cpu) => observer(address, cpu, machine.original.ram);
  const run: Run = {
    compared,
    machine,
    plan,
    callPlan: callPlanOf(machine.image.profile, plan),
    budget: instructionBudget,
    observe: told,
    rules: {
      game: machine.image.profile.game,
      routine: plan.routine,
      stated: published.stated,
      offsets: machine.ours.offsets,
    },
    known: createKnownCells(),
    result: NOTHING,
    difference: undefined,
    reason: '',
    leftKnown: false,
    undeclared: -1,
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
    tables: () => new Map(machine.laid),
    cell: (offset) => inputValue(machine, offset),
    isCompared(address) {
      const offset = ours.offsets.get(address);
      return address >= WORK_RAM && offset !== undefined && compared.isOpen[offset] === 0;
    },
    valueAt(address) {
      const offset = ours.offsets.get(address);
      return offset === undefined ? -1 : (before[offset] as number);
    },
    run: (registers, draws, origin, isInferred = false) => runBoth(run, registers, draws, origin, isInferred),
    original: () => run.result,
    difference: () => run.difference,
    reason: () => run.reason,
    leftKnownCells: () => run.leftKnown,
    inputs: () => inputOffsets(machine),
    watch(observe) {
      run.observe =
        observe === undefined || told === undefined
          ? (observe ?? told)
          : (address, cpu) => {
              told(address, cpu);
              observe(address, cpu);
            };
    },
    learn: () => learnCells(run.known, machine),
    wroteElsewhere: () => wroteUnknownCell(run.known, machine),
    writes: () => writesOf(run),
    scratch: () => [...new Set([...published.scratch, ...machine.image.profile.scratch])],
    tableInputs: (registers, draws) => heldTables(machine, tableReadsOf(run, registers, draws).keys()),
    tableReads: (registers, draws) => tableReadsOf(run, registers, draws),
    theirRegisters: () => registersOf(run),
  };
}
