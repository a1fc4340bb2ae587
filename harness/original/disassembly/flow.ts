/**
 * Follows an image's code from an address through branches and near jumps, with the widths of the
 * registers on each way.
 */
import {
  addressAfter,
  bitOf,
  doubted,
  type FlowBit,
  type FlowState,
  flagsOfByte,
  type ImageCode,
  type Instruction,
  instructionAt,
  isKnown,
  joinStates,
  type Known,
  sameStates,
  statusByte,
  targetOf,
} from './flow-state.js';

// What an instruction does to the widths and to the other things that are followed through the
// flow.

const CHANGES_A = new Set(['ADC', 'AND', 'EOR', 'ORA', 'SBC', 'LDA', 'TXA', 'TYA', 'TSC', 'PLA']);
const CHANGES_A_ITSELF = new Set(['ASL', 'LSR', 'ROL', 'ROR', 'INC', 'DEC']);
const CHANGES_CARRY = new Set(['ADC', 'SBC', 'CMP', 'CPX', 'CPY', 'ASL', 'LSR', 'ROL', 'ROR']);

function push(state: FlowState, ...bytes: readonly Known[]): FlowState {
  return { ...state, stack: [...state.stack, ...bytes] };
}

function pushWord(state: FlowState, word: Known): FlowState {
  return word < 0 ? push(state, -1, -1) : push(state, word >>> 8, word & 0xff);
}

/**
 * Pushes a register whose width may not be known; then nothing on the stack is certain any more.
 */
function pushRegister(state: FlowState, width: FlowBit, low: Known, high: Known): FlowState {
  if (!isKnown(width)) return { ...state, stack: [] };
  return width === 1 ? push(state, low) : push(state, high, low);
}

function pulled(state: FlowState, bytes: number): FlowState {
  return { ...state, stack: state.stack.slice(0, Math.max(0, state.stack.length - bytes)) };
}

/** @param depth 0: the top */
function onStack(state: FlowState, depth: number): Known {
  const byte = state.stack[state.stack.length - 1 - depth] ?? -1;
  return byte;
}

/** A byte that was pushed as a number; a pushed status is none. */
function plainByte(byte: number): Known {
  return byte > 0xff ? -1 : byte;
}

function pullRegister(state: FlowState, width: FlowBit): FlowState {
  return isKnown(width) ? pulled(state, width === 1 ? 1 : 2) : { ...state, stack: [] };
}

/** PLP: the flags of the byte on top, or no longer known. Emulation mode keeps both widths. */
function pullStatus(state: FlowState): FlowState {
  const flags = flagsOfByte(onStack(state, 0));
  const after = pulled(state, 1);
  if (state.e === 1) return { ...after, carry: flags?.carry ?? doubted(state.carry) };
  return { ...after, ...(flags ?? { m: doubted(state.m), x: doubted(state.x), carry: doubted(state.carry) }) };
}

/** REP and SEP. @param value what the named bits become */
function changeStatus(state: FlowState, bits: number, value: 0 | 1): FlowState {
  const carry = (bits & 0x01) === 0 ? state.carry : value;
  if (state.e === 1) return { ...state, carry };
  // REP in what may be emulation mode may do nothing
  const width: FlowBit = value === 0 && !isKnown(state.e) ? 2 : value;
  return {
    ...state,
    carry,
    m: (bits & 0x20) === 0 ? state.m : width,
    x: (bits & 0x10) === 0 ? state.x : width,
  };
}

/** XCE: carry and mode change places; emulation mode has 8-bit registers. */
function exchangeMode(state: FlowState): FlowState {
  const after = { ...state, e: state.carry, carry: state.e };
  if (after.e === 1) return { ...after, m: 1, x: 1 };
  if (after.e === 0) return after;
  return { ...after, m: state.m === 1 ? 1 : doubted(state.m), x: state.x === 1 ? 1 : doubted(state.x) };
}

function loadConstant(state: FlowState, operand: number): FlowState {
  if (!isKnown(state.m)) return { ...state, low: -1, high: -1 };
  return bitOf(state.m) === 1
    ? { ...state, low: operand & 0xff }
    : { ...state, low: operand & 0xff, high: operand >>> 8 };
}

function wordOf(low: Known, high: Known): Known {
  return low < 0 || high < 0 ? -1 : low | (high << 8);
}

function byteOf(word: Known, shift: number): Known {
  return word < 0 ? -1 : (word >>> shift) & 0xff;
}

function pullDirect(state: FlowState): FlowState {
  const direct = wordOf(plainByte(onStack(state, 0)), plainByte(onStack(state, 1)));
  return { ...pulled(state, 2), direct };
}

type Effect = (state: FlowState, instruction: Instruction) => FlowState;

const EFFECTS: Readonly<Record<string, Effect>> = {
  REP: (state, { operand }) => changeStatus(state, operand, 0),
  SEP: (state, { operand }) => changeStatus(state, operand, 1),
  CLC: (state) => ({ ...state, carry: 0 }),
  SEC: (state) => ({ ...state, carry: 1 }),
  XCE: exchangeMode,
  PHP: (state) => push(state, statusByte(state)),
  PLP: pullStatus,
  PHA: (state) => pushRegister(state, state.m, state.low, state.high),
  PHX: (state) => pushRegister(state, state.x, -1, -1),
  PHY: (state) => pushRegister(state, state.x, -1, -1),
  PHB: (state) => push(state, state.dataBank),
  PHK: (state, { address }) => push(state, address >>> 16),
  PHD: (state) => pushWord(state, state.direct),
  PEA: (state, { operand }) => pushWord(state, operand),
  PEI: (state) => pushWord(state, -1),
  PER: (state) => pushWord(state, -1),
  PLA: (state) => pullRegister({ ...state, low: -1, high: -1 }, state.m),
  PLX: (state) => pullRegister(state, state.x),
  PLY: (state) => pullRegister(state, state.x),
  PLB: (state) => ({ ...pulled(state, 1), dataBank: plainByte(onStack(state, 0)) }),
  PLD: pullDirect,
  TCD: (state) => ({ ...state, direct: wordOf(state.low, state.high) }),
  TDC: (state) => ({ ...state, low: byteOf(state.direct, 0), high: byteOf(state.direct, 8) }),
  XBA: (state) => ({ ...state, low: state.high, high: state.low }),
  TXS: (state) => ({ ...state, stack: [] }),
  TCS: (state) => ({ ...state, stack: [] }),
  MVN: (state, { operand }) => ({ ...state, dataBank: operand & 0xff, low: 0xff, high: 0xff }),
  MVP: (state, { operand }) => ({ ...state, dataBank: operand & 0xff, low: 0xff, high: 0xff }),
};

/** The state after an instruction that goes on behind itself. */
function stateAfter(state: FlowState, instruction: Instruction): FlowState {
  const { name, mode, operand } = instruction;
  const effect = EFFECTS[name];
  if (effect !== undefined) return effect(state, instruction);
  if (name === 'LDA' && mode === 'immediateM') return loadConstant(state, operand);
  let after = state;
  if (CHANGES_CARRY.has(name)) after = { ...after, carry: doubted(after.carry) };
  if (CHANGES_A.has(name) || (CHANGES_A_ITSELF.has(name) && mode === 'accumulator')) {
    after = { ...after, low: -1, high: -1 };
  }
  return after;
}

export interface Step {
  readonly instruction: Instruction;
  /** Before the instruction, joined over all ways to it. */
  state: FlowState;
  /** Branches and jumps that lead here. */
  readonly from: Set<number>;
  /** The ways to it have different widths; the address of the one that came later, or -1. */
  otherWidthsFrom: number;
}

/** Why a way is not followed any further. */
type EndKind = 'return' | 'interrupt' | 'stopped' | 'pointer' | 'jump' | 'outside ROM' | 'end' | 'limit';

/** A way that ends. */
export interface FlowEnd {
  readonly kind: EndKind;
  /** Last instruction on it. */
  readonly at: number;
  /** Where it goes on, or -1. */
  readonly next: number;
}

/** What a call does to the state. */
export interface CallEffect {
  readonly state: FlowState;
  /** Why the widths after it are not known, or ''. */
  readonly doubt: string;
}

interface FlowLimits {
  /** Most instructions. */
  readonly instructions: number;
  /** Instructions that begin past this address are not followed; FFFFFF = none. */
  readonly end: number;
  /** Every jump is followed, not only those into what is listed already. */
  readonly allJumps: boolean;
}

export interface Flow {
  readonly steps: ReadonlyMap<number, Step>;
  readonly ends: readonly FlowEnd[];
  /** Joined over all RTS and RTL; undefined when there is none. */
  readonly exit: FlowState | undefined;
  /** By the call's address: why the widths behind it are not known. */
  readonly doubts: ReadonlyMap<number, string>;
}

interface Way {
  readonly address: number;
  readonly state: FlowState;
  /** The instruction before. */
  readonly at: number;
  /** It led here by a branch or jump. */
  readonly isJump: boolean;
}

const RETURNS = new Set(['RTS', 'RTL']);
const CONDITIONAL = new Set(['BPL', 'BMI', 'BVC', 'BVS', 'BCC', 'BCS', 'BNE', 'BEQ']);
const SOFTWARE_INTERRUPTS = new Set(['BRK', 'COP']);

/** Calls and their effect, as far as the caller of `followFlow` knows it. */
export type CallEffectOf = (target: number, state: FlowState) => CallEffect;

interface Walk {
  readonly code: ImageCode;
  readonly limits: FlowLimits;
  readonly effectOf: CallEffectOf;
  readonly steps: Map<number, Step>;
  readonly ends: Map<string, FlowEnd>;
  readonly doubts: Map<number, string>;
  readonly pending: Way[];
  /** Jumps that wait for what is listed to reach their target. */
  readonly jumps: Way[];
  exit: FlowState | undefined;
}

function end(walk: Walk, kind: EndKind, at: number, next = -1): void {
  walk.ends.set(`${kind} ${at} ${next}`, { kind, at, next });
}

/** The widths that a second way changes. */
function noteOtherWidths(step: Step, joined: FlowState, from: number): void {
  if (joined.m !== step.state.m || joined.x !== step.state.x) step.otherWidthsFrom = from;
}

/** Puts a way's state to its instruction. @returns the step when it has to be followed (again) */
function arrive(walk: Walk, way: Way): Step | undefined {
  const { address, state, at, isJump } = way;
  const known = walk.steps.get(address);
  if (known !== undefined) {
    if (isJump) known.from.add(at);
    const joined = joinStates(known.state, state);
    if (sameStates(joined, known.state)) return undefined;
    noteOtherWidths(known, joined, at);
    known.state = joined;
    return known;
  }
  if (address > walk.limits.end) {
    end(walk, 'end', at, address);
    return undefined;
  }
  if (walk.steps.size >= walk.limits.instructions) {
    end(walk, 'limit', at, address);
    return undefined;
  }
  const instruction = instructionAt(walk.code, address, state);
  if (instruction === undefined) {
    end(walk, 'outside ROM', at, address);
    return undefined;
  }
  const step: Step = { instruction, state, from: new Set(isJump ? [at] : []), otherWidthsFrom: -1 };
  walk.steps.set(address, step);
  return step;
}

function followCall(walk: Walk, step: Step, after: FlowState): FlowState {
  const { instruction } = step;
  const target = targetOf(instruction);
  if (target === undefined) {
    const doubt = 'the called routine is taken from a table: the widths behind it are not known';
    walk.doubts.set(instruction.address, doubt);
    return { ...after, ...doubtedWidths(after), low: -1, high: -1 };
  }
  const effect = walk.effectOf(target, after);
  if (effect.doubt === '') walk.doubts.delete(instruction.address);
  else walk.doubts.set(instruction.address, effect.doubt);
  return { ...effect.state, stack: after.stack, low: -1, high: -1 };
}

/** Both widths with their values only assumed. */
export function doubtedWidths(state: FlowState): Pick<FlowState, 'm' | 'x'> {
  return { m: (state.m | 2) as FlowState['m'], x: (state.x | 2) as FlowState['x'] };
}

/** Follows one instruction. @returns the way that goes on behind it, or undefined */
function leave(walk: Walk, step: Step): Way | undefined {
  const { instruction, state } = step;
  const { address: at, name, bytes } = instruction;
  const after = stateAfter(state, instruction);
  const behind: Way = { address: addressAfter(at, bytes.length), state: after, at, isJump: false };
  const target = targetOf(instruction);
  if (RETURNS.has(name)) {
    walk.exit = walk.exit === undefined ? after : joinStates(walk.exit, after);
    end(walk, 'return', at);
    return undefined;
  }
  if (name === 'RTI' || SOFTWARE_INTERRUPTS.has(name)) {
    end(walk, 'interrupt', at);
    return undefined;
  }
  if (name === 'STP') {
    end(walk, 'stopped', at);
    return undefined;
  }
  if (name === 'JSR' || name === 'JSL') return { ...behind, state: followCall(walk, step, after) };
  if (name === 'JMP' || name === 'JML') {
    if (target === undefined) end(walk, 'pointer', at);
    else (walk.limits.allJumps ? walk.pending : walk.jumps).push({ address: target, state: after, at, isJump: true });
    return undefined;
  }
  if (target === undefined) return behind;
  walk.pending.push({ address: target, state: after, at, isJump: true });
  return CONDITIONAL.has(name) ? behind : undefined;
}

/** The waiting way with the lowest address. */
function nextWay(walk: Walk): Way | undefined {
  const { pending } = walk;
  if (pending.length === 0) pending.push(...jumpsInside(walk));
  let best = 0;
  for (let index = 1; index < pending.length; index++) {
    if ((pending[index] as Way).address < (pending[best] as Way).address) best = index;
  }
  return pending.splice(best, 1)[0];
}

/** Jumps to between the first and the last instruction met so far; the others wait on. */
function jumpsInside(walk: Walk): readonly Way[] {
  const addresses = [...walk.steps.keys()];
  const lowest = addresses.reduce((min, address) => Math.min(min, address), Number.POSITIVE_INFINITY);
  const highest = addresses.reduce((max, address) => Math.max(max, address), -1);
  const isInside = (way: Way): boolean => way.address >= lowest && way.address <= highest;
  const inside = walk.jumps.filter(isInside);
  const outside = walk.jumps.filter((way) => !isInside(way));
  walk.jumps.length = 0;
  walk.jumps.push(...outside);
  return inside;
}

/** @param start 24-bit address @param state at the start */
export function followFlow(
  code: ImageCode,
  start: number,
  state: FlowState,
  limits: FlowLimits,
  effectOf: CallEffectOf,
): Flow {
  const walk: Walk = {
    code,
    limits,
    effectOf,
    steps: new Map(),
    ends: new Map(),
    doubts: new Map(),
    pending: [],
    jumps: [],
    exit: undefined,
  };
  let way: Way | undefined = { address: start, state, at: start, isJump: false };
  while (way !== undefined) {
    const step = arrive(walk, way);
    way = (step === undefined ? undefined : leave(walk, step)) ?? nextWay(walk);
  }
  for (const jump of walk.jumps) end(walk, 'jump', jump.at, jump.address);
  return { steps: walk.steps, ends: [...walk.ends.values()], exit: walk.exit, doubts: walk.doubts };
}
