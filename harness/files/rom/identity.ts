/**
 * Identity of an image: size, hashes, internal header, and the published image with the same hash.
 */

import { createHash } from 'node:crypto';
import { checksumOf } from '../../../rom-map/cartridge/checksum.js';
import { type CartridgeHeader, headerCandidates } from '../../../rom-map/cartridge/header.js';
import { KNOWN_IMAGES, type KnownImage, knownImageOf } from '../../../rom-map/cartridge/known-images.js';
import { crc32 } from '../../base/crc32.js';
import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';
import { hex32 } from './patch/seals.js';

export interface ImageIdentity {
  /** Bytes without a copier header. */
  readonly size: number;
  /** Lower case, as all hashes. */
  readonly crc32: string;
  readonly md5: string;
  readonly sha1: string;
  readonly sha256: string;
  /** The more likely internal header, or null where none is one. */
  readonly header: CartridgeHeader | null;
  /** Both candidates. */
  readonly candidates: readonly CartridgeHeader[];
  /** The checksum computed from the image's bytes. */
  readonly computedChecksum: number;
  readonly known: KnownImage | null;
}

function hashOf(kind: 'md5' | 'sha1' | 'sha256', image: Uint8Array): string {
  return createHash(kind).update(image).digest('hex');
}

export function identify(image: Uint8Array): ImageIdentity {
  const figures = {
    size: image.length,
    crc32: hex32(crc32(image)),
    md5: hashOf('md5', image),
    sha1: hashOf('sha1', image),
    sha256: hashOf('sha256', image),
  };
  const candidates = headerCandidates(image);
  const best = candidates[0];
  return {
    ...figures,
    header: best === undefined || best.score < 0 ? null : best,
    candidates,
    computedChecksum: checksumOf(image),
    known: knownImageOf(figures) ?? null,
  };
}

/** Text with the size, CRC-32 and SHA-1 of an image. */
export function figuresText(figures: { readonly size: number; readonly crc32: string; readonly sha1: string }): string {
  const sha1 = figures.sha1 === '' ? 'not published' : figures.sha1;
  return `${countText(figures.size, 'byte')}, CRC-32 ${figures.crc32}, SHA-1 ${sha1}`;
}

/** The error for an unpublished image. */
export function unknownImage(file: string, found: ImageIdentity): LockstepError {
  const known = KNOWN_IMAGES.map((image) => `${image.name} (${figuresText(image)})`);
  return new LockstepError('E_ROM_UNKNOWN', 'the image is unknown', {
    file,
    found: figuresText(found),
    expected: known.join(' or '),
    remedy:
      'Give an unchanged dump, apply its patch with --patch, say with --as live-a-live that it is the game, changed, or go on with --force-rom',
  });
}
