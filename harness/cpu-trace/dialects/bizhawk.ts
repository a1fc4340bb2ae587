/**
 * BizHawk's trace logger over its bsnes core: `c08123  lda $7e0b10,x  [7e0b34]  A:0012 ... B:7e nvMXdIzC V:070 H:0cb`,
 * with a header line that starts `65816:` wherever the file was opened again.
 */
import type { CpuRow } from '../row.js';
import { createTextInstruction } from '../text-instruction.js';
import { findRegisters, hexAt } from './bytes.js';
import { type Dialect, LINE_BAD, LINE_OTHER, LINE_ROW, type LineKind } from './dialect.js';
import { createFieldResult, type FieldStyle, isComplete, missingColumns, readFields } from './fields.js';
import { splitAddress } from './shown-address.js';

const HEADER = Buffer.from('65816:');

/** @param lineRadix radix of the V column: 16 in the current core */
export function createBizhawk(lineRadix: 10 | 16): Dialect {
  const style: FieldStyle = { b: 'data bank', lineRadix, frameIsAbsolute: false };
  const instruction = createTextInstruction('destination first');
  const result = createFieldResult();
  const address = { at: 0, value: -1 };
  let trouble = '';

  function bad(text: string): LineKind {
    trouble = text;
    return LINE_BAD;
  }

  function read(bytes: Uint8Array, start: number, end: number, row: CpuRow): LineKind {
    if (bytes[start] === 0x36 && Buffer.compare(bytes.subarray(start, start + HEADER.length), HEADER) === 0) {
      return LINE_OTHER;
    }
    row.pc = hexAt(bytes, start, 6, end);
    if (row.pc < 0 || bytes[start + 6] !== 0x20 || bytes[start + 7] !== 0x20)
      return bad('no address of six hex digits');
    const registers = findRegisters(bytes, start + 8, end);
    if (registers < 0) return bad('no column A:');
    splitAddress(bytes, start + 8, registers, address);
    if (!instruction.read(bytes, start + 8, address.at, row)) return bad('no instruction of the 65816');
    row.shownAddress = address.value;
    row.shownValue = -1;
    if (!readFields(bytes, registers, end, row, style, result)) return bad('a column that cannot be read');
    if (result.hasStatusColumn) return bad('a column P: that this dialect does not have');
    if (!isComplete(result.found)) return bad(`no column ${missingColumns(result.found).join(', ')}`);
    return LINE_ROW;
  }

  return {
    id: 'bizhawk',
    name: `BizHawk trace logger, bsnes core (V and H ${lineRadix === 16 ? 'hexadecimal' : 'decimal'})`,
    evidence: "layout from the emulator's documentation and source; never seen on a real file",
    shows: 'effective addresses, scan lines',
    read,
    complaint: () => trouble,
  };
}
