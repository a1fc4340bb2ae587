/**
 * Loads a cartridge image for a verb: removes a copier header, applies a patch, identifies the
 * result and refuses an unknown one.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { countText } from '../../../core/system/names.js';
import { checksumOf } from '../../../rom-map/cartridge/checksum.js';
import { type CartridgeHeader, headerCandidates } from '../../../rom-map/cartridge/header.js';
import { JAPAN_HEADER } from '../../../rom-map/cartridge/index.js';
import { KNOWN_IMAGES, type KnownImage, knownImageOf } from '../../../rom-map/cartridge/known-images.js';
import {
  crc32,
  LockstepError,
  type LockstepErrorCode,
  noteInput,
  noteLeftOut,
  unwrapped,
  writeFile,
} from '../../base/index.js';

import { applyPatch, hex32, type PatchKind } from './patch/patch.js';

// Identity of an image: size, hashes, internal header, and the published image with the same hash.

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
  // `rom info` shows all figures; here the shortest that tells images apart
  const [first, ...patched] = KNOWN_IMAGES;
  const known = [`${first?.name}, CRC-32 ${first?.crc32}`, ...patched.map(({ crc32 }) => `patched, ${crc32}`)];
  return new LockstepError('E_ROM_UNKNOWN', 'the image is unknown', {
    file,
    found: figuresText(found),
    expected: known.join(', or '),
    remedy: 'Give an unchanged dump, a patch (--patch), --as live-a-live for a changed one, or go on with --force-rom',
  });
}

// Whether an image that is not published may be taken as the game, on its owner's word.

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

// Reads a file whose size is checked before: no device, and nothing larger than its kind.

/**
 * Reads a file up to a size limit, without its wrappings.
 * @param sizeCode code for a larger one
 * @param what noun for the file in the message, such as `patch`
 * @throws LockstepError `E_FILE` also for what is no file, and `sizeCode`
 */
function readSized(file: string, limit: number, sizeCode: LockstepErrorCode, what: string): Uint8Array {
  let size: number;
  let bytes: Uint8Array;
  noteInput(file);
  try {
    const status = statSync(file);
    if (!status.isFile()) throw new Error('it is not a file');
    size = status.size;
    bytes = size > limit ? new Uint8Array() : readFileSync(file);
  } catch (error) {
    throw new LockstepError('E_FILE', `the ${what} cannot be read`, {
      file,
      found: (error as NodeJS.ErrnoException).code ?? (error as Error).message,
      remedy: 'Check its name and permissions',
    });
  }
  if (size <= limit) {
    const plain = unwrapped(bytes, file, limit);
    noteLeftOut(file, plain.behind);
    return plain.bytes;
  }
  throw new LockstepError(sizeCode, `the file is larger than any ${what}`, {
    file,
    found: countText(size, 'byte'),
    expected: `at most ${countText(limit, 'byte')}`,
    remedy: `Name the ${what} itself`,
  });
}

// A ROM image as every recorder takes it: without a 512-byte copier header (bsnes-mercury runs such
// an image as garbage and says nothing), of a size that a cartridge can have.

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
const MAX_ROM_BYTES = 0x1000000;

/** Bytes of the largest file: the largest image behind a copier header. */
const LARGEST_FILE = MAX_ROM_BYTES + COPIER_HEADER;

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
      remedy: 'Copy it again, or name a cartridge image',
    });
  }
  return { image, sha256: createHash('sha256').update(image).digest('hex'), copierHeader };
}

export interface RomOptions {
  /** A patch to be applied in memory. */
  readonly patch?: string;
  /** Accept an unknown image. */
  readonly force?: boolean;
  /** What an unknown image whose header fits is taken as: `live-a-live`. */
  readonly as?: string;
}

interface AppliedPatch {
  readonly file: string;
  readonly kind: PatchKind;
  /** The patch's checksums of source and result agreed; IPS has none. */
  readonly verified: boolean;
  /** What was patched. */
  readonly source: ImageIdentity;
}

export interface RomImage {
  readonly file: string;
  /** Without a copier header, patched. */
  readonly image: Uint8Array;
  /** 512 bytes were taken off. */
  readonly copierHeader: boolean;
  readonly identity: ImageIdentity;
  readonly patch: AppliedPatch | null;
  /** Accepted although neither the image nor its unpatched source is known. */
  readonly forced: boolean;
  /** What it was taken as because its header fits; left out where it was forced without a look. */
  readonly takenAs?: string;
}

const MAX_PATCH_BYTES = 2 * MAX_ROM_BYTES;

/** Reads, patches and identifies an image; accepts an unknown one. */
export function readRomImage(file: string, patchFile?: string): Omit<RomImage, 'forced'> {
  return romImageOf(readSized(file, LARGEST_FILE, 'E_ROM_SIZE', 'cartridge image'), file, patchFile);
}

/** The same of bytes in memory. @param file what messages call them */
export function romImageOf(bytes: Uint8Array, file: string, patchFile?: string): Omit<RomImage, 'forced'> {
  // of its own: a slice of Node's buffers is no copy, and whoever gave the bytes may change them
  const rom = romFromBytes(new Uint8Array(bytes), file);
  if (patchFile === undefined) {
    return { file, image: rom.image, copierHeader: rom.copierHeader, identity: identify(rom.image), patch: null };
  }
  const patch = readSized(patchFile, MAX_PATCH_BYTES, 'E_PATCH_DAMAGED', 'patch');
  const patched = applyPatch(patch, rom.image, patchFile);
  const result = romFromBytes(new Uint8Array(patched.image), patchFile);
  return {
    file,
    image: result.image,
    copierHeader: rom.copierHeader,
    identity: identify(result.image),
    patch: { file: patchFile, kind: patched.kind, verified: patched.verified, source: identify(rom.image) },
  };
}

/** Whether neither the image nor its unpatched source is published. */
export function isUnknown(rom: Omit<RomImage, 'forced'>): boolean {
  return rom.identity.known === null && (rom.patch === null || rom.patch.source.known === null);
}

/**
 * The image as its owner takes it, or undefined for an unknown one that nobody vouches for.
 * @throws LockstepError `E_USAGE` for an `as` that is not the game, `E_ROM_HEADER` and `E_ROM_SIZE`
 * where the header does not fit
 */
export function acceptedImage(rom: Omit<RomImage, 'forced'>, { as, force }: RomOptions): RomImage | undefined {
  if (as !== undefined && as !== GAME) {
    throw new LockstepError('E_USAGE', '--as names no image that a battle can be played with', {
      found: as,
      expected: GAME,
    });
  }
  if (!isUnknown(rom)) return { ...rom, forced: false };
  if (as !== undefined) {
    checkFitsGame(rom.file, rom.identity);
    return { ...rom, forced: true, takenAs: as };
  }
  return force === true ? { ...rom, forced: true } : undefined;
}

/** The error for an image that nobody vouches for: what was patched tells more than the result. */
export function refusedImage({ file, identity, patch }: Omit<RomImage, 'forced'>): LockstepError {
  return unknownImage(file, patch === null ? identity : patch.source);
}

/**
 * The image, known or accepted.
 * @throws LockstepError `E_FILE`, `E_ROM_...`, `E_PATCH_...`; `E_ROM_UNKNOWN` without `force` or
 * `as`
 */
export function loadRomImage(file: string, options: RomOptions = {}): RomImage {
  const rom = readRomImage(file, options.patch);
  const accepted = acceptedImage(rom, options);
  if (accepted === undefined) throw refusedImage(rom);
  return accepted;
}

// Writes an image to a temporary name and renames it; never over what was read.

/**
 * Writes an image to a file.
 * @throws LockstepError `E_OUTPUT_IS_INPUT`, `E_OUTPUT_WRITE`
 */
export function writeImage(rom: RomImage, output: string): void {
  const inputs = [rom.file, ...(rom.patch === null ? [] : [rom.patch.file])];
  writeFile(output, rom.image, 'image', { inputs });
}
