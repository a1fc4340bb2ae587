/**
 * What an instruction does to the widths and to the other things that are followed through the
 * flow.
 */
import {
  bitOf,
  doubted,
  type FlowBit,
  type FlowState,
  flagsOfByte,
  isKnown,
  type Known,
  statusByte,
} from './flow-state.js';
import type { Instruction } from './image-code.js';

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
export function stateAfter(state: FlowState, instruction: Instruction): FlowState {
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
