/**
 * Snes9x built with its debugger: `$80:8123 BF 10 0B 7E LDA $7E0B10,x[$7E:0B34] A:0012 X:0024
 * Y:0000 D:0000 DB:7E S:1FE3 P:enVMxdIzC HC:0812 VC:112 FC:17 ...`, between messages that start
 * with `***` or `---`.
 */

import { lengthOf } from '../../../../core/cpu/opcodes.js';
import { countText } from '../../../base/number-text.js';
import { operandOf } from '../instruction/operand-form.js';
import { type CpuRow, isByteA, isByteIndex } from '../instruction/row.js';
import { findRegisters, hexAt } from './bytes.js';
import { type Dialect, LINE_BAD, LINE_IRQ, LINE_NMI, LINE_OTHER, LINE_ROW, type LineKind } from './dialect.js';
import { createFieldResult, type FieldStyle, isComplete, missingColumns, readFields } from './fields.js';
import { splitAddress } from './shown-address.js';

const STYLE: FieldStyle = { b: 'bytes', lineRadix: 10, frameIsAbsolute: false };
const NMI = Buffer.from('*** NMI');
const IRQ = Buffer.from('*** IRQ');
/** Messages of the emulator without a mark in front. */
const MESSAGES = ['Write to 0x4200', 'NMI Triggered', 'NMI Scheduled', 'Comparing ', 'Timer triggered'].map((text) =>
  Buffer.from(text),
);

function startsWith(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  return end - start >= text.length && Buffer.compare(bytes.subarray(start, start + text.length), text) === 0;
}

export function createSnes9x(): Dialect {
  const result = createFieldResult();
  const address = { at: 0, value: -1 };
  let trouble = '';

  function bad(text: string): LineKind {
    trouble = text;
    return LINE_BAD;
  }

  function message(bytes: Uint8Array, start: number, end: number): LineKind {
    const mark = bytes[start];
    if (startsWith(bytes, start, end, NMI)) return LINE_NMI;
    if (startsWith(bytes, start, end, IRQ)) return LINE_IRQ;
    if ((mark === 0x2a || mark === 0x2d) && bytes[start + 1] === mark && bytes[start + 2] === mark) return LINE_OTHER;
    if (end === start || MESSAGES.some((text) => startsWith(bytes, start, end, text))) return LINE_OTHER;
    return bad('no address of the form $80:8000');
  }

  function read(bytes: Uint8Array, start: number, end: number, row: CpuRow): LineKind {
    // Geiger's debugger writes a slash
    const parting = bytes[start + 3];
    if (bytes[start] !== 0x24 || (parting !== 0x3a && parting !== 0x2f)) return message(bytes, start, end);
    const bank = hexAt(bytes, start + 1, 2, end);
    const low = hexAt(bytes, start + 4, 4, end);
    const opcode = hexAt(bytes, start + 9, 2, end);
    if (bank < 0 || low < 0 || opcode < 0) return bad('no address of the form $80:8000 with an opcode byte behind it');
    row.pc = bank * 0x1_0000 + low;
    row.opcode = opcode;
    const registers = findRegisters(bytes, start + 12, end);
    if (registers < 0) return bad('no column A:');
    if (!readFields(bytes, registers, end, row, STYLE, result)) return bad('a column that cannot be read');
    // its data bank is DB:, so B: cannot stand for it
    if (!result.hasStatusColumn) return bad('no column P:');
    if (!isComplete(result.found)) return bad(`no column ${missingColumns(result.found).join(', ')}`);
    const length = lengthOf(opcode, isByteA(row), isByteIndex(row));
    const first = length > 1 ? hexAt(bytes, start + 12, 2, end) : 0;
    const second = length > 2 ? hexAt(bytes, start + 15, 2, end) : 0;
    const third = length > 3 ? hexAt(bytes, start + 18, 2, end) : 0;
    if (first < 0 || second < 0 || third < 0) return bad(`fewer than ${countText(length, 'byte')} of the instruction`);
    row.operand = operandOf(opcode, row.pc, first, second, third, length);
    splitAddress(bytes, start + 12, registers, address);
    row.shownAddress = address.value;
    row.shownValue = -1;
    return LINE_ROW;
  }

  return {
    id: 'snes9x',
    name: 'Snes9x debugger trace (also Geiger’s, long form)',
    evidence: "layout from the emulator's source and from real files of Snes9x 1.63 built with its debugger",
    shows:
      'bytes of the instruction, effective addresses, scan lines, interrupts; its frame column wraps and is not used',
    read,
    complaint: () => trouble,
  };
}
