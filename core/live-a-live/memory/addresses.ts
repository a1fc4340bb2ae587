/**
 * Offsets of 16-bit addresses, for pointers that may lead into more than one kind of block. A
 * pointer whose kind is known needs no look-up: the constants of `cells.ts` are added to it.
 */
import { offsetOf, WORK_RAM } from '../../../rom-map/windows.js';

const LOW_BYTES = 0x2000;

/** Offset of each of the 8 KiB that 16-bit pointers reach, -1 outside the windows. */
const LOW_OFFSETS = Int32Array.from({ length: LOW_BYTES }, (_, address) => offsetOf(WORK_RAM + address));

/** Byte at a 16-bit address; 0 where the image holds nothing. */
export function byteAt(ram: Uint8Array, address: number): number {
  const offset = address < LOW_BYTES ? (LOW_OFFSETS[address] as number) : -1;
  return offset < 0 ? 0 : (ram[offset] as number);
}
