/** One line of `--trace`: the instruction before it runs, the registers, what its operand names. */
import { A, type Cpu, D, DB, E, FLAG_M, FLAG_X, P, S, X, Y } from '../../../core/cpu/index.js';
import { formatBus } from '../../../rom-map/cartridge/index.js';
import { entryState } from '../disassembly/flow-state.js';
import { type ImageCode, instructionAt, targetOf } from '../disassembly/image-code.js';
import type { Names } from '../disassembly/names.js';
import { operandText } from '../disassembly/operand-text.js';
import { effectiveAddress } from '../proof/effective-address.js';

const FLAGS = 'NVMXDIZC';
/** Operands that name code, or an address whose contents are not read. */
const NO_DATA = new Set(['JSR', 'JSL', 'JMP', 'JML', 'PEA', 'PER']);

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}

/** `nvMxdizC`: a capital letter for a flag that is set. */
export function flagsText(status: number): string {
  return [...FLAGS].map((flag, index) => (((status << index) & 0x80) === 0 ? flag.toLowerCase() : flag)).join('');
}

/** @param address 24 bits, of an instruction in ROM */
export function traceLine(code: ImageCode, names: Names, address: number, cpu: Cpu, ram: Uint8Array): string {
  const bit = (flag: number): 0 | 1 => ((cpu[P] & flag) === 0 ? 0 : 1);
  const state = entryState({
    m: bit(FLAG_M),
    x: bit(FLAG_X),
    e: cpu[E] === 0 ? 0 : 1,
    direct: cpu[D],
    dataBank: cpu[DB],
  });
  const instruction = instructionAt(code, address, state);
  if (instruction === undefined) return formatBus(address);
  const text = `${instruction.name} ${operandText(instruction)}`.trimEnd();
  const registers = `A=${hex(cpu[A], 4)} X=${hex(cpu[X], 4)} Y=${hex(cpu[Y], 4)} S=${hex(cpu[S], 4)} D=${hex(cpu[D], 4)} DB=${hex(cpu[DB], 2)}`;
  const line = `${formatBus(address)}  ${text.padEnd(14)}  ${registers} ${flagsText(cpu[P])}`;
  const target = targetOf(instruction);
  const place = target === undefined && !NO_DATA.has(instruction.name) ? effectiveAddress(instruction, cpu, ram) : -1;
  const named = target === undefined ? (place < 0 ? undefined : names.data(place, false)) : names.code(target);
  const where = place < 0 ? '' : formatBus(place);
  const comment = `${where} ${named ?? ''}`.trim();
  return comment === '' ? line : `${line}  ; ${comment}`;
}
