/**
 * One call of a routine in an image's own code, from its entry to its exit, with everything that
 * can end it.
 */
import {
  A,
  type Cpu,
  carryClocks,
  D,
  DB,
  E,
  instructions,
  MASTER_CYCLES,
  masterCycles,
  P,
  PB,
  PC,
  S,
  STOPPED,
  setStatus,
  stepInstruction,
  WAITING,
  X,
  Y,
} from '../../../core/cpu/index.js';
import { countText } from '../../../core/system/names.js';
import { fileOffsetOf, formatBus } from '../../../rom-map/cartridge/index.js';
import { type UnprintedRange, WORK_RAM } from '../../../rom-map/index.js';
import { hexText } from '../../base/index.js';
import type { LeftOut } from '../cpu-trace/profile.js';
import { clearLog } from './access-log.js';
import {
  dropBranches,
  finishWatched,
  NOT_TAKEN,
  needsWatching,
  type OriginalMachine,
  PENDING,
  startRegisters,
  TAKEN,
} from './original-machine.js';

/** Registers at entry. */
export interface EntryRegisters {
  readonly A: number;
  readonly X: number;
  readonly Y: number;
  /** N, V, Z and C are taken. */
  readonly P: number;
  /** Flags M and X; undefined: 8-bit accumulator, 16-bit index registers. */
  readonly widths?: number | undefined;
  /** Direct page and data bank of this call; undefined: those of the plan. */
  readonly D?: number | undefined;
  readonly DB?: number | undefined;
}

/** How a routine of an image is entered and left. */
export interface CallPlan {
  /** 24-bit address. */
  readonly entry: number;
  /** Direct page, data bank, and stack pointer with room below it in its page. */
  readonly direct: number;
  readonly dataBank: number;
  readonly stack: number;
  /** Addresses that end the call, with the exit's name. */
  readonly stops: ReadonlyMap<number, string>;
  /** Exits by number in the exit cell, or undefined. */
  readonly exits: readonly string[] | undefined;
  /** Address of the exit cell, or -1. */
  readonly exitCell: number;
  /** Stretches that the vectors leave out: they are skipped. */
  readonly leftOut: readonly LeftOut[];
  /** Entry of the battle generator, or -1. */
  readonly generator: number;
  /** Addresses that no listing prints; a call that comes to one is noted. */
  readonly unprinted?: readonly UnprintedRange[] | undefined;
}

interface CallLimits {
  readonly instructions: number;
  /** What the generator gives, in place of its own code. */
  readonly draws?: readonly number[] | undefined;
  /** Told before each instruction. @param address 24 bits */
  readonly observe?: ((address: number, cpu: Cpu) => void) | undefined;
}

/** Why a call has ended without an exit of its routine. */
export type Unfinished =
  | 'budget'
  | 'stack'
  | 'code in work RAM'
  | 'address outside ROM'
  | 'stopped'
  | 'waits'
  | 'software interrupt'
  | 'not supported';

export interface OriginalResult {
  /** Name of the exit, or undefined when the call did not come to one. */
  readonly exit: string | undefined;
  readonly unfinished: Unfinished | undefined;
  /** More about it, with its place. */
  readonly reason: string;
  readonly A: number;
  readonly X: number;
  readonly Y: number;
  readonly P: number;
  readonly draws: readonly number[];
  readonly instructions: number;
  readonly masterCycles: number;
  /** The first address without a printed instruction that the call came to, or -1. */
  readonly unprinted: number;
}

/** Whether a call ended where no game has code: a trap, a stop, an address without memory. */
export function isTrap({ unfinished }: Pick<OriginalResult, 'unfinished'>): boolean {
  return unfinished === 'stopped' || unfinished === 'software interrupt' || unfinished === 'address outside ROM';
}

const RTS = 0x60;
const RTL = 0x6b;
const EIGHT_BIT_A = 0x20;
const GIVEN_FLAGS = 0xc3;
const MARK_STOP = 1;
const MARK_GENERATOR = 2;
const MARK_LEFT_OUT = 4;
const MARK_UNPRINTED = 8;
/** A stack that nests deeper than this many bytes is none of the battle's. */
const STACK_BYTES = 0xc0;

const IS_BRANCH = new Uint8Array(256);
for (const opcode of [0x10, 0x30, 0x50, 0x70, 0x90, 0xb0, 0xd0, 0xf0]) IS_BRANCH[opcode] = 1;

/** Sets the marks of a plan; only where another plan was called before. */
function markPlan(machine: OriginalMachine, plan: CallPlan): void {
  if (machine.marked === plan) return;
  machine.marked = plan;
  machine.marks.fill(0);
  const mark = (address: number, bit: number): void => {
    const offset = fileOffsetOf(machine.mapping, address, machine.romBytes);
    if (offset >= 0) machine.marks[offset] = (machine.marks[offset] as number) | bit;
  };
  for (const stop of plan.stops.keys()) mark(stop, MARK_STOP);
  if (plan.generator >= 0) mark(plan.generator, MARK_GENERATOR);
  for (const stretch of plan.leftOut) mark(stretch.from, MARK_LEFT_OUT);
  for (const { from, to } of plan.unprinted ?? []) {
    for (let address = from; address <= to; address++) mark(address, MARK_UNPRINTED);
  }
}

function enter(machine: OriginalMachine, plan: CallPlan, registers: EntryRegisters): void {
  const { cpu, ram } = machine;
  markPlan(machine, plan);
  clearLog(machine.log);
  dropBranches(machine);
  startRegisters(machine.registers);
  machine.muted = false;
  machine.unprinted = -1;
  // room for the return address above, for code that looks at its caller
  machine.stackHigh = plan.stack + 3;
  machine.stackLow = Math.max(plan.stack - STACK_BYTES, 0);
  ram.fill(0, plan.stack + 1, plan.stack + 4);
  cpu[E] = 0;
  cpu[A] = registers.A;
  cpu[X] = registers.X;
  cpu[Y] = registers.Y;
  setStatus(cpu, (registers.P & GIVEN_FLAGS) | (registers.widths ?? EIGHT_BIT_A));
  cpu[S] = plan.stack;
  cpu[D] = registers.D ?? plan.direct;
  cpu[DB] = registers.DB ?? plan.dataBank;
  cpu[PB] = plan.entry >>> 16;
  cpu[PC] = plan.entry & 0xffff;
  cpu[WAITING] = 0;
  cpu[STOPPED] = 0;
  carryClocks(cpu);
  if (plan.exitCell >= 0) ram[plan.exitCell - WORK_RAM] = 0;
}

/** Notes which way a conditional branch went; it counts once the call is kept. */
function noteBranch(machine: OriginalMachine, offset: number, taken: boolean): void {
  const before = machine.branches[offset] as number;
  const bit = taken ? TAKEN : NOT_TAKEN;
  if ((before & (bit | (bit << PENDING))) !== 0) return;
  if (before < 1 << PENDING) machine.pendingBranches.push(offset);
  machine.branches[offset] = before | (bit << PENDING);
}

/** Pulls a return address, as RTS does, without running it. */
function skipSubroutine({ cpu, ram }: Pick<OriginalMachine, 'cpu' | 'ram'>): void {
  const stack = cpu[S];
  cpu[S] = stack + 2;
  cpu[PC] = (((ram[stack + 1] as number) | ((ram[stack + 2] as number) << 8)) + 1) & 0xffff;
}

/** @returns whether the instruction there is not to be run */
function skipLeftOut(machine: OriginalMachine, plan: CallPlan, offset: number): boolean {
  for (const stretch of plan.leftOut) {
    if (fileOffsetOf(machine.mapping, stretch.from, machine.romBytes) !== offset) continue;
    if (stretch.to === undefined) skipSubroutine(machine);
    else machine.cpu[PC] = (stretch.to & 0xffff) + 1;
    return true;
  }
  return false;
}

/** A draw that is given: its value in A low, X and Y as they are. */
export function giveDraw(machine: Pick<OriginalMachine, 'cpu' | 'ram'>, value: number): void {
  const { cpu } = machine;
  cpu[A] = (cpu[A] & 0xff00) | value;
  cpu[P] = (cpu[P] & ~0x82) | (value & 0x80) | (value === 0 ? 2 : 0);
  skipSubroutine(machine);
}

function stopName(machine: OriginalMachine, plan: CallPlan, offset: number): string {
  for (const [address, name] of plan.stops) {
    if (fileOffsetOf(machine.mapping, address, machine.romBytes) === offset) return name;
  }
  return 'return';
}

interface Ended {
  exit?: string;
  unfinished?: Unfinished;
  reason?: string;
}

/** Instructions that end every call. */
const ENDINGS: ReadonlyMap<number, readonly [Unfinished, string]> = new Map([
  [0xdb, ['stopped', 'STP']],
  [0xcb, ['waits', 'WAI']],
  [0x00, ['software interrupt', 'BRK']],
  [0x02, ['software interrupt', 'COP']],
]);
const IS_ENDING = new Uint8Array(256);
for (const opcode of ENDINGS.keys()) IS_ENDING[opcode] = 1;

function endedBy(opcode: number, pc: number): Ended {
  const [unfinished, name] = ENDINGS.get(opcode) ?? ['not supported', ''];
  return { unfinished, reason: `${name} at ${formatBus(pc)}` };
}

function run(machine: OriginalMachine, plan: CallPlan, limits: CallLimits, draws: number[]): Ended {
  const { cpu, bus, marks, romOffset } = machine;
  const { readOffset, memory } = bus;
  const entryStack = plan.stack;
  const lowest = machine.stackLow;
  let generatorStack = -1;
  let first = true;
  for (let left = limits.instructions; left > 0; left--) {
    const pc = (cpu[PB] << 16) | cpu[PC];
    machine.at = pc;
    const base = readOffset[pc >>> 13] as number;
    if (base < 0) return outsideCode(pc);
    const place = base + (pc & 0x1fff);
    const mark = marks[place - romOffset] as number;
    if (mark !== 0 && !first) {
      const isUnprinted = (mark & (MARK_UNPRINTED | MARK_LEFT_OUT)) === MARK_UNPRINTED;
      if (isUnprinted && machine.unprinted < 0) machine.unprinted = pc;
      if ((mark & MARK_STOP) !== 0) return { exit: stopName(machine, plan, place - romOffset) };
      if ((mark & MARK_LEFT_OUT) !== 0 && skipLeftOut(machine, plan, place - romOffset)) continue;
      if ((mark & MARK_GENERATOR) !== 0 && generatorStack < 0) {
        if (limits.draws !== undefined) {
          const value = limits.draws[draws.length] ?? 0;
          draws.push(value);
          giveDraw(machine, value);
          continue;
        }
        generatorStack = cpu[S];
      }
    }
    first = false;
    const opcode = memory[place] as number;
    if (cpu[S] === entryStack && (opcode === RTS || opcode === RTL)) return { exit: exitName(plan, machine) };
    if (IS_ENDING[opcode] === 1) return endedBy(opcode, pc);
    limits.observe?.(pc, cpu);
    if (needsWatching(machine)) {
      machine.position = cpu[MASTER_CYCLES];
      stepInstruction(cpu, machine.watchedBus);
      finishWatched(machine);
    } else stepInstruction(cpu, bus);
    if (IS_BRANCH[opcode] === 1) noteBranch(machine, place - romOffset, cpu[PC] !== ((pc + 2) & 0xffff));
    const stack = cpu[S];
    if (stack > entryStack || stack < lowest)
      return { unfinished: 'stack', reason: `at ${formatBus(pc)}, S = ${hexText(stack, 4)}` };
    if (generatorStack >= 0 && stack > generatorStack) {
      draws.push(cpu[A] & 0xff);
      generatorStack = -1;
    }
    if (machine.registers.unsupported !== undefined) {
      return { unfinished: 'not supported', reason: `${machine.registers.unsupported} at ${formatBus(pc)}` };
    }
  }
  return {
    unfinished: 'budget',
    reason: `${countText(limits.instructions, 'instruction')}, at ${formatBus(machine.at)}`,
  };
}

function outsideCode(pc: number): Ended {
  const bank = pc >>> 16;
  const isRam = (bank & 0xfe) === 0x7e || ((bank & 0x40) === 0 && (pc & 0xe000) === 0);
  return { unfinished: isRam ? 'code in work RAM' : 'address outside ROM', reason: `at ${formatBus(pc)}` };
}

/** A ROM's exit cell holds the exit at the end, whether the routine or a part of it chose it. */
function exitName(plan: CallPlan, machine: OriginalMachine): string {
  if (plan.exits === undefined || plan.exitCell < 0) return 'return';
  const number = machine.ram[plan.exitCell - WORK_RAM] as number;
  return plan.exits[number] ?? `exit ${number}`;
}

/**
 * Runs the image's own code from a routine's entry to its exit. `machine.ram` and the given
 * registers are what it finds; `undoCall` takes back what it wrote. A call always ends: see
 * `Unfinished`.
 */
export function callOriginal(
  machine: OriginalMachine,
  plan: CallPlan,
  registers: EntryRegisters,
  limits: CallLimits,
): OriginalResult {
  const { cpu } = machine;
  enter(machine, plan, registers);
  const instructionsBefore = instructions(cpu);
  const cyclesBefore = masterCycles(cpu);
  const draws: number[] = [];
  const ended = run(machine, plan, limits, draws);
  return {
    exit: ended.exit,
    unfinished: ended.unfinished,
    reason: ended.reason ?? '',
    A: cpu[A],
    X: cpu[X],
    Y: cpu[Y],
    P: cpu[P],
    draws,
    instructions: instructions(cpu) - instructionsBefore,
    masterCycles: masterCycles(cpu) - cyclesBefore,
    unprinted: machine.unprinted,
  };
}
