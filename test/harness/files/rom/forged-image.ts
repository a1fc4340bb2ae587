/**
 * An image of zeros with the size and the CRC-32 of the published English patch, whose other hashes nobody published: the only known image
 * that can be had without owning one. Four bytes at its end make the CRC.
 */
const SIZE = 0x28_0000;
const TARGET = 0x5ad071f3;

const TABLE = Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

export function forgedPatchedImage(): Uint8Array {
  const image = new Uint8Array(SIZE);
  let forward = 0xffffffff;
  for (let at = 0; at < SIZE - 4; at++) forward = (forward >>> 8) ^ (TABLE[forward & 0xff] as number);
  // The register before the last four bytes, run backwards from the one that is wanted.
  let back = ~TARGET >>> 0;
  for (let byte = 0; byte < 4; byte++) {
    const index = TABLE.findIndex((value) => value >>> 24 === back >>> 24);
    back = (((back ^ (TABLE[index] as number)) << 8) | index) >>> 0;
  }
  new DataView(image.buffer).setUint32(SIZE - 4, (back ^ forward) >>> 0, true);
  return image;
}
