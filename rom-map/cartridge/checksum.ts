/**
 * The header's checksum: the 16-bit sum of all bytes as the console's address lines repeat them.
 */

function sumOf(image: Uint8Array, from: number, length: number): number {
  let sum = 0;
  for (let at = from; at < from + length; at++) sum = (sum + (image[at] as number)) | 0;
  return sum;
}

/**
 * Checksum of an image. If the size is no power of two, the part beyond the largest one is repeated
 * to its size. The header's own checksum and complement add a constant.
 */
export function checksumOf(image: Uint8Array): number {
  const size = image.length;
  if (size === 0) return 0;
  const whole = 2 ** (31 - Math.clz32(size));
  const first = sumOf(image, 0, whole);
  const rest = size - whole;
  if (rest === 0) return first & 0xffff;
  const restSum = checksumOf(image.subarray(whole));
  const restSize = 2 ** Math.ceil(Math.log2(rest));
  return (first + restSum * (whole / restSize)) & 0xffff;
}
