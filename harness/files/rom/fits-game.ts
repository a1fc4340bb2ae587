/** Whether an image that is not published may be taken as the game, on its owner's word. */

import { JAPAN_HEADER } from '../../../rom-map/cartridge/index.js';
import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';
import type { ImageIdentity } from './identity.js';

/** What an image is taken as. */
export const GAME = 'live-a-live';

/** The error for an image taken as one with another header. */
export function headerDoesNotFit(
  file: string,
  header: ImageIdentity['header'],
  expected: string,
  remedy = 'Name another image',
): LockstepError {
  return new LockstepError('E_ROM_HEADER', 'the header of the image does not fit', {
    file,
    found: header === null ? 'no header' : `${header.title}, ${header.mapping}`,
    expected,
    remedy,
  });
}

/**
 * A cut image shows its beginning again where its end is missing.
 *
 * @param remedy where the header does not fit
 * @throws LockstepError `E_ROM_HEADER`; `E_ROM_SIZE` for an image with less than its header names
 */
export function checkFitsGame(
  file: string,
  { header, size }: Pick<ImageIdentity, 'header' | 'size'>,
  remedy?: string,
): void {
  const { title } = JAPAN_HEADER;
  const mapping = 'hirom';
  if (header === null || header.mapping !== mapping || header.title !== title) {
    throw headerDoesNotFit(file, header, `${title}, ${mapping}`, remedy);
  }
  const expected = 1024 * 2 ** header.romSize;
  if (size >= expected) return;
  throw new LockstepError('E_ROM_SIZE', 'the image is cut: its header names more bytes than it has', {
    file,
    found: countText(size, 'byte'),
    expected: `${countText(expected, 'byte')} at least`,
    remedy: 'Copy it again',
  });
}
