/**
 * A ROM image as every recorder takes it: without a 512-byte copier header (bsnes-mercury runs such
 * an image as garbage and says nothing), of a size that a cartridge can have.
 */

import { createHash } from 'node:crypto';
import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';
import { readSized } from './sized-file.js';

export interface RomFile {
  /** The image without a copier header. */
  readonly image: Uint8Array;
  /** SHA-256 of `image`. */
  readonly sha256: string;
  /** Whether 512 bytes were taken off. */
  readonly copierHeader: boolean;
}

const COPIER_HEADER = 512;
const MIN_ROM_BYTES = 0x8000;
/** Bytes of the largest image that a recorder or reader takes. */
export const MAX_ROM_BYTES = 0x1000000;

/** Bytes of the largest file: the largest image behind a copier header. */
export const LARGEST_FILE = MAX_ROM_BYTES + COPIER_HEADER;

/** @throws LockstepError `E_FILE_UNREADABLE`, `E_ROM_SIZE`, `E_ROM_EMPTY` */
export async function loadRom(file: string): Promise<RomFile> {
  return romFromBytes(readRom(file), file);
}

function readRom(file: string): Uint8Array {
  try {
    return readSized(file, LARGEST_FILE, 'E_ROM_SIZE', 'cartridge image');
  } catch (error) {
    if (!(error instanceof LockstepError) || error.code !== 'E_FILE') throw error;
    throw new LockstepError('E_FILE_UNREADABLE', 'the ROM cannot be read', error.details);
  }
}

export function romFromBytes(bytes: Uint8Array, file: string): RomFile {
  if (bytes.length === 0) {
    throw new LockstepError('E_ROM_EMPTY', 'the ROM is empty', { file, remedy: 'Copy it again.' });
  }
  const copierHeader = bytes.length % 1024 === COPIER_HEADER;
  const image = copierHeader ? bytes.subarray(COPIER_HEADER) : bytes;
  if (image.length % 1024 !== 0 || image.length < MIN_ROM_BYTES || image.length > MAX_ROM_BYTES) {
    throw new LockstepError('E_ROM_SIZE', 'no cartridge has this size', {
      file,
      found: `${countText(image.length, 'byte')}${copierHeader ? ' without the copier header' : ''}`,
      expected: `a multiple of 1024 from ${MIN_ROM_BYTES} to ${MAX_ROM_BYTES}, with or without a 512-byte copier header`,
      remedy: 'Unpack the file, copy it again, or name a ROM image',
    });
  }
  return { image, sha256: createHash('sha256').update(image).digest('hex'), copierHeader };
}
