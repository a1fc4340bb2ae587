/**
 * CRC-32 as gzip has it (reversed polynomial EDB88320), fed piece by piece: the check at the end of
 * a binary recording.
 */

const TABLE = buildTable();

function buildTable(): Uint32Array {
  const table = new Uint32Array(256);
  for (let index = 0; index < 256; index++) {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    table[index] = value;
  }
  return table;
}

/** CRC-32 of `bytes[start..end)` appended to data with the CRC-32 `before` (0: no data). */
export function crc32(bytes: Uint8Array, before = 0, start = 0, end = bytes.length): number {
  let value = ~before;
  for (let at = start; at < end; at++) {
    value = (TABLE[(value ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (value >>> 8);
  }
  return ~value >>> 0;
}
