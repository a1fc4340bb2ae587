/**
 * Bus addresses and file offsets of a cartridge image without a copier header, in HiROM (64 KiB
 * banks) and LoROM (32 KiB banks, upper half of each). Images over 4 MiB need other mappings, which
 * are not known here.
 */

export type Mapping = 'hirom' | 'lorom';

/** Largest size that the mappings reach, in bytes. */
export const MAX_MAPPED_BYTES = 0x40_0000;

/**
 * The offset in an image whose size is no power of two: the last, smaller chip is repeated up to
 * the size of the chips before it.
 * @param size of the image, at least 1
 */
export function mirrorOffset(offset: number, size: number): number {
  let base = 0;
  let at = offset;
  let left = size;
  let mask = 0x80_0000;
  while (at >= left) {
    while ((at & mask) === 0) mask >>= 1;
    at -= mask;
    if (left > mask) {
      left -= mask;
      base += mask;
    }
    mask >>= 1;
  }
  return base + at;
}

/**
 * File offset of a 24-bit bus address.
 * @param size of the image in bytes
 * @returns -1 where no ROM answers: work RAM, registers, battery RAM
 */
export function fileOffsetOf(mapping: Mapping, address: number, size: number): number {
  const bank = (address >>> 16) & 0xff;
  const word = address & 0xffff;
  if (bank === 0x7e || bank === 0x7f) return -1;
  const within = bank & 0x7f;
  if (mapping === 'hirom') {
    if (within < 0x40 && word < 0x8000) return -1;
    return mirrorOffset(((bank & 0x3f) << 16) | word, size);
  }
  if (word < 0x8000) return -1;
  return mirrorOffset((within << 15) | (word & 0x7fff), size);
}

/**
 * The usual bus address of a file offset: banks C0-FF for HiROM, 80-FF for LoROM.
 * @returns -1 outside the image or past 4 MiB
 */
export function busAddressOf(mapping: Mapping, offset: number, size: number): number {
  if (offset < 0 || offset >= size || offset >= MAX_MAPPED_BYTES) return -1;
  if (mapping === 'hirom') return 0xc0_0000 + offset;
  return 0x80_8000 + ((offset >> 15) << 16) + (offset & 0x7fff);
}

/** `D5:04CB`. */
export function formatBus(address: number): string {
  const text = address.toString(16).toUpperCase().padStart(6, '0');
  return `${text.slice(0, 2)}:${text.slice(2)}`;
}
