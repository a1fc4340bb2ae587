/**
 * Mesen 2's trace logger. Default format: `C08123  LDA $7E0B10,X [$7E0B34] = $12   A:0012 ...
 * P:nvMXdIzC V:112 H:203`; recommended format: no text, but `B:` with the bytes of the instruction
 * and `F:` with the frame.
 */
import { lengthOf } from '../../../../core/cpu/opcodes.js';
import { operandOf } from '../instruction/operand-form.js';
import { type CpuRow, isByteA, isByteIndex } from '../instruction/row.js';
import { createTextInstruction } from '../instruction/text-instruction.js';
import { findRegisters, hexAt, hexDigit, skipSpaces } from './bytes.js';
import { type Dialect, LINE_BAD, LINE_ROW, type LineKind } from './dialect.js';
import { createFieldResult, type FieldStyle, isComplete, missingColumns, readFields } from './fields.js';
import { splitAddress } from './shown-address.js';

const STYLE: FieldStyle = { b: 'bytes', lineRadix: 10, frameIsAbsolute: true };

/** `= $12` or `= $1234` between the instruction and the registers. */
function readValue(bytes: Uint8Array, start: number, end: number, row: CpuRow): number {
  row.shownValue = -1;
  row.shownWidth = 0;
  for (let at = end - 3; at > start; at--) {
    if (bytes[at] !== 0x3d || bytes[at - 1] !== 0x20) continue;
    const first = skipSpaces(bytes, at + 1, end);
    const digits = bytes[first] === 0x24 ? first + 1 : first;
    let count = 0;
    while (count < 5 && digits + count < end && hexDigit(bytes[digits + count] as number) >= 0) count++;
    if (count !== 2 && count !== 4) return end;
    row.shownValue = hexAt(bytes, digits, count, end);
    row.shownWidth = count / 2;
    return at;
  }
  return end;
}

/**
 * Creates the dialect. @param hasCodes the bytes of the instruction stand before its text, as in
 * Mesen-S: `808100 $A9 $12 LDA #$12`; @param hasText the format shows the disassembly; otherwise it
 * must show the
 * instruction's bytes
 */
export function createMesen(hasText: boolean, hasCodes = false): Dialect {
  const instruction = createTextInstruction('source first');
  const result = createFieldResult();
  const address = { at: 0, value: -1 };
  let trouble = '';

  function bad(text: string): LineKind {
    trouble = text;
    return LINE_BAD;
  }

  function readText(bytes: Uint8Array, start: number, end: number, row: CpuRow): boolean {
    const valueAt = readValue(bytes, start, end, row);
    splitAddress(bytes, start, valueAt, address);
    row.shownAddress = address.value;
    return instruction.read(bytes, skipSpaces(bytes, start, address.at), address.at, row);
  }

  const code = new Uint8Array(4);
  let codeCount = 0;

  /** Reads `$A9 $12`. @returns the byte behind them */
  function readCodes(bytes: Uint8Array, at: number, end: number): number {
    let place = at;
    codeCount = 0;
    while (codeCount < 4 && bytes[place] === 0x24) {
      const value = hexAt(bytes, place + 1, 2, end);
      if (value < 0 || (place + 3 < end && bytes[place + 3] !== 0x20)) break;
      code[codeCount++] = value;
      place += bytes[place + 4] === 0x24 ? 4 : 3;
    }
    return place;
  }

  function codesFit(row: CpuRow): boolean {
    const [opcode = 0, first = 0, second = 0, third = 0] = code;
    const length = lengthOf(opcode, isByteA(row), isByteIndex(row));
    if (codeCount !== length) return false;
    row.opcode = opcode;
    row.operand = operandOf(opcode, row.pc, first, second, third, length);
    return true;
  }

  function readInstructionBytes(row: CpuRow): boolean {
    const [opcode = 0, first = 0, second = 0, third = 0] = result.bytes;
    const length = lengthOf(opcode, isByteA(row), isByteIndex(row));
    if (result.byteCount !== length) return false;
    row.opcode = opcode;
    row.operand = operandOf(opcode, row.pc, first, second, third, length);
    return true;
  }

  function read(bytes: Uint8Array, start: number, end: number, row: CpuRow): LineKind {
    row.pc = hexAt(bytes, start, 6, end);
    if (row.pc < 0 || bytes[start + 6] !== 0x20 || (!hasCodes && bytes[start + 7] !== 0x20))
      return bad('no address of six hex digits');
    const codesAt = skipSpaces(bytes, start + 6, end);
    if ((bytes[codesAt] === 0x24) !== hasCodes)
      return bad(hasCodes ? 'no bytes of the instruction' : 'bytes of the instruction before its text');
    const codes = hasCodes ? readCodes(bytes, codesAt, end) : start + 8;
    const registers = findRegisters(bytes, codes, end);
    if (registers < 0) return bad('no column A:');
    row.shownAddress = -1;
    row.shownValue = -1;
    if (!readFields(bytes, registers, end, row, STYLE, result)) return bad('a column that cannot be read');
    if (!result.hasStatusColumn) return bad('no column P:');
    if (!isComplete(result.found)) return bad(`no column ${missingColumns(result.found).join(', ')}`);
    if (hasCodes) {
      if (!codesFit(row)) return bad('the bytes are not those of one instruction');
      splitAddress(bytes, codes, readValue(bytes, codes, registers, row), address);
      row.shownAddress = address.value;
      return LINE_ROW;
    }
    const isEmpty = skipSpaces(bytes, start + 8, registers) === registers;
    if (isEmpty === hasText) return bad(hasText ? 'no instruction' : 'an instruction where there was none before');
    const isText = hasText ? readText(bytes, start + 8, registers, row) : true;
    if (result.byteCount > 0) {
      return readInstructionBytes(row) ? LINE_ROW : bad('column B: does not hold the bytes of one instruction');
    }
    if (!hasText) return bad('no column B:');
    return isText ? LINE_ROW : bad('no instruction of the 65816: labels must be turned off in the trace logger');
  }

  return {
    id: hasCodes ? 'mesen-s' : hasText ? 'mesen' : 'mesen-recommended',
    name: hasCodes
      ? 'Mesen-S trace logger, with byte codes'
      : hasText
        ? 'Mesen 2 trace logger, default format'
        : 'Mesen 2 trace logger, recommended format',
    evidence: "layout from the emulator's source; never seen on a real file",
    shows: hasText ? 'effective addresses, memory values, scan lines' : 'bytes of the instruction, scan lines, frames',
    read,
    complaint: () => trouble,
  };
}
