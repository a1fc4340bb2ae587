/**
 * Loads a cartridge image for a verb: removes a copier header, applies a patch, identifies the
 * result and refuses an unknown one.
 */
import { LockstepError } from '../../base/errors.js';
import { checkFitsGame, GAME } from './fits-game.js';
import { type ImageIdentity, identify, unknownImage } from './identity.js';
import { applyPatch, type PatchKind } from './patch/apply.js';
import { LARGEST_FILE, MAX_ROM_BYTES, romFromBytes } from './rom-file.js';
import { readSized } from './sized-file.js';

export interface RomOptions {
  /** A patch to be applied in memory. */
  readonly patch?: string;
  /** Accept an unknown image. */
  readonly force?: boolean;
  /** What an unknown image whose header fits is taken as: `live-a-live`. */
  readonly as?: string;
}

export interface AppliedPatch {
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
  const bytes = readSized(file, LARGEST_FILE, 'E_ROM_SIZE', 'cartridge image');
  const rom = romFromBytes(bytes, file);
  if (patchFile === undefined) {
    return { file, image: rom.image, copierHeader: rom.copierHeader, identity: identify(rom.image), patch: null };
  }
  const patch = readSized(patchFile, MAX_PATCH_BYTES, 'E_PATCH_DAMAGED', 'patch');
  const patched = applyPatch(patch, rom.image, patchFile);
  const result = romFromBytes(patched.image, patchFile);
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
