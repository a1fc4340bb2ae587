/**
 * Rows that begin with six hex digits and show the instruction as text, then the registers: BizHawk
 * and bsnes-plus.
 */

import type { MoveOrder } from '../instruction/operand.js';
import type { CpuRow } from '../instruction/row.js';
import { createTextInstruction } from '../instruction/text-instruction.js';
import { findRegisters, hexAt, skipSpaces } from './bytes.js';
import { type Dialect, LINE_BAD, LINE_OTHER, LINE_ROW, type LineKind } from './dialect.js';
import { createFieldResult, type FieldStyle, isComplete, missingColumns, readFields } from './fields.js';
import { splitAddress } from './shown-address.js';

const SPACE = 0x20;

export interface TextRowStyle {
  readonly fields: FieldStyle;
  /** Operands of MVN and MVP. */
  readonly moves: MoveOrder;
  /** Spaces between the address and the instruction. */
  readonly spaces: 1 | 2;
  /** A colon behind the address. */
  readonly colon?: boolean;
  /** The name of the processor and spaces before the address. */
  readonly prefix?: Uint8Array;
  /** Whether a line is not of the main processor. */
  readonly isOther: (bytes: Uint8Array, start: number) => boolean;
}

export function createTextRowReader(style: TextRowStyle): Pick<Dialect, 'read' | 'complaint'> {
  const instruction = createTextInstruction(style.moves);
  const result = createFieldResult();
  const address = { at: 0, value: -1 };
  let trouble = '';

  function bad(text: string): LineKind {
    trouble = text;
    return LINE_BAD;
  }

  /** Byte of the address behind the name of the processor, or -1. */
  function addressAt(bytes: Uint8Array, start: number, end: number): number {
    const { prefix } = style;
    if (prefix === undefined) return start;
    for (let index = 0; index < prefix.length; index++) if (bytes[start + index] !== prefix[index]) return -1;
    return skipSpaces(bytes, start + prefix.length, end);
  }

  function read(bytes: Uint8Array, lineStart: number, end: number, row: CpuRow): LineKind {
    if (style.isOther(bytes, lineStart)) return LINE_OTHER;
    const named = addressAt(bytes, lineStart, end);
    if (named < 0) return bad('no name of the processor');
    row.pc = hexAt(bytes, named, 6, end);
    const start = style.colon === true ? named + 1 : named;
    if (style.colon === true && bytes[named + 6] !== 0x3a) return bad('no colon behind the address');
    const second = bytes[start + 7] === SPACE;
    if (row.pc < 0 || bytes[start + 6] !== SPACE || second !== (style.spaces === 2)) {
      return bad('no address of six hex digits');
    }
    const text = start + 6 + style.spaces;
    const registers = findRegisters(bytes, text, end);
    if (registers < 0) return bad('no column A:');
    splitAddress(bytes, text, registers, address);
    if (!instruction.read(bytes, text, address.at, row)) return bad('no instruction of the 65816');
    row.shownAddress = address.value;
    row.shownValue = -1;
    if (!readFields(bytes, registers, end, row, style.fields, result)) return bad('a column that cannot be read');
    if (result.hasStatusColumn) return bad('a column P: that this dialect does not have');
    if (!isComplete(result.found)) return bad(`no column ${missingColumns(result.found).join(', ')}`);
    return LINE_ROW;
  }

  return { read, complaint: () => trouble };
}
