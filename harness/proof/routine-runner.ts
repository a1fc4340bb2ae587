/**
 * Runs the image's own code and our function from the same state and compares all that counts:
 * exit, registers, cells, draws.
 */
import { formatAddress, IMAGE_BYTES, isHostAddress, WINDOWS } from '../../rom-map/index.js';
import type { RoutinePlan } from '../verify/cpu-trace/profile.js';
import type { ResultRegister } from '../verify/vectors/adapters/adapter.js';
import {
  type CaseMachine,
  createCaseMachine,
  describeAddress,
  drawsOf,
  putTables,
} from '../verify/vectors/case-machine.js';
import type { Registers } from '../verify/vectors/format.js';
import { argumentValue, callAdapter, resultValue } from '../verify/vectors/run-case.js';
import { FIRST_REGISTER, placeAddress, REGISTERS_END } from './access-log.js';
import { callPlanOf, type ImageUnderTest, tableBytesOf } from './image-profile.js';
import {
  type CallPlan,
  callOriginal,
  createOriginalMachine,
  keepBranches,
  type OriginalMachine,
  type OriginalResult,
  undoCall,
} from './original-call.js';
import { CONSOLE_WINDOWS, type ProofState } from './state.js';

const WORK_RAM = 0x7e_0000;
const WORK_RAM_BYTES = 0x2_0000;
const UNDECLARED = -1;
/** The ROM's own cells: neither input nor output. */
const OWN = -2;
/** 24-bit address by offset in the image. */
const addressOfOffset = new Int32Array(IMAGE_BYTES);
for (const window of WINDOWS) {
  for (let index = 0; index < window.length; index++) addressOfOffset[window.offset + index] = window.address + index;
}
const MEMORY_WINDOWS = WINDOWS.filter((window) => window.address >= WORK_RAM);
const MEMORY_BYTES = MEMORY_WINDOWS.reduce((most, window) => Math.max(most, window.offset + window.length), 0);

export type DifferenceKind = 'exit' | 'register' | 'cell' | 'undeclared write' | 'draws' | 'failure';

export interface Difference {
  readonly kind: DifferenceKind;
  readonly text: string;
}

export type Verdict =
  | 'equal'
  | 'different'
  /** The original came to no exit. */
  | 'unproven'
  /**
   * The original read cells that no window declares, or that it reads in no published case: most
   * often a pointer that never occurs.
   */
  | 'unknown cells';

/** Both sides of an image: made once, used by every routine. */
export interface ProofMachine {
  readonly image: ImageUnderTest;
  readonly original: OriginalMachine;
  readonly ours: CaseMachine;
  /** Image offset by place in work RAM; UNDECLARED or OWN. */
  readonly offsetOfPlace: Int32Array;
  /** Memory before a run, and as the original leaves it. */
  readonly before: Uint8Array;
  readonly expected: Uint8Array;
  readonly scratchOffsets: readonly number[];
}

export function createProofMachine(image: ImageUnderTest): ProofMachine {
  const ours = createCaseMachine();
  putTables(ours, tableBytesOf(image));
  const offsetOfPlace = new Int32Array(WORK_RAM_BYTES).fill(UNDECLARED);
  for (const [address, offset] of ours.offsets) {
    if (address >= WORK_RAM && !isHostAddress(address)) offsetOfPlace[address - WORK_RAM] = offset;
  }
  const scratchOffsets: number[] = [];
  for (const address of image.profile.scratch) {
    offsetOfPlace[address - WORK_RAM] = OWN;
    const offset = ours.offsets.get(address);
    if (offset !== undefined) scratchOffsets.push(offset);
  }
  return {
    image,
    original: createOriginalMachine(image.image, image.profile.mapping),
    ours,
    offsetOfPlace,
    before: new Uint8Array(IMAGE_BYTES),
    expected: new Uint8Array(IMAGE_BYTES),
    scratchOffsets,
  };
}

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
  /** Image offsets that the original read before it wrote them, by the last run. */
  inputs(): number[];
  /** Adds the cells that the last run accessed to those that are known. */
  learn(): void;
  /** From now on calls that read other cells than the known ones are not compared. */
  keepToKnown(): void;
  wroteElsewhere(): boolean;
  /** Addresses outside all windows that it read. */
  undeclaredReads(): number[];
  /** Registers that count at its exit. */
  theirRegisters(): Partial<Registers>;
  /** Addresses that may hold anything afterwards. */
  scratch(): number[];
  /** Cells that it wrote, with their last values, scratch left out. */
  writes(): Map<number, number>;
}

/** The addresses that the profile's work RAM stands for tables. */
function putTableCells(machine: ProofMachine, state: ProofState): void {
  for (const [cell, table] of machine.image.profile.tableCells) {
    machine.original.ram[cell - WORK_RAM] = state.tables.get(table) ?? 0;
  }
  putTables(machine.ours, state.tables);
}

/** @param scratch cells that the routine's vectors leave open */
export function createRoutineRunner(
  machine: ProofMachine,
  plan: RoutinePlan,
  scratch: ReadonlySet<number>,
  instructionBudget: number,
): RoutineRunner {
  const { original: theirs, ours, before, expected, offsetOfPlace } = machine;
  const callPlan: CallPlan = callPlanOf(machine.image.profile, plan);
  const open = [...scratch].flatMap((address) => ours.offsets.get(address) ?? []);
  const scratchOffsets = new Int32Array([...machine.scratchOffsets, ...open]);
  const tableCells = new Set([...machine.image.profile.tableCells.keys()].map((address) => address - WORK_RAM));
  const results = Object.entries(plan.adapter.results) as [ResultRegister, NonNullable<unknown>][];
  const isOpen = new Uint8Array(IMAGE_BYTES);
  for (const offset of scratchOffsets) isOpen[offset] = 1;
  const known = new Uint8Array(WORK_RAM_BYTES + REGISTERS_END - FIRST_REGISTER);
  let isKnown = false;
  let result: OriginalResult | undefined;
  let found: Difference | undefined;

  function load(state: ProofState): void {
    before.set(state.memory);
    for (const window of CONSOLE_WINDOWS) {
      const bytes = before.subarray(window.offset, window.offset + window.length);
      if (window.address >= WORK_RAM) theirs.ram.set(bytes, window.address - WORK_RAM);
      else theirs.registers.given.set(bytes, window.address - FIRST_REGISTER);
    }
    for (const address of machine.image.profile.scratch) theirs.ram[address - WORK_RAM] = 0;
    putTableCells(machine, state);
  }

  function setCell(offset: number, value: number): void {
    before[offset] = value;
    const address = addressOfOffset[offset] as number;
    if (address < WORK_RAM) theirs.registers.given[address - FIRST_REGISTER] = value;
    else if (!isHostAddress(address)) theirs.ram[address - WORK_RAM] = value;
  }

  function isUnknownRead(place: number): boolean {
    if (isKnown && known[place] === 0) return true;
    return place < WORK_RAM_BYTES && offsetOfPlace[place] === UNDECLARED && !tableCells.has(place);
  }

  function hasUnknownRead(): boolean {
    const { log } = theirs;
    if (log.outsideReads.size > 0) return true;
    for (let index = 0; index < log.readCount; index++) if (isUnknownRead(log.reads[index] as number)) return true;
    return false;
  }

  /** The original wrote where it writes in no published case. */
  function wroteElsewhere(): boolean {
    const { log } = theirs;
    for (let index = 0; index < log.writeCount; index++) {
      if (known[log.writes[index] as number] === 0) return true;
    }
    return false;
  }

  function learn(): void {
    const { log } = theirs;
    for (let index = 0; index < log.readCount; index++) known[log.reads[index] as number] = 1;
    for (let index = 0; index < log.writeCount; index++) known[log.writes[index] as number] = 1;
  }

  /** @returns address of a write outside all windows, or -1 */
  function expect(): number {
    const { log } = theirs;
    expected.set(before);
    let undeclared = -1;
    for (let index = 0; index < log.writeCount; index++) {
      const place = log.writes[index] as number;
      if (place >= WORK_RAM_BYTES) continue;
      const offset = offsetOfPlace[place] as number;
      if (offset >= 0) expected[offset] = theirs.ram[place] as number;
      else if (offset === UNDECLARED && undeclared < 0 && !tableCells.has(place)) undeclared = placeAddress(place);
    }
    return undeclared;
  }

  /** What may hold anything holds what our function left there. */
  function expectOpenCells(): void {
    const mine = ours.machine.ram;
    for (let index = 0; index < scratchOffsets.length; index++) {
      const offset = scratchOffsets[index] as number;
      expected[offset] = mine[offset] as number;
    }
  }

  function theirRegister(name: ResultRegister): number | undefined {
    const one = result as OriginalResult;
    const register = name === 'A8' ? 'A' : name === 'Z' ? 'P' : name;
    const rules = plan.registers;
    if (rules !== undefined) {
      const rule = rules[register];
      if (rule === undefined) return undefined;
      if (rule === 'low on return' && one.exit !== 'return') return undefined;
      if (rule === 'low at an exit' && one.exit === 'return') return undefined;
    }
    if (name === 'A8') return one.A & 0xff;
    return name === 'Z' ? (one.P >>> 1) & 1 : one[name];
  }

  function registerDifference(registers: Registers, returned: number): Difference | undefined {
    for (const [name, place] of results) {
      const expectedValue = theirRegister(name);
      if (expectedValue === undefined) continue;
      const entry = argumentValue(registers, name);
      const mine = resultValue(ours, place as never, returned, entry);
      if (mine !== expectedValue) {
        return { kind: 'register', text: `register ${name}: mine ${mine}, theirs ${expectedValue}` };
      }
    }
    return undefined;
  }

  function cellDifference(): Difference | undefined {
    const mine = ours.machine.ram;
    if (Buffer.compare(mine.subarray(0, MEMORY_BYTES), expected.subarray(0, MEMORY_BYTES)) === 0) return undefined;
    for (const window of MEMORY_WINDOWS) {
      for (let index = 0; index < window.length; index++) {
        const offset = window.offset + index;
        if (mine[offset] === expected[offset]) continue;
        const text = `${describeAddress(window.address + index)}: mine ${hex(mine[offset])}, theirs ${hex(expected[offset])}`;
        return { kind: 'cell', text: `${text}, before ${hex(before[offset])}` };
      }
    }
    return undefined;
  }

  function drawDifference(isScripted: boolean): Difference | undefined {
    const one = result as OriginalResult;
    const { script, events } = ours.machine;
    if (isScripted) {
      const mine = script?.next ?? 0;
      if (mine === one.draws.length) return undefined;
      return { kind: 'draws', text: `draws: mine ${mine}, theirs ${one.draws.length}` };
    }
    if (events.length === 0 && one.draws.length === 0) return undefined;
    const mine = drawsOf(events);
    if (mine.length === one.draws.length && mine.every((value, index) => value === one.draws[index])) return undefined;
    return { kind: 'draws', text: `draws: mine [${mine.join(', ')}], theirs [${one.draws.join(', ')}]` };
  }

  function runOurs(registers: Registers, draws: readonly number[] | undefined): Difference | undefined {
    const { machine: mine } = ours;
    const undeclared = expect();
    mine.ram.set(before);
    mine.events.length = 0;
    mine.script = draws === undefined ? undefined : { values: Uint8Array.from(draws), next: 0 };
    try {
      const { exit, returned } = callAdapter(ours, plan.adapter, registers);
      if (exit !== result?.exit) return { kind: 'exit', text: `exit: mine ${exit}, theirs ${result?.exit}` };
      expectOpenCells();
      if (undeclared >= 0) {
        const text = `${formatAddress(undeclared)}: written by theirs, outside of the declared windows`;
        return { kind: 'undeclared write', text };
      }
      return registerDifference(registers, returned) ?? cellDifference() ?? drawDifference(draws !== undefined);
    } catch (error) {
      return { kind: 'failure', text: `mine failed: ${error instanceof Error ? error.message : String(error)}` };
    }
  }

  function run(registers: Registers, draws: readonly number[] | undefined): Verdict {
    found = undefined;
    result = callOriginal(theirs, callPlan, registers, { instructions: instructionBudget, draws });
    if (result.exit === undefined) {
      const outside = hasUnknownRead();
      undoCall(theirs);
      return outside ? 'unknown cells' : 'unproven';
    }
    if (hasUnknownRead()) {
      undoCall(theirs);
      return 'unknown cells';
    }
    found = runOurs(registers, draws);
    undoCall(theirs);
    keepBranches(theirs);
    return found === undefined ? 'equal' : 'different';
  }

  function inputs(): number[] {
    const { log } = theirs;
    const list: number[] = [];
    for (let index = 0; index < log.readCount; index++) {
      const place = log.reads[index] as number;
      const offset = place < WORK_RAM_BYTES ? offsetOfPlace[place] : ours.offsets.get(placeAddress(place));
      if (offset !== undefined && offset >= 0) list.push(offset);
    }
    return list;
  }

  function undeclaredReads(): number[] {
    const { log } = theirs;
    const list = [...log.outsideReads.keys()];
    for (let index = 0; index < log.readCount; index++) {
      const place = log.reads[index] as number;
      if (place < WORK_RAM_BYTES && offsetOfPlace[place] === UNDECLARED && !tableCells.has(place)) {
        list.push(placeAddress(place));
      }
    }
    return list;
  }

  function writes(): Map<number, number> {
    const cells = new Map<number, number>();
    const { log } = theirs;
    for (let index = 0; index < log.writeCount; index++) {
      const place = log.writes[index] as number;
      const offset = place < WORK_RAM_BYTES ? (offsetOfPlace[place] as number) : -1;
      if (offset >= 0 && isOpen[offset] === 0) cells.set(placeAddress(place), expected[offset] as number);
    }
    return cells;
  }

  return {
    plan,
    machine,
    load,
    setCell,
    memory: () => before.slice(),
    cell: (offset) => before[offset] as number,
    isCompared(address) {
      const offset = ours.offsets.get(address);
      return address >= WORK_RAM && offset !== undefined && isOpen[offset] === 0;
    },
    valueAt(address) {
      const offset = ours.offsets.get(address);
      return offset === undefined ? -1 : (before[offset] as number);
    },
    run,
    original: () => result as OriginalResult,
    difference: () => found,
    inputs,
    learn,
    keepToKnown() {
      isKnown = true;
    },
    wroteElsewhere,
    undeclaredReads,
    writes,
    scratch: () => [...new Set([...scratch, ...machine.image.profile.scratch])],
    theirRegisters() {
      const one = result as OriginalResult;
      const found: { A?: number; X?: number; Y?: number; P?: number } = {};
      for (const [name] of results) {
        if (theirRegister(name) === undefined) continue;
        const register = name === 'A8' ? 'A' : name === 'Z' ? 'P' : name;
        found[register] = one[register];
      }
      return found;
    },
  };
}

function hex(value: number | undefined): string {
  return `${(value ?? 0).toString(16).toUpperCase().padStart(2, '0')}h`;
}
