/**
 * The bytes that an instruction read and wrote, with their values, from its own row and the next
 * one.
 */
import { type Mode, OPCODES } from '../../../core/cpu/opcodes.js';
import { WORK_RAM } from '../../../rom-map/index.js';
import { type CpuRow, FLAG_C, FLAG_D, isByteA, isByteIndex } from './instruction/instruction.js';
import { canonical, isRegister, type KnownMemory, type Mapping } from './memory.js';

// The access of each instruction to its operand in memory, by opcode.

/** The access of an instruction to its operand in memory. */
type AccessKind = 'load' | 'store' | 'combine' | 'modify' | 'move' | 'none';

const LOADS = new Set(['LDA', 'LDX', 'LDY']);
const STORES = new Set(['STA', 'STX', 'STY', 'STZ']);
const COMBINES = new Set(['ADC', 'SBC', 'AND', 'ORA', 'EOR', 'CMP', 'BIT', 'CPX', 'CPY']);
const MODIFIES = new Set(['INC', 'DEC', 'ASL', 'LSR', 'ROL', 'ROR', 'TSB', 'TRB']);
/** Modes without an operand in memory. */
const NO_MEMORY = new Set<Mode>([
  'implied',
  'accumulator',
  'immediate8',
  'immediateM',
  'immediateX',
  'immediate16',
  'relative',
  'relativeLong',
  'absoluteIndirect',
  'absoluteXIndirect',
  'absoluteIndirectLong',
]);

/** By opcode byte. */
const KINDS: readonly AccessKind[] = OPCODES.map(({ name, mode }) => {
  if (mode === 'blockMove') return 'move';
  if (NO_MEMORY.has(mode)) return 'none';
  if (LOADS.has(name)) return 'load';
  if (STORES.has(name)) return 'store';
  if (COMBINES.has(name)) return 'combine';
  return MODIFIES.has(name) ? 'modify' : 'none';
});

/** Instructions whose width is that of the index registers. */
const INDEX_WIDE = new Set(['LDX', 'LDY', 'STX', 'STY', 'CPX', 'CPY']);
/** By opcode byte: true when the index registers give the width. */
const IS_INDEX: readonly boolean[] = OPCODES.map(({ name }) => INDEX_WIDE.has(name));

// The state of a walk while it derives the accesses of instructions, and single bytes of them.

/** Receives the bytes of memory that instructions access, except through the stack pointer. */
interface AccessSink {
  /**
   * Takes a read. @param value -1: unknown
   * @param derived true when only the instruction's own result shows the value
   */
  read(address: number, value: number, derived?: boolean): void;
  /** Called before the memory takes the value. @param value -1: unknown */
  write(address: number, value: number): void;
}

export interface AccessCounts {
  /** Bytes that a load showed to differ from the trace's earlier value: they changed unseen. */
  changedUnseen: number;
  /** Printed memory values that the instruction's result contradicts. */
  shownWrong: number;
}

interface AccessOptions {
  readonly memory: KnownMemory;
  readonly mapping: Mapping;
  readonly sink: AccessSink;
  /** A DMA changed memory; the written bytes are unknown. */
  readonly onDma: () => void;
}

interface AccessState extends AccessOptions {
  readonly counts: AccessCounts;
  /** Registers that were written, by their low 16 bits; -1: unknown. */
  readonly registers: Int16Array;
  /** Offset in work RAM of the data port's next write; -1: unknown. */
  portAddress: number;
}

function createAccessState(options: AccessOptions): AccessState {
  return {
    ...options,
    counts: { changedUnseen: 0, shownWrong: 0 },
    registers: new Int16Array(0x6000).fill(-1),
    portAddress: -1,
  };
}

// The arithmetic of instructions, forwards and backwards: it lets a trace show memory.

/**
 * Operand of ADC, SBC, EOR and others, as far as the result determines it; or -1.
 * @param mask FFh or FFFFh
 */
function operandFromResult(name: string, row: CpuRow, next: CpuRow, mask: number): number {
  const before = row.a & mask;
  const after = next.a & mask;
  const carry = row.p & FLAG_C;
  if (name === 'EOR') return before ^ after;
  if (name === 'AND') return before === mask ? after : -1;
  if (name === 'ORA') return before === 0 ? after : -1;
  if ((row.p & FLAG_D) !== 0) return -1;
  if (name === 'ADC') return (after - before - carry) & mask;
  return name === 'SBC' ? (before - after - (1 - carry)) & mask : -1;
}

/** The value in memory after a modifying instruction, or -1. @param width bytes, 1 or 2 */
function modified(name: string, row: CpuRow, old: number, width: number): number {
  if (old < 0) return -1;
  const mask = width === 1 ? 0xff : 0xffff;
  const top = width === 1 ? 0x80 : 0x8000;
  const carry = row.p & FLAG_C;
  switch (name) {
    case 'INC':
      return (old + 1) & mask;
    case 'DEC':
      return (old - 1) & mask;
    case 'ASL':
      return (old << 1) & mask;
    case 'LSR':
      return old >>> 1;
    case 'ROL':
      return ((old << 1) | carry) & mask;
    case 'ROR':
      return (old >>> 1) | (carry === 0 ? 0 : top);
    case 'TSB':
      return old | (row.a & mask);
    default:
      return old & ~row.a & mask;
  }
}

// Address of an instruction's operand, computed from registers and from pointers in known memory.

interface KnownBytes {
  readonly memory: KnownMemory;
  readonly mapping: Mapping;
}

/** Modes whose second byte stays in bank 0. */
const BANK_0 = new Set<Mode>(['direct', 'directX', 'directY', 'stackRelative']);

/** Little-endian value in bank 0, or -1 with an unknown byte. */
function pointer(at: number, bytes: number, { memory, mapping }: KnownBytes): number {
  let value = 0;
  for (let index = 0; index < bytes; index++) {
    const byte = memory.get(canonical((at + index) & 0xffff, mapping));
    if (byte < 0) return -1;
    value += byte * 2 ** (8 * index);
  }
  return value;
}

/** 24-bit address of the operand, or -1 if it depends on an unknown pointer. */
function addressOf(row: CpuRow, mode: Mode, known: KnownBytes): number {
  const { operand } = row;
  const bank = row.db << 16;
  switch (mode) {
    case 'direct':
      return (row.d + operand) & 0xffff;
    case 'directX':
      return (row.d + operand + row.x) & 0xffff;
    case 'directY':
      return (row.d + operand + row.y) & 0xffff;
    case 'absolute':
      return bank | operand;
    case 'absoluteX':
      return (bank + operand + row.x) & 0xffffff;
    case 'absoluteY':
      return (bank + operand + row.y) & 0xffffff;
    case 'absoluteLong':
      return operand;
    case 'absoluteLongX':
      return (operand + row.x) & 0xffffff;
    case 'stackRelative':
      return (row.s + operand) & 0xffff;
    default:
      return pointed(row, mode, bank, known);
  }
}

function pointed(row: CpuRow, mode: Mode, bank: number, known: KnownBytes): number {
  const { operand } = row;
  const at = (row.d + operand) & 0xffff;
  const isLong = mode === 'directIndirectLong' || mode === 'directIndirectLongY';
  const from =
    mode === 'directXIndirect'
      ? (at + row.x) & 0xffff
      : mode === 'stackRelativeIndirectY'
        ? (row.s + operand) & 0xffff
        : at;
  const base = pointer(from, isLong ? 3 : 2, known);
  if (base < 0) return row.shownAddress;
  const index =
    mode === 'directIndirectY' || mode === 'directIndirectLongY' || mode === 'stackRelativeIndirectY' ? row.y : 0;
  return ((isLong ? 0 : bank) + base + index) & 0xffffff;
}

/** Address of the second byte of a word. */
function secondByte(address: number, mode: Mode, mapping: Mapping): number {
  return canonical(BANK_0.has(mode) ? (address + 1) & 0xffff : (address + 1) & 0xffffff, mapping);
}

// Writes to registers of the console through which memory changes without a visible store.

/** Data port of work RAM, and the three registers of its address. */
const PORT_DATA = 0x2180;
const PORT_ADDRESS_FIRST = 0x2181;
const PORT_ADDRESS_LAST = 0x2183;
const DMA_START = 0x420b;
const DMA_CHANNELS = 0x4300;
/** The B-bus register 2180 as a DMA channel names it. */
const PORT_AS_TARGET = 0x80;

function setPort(state: AccessState): void {
  const [low = -1, middle = -1, high = -1] = state.registers.subarray(PORT_ADDRESS_FIRST, PORT_ADDRESS_LAST + 1);
  state.portAddress = low < 0 || middle < 0 || high < 0 ? -1 : low | (middle << 8) | ((high & 1) << 16);
}

function forgetAll(state: AccessState): void {
  state.memory.forget();
  state.onDma();
}

function writePort(state: AccessState, value: number): void {
  const { portAddress, sink, memory } = state;
  if (portAddress < 0) {
    forgetAll(state);
    return;
  }
  sink.write(WORK_RAM + portAddress, value);
  memory.set(WORK_RAM + portAddress, value);
  state.portAddress = (portAddress + 1) & 0x1ffff;
}

function runChannel(state: AccessState, channel: number): void {
  const { registers, memory } = state;
  const base = DMA_CHANNELS + channel * 16;
  const control = registers[base] as number;
  const target = registers[base + 1] as number;
  const size = (registers[base + 5] as number) | ((registers[base + 6] as number) << 8);
  if (control < 0 || target < 0 || (control & 0x80) !== 0) {
    forgetAll(state);
  } else if (target === PORT_AS_TARGET) {
    if (state.portAddress < 0 || size < 0) memory.forget();
    else memory.forgetRange(state.portAddress, size === 0 ? 0x1_0000 : size);
    state.portAddress = -1;
    state.onDma();
  }
  registers[base + 5] = 0;
  registers[base + 6] = 0;
}

/** Runs a DMA. Only transfers into work RAM matter; an unknown channel may be one. */
function runDma(state: AccessState, channels: number): void {
  for (let channel = 0; channel < 8; channel++) {
    if (channels < 0 || (channels & (1 << channel)) !== 0) runChannel(state, channel);
  }
}

/** Writes a register and follows its effect. @param value a byte, or -1: unknown */
function writeRegister(state: AccessState, address: number, value: number): void {
  state.sink.write(address, value);
  state.registers[address] = value;
  if (address === PORT_DATA) writePort(state, value);
  else if (address >= PORT_ADDRESS_FIRST && address <= PORT_ADDRESS_LAST) setPort(state);
  else if (address === DMA_START && value !== 0) runDma(state, value);
}

interface Accesses {
  /**
   * Passes on the accesses of a row.
   * @param next the following row; undefined: rows are missing there
   */
  apply(row: CpuRow, next: CpuRow | undefined): void;
  readonly counts: AccessCounts;
}

/** An operand in memory: canonical addresses of its one or two bytes. */
interface Operand {
  first: number;
  second: number;
  width: number;
}

/** The value before the instruction, as far as other evidence than the result shows it; or -1. */
function knownValue({ memory, counts }: AccessState, row: CpuRow, operand: Operand): number {
  const low = memory.get(operand.first);
  const high = operand.width === 1 ? 0 : memory.get(operand.second);
  if (low >= 0 && high >= 0) return low | (high << 8);
  if (row.shownValue >= 0 && row.shownWidth >= operand.width && counts.shownWrong === 0) {
    return operand.width === 1 ? row.shownValue & 0xff : row.shownValue;
  }
  return -1;
}

function readOperand({ sink, memory }: AccessState, operand: Operand, value: number, derived: boolean): void {
  const { first, second, width } = operand;
  sink.read(first, value < 0 ? memory.get(first) : value & 0xff, derived);
  if (value >= 0) memory.set(first, value & 0xff);
  if (width === 1) return;
  sink.read(second, value < 0 ? memory.get(second) : value >>> 8, derived);
  if (value >= 0) memory.set(second, value >>> 8);
}

function writeByte(state: AccessState, address: number, value: number): void {
  if (isRegister(address)) {
    writeRegister(state, address, value);
    return;
  }
  state.sink.write(address, value);
  state.memory.set(address, value);
}

function writeOperand(state: AccessState, { first, second, width }: Operand, value: number): void {
  writeByte(state, first, value < 0 ? -1 : value & 0xff);
  if (width === 2) writeByte(state, second, value < 0 ? -1 : (value >>> 8) & 0xff);
}

/**
 * Counts contradictions between a value shown by an instruction and memory or the printed value.
 */
function countContradictions(state: AccessState, row: CpuRow, operand: Operand, value: number): void {
  const { memory, counts } = state;
  const { first, second, width } = operand;
  if (value < 0 || isRegister(first)) return;
  const low = memory.get(first);
  const high = width === 1 ? -1 : memory.get(second);
  if ((low >= 0 && low !== (value & 0xff)) || (high >= 0 && high !== value >>> 8)) counts.changedUnseen++;
  if (row.shownValue >= 0 && row.shownWidth === width && row.shownValue !== value) counts.shownWrong++;
}

function moveBlock(state: AccessState, row: CpuRow, next: CpuRow | undefined): void {
  const { mapping, memory, sink } = state;
  const step = row.opcode === 0x54 ? 1 : -1;
  const count = next === undefined ? 1 : (row.a - next.a) & 0xffff || 0x1_0000;
  const mask = isByteIndex(row) ? 0xff : 0xffff;
  for (let index = 0; index < count; index++) {
    const source = canonical(((row.operand & 0xff) << 16) | ((row.x + step * index) & mask), mapping);
    const target = canonical(((row.operand >>> 8) << 16) | ((row.y + step * index) & mask), mapping);
    const value = memory.get(source);
    sink.read(source, value);
    writeByte(state, target, value);
  }
}

/** Forgets the bytes that the instruction, or an interrupt behind it, pushed. */
function forgetPushed({ memory, mapping }: AccessState, row: CpuRow, next: CpuRow | undefined): void {
  if (next === undefined) return;
  const change = ((next.s - row.s) << 16) >> 16;
  for (let index = 0; index < -change && index < 8; index++) {
    memory.set(canonical((row.s - index) & 0xffff, mapping), -1);
  }
}

/** Handles an operand behind a pointer that the trace does not show. */
function applyUnknown({ sink, memory }: AccessState, writes: boolean): void {
  sink.read(-1, -1);
  if (!writes) return;
  memory.forget();
  sink.write(-1, -1);
}

function applyStore(state: AccessState, row: CpuRow, operand: Operand, name: string): void {
  const mask = operand.width === 1 ? 0xff : 0xffff;
  const value = name === 'STZ' ? 0 : name === 'STA' ? row.a : name === 'STX' ? row.x : row.y;
  writeOperand(state, operand, value & mask);
}

function applyLoad(state: AccessState, row: CpuRow, next: CpuRow | undefined, operand: Operand, name: string): void {
  const register = next === undefined ? -1 : name === 'LDA' ? next.a : name === 'LDX' ? next.x : next.y;
  const mask = operand.width === 1 ? 0xff : 0xffff;
  const value = register < 0 ? knownValue(state, row, operand) : register & mask;
  countContradictions(state, row, operand, value);
  readOperand(state, operand, value, false);
}

function applyCombine(state: AccessState, row: CpuRow, next: CpuRow | undefined, operand: Operand, name: string): void {
  // What was stored there counts more than what a sum gives back: a wrong sum must not pass for
  // another operand.
  const mask = operand.width === 1 ? 0xff : 0xffff;
  const derived = next === undefined ? -1 : operandFromResult(name, row, next, mask);
  countContradictions(state, row, operand, derived);
  const value = knownValue(state, row, operand);
  if (value < 0) readOperand(state, operand, derived, derived >= 0);
  else readOperand(state, operand, value, false);
}

function applyModify(state: AccessState, row: CpuRow, operand: Operand, name: string): void {
  const old = knownValue(state, row, operand);
  readOperand(state, operand, old, false);
  writeOperand(state, operand, modified(name, row, old, operand.width));
}

/** Applies a row. @param operand filled by this function */
function applyRow(state: AccessState, row: CpuRow, next: CpuRow | undefined, operand: Operand): void {
  const kind = KINDS[row.opcode];
  if (kind === 'none') {
    forgetPushed(state, row, next);
    return;
  }
  if (kind === 'move') {
    moveBlock(state, row, next);
    return;
  }
  const { name, mode } = OPCODES[row.opcode] as (typeof OPCODES)[number];
  const address = addressOf(row, mode, state);
  if (address < 0) {
    applyUnknown(state, kind === 'store' || kind === 'modify');
    return;
  }
  operand.width = (IS_INDEX[row.opcode] === true ? isByteIndex(row) : isByteA(row)) ? 1 : 2;
  operand.first = canonical(address, state.mapping);
  operand.second = secondByte(address, mode, state.mapping);
  if (kind === 'store') applyStore(state, row, operand, name);
  else if (kind === 'load') applyLoad(state, row, next, operand, name);
  else if (kind === 'combine') applyCombine(state, row, next, operand, name);
  else applyModify(state, row, operand, name);
  if (next !== undefined && next.s !== row.s) forgetPushed(state, row, next);
}

export function createAccesses(options: AccessOptions): Accesses {
  const state = createAccessState(options);
  const operand: Operand = { first: 0, second: 0, width: 1 };
  return { apply: (row, next) => applyRow(state, row, next, operand), counts: state.counts };
}
