/** The image of a battle in words of four bytes, and its deciding words. */

import type { CellDeclaration } from '../../../../core/system/system.js';
import { LockstepError } from '../../../base/errors.js';
import { countText } from '../../../base/number-text.js';

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

/** Words of the image with deciding bytes. */
export function indexOf(masks: Int32Array): Int32Array {
  return Int32Array.from(masks.keys()).filter((word) => masks[word] !== 0);
}

/**
 * The image as words. The last word takes in bytes behind an image whose length is no multiple of
 * four.
 * @throws LockstepError `E_CAPABILITY` when the image does not lie in a buffer of whole words
 */
export function wordsOf(image: Uint8Array): Int32Array {
  const { buffer, byteOffset, length } = image;
  const words = (length + 3) >> 2;
  if (byteOffset % 4 === 0 && byteOffset + 4 * words <= buffer.byteLength) {
    return new Int32Array(buffer, byteOffset, words);
  }
  throw new LockstepError('E_CAPABILITY', 'the system’s image does not lie in a buffer of whole words', {
    found: `${countText(length, 'byte')}, at byte ${byteOffset} of a buffer of ${buffer.byteLength}`,
    remedy: 'Let the system make its image with createImage of core/system/create-image.ts',
  });
}
