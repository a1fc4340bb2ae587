/** The lines about the image itself in every report: its identity and its doubts. */
import { KNOWN_IMAGES } from '../../../rom-map/cartridge/known-images.js';
import { figuresText } from './identity.js';
import type { RomImage } from './image.js';

/** Plain data about the image for `--json`. */
export function imageJson(rom: RomImage): Readonly<Record<string, unknown>> {
  const { identity, patch } = rom;
  return {
    file: rom.file,
    size: identity.size,
    crc32: identity.crc32,
    sha1: identity.sha1,
    known: identity.known?.id ?? null,
    forced: rom.forced,
    takenAs: rom.takenAs ?? null,
    patch:
      patch === null
        ? null
        : { file: patch.file, kind: patch.kind, verified: patch.verified, source: patch.source.known?.id ?? null },
  };
}

/** Why nothing of an unknown image is evidence; empty for a known one. */
export function doubtOf({ forced, takenAs }: RomImage): string {
  if (!forced) return '';
  return takenAs === undefined
    ? 'FORCED (--force-rom): this is not the known image; nothing below is evidence of the game'
    : `taken as ${takenAs} (--as): NOT the published image; nothing below is evidence of the published game`;
}

/** The first lines of a text. */
export function imageLines(rom: RomImage): readonly string[] {
  const { identity, patch } = rom;
  const lines = [`${rom.file}: ${identity.known?.name ?? 'not a known image'} (${figuresText(identity)})`];
  if (patch !== null) {
    const source = patch.source.known?.name ?? 'an image that is not known';
    const checked = patch.verified
      ? 'its checksums agree'
      : `${patch.kind} has no checksums: nothing shows that it fits`;
    lines.push(`  patched with ${patch.file} (${patch.kind}) from ${source}; ${checked}`);
  }
  if (rom.forced) {
    lines.push(`  ${doubtOf(rom)}`);
    for (const known of KNOWN_IMAGES) lines.push(`  known: ${known.name} (${figuresText(known)})`);
  }
  return lines;
}
