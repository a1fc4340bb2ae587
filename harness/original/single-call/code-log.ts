/**
 * What of an image ran and what it read as data, as a code/data log: Mesen 2's `.cdl` and
 * BizHawk's. Flags and addresses alone, no byte of the image.
 */
import { type Cpu, D, DB, FLAG_M, FLAG_X, P, PB, X } from '../../../core/cpu/index.js';
import { fileOffsetOf } from '../../../rom-map/cartridge/index.js';
import { WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { crc32 } from '../../base/index.js';
import {
  addressAfter,
  entryState,
  type ImageCode,
  type Instruction,
  instructionAt,
} from '../disassembly/flow-state.js';
import type { ImageUnderTest } from '../proof/choose-image.js';

import { effectiveAddress } from '../proof/effective-address.js';

/** Bits of Mesen's log. */
const CODE = 0x01;
const DATA = 0x02;
const JUMP_TARGET = 0x04;
const SUBROUTINE = 0x08;
/** Of both logs: 8-bit index registers, 8-bit accumulator. */
const BYTE_INDEX = 0x10;
const BYTE_ACCUMULATOR = 0x20;
/** Bits of BizHawk's log. */
const FIRST_BYTE = 0x01;
const OPERAND_BYTE = 0x02;
const READ_BYTE = 0x04;

const SOUND_RAM_BYTES = 0x1_0000;
const CALLS = new Set(['JSR', 'JSL']);
const JUMPS = new Set(['JMP', 'JML', 'BRA', 'BRL', 'BPL', 'BMI', 'BVC', 'BVS', 'BCC', 'BCS', 'BNE', 'BEQ']);
const NO_READ = new Set(['STA', 'STX', 'STY', 'STZ', 'PEA', 'PER', ...CALLS]);
const INDEX = new Set(['LDX', 'LDY', 'CPX', 'CPY']);

interface CodeLog {
  /** Takes an instruction before it runs. @param address 24 bits */
  observe(address: number, cpu: Cpu, ram: Uint8Array): void;
  /** A `.cdl` of Mesen 2. */
  mesen(): Uint8Array;
  /**
   * A `.cdl` of BizHawk, which refuses a log with other blocks than its own. @param saveBytes RAM
   * of the cartridge, 0: none @param isOld without the blocks of registers, which later releases
   * have
   */
  bizhawk(saveBytes: number, isOld: boolean): Uint8Array;
}

interface Log {
  readonly code: ImageCode;
  /** By offset in the image: Mesen's bits. */
  readonly flags: Uint8Array;
  /** By offset: an instruction begins there. */
  readonly begins: Uint8Array;
  /** By offset: data bank and direct page (two bytes) as a byte was last read. */
  readonly dataBanks: Uint8Array;
  readonly directPages: Uint8Array;
  /** Addresses at which the image's routines begin. */
  readonly entries: ReadonlySet<number>;
  /** By address and widths. */
  readonly known: Map<number, Instruction | undefined>;
  last: Instruction | undefined;
}

function instructionOf(log: Log, address: number, widths: number): Instruction | undefined {
  const key = address * 0x100 + widths;
  if (log.known.has(key)) return log.known.get(key);
  const bit = (flag: number): 0 | 1 => ((widths & flag) === 0 ? 0 : 1);
  const state = entryState({ m: bit(FLAG_M), x: bit(FLAG_X), direct: -1, dataBank: -1 });
  const found = instructionAt(log.code, address, state);
  log.known.set(key, found);
  return found;
}

function mark(log: Log, address: number, bits: number, cpu: Cpu): void {
  const { code, dataBanks, directPages, flags } = log;
  const offset = fileOffsetOf(code.mapping, address, code.image.length);
  if (offset < 0) return;
  flags[offset] = (flags[offset] as number) | bits;
  dataBanks[offset] = cpu[DB];
  directPages[2 * offset] = cpu[D];
  directPages[2 * offset + 1] = cpu[D] >>> 8;
}

/** How the instruction before led here. */
function arrivalOf(log: Log, address: number): number {
  const { last } = log;
  if (last === undefined || CALLS.has(last.name) || log.entries.has(address)) return SUBROUTINE;
  const isJump = JUMPS.has(last.name) && address !== addressAfter(last.address, last.bytes.length);
  return isJump ? JUMP_TARGET : 0;
}

function markRead(log: Log, instruction: Instruction, cpu: Cpu, ram: Uint8Array): void {
  const { mode, name, operand } = instruction;
  if (mode === 'absoluteXIndirect') {
    const table = (cpu[PB] << 16) | ((operand + cpu[X]) & 0xffff);
    for (let byte = 0; byte < 2; byte++) mark(log, table + byte, DATA, cpu);
    return;
  }
  if (NO_READ.has(name) || JUMPS.has(name)) return;
  const place = effectiveAddress(instruction, cpu, ram);
  if (place < 0) return;
  const isByte = (cpu[P] & (INDEX.has(name) ? FLAG_X : FLAG_M)) !== 0;
  mark(log, place, DATA, cpu);
  if (!isByte) mark(log, place + 1, DATA, cpu);
}

function observe(log: Log, address: number, cpu: Cpu, ram: Uint8Array): void {
  const widths = cpu[P] & (FLAG_M | FLAG_X);
  const instruction = instructionOf(log, address, widths);
  if (instruction === undefined) return;
  const bits = CODE | ((widths & FLAG_X) === 0 ? 0 : BYTE_INDEX) | ((widths & FLAG_M) === 0 ? 0 : BYTE_ACCUMULATOR);
  for (let byte = 0; byte < instruction.bytes.length; byte++) mark(log, addressAfter(address, byte), bits, cpu);
  mark(log, address, arrivalOf(log, address), cpu);
  const offset = fileOffsetOf(log.code.mapping, address, log.code.image.length);
  log.begins[offset] = 1;
  markRead(log, instruction, cpu, ram);
  log.last = instruction;
}

function littleEndian(value: number): readonly number[] {
  return [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);
}

function mesenFile({ code, flags }: Log): Uint8Array {
  const head = [...new TextEncoder().encode('CDLv2'), ...littleEndian(crc32(code.image))];
  // a byte that ran is code alone there, also where it was read
  const shown = flags.map((bits) => ((bits & CODE) === 0 ? bits : bits & ~DATA));
  return Uint8Array.from(Buffer.concat([Uint8Array.from(head), shown]));
}

/** Text as .NET writes it: its length, then its bytes. */
function shortText(text: string): readonly number[] {
  return [text.length, ...new TextEncoder().encode(text)];
}

function bizhawkByte(flags: number, begins: number): number {
  const widths = flags & (BYTE_INDEX | BYTE_ACCUMULATOR);
  const code = (flags & CODE) === 0 ? 0 : (begins === 1 ? FIRST_BYTE : OPERAND_BYTE) | widths;
  return code | ((flags & DATA) === 0 ? 0 : READ_BYTE);
}

function bizhawkFile(log: Log, saveBytes: number, isOld: boolean): Uint8Array {
  const { begins, dataBanks, directPages, flags } = log;
  const image = flags.map((bits, offset) => bizhawkByte(bits, begins[offset] as number));
  const blocks: (readonly [string, Uint8Array])[] = [['CARTROM', image]];
  if (!isOld) blocks.push(['CARTROM-DB', dataBanks], ['CARTROM-D', directPages]);
  blocks.push(['WRAM', new Uint8Array(WORK_RAM_BYTES)], ['APURAM', new Uint8Array(SOUND_RAM_BYTES)]);
  if (saveBytes > 0) blocks.push(['CARTRAM', new Uint8Array(saveBytes)]);
  const parts = [
    Uint8Array.from([...shortText('BIZHAWK-CDL-2'), ...shortText('SNES'.padEnd(15)), ...littleEndian(blocks.length)]),
    ...blocks.flatMap(([name, bytes]) => [Uint8Array.from([...shortText(name), ...littleEndian(bytes.length)]), bytes]),
  ];
  return Uint8Array.from(Buffer.concat(parts));
}

export function createCodeLog({ image, profile }: ImageUnderTest): CodeLog {
  const log: Log = {
    code: { image, mapping: profile.mapping },
    flags: new Uint8Array(image.length),
    begins: new Uint8Array(image.length),
    dataBanks: new Uint8Array(image.length),
    directPages: new Uint8Array(2 * image.length),
    entries: new Set(profile.plans.map((plan) => plan.entry)),
    known: new Map(),
    last: undefined,
  };
  return {
    observe: (address, cpu, ram) => observe(log, address, cpu, ram),
    mesen: () => mesenFile(log),
    bizhawk: (saveBytes, isOld) => bizhawkFile(log, saveBytes, isOld),
  };
}
