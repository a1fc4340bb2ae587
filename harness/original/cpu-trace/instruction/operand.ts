/** Reads the operand that a disassembler printed: its form and its number. */
import { type OperandForm, opcodeOf } from './operand-form.js';

/** An instruction read from text. */
export interface ReadInstruction {
  readonly opcode: number;
  readonly operand: number;
}

const DIGITS: Readonly<Record<number, 'byte' | 'word' | 'long'>> = { 2: 'byte', 4: 'word', 6: 'long' };

/** In a block move, which of the two printed bytes is the destination bank. */
export type MoveOrder = 'source first' | 'destination first';

const PLAIN = /^\$([0-9a-f]+)(,[xys])?$/;
const ROUND = /^\(\$([0-9a-f]+)(,[xs])?\)(,y)?$/;
const SQUARE = /^\[\$([0-9a-f]+)\](,y)?$/;
const TWO = /^\$?([0-9a-f]{2})(?:,|=|,\s*| )\$?([0-9a-f]{2})$/;

function formOf(text: string): readonly [OperandForm, number] | undefined {
  if (text === '') return ['none', 0];
  if (text === 'a') return ['accumulator', 0];
  if (text.startsWith('#$'))
    return /^#\$[0-9a-f]+$/.test(text) ? ['immediate', Number.parseInt(text.slice(2), 16)] : undefined;
  let match = PLAIN.exec(text);
  if (match !== null) {
    const width = DIGITS[match[1]?.length ?? 0];
    if (width === undefined) return undefined;
    return [`${width}${(match[2] ?? '').slice(1).toUpperCase()}` as OperandForm, Number.parseInt(match[1] ?? '', 16)];
  }
  match = ROUND.exec(text);
  if (match !== null) {
    const width = DIGITS[match[1]?.length ?? 0];
    const inner = `(${width}${(match[2] ?? '').slice(1).toUpperCase()})`;
    return [`${inner}${match[3] === undefined ? '' : 'Y'}` as OperandForm, Number.parseInt(match[1] ?? '', 16)];
  }
  match = SQUARE.exec(text);
  if (match !== null) {
    const width = DIGITS[match[1]?.length ?? 0];
    return [`[${width}]${match[2] === undefined ? '' : 'Y'}` as OperandForm, Number.parseInt(match[1] ?? '', 16)];
  }
  return undefined;
}

/**
 * Reads an instruction from its text.
 * @param text such as `lda $0b10,x`, in lower case, without effective address
 * @returns undefined for anything else, for instance an operand that is a label
 */
export function readInstruction(text: string, order: MoveOrder): ReadInstruction | undefined {
  const trimmed = text.trim();
  const space = trimmed.indexOf(' ');
  const name = space < 0 ? trimmed : trimmed.slice(0, space);
  const operandText = space < 0 ? '' : trimmed.slice(space + 1).trim();
  if (name === 'mvn' || name === 'mvp') {
    const match = TWO.exec(operandText);
    if (match === null) return undefined;
    const first = Number.parseInt(match[1] ?? '', 16);
    const second = Number.parseInt(match[2] ?? '', 16);
    const operand = order === 'source first' ? (second << 8) | first : (first << 8) | second;
    return { opcode: name === 'mvn' ? 0x54 : 0x44, operand };
  }
  const form = formOf(operandText);
  if (form === undefined) return undefined;
  const opcode = opcodeOf(name, form[0]);
  return opcode < 0 ? undefined : { opcode, operand: form[1] };
}
