/**
 * Where cells of earlier image layouts lie today. Traces name the layout of their addresses
 * (`layout` of the header; none: 1); what was written with an earlier one is read for ever.
 *
 * Layout 1 kept cells of our own at addresses of the cartridge's work RAM: drill skills at
 * 7E:1D00, cells of the drill program at 7E:1E00, book-keeping of a played battle at 7E:1E80,
 * battle skills of the test ROM's second image at 7E:0500. Layout 2 has them in the host window.
 */
import { HOST_WINDOW, IMAGE_LAYOUT } from './windows.js';

/** Neighbouring bytes of an earlier layout and the address of the first of them today. */
export interface MovedBytes {
  readonly from: number;
  readonly length: number;
  readonly to: number;
}

/** Of the layout before version `index + 2`: what moved on the way to it. */
const MOVES: readonly (readonly MovedBytes[])[] = [
  [
    { from: 0x7e1e00, length: 0x010, to: HOST_WINDOW },
    { from: 0x7e1e80, length: 0x040, to: HOST_WINDOW + 0x010 },
    { from: 0x7e1d00, length: 0x100, to: HOST_WINDOW + 0x080 },
    { from: 0x7e0500, length: 0x100, to: HOST_WINDOW + 0x180 },
  ],
];

/**
 * Address today of a byte that a layout had at `address`.
 * @param layout 1 to `IMAGE_LAYOUT`
 */
export function addressToday(layout: number, address: number): number {
  let today = address;
  for (let version = layout; version < IMAGE_LAYOUT; version++) {
    const moved = MOVES[version - 1]?.find(({ from, length }) => today >= from && today < from + length);
    if (moved !== undefined) today += moved.to - moved.from;
  }
  return today;
}
