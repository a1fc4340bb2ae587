/**
 * The instruction of a dialect that prints text and no bytes. Reading text is slow, so that the
 * text at each address is kept and compared byte for byte.
 */
import { type MoveOrder, readInstruction } from './operand.js';
import type { CpuRow } from './row.js';

interface Kept {
  readonly text: Uint8Array;
  readonly opcode: number;
  readonly operand: number;
}

/** Maximum number of kept texts; programs have far fewer instructions. */
const MAX_KEPT = 200_000;
/** Maximum length of an instruction's text. */
const MAX_LENGTH = 40;

export interface TextInstruction {
  /** Reads the instruction in bytes at..end; false when they hold none. */
  read(bytes: Uint8Array, at: number, end: number, row: CpuRow): boolean;
}

function isSame(kept: Uint8Array, bytes: Uint8Array, at: number, length: number): boolean {
  if (kept.length !== length) return false;
  for (let index = 0; index < length; index++) if (kept[index] !== bytes[at + index]) return false;
  return true;
}

export function createTextInstruction(order: MoveOrder): TextInstruction {
  const known = new Map<number, Kept>();

  function read(bytes: Uint8Array, at: number, end: number, row: CpuRow): boolean {
    let last = end;
    while (last > at && bytes[last - 1] === 0x20) last--;
    const length = last - at;
    if (length <= 0 || length > MAX_LENGTH) return false;
    let kept = known.get(row.pc);
    if (kept === undefined || !isSame(kept.text, bytes, at, length)) {
      const text = bytes.slice(at, last);
      const found = readInstruction(Buffer.from(text).toString('latin1').toLowerCase(), order);
      if (found === undefined) return false;
      kept = { text, ...found };
      if (known.size < MAX_KEPT) known.set(row.pc, kept);
    }
    row.opcode = kept.opcode;
    row.operand = kept.operand;
    return true;
  }

  return { read };
}
