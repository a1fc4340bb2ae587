/**
 * Rows that begin with six hex digits and show the instruction as text, then the registers: BizHawk
 * and bsnes-plus.
 */

import type { MoveOrder } from '../instruction/operand.js';
import type { CpuRow } from '../instruction/row.js';
import { createTextInstruction } from '../instruction/text-instruction.js';
import { findRegisters, hexAt } from './bytes.js';
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

  function read(bytes: Uint8Array, start: number, end: number, row: CpuRow): LineKind {
    if (style.isOther(bytes, start)) return LINE_OTHER;
    row.pc = hexAt(bytes, start, 6, end);
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
