/** Work RAM on the bus: 7E:0000-7F:FFFF, and its low 8 KiB again in banks 00-3F and 80-BF. */
import { WORK_RAM, WORK_RAM_BYTES } from '../../../../rom-map/index.js';

const MIRROR_BYTES = 0x2000;

/** Offset in work RAM of a bus address, or -1 for other memory. */
export function workRamOffset(address: number): number {
  const direct = address - WORK_RAM;
  return direct >= 0 && direct < WORK_RAM_BYTES ? direct : -1;
}

/**
 * The address that the table of cells uses for a bus address, which may be a mirror of work RAM or
 * of the I/O page.
 */
export function ownAddress(address: number): number {
  const bank = (address >>> 16) & 0x7f;
  const within = address & 0xffff;
  if (bank > 0x3f) return address;
  if (within < MIRROR_BYTES) return WORK_RAM + within;
  return within < 0x6000 ? within : address;
}
