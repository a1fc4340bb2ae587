/**
 * The joypad: C1:8AD8 and C1:8B15. Evidence: executed. A word whose low nibble is not 0 is no
 * standard pad and reads as 0.
 */
import { read16, write16 } from '../../int/uint.js';
import * as Cell from './cells/cell.js';
import * as Register from './cells/register.js';
import type { Machine } from './machine.js';

/** The word as the battle accepts it. */
function acceptedPad(word: number): number {
  return (word & 0x0f) === 0 ? word : 0;
}

/** C1:8AD8, after the auto-read is over. */
export function readPads(machine: Machine): void {
  const ram = machine.ram;
  write16(ram, Cell.PAD_1, acceptedPad(read16(ram, Register.JOYPAD_1)));
  write16(ram, Cell.PAD_2, acceptedPad(read16(ram, Register.JOYPAD_2)));
}

/** C1:8B15. */
export function copyPads(machine: Machine): void {
  const ram = machine.ram;
  write16(ram, Cell.PAD_1_COPY, read16(ram, Cell.PAD_1));
  write16(ram, Cell.PAD_2_COPY, read16(ram, Cell.PAD_2));
}
