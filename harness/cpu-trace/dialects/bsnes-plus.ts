/** bsnes-plus: `c08123 lda $7e0b10,x [7e0b34] A:0012 ... DB:7e nvMXdIzC V: 12 H:203 F:17`. */
import type { CpuRow } from '../row.js';
import { createTextInstruction } from '../text-instruction.js';
import { findRegisters, hexAt } from './bytes.js';
import { type Dialect, LINE_BAD, LINE_OTHER, LINE_ROW, type LineKind } from './dialect.js';
import { createFieldResult, type FieldStyle, isComplete, missingColumns, readFields } from './fields.js';
import { splitAddress } from './shown-address.js';

const STYLE: FieldStyle = { b: 'data bank', lineRadix: 10, frameIsAbsolute: false };

/** Rows of the sound processor, which stand in the same file when it is traced too, start with dots. */
function isOtherProcessor(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === 0x2e && bytes[start + 1] === 0x2e;
}

export function createBsnesPlus(): Dialect {
  const instruction = createTextInstruction('source first');
  const result = createFieldResult();
  const address = { at: 0, value: -1 };
  let trouble = '';

  function bad(text: string): LineKind {
    trouble = text;
    return LINE_BAD;
  }

  function read(bytes: Uint8Array, start: number, end: number, row: CpuRow): LineKind {
    if (isOtherProcessor(bytes, start)) return LINE_OTHER;
    row.pc = hexAt(bytes, start, 6, end);
    if (row.pc < 0 || bytes[start + 6] !== 0x20 || bytes[start + 7] === 0x20)
      return bad('no address of six hex digits');
    const registers = findRegisters(bytes, start + 7, end);
    if (registers < 0) return bad('no column A:');
    splitAddress(bytes, start + 7, registers, address);
    if (!instruction.read(bytes, start + 7, address.at, row)) return bad('no instruction of the 65816');
    row.shownAddress = address.value;
    row.shownValue = -1;
    if (!readFields(bytes, registers, end, row, STYLE, result)) return bad('a column that cannot be read');
    if (result.hasStatusColumn) return bad('a column P: that this dialect does not have');
    if (!isComplete(result.found)) return bad(`no column ${missingColumns(result.found).join(', ')}`);
    return LINE_ROW;
  }

  return {
    id: 'bsnes-plus',
    name: 'bsnes-plus trace log',
    evidence: "layout from the emulator's source; never seen on a real file",
    shows: 'effective addresses, scan lines; its frame column wraps every second and is not used',
    read,
    complaint: () => trouble,
  };
}
