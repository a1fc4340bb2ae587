/**
 * Loads a cartridge image for a verb: removes a copier header, applies a patch, identifies the
 * result and refuses an unknown one.
 */
import { type ImageIdentity, identify, unknownImage } from './identity.js';
import { applyPatch, type PatchKind } from './patch/apply.js';
import { LARGEST_FILE, MAX_ROM_BYTES, romFromBytes } from './rom-file.js';
import { readSized } from './sized-file.js';

export interface RomOptions {
  /** A patch to be applied in memory. */
  readonly patch?: string;
  /** Accept an unknown image. */
  readonly force?: boolean;
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
 * The image, known or forced.
 * @throws LockstepError `E_FILE`, `E_ROM_...`, `E_PATCH_...`; `E_ROM_UNKNOWN` without `force`
 */
export function loadRomImage(file: string, options: RomOptions = {}): RomImage {
  const rom = readRomImage(file, options.patch);
  const unknown = isUnknown(rom);
  if (unknown && options.force !== true) throw unknownImage(file, rom.patch === null ? rom.identity : rom.patch.source);
  return { ...rom, forced: unknown };
}
