/** The image of a battle by words of four bytes, and which of them decide what can happen. */
import type { CellDeclaration } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';

/** Masks of the deciding bytes by word of the image. */
export function masksOf(cells: readonly CellDeclaration[], words: number): Int32Array {
  const masks = new Int32Array(words);
  for (const { offset, width } of cells) {
    for (let byte = offset; byte < offset + width; byte++) {
      masks[byte >> 2] = (masks[byte >> 2] as number) | (0xff << (8 * (byte & 3)));
    }
  }
  return masks;
}

/** Words of the image that decide something. */
export function indexOf(masks: Int32Array): Int32Array {
  return Int32Array.from(masks.keys()).filter((word) => masks[word] !== 0);
}

/** The image by words. @throws LockstepError `E_CAPABILITY` where it has none */
export function wordsOf(image: Uint8Array): Int32Array {
  if (image.byteOffset % 4 === 0 && image.length % 4 === 0) {
    return new Int32Array(image.buffer, image.byteOffset, image.length >> 2);
  }
  throw new LockstepError('E_CAPABILITY', 'the image of this system cannot be searched by words', {
    found: `${image.length} bytes`,
    remedy: 'Give the image a length that is a multiple of four',
  });
}
