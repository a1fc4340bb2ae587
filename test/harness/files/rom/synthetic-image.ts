/**
 * An image in the shape of the game's cartridge, put together from the published figures: 2 MiB, HiROM, the internal header as
 * published except that its checksum fits these bytes. It holds no byte of the game beyond those figures.
 */
import { publishedBanks } from '../../../../rom-map/tables/bank-bytes.js';

export const IMAGE_SIZE = 0x20_0000;

/** Sum of all bytes, 16 bits: what the header of an image of a power of two holds. */
function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum + byte) & 0xffff;
  return sum;
}

/** Makes header checksum and complement fit. */
export function seal(image: Uint8Array, header = 0xffc0): void {
  image.set([0xff, 0xff, 0x00, 0x00], header + 0x1c);
  const sum = sumOf(image);
  image.set([~sum & 0xff, (~sum >> 8) & 0xff, sum & 0xff, sum >> 8], header + 0x1c);
}

/** @param unknown value of every bit that no figure is published for: 00h or FFh */
export function syntheticImage(unknown = 0): Uint8Array {
  const image = new Uint8Array(IMAGE_SIZE).fill(unknown);
  const { bankD5, bankD6 } = publishedBanks();
  for (const [bank, offset] of [
    [bankD5, 0x15_0000],
    [bankD6, 0x16_0000],
  ] as const) {
    for (let at = 0; at < 0x1_0000; at++) {
      const known = bank.known[at] as number;
      image[offset + at] = ((bank.bytes[at] as number) & known) | (unknown & ~known);
    }
  }
  image.set(new TextEncoder().encode('LIVE A LIVE'.padEnd(21)), 0xffc0);
  image.set([0x21, 0x02, 0x0b, 0x03, 0x00, 0xc3, 0x00], 0xffd5);
  // Reset vector 8000h, where SEI CLC stands.
  image.set([0x00, 0x80], 0xfffc);
  image.set([0x78, 0x18], 0x8000);
  seal(image);
  return image;
}

/** File offset of `D5:04CB`, by the rule of the banks C0-DF, written out on its own. */
export function offsetOfBus(bus: string): number {
  const [bank = '', word = ''] = bus.split(':');
  return (Number.parseInt(bank, 16) - 0xc0) * 0x1_0000 + Number.parseInt(word, 16);
}
