/** The image of a battle in words of four bytes, and its deciding words. */
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

/** Words of the image with deciding bytes. */
export function indexOf(masks: Int32Array): Int32Array {
  return Int32Array.from(masks.keys()).filter((word) => masks[word] !== 0);
}

/**
 * The image as words. @throws LockstepError `E_CAPABILITY` when its length is no multiple of four
 */
export function wordsOf(image: Uint8Array): Int32Array {
  if (image.byteOffset % 4 === 0 && image.length % 4 === 0) {
    return new Int32Array(image.buffer, image.byteOffset, image.length >> 2);
  }
  throw new LockstepError('E_CAPABILITY', 'the length of the system’s image is not a multiple of four bytes', {
    found: `${image.length} bytes`,
    remedy: 'Report it: the system is declared wrongly',
  });
}
