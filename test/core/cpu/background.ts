/** What memory holds that nobody wrote: every address a byte of its own, so that a wrong place shows. */

export const ADDRESSES = 1 << 24;

/** The byte at an address before a case. */
export function background(address: number): number {
  return (Math.imul(address + 0x9e37, 0x85ebca6b) >>> 15) & 0xff;
}

/** The same as a block. */
export const BACKGROUND = new Uint8Array(ADDRESSES);
for (let address = 0; address < ADDRESSES; address++) BACKGROUND[address] = background(address);
