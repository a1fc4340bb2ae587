/**
 * The declared windows of memory and the one address-to-offset table.
 *
 * A battle image holds these windows, packed, and nothing else. Addresses of the console have 24
 * bits: 7E:xxxx for work RAM, 00:21xx and 00:42xx for the I/O page. The console shows the low 8 KiB
 * of work RAM at 00:0000-1FFF, too; here they have only their 7E addresses. Cells of our own lie in
 * the host window, whose addresses begin where the 24 bits end.
 */

/** Address of the host window: the first one beyond the console's 24 bits. */
export const HOST_WINDOW = 0x100_0000;

/** Address of the first byte of work RAM. */
export const WORK_RAM = 0x7e_0000;

/** Bytes of work RAM: two banks. */
export const WORK_RAM_BYTES = 0x2_0000;

/** Whether an address lies in work RAM. */
export function isWorkRam(address: number): boolean {
  return address >= WORK_RAM && address < WORK_RAM + WORK_RAM_BYTES;
}

/** Version of the windows and of where cells lie in them; `layouts.ts` maps the versions before. */
export const IMAGE_LAYOUT = 2;

/** One contiguous range of memory in the packed image. */
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
  // C1:9F5A looks at the block behind the last ally.
  [0x7e1a00, 0x0340, 'species, enemy and ally blocks'],
  [0x7e9000, 0x0300, 'active skill, seen skills'],
  [0x7e9e00, 0x0100, 'change totals'],
  [0x7eaa00, 0x0400, 'battle values of the enemies'],
  [0x7ee900, 0x0200, 'skill lists, timers and totals of the allies'],
  [0x7efe00, 0x0100, 'battle timer, field counter, flags of the battle'],
  [HOST_WINDOW, 0x0280, 'cells of our own: drill program of the test ROM, book-keeping of a played battle'],
  [0x002130, 0x0010, 'PPU product register'],
  [0x004200, 0x0020, 'multiplier, divider, joypad registers'],
];

/** All windows, ascending in the image. */
export const WINDOWS: readonly Window[] = packWindows();

/** Number of bytes of a packed image. */
export const IMAGE_BYTES: number = WINDOWS.reduce((sum, window) => sum + window.length, 0);

function packWindows(): readonly Window[] {
  let offset = 0;
  return declared.map(([address, length, holds]) => {
    const window = { address, length, offset, holds };
    offset += length;
    return window;
  });
}

/** Offset of an address in the packed image, or -1 outside the windows. */
export function offsetOf(address: number): number {
  for (const window of WINDOWS) {
    const within = address - window.address;
    if (within >= 0 && within < window.length) return window.offset + within;
  }
  return -1;
}

/** Address of an offset in the packed image. @throws RangeError outside the image */
export function addressOf(offset: number): number {
  for (const window of WINDOWS) {
    const within = offset - window.offset;
    if (within >= 0 && within < window.length) return window.address + within;
  }
  throw new RangeError(`offset ${offset} is outside the image of ${IMAGE_BYTES} bytes`);
}

const HOST_NAME = 'HOST:';
const HOST_WORDS = 0x1_0000;

/** Whether an address is one of the host window, which no console has. */
export function isHostAddress(address: number): boolean {
  return address >= HOST_WINDOW;
}

/** How files write an address: `7E03AE`, and `HOST:0010` for a cell of our own. */
export function formatAddress(address: number): string {
  const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');
  return isHostAddress(address) ? `${HOST_NAME}${hex(address - HOST_WINDOW, 4)}` : hex(address, 6);
}

/** The form of `formatAddress`, as a regular expression for schemas. */
export const ADDRESS_PATTERN = '^([0-9A-F]{6}|HOST:[0-9A-F]{4})$';

/** Reads what `formatAddress` writes, in either case and with fewer digits; NaN for other text. */
export function parseAddress(text: string): number {
  const host = text.toUpperCase().startsWith(HOST_NAME);
  const digits = host ? text.slice(HOST_NAME.length) : text;
  if (!/^[0-9A-F]{1,6}$/i.test(digits)) return Number.NaN;
  const value = Number.parseInt(digits, 16);
  if (!host) return value;
  return value < HOST_WORDS ? HOST_WINDOW + value : Number.NaN;
}
