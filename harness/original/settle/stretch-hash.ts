/**
 * Hashes of unpublished stretches. Many are a few bytes long: a plain hash of them could be
 * searched through. The key is a digest of the whole image that is written nowhere, so that only
 * who has the image can make the hash.
 */
import { createHash, createHmac } from 'node:crypto';
import { fileOffsetOf } from '../../../rom-map/cartridge/index.js';
import type { UnpublishedRow } from '../../../rom-map/index.js';
import { stretchesOf } from '../cpu-trace/stretches.js';
import type { ImageUnderTest } from '../proof/image-profile.js';

export interface KeyedStretch {
  /** As in the table, `C1:7A54-7A62`. */
  readonly address: string;
  readonly bytes: number;
  /** HMAC-SHA-256 under a key that only the image gives. */
  readonly hmac: string;
}

/** Bytes hashed of an entry point whose end is not known. */
const OPEN_BYTES = 16;
const KEY_PURPOSE = 'battle-lockstep: key of unpublished stretches';

const keys = new WeakMap<Uint8Array, Buffer>();

function keyOf(image: Uint8Array): Buffer {
  const known = keys.get(image);
  if (known !== undefined) return known;
  const key = createHash('sha256').update(KEY_PURPOSE).update(image).digest();
  keys.set(image, key);
  return key;
}

/** Empty for an image that is not the game's: its stretches are elsewhere or nowhere. */
export function keyedStretches({ image, profile }: ImageUnderTest, row: UnpublishedRow): readonly KeyedStretch[] {
  if (!profile.isGame) return [];
  return stretchesOf([row], profile.mapping).flatMap(({ text, from, to }): KeyedStretch[] => {
    const offset = fileOffsetOf(profile.mapping, from, image.length);
    if (offset < 0) return [];
    const bytes = to === undefined ? OPEN_BYTES : to - from + 1;
    const hmac = createHmac('sha256', keyOf(image))
      .update(text)
      .update(image.subarray(offset, offset + bytes))
      .digest('hex');
    return [{ address: text, bytes, hmac }];
  });
}
