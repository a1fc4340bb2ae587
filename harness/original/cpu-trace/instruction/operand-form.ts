/**
 * An instruction's operand: the opcode by name and form, for dialects that print no opcode byte,
 * and its value by the bytes after the opcode.
 */
import { type Mode, OPCODES } from '../../../../core/cpu/opcodes.js';

/** Other spellings that emulators print. */
const SPELLINGS: Readonly<Record<string, string>> = { TAS: 'TCS', TSA: 'TSC', TAD: 'TCD', TDA: 'TDC', SWA: 'XBA' };

const BY_FORM = new Map<string, number>();
OPCODES.forEach(({ name, mode }, opcode) => {
  BY_FORM.set(`${name} ${mode}`, opcode);
});

/** Possible modes of an operand of this form, in the order of trial. */
export type OperandForm =
  | 'none'
  | 'accumulator'
  | 'immediate'
  | 'byte'
  | 'word'
  | 'long'
  | 'byteX'
  | 'byteY'
  | 'wordX'
  | 'wordY'
  | 'longX'
  | 'byteS'
  | '(byte)'
  | '(byteX)'
  | '(byte)Y'
  | '(byteS)Y'
  | '(word)'
  | '(wordX)'
  | '[byte]'
  | '[byte]Y'
  | '[word]'
  | 'two bytes';

const CANDIDATES: Readonly<Record<OperandForm, readonly Mode[]>> = {
  none: ['implied', 'accumulator'],
  accumulator: ['accumulator'],
  immediate: ['immediate8', 'immediateM', 'immediateX', 'immediate16'],
  byte: ['direct', 'relative', 'directIndirect', 'immediate8'],
  word: ['absolute', 'relative', 'relativeLong', 'immediate16'],
  long: ['absoluteLong', 'relative', 'relativeLong'],
  byteX: ['directX'],
  byteY: ['directY'],
  wordX: ['absoluteX'],
  wordY: ['absoluteY'],
  longX: ['absoluteLongX'],
  byteS: ['stackRelative'],
  '(byte)': ['directIndirect'],
  '(byteX)': ['directXIndirect'],
  '(byte)Y': ['directIndirectY'],
  '(byteS)Y': ['stackRelativeIndirectY'],
  '(word)': ['absoluteIndirect'],
  '(wordX)': ['absoluteXIndirect'],
  '[byte]': ['directIndirectLong'],
  '[byte]Y': ['directIndirectLongY'],
  '[word]': ['absoluteIndirectLong'],
  'two bytes': ['blockMove'],
};

/** Opcode byte of a name and the form of its operand, or -1. */
export function opcodeOf(name: string, form: OperandForm): number {
  const upper = name.toUpperCase();
  const plain = SPELLINGS[upper] ?? upper;
  for (const mode of CANDIDATES[form]) {
    const found = BY_FORM.get(`${plain} ${mode}`);
    if (found !== undefined) return found;
  }
  // JMP and JML, JSR and JSL are printed for one another
  if (form === 'long' && plain === 'JMP') return 0x5c;
  if (form === 'long' && plain === 'JSR') return 0x22;
  if (form === '[word]' && plain === 'JMP') return 0xdc;
  return -1;
}

function signed(value: number, bits: 8 | 16): number {
  return bits === 8 ? (value << 24) >> 24 : (value << 16) >> 16;
}

/**
 * Operand of an instruction from the bytes after its opcode; of a branch the address that is
 * reached.
 * @param pc 24-bit address of the instruction
 */
export function operandOf(
  opcode: number,
  pc: number,
  first: number,
  second: number,
  third: number,
  length: number,
): number {
  const mode = OPCODES[opcode]?.mode;
  if (mode === 'relative') return (pc + 2 + signed(first, 8)) & 0xffff;
  if (mode === 'relativeLong') return (pc + 3 + signed(first | (second << 8), 16)) & 0xffff;
  if (mode === 'blockMove') return (first << 8) | second;
  if (length === 2) return first;
  if (length === 3) return first | (second << 8);
  return length === 4 ? first | (second << 8) | (third << 16) : 0;
}
