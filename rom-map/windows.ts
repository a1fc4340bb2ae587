/**
 * The declared windows of the console's memory and the one address-to-offset table.
 *
 * A battle image holds these windows packed one after another, nothing else. Addresses are 24-bit:
 * 7E:xxxx for work RAM, 00:21xx and 00:42xx for the I/O page. The low 8 KiB of work RAM are also
 * visible as 00:0000-1FFF on the console; here they have their 7E addresses only.
 */

/** One packed range of memory. */
export interface Window {
  readonly address: number;
  readonly length: number;
  /** Offset of its first byte in the image. */
  readonly offset: number;
  readonly holds: string;
}

const declared: readonly (readonly [address: number, length: number, holds: string])[] = [
  [0x7e0000, 0x0100, 'map generator, map arguments, demo flag, multiplication cells'],
  [0x7e0300, 0x0300, 'turn engine, battle generator, hit list, work grid, field grid'],
  [0x7e0a00, 0x0100, 'scenario, party ids, ally order'],
  [0x7e0d00, 0x0300, 'party records'],
  [0x7e1100, 0x0200, 'scenario counters'],
  [0x7e1a00, 0x0300, 'species, enemy and ally blocks'],
  [0x7e1d00, 0x0200, 'cells of the drill program of the test ROM'],
  [0x7e9000, 0x0300, 'active skill, seen skills'],
  [0x7e9e00, 0x0100, 'change totals'],
  [0x7eaa00, 0x0400, 'battle values of the enemies'],
  [0x7ee900, 0x0200, 'skill lists, timers and totals of the allies'],
  [0x7efe00, 0x0100, 'battle timer, field counter, flags of the battle'],
  [0x002130, 0x0010, 'PPU product register'],
  [0x004200, 0x0020, 'multiplier, divider, joypad registers'],
];

/** All windows, ascending in the image. */
export const WINDOWS: readonly Window[] = packWindows();

/** Bytes of a packed image. */
export const IMAGE_BYTES: number = WINDOWS.reduce((sum, window) => sum + window.length, 0);

function packWindows(): readonly Window[] {
  let offset = 0;
  return declared.map(([address, length, holds]) => {
    const window = { address, length, offset, holds };
    offset += length;
    return window;
  });
}

/** Offset of a 24-bit address in the packed image, or -1 outside the windows. */
export function offsetOf(address: number): number {
  for (const window of WINDOWS) {
    const within = address - window.address;
    if (within >= 0 && within < window.length) return window.offset + within;
  }
  return -1;
}

/** 24-bit address of an offset in the packed image. @throws RangeError outside the image */
export function addressOf(offset: number): number {
  for (const window of WINDOWS) {
    const within = offset - window.offset;
    if (within >= 0 && within < window.length) return window.address + within;
  }
  throw new RangeError(`offset ${offset} is outside the image of ${IMAGE_BYTES} bytes`);
}

/** `7E03AE`: how files write an address. */
export function formatAddress(address: number): string {
  return address.toString(16).toUpperCase().padStart(6, '0');
}
