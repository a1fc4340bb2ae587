/** Which bytes an instruction read and wrote, and with which values, from its own row and the next one. */
import { modified, operandFromResult } from './arithmetic.js';
import { addressOf, type KnownBytes, secondByte } from './effective-address.js';
import { type Mode, OPCODES } from './instruction/opcodes.js';
import { type CpuRow, isByteA, isByteIndex } from './instruction/row.js';
import { canonical, isRegister, type KnownMemory, type Mapping } from './memory.js';

/** Gets every byte of memory that instructions read or write, except through the stack pointer. -1: value unknown. */
export interface AccessSink {
  /** @param derived nothing but the instruction's own result shows the value */
  read(address: number, value: number, derived?: boolean): void;
  /** Called before the memory takes the value. */
  write(address: number, value: number): void;
}

/** What instructions do with their operand in memory. */
type Kind = 'load' | 'store' | 'combine' | 'modify' | 'move' | 'none';

const LOADS = new Set(['lda', 'ldx', 'ldy']);
const STORES = new Set(['sta', 'stx', 'sty', 'stz']);
const COMBINES = new Set(['adc', 'sbc', 'and', 'ora', 'eor', 'cmp', 'bit', 'cpx', 'cpy']);
const MODIFIES = new Set(['inc', 'dec', 'asl', 'lsr', 'rol', 'ror', 'tsb', 'trb']);
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
  'jump',
  'jumpLong',
  'jumpIndirect',
  'jumpIndirectX',
  'jumpIndirectLong',
]);

const KINDS: readonly Kind[] = OPCODES.map(({ name, mode }) => {
  if (mode === 'blockMove') return 'move';
  if (NO_MEMORY.has(mode)) return 'none';
  if (LOADS.has(name)) return 'load';
  if (STORES.has(name)) return 'store';
  if (COMBINES.has(name)) return 'combine';
  return MODIFIES.has(name) ? 'modify' : 'none';
});

/** Instructions whose width is that of the index registers. */
const INDEX_WIDE = new Set(['ldx', 'ldy', 'stx', 'sty', 'cpx', 'cpy']);
const IS_INDEX: readonly boolean[] = OPCODES.map(({ name }) => INDEX_WIDE.has(name));

export interface AccessCounts {
  /** Bytes that a load showed to differ from what the trace had shown before: something changed them unseen. */
  changedUnseen: number;
  /** Printed memory values that the instruction's result contradicts. */
  shownWrong: number;
}

export interface Accesses {
  /** @param next the row after it, or undefined when rows are missing there */
  apply(row: CpuRow, next: CpuRow | undefined): void;
  readonly counts: AccessCounts;
}

/** Registers through which memory changes without an instruction that says so. */
const WORK_RAM_DATA = 0x2180;
const DMA_START = 0x420b;

export interface AccessOptions {
  readonly memory: KnownMemory;
  readonly mapping: Mapping;
  readonly sink: AccessSink;
  /** A DMA changed memory: what it wrote is unknown. */
  readonly onDma: () => void;
}

export function createAccesses({ memory, mapping, sink, onDma }: AccessOptions): Accesses {
  const counts = { changedUnseen: 0, shownWrong: 0 };
  const bytes: KnownBytes = { memory, mapping };
  /** Registers that were written, by their low 16 bits; -1 unknown. */
  const registers = new Int16Array(0x6000).fill(-1);
  let portAddress = -1;

  /** The value that was there before, as far as anything but the result shows it. */
  function known(row: CpuRow, first: number, other: number, width: number): number {
    const low = memory.get(first);
    const high = width === 1 ? 0 : memory.get(other);
    if (low >= 0 && high >= 0) return low | (high << 8);
    if (row.shownValue >= 0 && row.shownWidth >= width && counts.shownWrong === 0) {
      return width === 1 ? row.shownValue & 0xff : row.shownValue;
    }
    return -1;
  }

  function reads(first: number, other: number, width: number, value: number, derived = false): void {
    sink.read(first, value < 0 ? memory.get(first) : value & 0xff, derived);
    if (value >= 0) memory.set(first, value & 0xff);
    if (width === 1) return;
    sink.read(other, value < 0 ? memory.get(other) : value >>> 8, derived);
    if (value >= 0) memory.set(other, value >>> 8);
  }

  function writeByte(address: number, value: number): void {
    if (isRegister(address)) {
      writeRegister(address, value);
      return;
    }
    sink.write(address, value);
    memory.set(address, value);
  }

  function writes(first: number, other: number, width: number, value: number): void {
    writeByte(first, value < 0 ? -1 : value & 0xff);
    if (width === 2) writeByte(other, value < 0 ? -1 : (value >>> 8) & 0xff);
  }

  function writeRegister(address: number, value: number): void {
    sink.write(address, value);
    registers[address] = value;
    if (address === WORK_RAM_DATA) writePort(value);
    else if (address >= 0x2181 && address <= 0x2183) setPort();
    else if (address === DMA_START && value !== 0) runDma(value);
  }

  function setPort(): void {
    const [low = -1, middle = -1, high = -1] = registers.subarray(0x2181, 0x2184);
    portAddress = low < 0 || middle < 0 || high < 0 ? -1 : low | (middle << 8) | ((high & 1) << 16);
  }

  function writePort(value: number): void {
    if (portAddress < 0) {
      memory.forget();
      onDma();
      return;
    }
    sink.write(0x7e0000 + portAddress, value);
    memory.set(0x7e0000 + portAddress, value);
    portAddress = (portAddress + 1) & 0x1ffff;
  }

  /** Only what goes into work RAM matters; a channel that is not known may do that. */
  function runDma(channels: number): void {
    for (let channel = 0; channel < 8; channel++) {
      if (channels >= 0 && (channels & (1 << channel)) === 0) continue;
      const base = 0x4300 + channel * 16;
      const control = registers[base] as number;
      const target = registers[base + 1] as number;
      const size = (registers[base + 5] as number) | ((registers[base + 6] as number) << 8);
      if (control < 0 || target < 0) {
        memory.forget();
        onDma();
      } else if ((control & 0x80) !== 0) {
        memory.forget();
        onDma();
      } else if (target === 0x80) {
        if (portAddress < 0 || size < 0) memory.forget();
        else memory.forgetRange(portAddress, size === 0 ? 0x1_0000 : size);
        portAddress = -1;
        onDma();
      }
      registers[base + 5] = 0;
      registers[base + 6] = 0;
    }
  }

  function note(row: CpuRow, first: number, other: number, width: number, value: number): void {
    if (value < 0 || isRegister(first)) return;
    const low = memory.get(first);
    const high = width === 1 ? -1 : memory.get(other);
    if ((low >= 0 && low !== (value & 0xff)) || (high >= 0 && high !== value >>> 8)) counts.changedUnseen++;
    if (row.shownValue >= 0 && row.shownWidth === width && row.shownValue !== value) counts.shownWrong++;
  }

  function blockMove(row: CpuRow, next: CpuRow | undefined): void {
    const step = row.opcode === 0x54 ? 1 : -1;
    const count = next === undefined ? 1 : (row.a - next.a) & 0xffff || 0x1_0000;
    const mask = isByteIndex(row) ? 0xff : 0xffff;
    for (let index = 0; index < count; index++) {
      const source = canonical(((row.operand & 0xff) << 16) | ((row.x + step * index) & mask), mapping);
      const target = canonical(((row.operand >>> 8) << 16) | ((row.y + step * index) & mask), mapping);
      const value = memory.get(source);
      sink.read(source, value);
      writeByte(target, value);
    }
  }

  function stackBytes(row: CpuRow, next: CpuRow | undefined): void {
    if (next === undefined) return;
    const change = ((next.s - row.s) << 16) >> 16;
    // whatever was pushed by the instruction or by an interrupt behind it
    for (let index = 0; index < -change && index < 8; index++)
      memory.set(canonical((row.s - index) & 0xffff, mapping), -1);
  }

  function apply(row: CpuRow, next: CpuRow | undefined): void {
    const kind = KINDS[row.opcode];
    if (kind === 'none') {
      stackBytes(row, next);
      return;
    }
    if (kind === 'move') {
      blockMove(row, next);
      return;
    }
    const { name, mode } = OPCODES[row.opcode] as (typeof OPCODES)[number];
    const width = (IS_INDEX[row.opcode] === true ? isByteIndex(row) : isByteA(row)) ? 1 : 2;
    const mask = width === 1 ? 0xff : 0xffff;
    const address = addressOf(row, mode, bytes);
    if (address < 0) {
      sink.read(-1, -1);
      if (kind === 'store' || kind === 'modify') {
        memory.forget();
        sink.write(-1, -1);
      }
      return;
    }
    const first = canonical(address, mapping);
    const other = secondByte(address, mode, mapping);
    if (kind === 'store') {
      const value = name === 'stz' ? 0 : name === 'sta' ? row.a : name === 'stx' ? row.x : row.y;
      writes(first, other, width, value & mask);
    } else if (kind === 'load') {
      const register = next === undefined ? -1 : name === 'lda' ? next.a : name === 'ldx' ? next.x : next.y;
      const value = register < 0 ? known(row, first, other, width) : register & mask;
      note(row, first, other, width, value);
      reads(first, other, width, value);
    } else if (kind === 'combine') {
      // what was stored there counts more than what a sum gives back: a wrong sum must not pass for another operand
      const derived = next === undefined ? -1 : operandFromResult(name, row, next, mask);
      note(row, first, other, width, derived);
      const value = known(row, first, other, width);
      if (value < 0) reads(first, other, width, derived, derived >= 0);
      else reads(first, other, width, value);
    } else {
      const old = known(row, first, other, width);
      reads(first, other, width, old);
      writes(first, other, width, modified(name, row, old, width));
    }
    if (next !== undefined && next.s !== row.s) stackBytes(row, next);
  }

  return { apply, counts };
}
