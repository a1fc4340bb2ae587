/**
 * Edges: what decides each conditional branch is driven to where the branch turns, and to one
 * beside it on both sides, by changing the cells and table bytes that it comes from.
 */
import { A, type Cpu, FLAG_M, FLAG_X, lengthOf, OPCODES, P, X, Y } from '../../../core/cpu/index.js';
import { WORK_RAM, WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { effectiveAddress } from './effective-address.js';
import type { OriginalMachine } from './original-machine.js';
import type { RoutineRunner } from './routine-runner.js';
import { type Corpus, freeInputs, keptState, MAX_STATES, spread, type Visit } from './vary.js';

/** What decides a branch: a difference for a comparison, else the value that was made last. */
interface Decision {
  /** Address of the branch, and its mnemonic. */
  readonly at: number;
  readonly name: string;
  readonly value: number;
  /** 0xff or 0xffff. */
  readonly mask: number;
}

type Source = 'A' | 'X' | 'Y';

/** Register whose value the flags tell after an instruction, by mnemonic. */
const MADE: ReadonlyMap<string, Source> = new Map<string, Source>([
  ...['LDA', 'AND', 'ORA', 'EOR', 'ADC', 'SBC', 'TXA', 'TYA', 'PLA', 'XBA', 'TDC'].map((name) => [name, 'A'] as const),
  ...['LDX', 'INX', 'DEX', 'TAX', 'PLX', 'TYX'].map((name) => [name, 'X'] as const),
  ...['LDY', 'INY', 'DEY', 'TAY', 'PLY', 'TXY'].map((name) => [name, 'Y'] as const),
]);
/** The same where they change the accumulator; nothing is known where they change memory. */
const MODIFY: ReadonlySet<string> = new Set(['INC', 'DEC', 'ASL', 'LSR', 'ROL', 'ROR', 'TSB', 'TRB', 'BIT']);
const COMPARED: ReadonlyMap<string, Source> = new Map<string, Source>([
  ['CMP', 'A'],
  ['CPX', 'X'],
  ['CPY', 'Y'],
]);
/** Values at which a branch turns, and those beside them. */
const TURNS: Readonly<Record<string, readonly number[]>> = {
  BEQ: [0, 1, -1],
  BNE: [0, 1, -1],
  BCC: [0, 1, -1],
  BCS: [0, 1, -1],
  // the sign: bit 7, or 15
  BPL: [0, -1, atSign(0), atSign(-1)],
  BMI: [0, -1, atSign(0), atSign(-1)],
  BVC: [0, -1, atSign(0), atSign(-1)],
  BVS: [0, -1, atSign(0), atSign(-1)],
};

/** A value relative to the sign bit, whatever the width: told apart by its size. */
function atSign(beside: number): number {
  return 0x10_0000 + beside;
}

function wanted(turn: number, mask: number): number {
  return (turn >= 0x8_0000 ? (mask >>> 1) + 1 + turn - 0x10_0000 : turn) & mask;
}

interface Watch {
  readonly observe: (address: number, cpu: Cpu) => void;
  /** Decisions of the last run in their order; live. */
  readonly decisions: Decision[];
  start(): void;
}

/** Decisions of a run that are kept. */
const MAX_DECISIONS = 400;

function registerValue(cpu: Cpu, source: Source): number {
  return source === 'A' ? cpu[A] : source === 'X' ? cpu[X] : cpu[Y];
}

function maskOf(cpu: Cpu, source: Source): number {
  return (cpu[P] & (source === 'A' ? FLAG_M : FLAG_X)) === 0 ? 0xffff : 0xff;
}

/** A byte as the processor reads it, without noting the access; 0 where none is known. */
function peek({ bus, ram }: OriginalMachine, address: number): number {
  const direct = bus.readOffset[(address & 0xff_ffff) >>> 13] as number;
  if (direct >= 0) return bus.memory[direct + (address & 0x1fff)] as number;
  const bank = address >>> 16;
  if ((bank & 0xfe) === 0x7e) return ram[(address - WORK_RAM) % WORK_RAM_BYTES] as number;
  return (bank & 0x40) === 0 && (address & 0xe000) === 0 ? (ram[address & 0x1fff] as number) : 0;
}

function createWatch(original: OriginalMachine): Watch {
  const decisions: Decision[] = [];
  let compared = -1;
  let mask = 0xff;
  let made: Source | undefined;
  const operandAt = (address: number, length: number): number => {
    let operand = 0;
    for (let index = length - 1; index > 0; index--) operand = operand * 256 + peek(original, address + index);
    return operand;
  };
  const compare = (address: number, cpu: Cpu, opcode: number, source: Source): void => {
    const entry = OPCODES[opcode];
    mask = maskOf(cpu, source);
    made = undefined;
    compared = -1;
    if (entry === undefined) return;
    const { mode } = entry;
    const operand = operandAt(address, lengthOf(opcode, (cpu[P] & FLAG_M) !== 0, (cpu[P] & FLAG_X) !== 0));
    let value = operand;
    if (mode !== 'immediateM' && mode !== 'immediateX') {
      const place = effectiveAddress({ mode, operand }, cpu, original.ram);
      if (place < 0) return;
      value = peek(original, place) + (mask === 0xff ? 0 : 256 * peek(original, place + 1));
    }
    compared = (registerValue(cpu, source) - value) & mask;
  };
  return {
    decisions,
    start() {
      decisions.length = 0;
      compared = -1;
      made = undefined;
    },
    observe(address, cpu) {
      const opcode = peek(original, address);
      const name = OPCODES[opcode]?.name ?? '';
      if (name in TURNS) {
        const value = made === undefined ? compared : registerValue(cpu, made) & mask;
        if (value >= 0 && decisions.length < MAX_DECISIONS) decisions.push({ at: address, name, value, mask });
        return;
      }
      const source = COMPARED.get(name);
      if (source !== undefined) {
        compare(address, cpu, opcode, source);
        return;
      }
      const register = MADE.get(name);
      const isModify = MODIFY.has(name);
      if (register === undefined && !isModify) return;
      compared = -1;
      made = register ?? (OPCODES[opcode]?.mode === 'accumulator' ? 'A' : undefined);
      if (made !== undefined) mask = maskOf(cpu, made);
    },
  };
}

/** States that are driven to the edges. */
const STATES = 12;
/** Cells of a state that are tried. */
const MAX_CELLS = 24;
/** How often each value at each branch is reached. */
const WANTED = 3;
/** Times that cells which come up are emptied. */
const ROUNDS = 3;
/** Steps by which a cell is changed to see what it moves. */
const STEPS = [1, 0x10, 0x80];

/** Inputs that are no cells: the bytes of the accumulator. */
const A_LOW = -1;
const A_HIGH = -2;

/** A loaded state whose inputs are changed, run and put back. */
interface Driven {
  /** Cells and bytes of the accumulator that may be changed. */
  readonly inputs: readonly number[];
  get(input: number): number;
  set(input: number, value: number): void;
  /** Runs it as a case. @returns what decided its branches; undefined: enough */
  attempt(): readonly Decision[] | undefined;
  /** Keeps it to be varied. */
  keep(): void;
  /**
   * Empties cells that the last run read and that are no inputs of the state: what stands there by
   * chance hides what follows the branch. @returns what stood there; empty: there is none
   */
  empty(): ReadonlyMap<number, number>;
}

interface Slope {
  readonly input: number;
  /** Change of the value for one more in the input. */
  readonly slope: number;
}

function signed(value: number, mask: number): number {
  return value > mask >>> 1 ? value - mask - 1 : value;
}

/** How often each value was met, by branch and value. */
type Reached = Map<string, number>;

/** @returns whether a value was met that is still wanted */
function note(reached: Reached, decisions: readonly Decision[]): boolean {
  let isNew = false;
  for (const { at, name, value, mask } of decisions) {
    for (const turn of TURNS[name] ?? []) {
      if (wanted(turn, mask) !== value) continue;
      const key = `${at} ${turn}`;
      const times = reached.get(key) ?? 0;
      reached.set(key, times + 1);
      if (times < WANTED) isNew = true;
    }
  }
  return isNew;
}

function isReached(reached: Reached, at: number, turn: number): boolean {
  return (reached.get(`${at} ${turn}`) ?? 0) >= WANTED;
}

/** The first decision at each branch. */
function firstOf(decisions: readonly Decision[]): ReadonlyMap<number, Decision> {
  const first = new Map<number, Decision>();
  for (const one of decisions) if (!first.has(one.at)) first.set(one.at, one);
  return first;
}

/** What each input moves at each branch, by the branch; undefined: enough. */
function slopesOf(driven: Driven, first: ReadonlyMap<number, Decision>): ReadonlyMap<number, Slope[]> | undefined {
  const found = new Map<number, Slope[]>();
  for (const input of driven.inputs) {
    const kept = driven.get(input);
    const moved = new Set<number>();
    for (const step of STEPS) {
      driven.set(input, (kept + step) & 0xff);
      const decisions = driven.attempt();
      driven.set(input, kept);
      if (decisions === undefined) return undefined;
      for (const [at, { value, mask }] of firstOf(decisions)) {
        const before = first.get(at);
        const change = before === undefined ? 0 : signed((value - before.value) & mask, mask);
        if (change === 0 || moved.has(at)) continue;
        moved.add(at);
        const list = found.get(at) ?? [];
        found.set(at, list);
        list.push({ input, slope: change / (kept + step > 0xff ? step - 0x100 : step) });
      }
    }
  }
  return found;
}

/** The input above one in a word, or undefined. */
function above(driven: Driven, input: number): number | undefined {
  const next = input === A_LOW ? A_HIGH : input + 1;
  return input !== A_HIGH && driven.inputs.includes(next) ? next : undefined;
}

/** Puts an input, with the one above it where it does not fit, where the value moves by `need`. */
function put(driven: Driven, { input, slope }: Slope, need: number): void {
  const by = Math.round(need / slope);
  const value = driven.get(input) + by;
  const high = value < 0 || value > 0xff ? above(driven, input) : undefined;
  driven.set(input, value & 0xff);
  if (high !== undefined) driven.set(high, (driven.get(high) + (value >> 8)) & 0xff);
}

/**
 * Drives every branch of a state that still wants a value.
 *
 * @returns false: enough
 */
function drive(driven: Driven, reached: Reached): boolean {
  const decisions = driven.attempt();
  if (decisions === undefined) return false;
  const first = firstOf(decisions.slice());
  note(reached, decisions);
  const isOpen = ({ at, name }: Decision): boolean => (TURNS[name] ?? []).some((turn) => !isReached(reached, at, turn));
  if (![...first.values()].some(isOpen)) return true;
  const slopes = slopesOf(driven, first);
  if (slopes === undefined) return false;
  for (const { at, name, value, mask } of first.values()) {
    for (const turn of TURNS[name] ?? []) {
      const need = (wanted(turn, mask) - value) & mask;
      for (const slope of need === 0 ? [] : (slopes.get(at) ?? [])) {
        if (isReached(reached, at, turn)) break;
        if (!reach(driven, slope, signed(need, mask), reached)) return false;
      }
    }
  }
  return true;
}

/** Runs a state at an edge again with nothing in the cells behind it. @returns false: enough */
function runEmptied(driven: Driven): boolean {
  const emptied = new Map<number, number>();
  let found: readonly Decision[] | undefined = [];
  for (let round = 0; round < ROUNDS && found !== undefined; round++) {
    const cells = driven.empty();
    if (cells.size === 0) break;
    for (const [input, value] of cells) emptied.set(input, value);
    found = driven.attempt();
    driven.keep();
  }
  for (const [input, value] of emptied) driven.set(input, value);
  return found !== undefined;
}

/** Tries one input for one value, both ways round. @returns false: enough */
function reach(driven: Driven, slope: Slope, need: number, reached: Reached): boolean {
  const kept = driven.inputs.map((input) => driven.get(input));
  const other = need > 0 ? need - 0x100 : need + 0x100;
  for (const way of slope.slope % 1 === 0 && Math.abs(slope.slope) === 1 ? [need] : [need, other]) {
    put(driven, slope, way);
    const found = driven.attempt();
    if (found !== undefined && note(reached, found)) {
      driven.keep();
      if (!runEmptied(driven)) return false;
    }
    driven.inputs.forEach((input, index) => {
      driven.set(input, kept[index] as number);
    });
    if (found === undefined) return false;
  }
  return true;
}

/**
 * Runs cases at the edges of every branch that the states come to; those that meet one are varied
 * later.
 *
 * @param budget cases at most
 *
 * @returns cases that were run
 */
export function runEdges(runner: RoutineRunner, corpus: Corpus, budget: number, visit: Visit): number {
  const watch = createWatch(runner.machine.original);
  const reached: Reached = new Map();
  const names = runner.plan.adapter.arguments;
  const accumulator = names.includes('A') ? [A_LOW, A_HIGH] : names.includes('A8') ? [A_LOW] : [];
  let left = budget;
  runner.watch(watch.observe);
  for (const state of spread(corpus.states, STATES)) {
    let registers = state.registers;
    const attempt = (): readonly Decision[] | undefined => {
      if (left-- <= 0) return undefined;
      watch.start();
      const outcome = runner.run(registers, state.draws, 'varied');
      return visit(outcome, registers, state) ? watch.decisions : undefined;
    };
    runner.load(state);
    runner.run(registers, state.draws, 'varied');
    const cells = freeInputs(runner, corpus, state);
    const known = new Set([...corpus.pointers, ...cells]);
    const driven: Driven = {
      inputs: [...accumulator, ...cells.slice(0, MAX_CELLS)],
      get: (input) => (input >= 0 ? runner.cell(input) : (registers.A >>> (input === A_LOW ? 0 : 8)) & 0xff),
      set(input, value) {
        if (input >= 0) runner.setCell(input, value);
        else {
          const A = input === A_LOW ? (registers.A & 0xff00) | value : (registers.A & 0xff) | (value << 8);
          registers = { ...registers, A };
        }
      },
      attempt,
      empty() {
        const come = runner.inputs().filter((offset) => !known.has(offset) && runner.cell(offset) !== 0);
        const before = new Map(come.map((offset) => [offset, runner.cell(offset)]));
        for (const offset of come) runner.setCell(offset, 0);
        return before;
      },
      keep() {
        if (corpus.states.length < MAX_STATES) corpus.states.push(keptState(runner, state, registers));
      },
    };
    if (!drive(driven, reached)) break;
  }
  runner.watch(undefined);
  return budget - Math.max(left, 0);
}
