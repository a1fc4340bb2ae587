/**
 * Which published image a log was recorded from. A log counts as one of the game's cartridge only
 * when its header names the image with the published hash that somebody compared, its size and its
 * title, and when its first image shows the game (`play/verify/verify-log.ts`). All of it is text
 * that
 * can be edited: it keeps mistakes out, not a forger.
 */
import { JAPAN_HEADER, KNOWN_IMAGES, type KnownImage } from '../../../rom-map/cartridge/known-images.js';
import { LockstepError, shellWord } from '../../base/index.js';
import { type ImageIdentity, unknownImage } from '../../files/index.js';
import type { SourceKind } from './schemas/trace.js';
import type { TraceHeader, TraceImage, TraceRom, TraceSource } from './types.js';

/** The published hashes of an image, the strongest first, as headers hold them. */
function publishedHashes({ sha1, md5, crc32 }: KnownImage): string[] {
  return [`sha1:${sha1}`, `md5:${md5}`, `crc32:${crc32}`].filter((hash) => !hash.endsWith(':'));
}

/** The header's claim about a compared image; undefined for an unpublished one. */
export function traceImage({ known, size, header }: ImageIdentity, by: TraceImage['by']): TraceImage | undefined {
  const [hash] = known === null ? [] : publishedHashes(known);
  if (known === null || hash === undefined) return undefined;
  const title = header?.title.trim() ?? '';
  return { id: known.id, hash, by, size, ...(title === '' ? {} : { title }) };
}

/** The kind of a log of a ROM that is not our test ROM. */
export function kindOfImage(image: TraceImage | undefined): SourceKind {
  return image === undefined ? 'unknown-image' : 'cartridge';
}

/** `rom` of a header, with the image where it is known. */
export function romOf(title: string, sha256: string | null, image: TraceImage | undefined): TraceRom {
  return { title, sha256, ...(image === undefined ? {} : { image }) };
}

/**
 * Whether size and title of a claim are those of the image. Whoever hashed the image knows both; a
 * script in an emulator has its hash alone, and a file's name as the title.
 */
function hasFigures(known: KnownImage, { by, size, title }: TraceImage): boolean {
  if (by === 'emulator') return true;
  return size === known.size && (known.state === 'patched' || title === JAPAN_HEADER.title);
}

/**
 * The published image that a header names; undefined if it names none, or with another hash, size
 * or title.
 */
export function namedImage({ rom }: TraceSource): KnownImage | undefined {
  const named = rom?.image;
  const known = KNOWN_IMAGES.find(({ id }) => id === named?.id);
  if (named === undefined || known === undefined) return undefined;
  return publishedHashes(known).includes(named.hash) && hasFigures(known, named) ? known : undefined;
}

/** The proven kind of a log: a `cartridge` without a published image becomes `unknown-image`. */
export function provenKind(source: TraceSource): SourceKind {
  if (source.kind !== 'cartridge' && source.kind !== 'unknown-image') return source.kind;
  return namedImage(source) === undefined ? 'unknown-image' : 'cartridge';
}

/** Names the user's image in the source of a log, or refuses the log. */
export type Settle = (file: string, source: TraceSource) => TraceSource;

/**
 * The source of a log with the user's image as the recorded one.
 * @throws LockstepError `E_ROM_UNKNOWN` for an unpublished image, `E_ROM_OTHER` for a log that
 * names another image or is not of a game
 */
export function settledSource(file: string, source: TraceSource, romFile: string, found: ImageIdentity): TraceSource {
  const image = traceImage(found, 'user');
  if (image === undefined) {
    const { sentence: message, details } = unknownImage(romFile, found);
    const remedy = 'Give an unchanged dump: a log is named by a published image alone, others keep their hash';
    throw new LockstepError('E_ROM_UNKNOWN', message, { ...details, remedy });
  }
  const other = (message: string, expected: string): LockstepError =>
    new LockstepError('E_ROM_OTHER', message, {
      file,
      found: `one with SHA-256 ${found.sha256}`,
      expected,
      remedy: 'Give the image that was recorded, or leave --rom out',
    });
  if (source.kind !== 'cartridge' && source.kind !== 'unknown-image') {
    throw other(`a log of kind ${source.kind} was not recorded from a cartridge`, 'a log of a game');
  }
  const made = source.rom?.sha256 ?? null;
  if (made !== null && made !== found.sha256) {
    throw other('the log was recorded from another image', `one with SHA-256 ${made}`);
  }
  const before = namedImage(source);
  if (before !== undefined && before.id !== image.id) {
    throw other('the log was recorded from another image', before.name);
  }
  // A recorder's own look at the image stands above what a user says afterwards.
  const kept = before === undefined ? image : (source.rom?.image ?? image);
  return { ...source, kind: 'cartridge', rom: romOf(source.rom?.title ?? 'unknown', found.sha256, kept) };
}

/** Sentence on how to identify the image of a log. */
export function howToSettle(file: string, header: TraceHeader): string {
  const { rom } = header.source;
  const words = `lockstep convert ${shellWord(file)} -o SETTLED.jsonl.gz --rom YOUR-DUMP.sfc`;
  return rom?.sha256
    ? `nothing identified the image it was recorded from (SHA-256 ${rom.sha256}): \`${words}\`, or --rom here, with that image settles it`
    : `nothing identified the image it was recorded from, and the log names no hash: \`${words}\` settles it on your word`;
}
