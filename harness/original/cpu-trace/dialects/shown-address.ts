/** The effective address in square brackets behind an instruction's text. */
import { hexAt } from './bytes.js';

export interface ShownAddress {
  /** End of the instruction's text. */
  at: number;
  /** 24-bit address, or -1. */
  value: number;
}

/**
 * Finds `[7e0b34]`, `[$7E0B34]` or `[$7E:0B34]` after a space, and so not the operand `[$12],y`.
 * Fills `found`; without an address the text ends at `end`.
 */
export function splitAddress(bytes: Uint8Array, start: number, end: number, found: ShownAddress): void {
  found.at = end;
  found.value = -1;
  for (let at = start; at + 7 < end; at++) {
    if (bytes[at] !== 0x5b) continue;
    const first = bytes[at + 1] === 0x24 ? at + 2 : at + 1;
    let value = hexAt(bytes, first, 6, end);
    let close = first + 6;
    if (value < 0 && bytes[first + 2] === 0x3a) {
      const bank = hexAt(bytes, first, 2, end);
      const low = hexAt(bytes, first + 3, 4, end);
      value = bank < 0 || low < 0 ? -1 : bank * 0x1_0000 + low;
      close = first + 7;
    }
    if (value < 0 || bytes[close] !== 0x5d) continue;
    found.at = at;
    found.value = value;
    return;
  }
}
