/**
 * The console's address space as 2,048 pages of 8 KiB over one block of bytes: work RAM, save RAM,
 * ROM image. LoROM and HiROM boards without further chips. Sources of the layout:
 * `rom-map/cartridge`; decision: save RAM under 8 KiB is not repeated within its page.
 */
import { fileOffsetOf, type Mapping } from '../../../rom-map/cartridge/index.js';
import { WORK_RAM, WORK_RAM_BYTES } from '../../../rom-map/index.js';

export const PAGE_BITS = 13;
export const PAGE_BYTES = 1 << PAGE_BITS;
export const PAGE_COUNT = 0x100_0000 >> PAGE_BITS;

/**
 * Master cycles of an access: fast ROM and most registers, everything else, the serial pad ports.
 */
export const FAST_ACCESS = 6;
export const SLOW_ACCESS = 8;
const SERIAL_ACCESS = 12;

export interface MemoryMap {
  readonly memory: Uint8Array;
  readonly readOffset: Int32Array;
  readonly writeOffset: Int32Array;
  readonly accessCycles: Uint8Array;
  readonly saveOffset: number;
  /** 0 for a board without save RAM. */
  readonly saveBytes: number;
  readonly romOffset: number;
}

function wholePages(bytes: number): number {
  return Math.ceil(bytes / PAGE_BYTES) * PAGE_BYTES;
}

/**
 * Offset in work RAM, or -1. Banks 7E and 7F hold all of it; the system banks mirror its first 8
 * KiB.
 */
function workRamOffset(address: number): number {
  const bank = address >>> 16;
  if (bank === 0x7e || bank === 0x7f) return address - WORK_RAM;
  return (bank & 0x40) === 0 && (address & 0xe000) === 0 ? 0 : -1;
}

/**
 * Offset in save RAM, or -1: banks 70 to 7D and F0 to FF below 8000 (LoROM), 20 to 3F and A0 to BF
 * at 6000 (HiROM).
 */
function saveRamOffset(mapping: Mapping, address: number, bytes: number): number {
  if (bytes === 0) return -1;
  const bank = address >>> 16;
  const word = address & 0xffff;
  if (mapping === 'lorom') {
    if ((bank & 0x70) !== 0x70 || word >= 0x8000) return -1;
    return (((bank & 0x0f) << 15) | word) % bytes;
  }
  if ((bank & 0x60) !== 0x20 || (word & 0xe000) !== 0x6000) return -1;
  return ((bank & 0x1f) << PAGE_BITS) % bytes;
}

/**
 * Master cycles of an access to any address. @param romCycles 6 with fast ROM (register 420D bit
 * 0), else 8
 */
export function cyclesOf(address: number, romCycles: number): number {
  if ((address & 0x40_8000) !== 0) return (address & 0x80_0000) === 0 ? SLOW_ACCESS : romCycles;
  const word = address & 0xffff;
  if (word < 0x2000 || word >= 0x6000) return SLOW_ACCESS;
  return word >= 0x4000 && word < 0x4200 ? SERIAL_ACCESS : FAST_ACCESS;
}

/** Fills the table of access times, again after every change of register 420D. */
export function fillAccessCycles(accessCycles: Uint8Array, romCycles: number): void {
  for (let page = 0; page < PAGE_COUNT; page++) accessCycles[page] = cyclesOf(page << PAGE_BITS, romCycles);
}

/**
 * @param image without a copier header, at least 32 KiB @param saveBytes bytes of save RAM, 0 or a
 * power of two
 */
export function createMemoryMap(image: Uint8Array, mapping: Mapping, saveBytes: number): MemoryMap {
  const kept = wholePages(saveBytes);
  const saveOffset = WORK_RAM_BYTES;
  const romOffset = saveOffset + kept;
  const memory = new Uint8Array(romOffset + wholePages(image.length));
  memory.set(image, romOffset);
  const readOffset = new Int32Array(PAGE_COUNT).fill(-1);
  const writeOffset = new Int32Array(PAGE_COUNT).fill(-1);
  for (let page = 0; page < PAGE_COUNT; page++) {
    const address = page << PAGE_BITS;
    const ram = workRamOffset(address);
    const save = saveRamOffset(mapping, address, kept);
    const rom = fileOffsetOf(mapping, address, image.length);
    if (ram >= 0) readOffset[page] = writeOffset[page] = ram;
    else if (save >= 0) readOffset[page] = writeOffset[page] = saveOffset + save;
    else if (rom >= 0) readOffset[page] = romOffset + rom;
  }
  const accessCycles = new Uint8Array(PAGE_COUNT);
  fillAccessCycles(accessCycles, SLOW_ACCESS);
  return { memory, readOffset, writeOffset, accessCycles, saveOffset, saveBytes, romOffset };
}
