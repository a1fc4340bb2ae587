/**
 * The internal header of a cartridge image and its probable place: 7FC0 (LoROM) or FFC0 (HiROM).
 * Each candidate gets points for properties of a real header; the higher score wins, HiROM on a
 * tie.
 */
import { checksumOf } from './checksum.js';
import { MAX_MAPPED_BYTES, type Mapping } from './mapping.js';

export interface CartridgeHeader {
  readonly mapping: Mapping;
  /** File offset of the title. */
  readonly offset: number;
  /** The 21 bytes of the title without trailing spaces; `?` for bytes outside ASCII. */
  readonly title: string;
  readonly mapMode: number;
  readonly chips: number;
  /** Exponent of the size: 1 << n KiB. */
  readonly romSize: number;
  readonly ramSize: number;
  readonly country: number;
  readonly developer: number;
  readonly version: number;
  readonly complement: number;
  readonly checksum: number;
  readonly resetVector: number;
  /** Evidence for the candidate; below 0 it is no header. */
  readonly score: number;
}

const TITLE_BYTES = 21;
const HEADER_OFFSETS: readonly (readonly [Mapping, number])[] = [
  ['hirom', 0xffc0],
  ['lorom', 0x7fc0],
];
/**
 * Opcodes that begin many programs, and opcodes that begin none: BRK, COP, RTI, RTS, RTL, STP, SBC
 * long of FFs.
 */
const LIKELY_FIRST = new Set([0x78, 0x18, 0x38, 0x9c, 0x4c, 0x5c, 0xc2, 0xe2, 0xa9, 0xa2, 0xa0]);
const UNLIKELY_FIRST = new Set([0x00, 0x02, 0x40, 0x60, 0x6b, 0xdb, 0xff]);

function readTitle(image: Uint8Array, at: number): string {
  let text = '';
  for (let index = 0; index < TITLE_BYTES; index++) {
    const byte = image[at + index] as number;
    text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '?';
  }
  return text.trimEnd();
}

function wordAt(image: Uint8Array, at: number): number {
  return (image[at] as number) | ((image[at + 1] as number) << 8);
}

/** Points of a candidate. */
function scoreOf(image: Uint8Array, header: Omit<CartridgeHeader, 'score'>, sum: number): number {
  let score = 0;
  if (header.checksum + header.complement === 0xffff) score += header.checksum === 0 ? 1 : 4;
  if (header.checksum === sum) score += 4;
  const isHigh = header.mapping === 'hirom';
  const mode = header.mapMode & 0xef;
  if (mode === (isHigh ? 0x21 : 0x20)) score += 3;
  else if ((header.mapMode & 0x01) !== (isHigh ? 1 : 0)) score -= 2;
  if (header.romSize >= 7 && header.romSize <= 12 && 1 << (header.romSize + 10) >= image.length) score += 1;
  if (header.ramSize <= 7) score += 1;
  if (!header.title.includes('?') && header.title !== '') score += 1;
  if (header.resetVector < 0x8000) return score - 6;
  const bank = isHigh ? 0 : -0x8000;
  const first = image[header.resetVector + bank] ?? 0;
  if (LIKELY_FIRST.has(first)) score += 2;
  if (UNLIKELY_FIRST.has(first)) score -= 3;
  return score;
}

function readAt(image: Uint8Array, mapping: Mapping, offset: number, sum: number): CartridgeHeader {
  const byte = (at: number): number => image[offset + at] as number;
  const header = {
    mapping,
    offset,
    title: readTitle(image, offset),
    mapMode: byte(0x15),
    chips: byte(0x16),
    romSize: byte(0x17),
    ramSize: byte(0x18),
    country: byte(0x19),
    developer: byte(0x1a),
    version: byte(0x1b),
    complement: wordAt(image, offset + 0x1c),
    checksum: wordAt(image, offset + 0x1e),
    resetVector: wordAt(image, offset + 0x3c),
  };
  return { ...header, score: scoreOf(image, header, sum) };
}

/**
 * All candidates inside the image, the best first; none for an image under 32 KiB or over 4 MiB.
 */
export function headerCandidates(image: Uint8Array): readonly CartridgeHeader[] {
  if (image.length > MAX_MAPPED_BYTES) return [];
  const sum = checksumOf(image);
  const found = HEADER_OFFSETS.filter(([, offset]) => offset + 0x40 <= image.length).map(([mapping, offset]) =>
    readAt(image, mapping, offset, sum),
  );
  return found.sort((one, other) => other.score - one.score);
}
