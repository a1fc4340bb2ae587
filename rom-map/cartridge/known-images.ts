/**
 * Images of the game with published figures: the Japanese cartridge and its English patch. Sources:
 * libretro-database metadat (No-Intro line: size, CRC-32, MD5, SHA-1); hosoboso/livealive@29c15e1
 * sfc/analysis/memo.html (internal header, with checksum); footers of the BPS patches of
 * PinkSwitch/Live-A-Live-Internal-Randomizer (CRC-32 of both).
 */

export interface KnownImage {
  readonly id: string;
  readonly name: string;
  /** `original`: as the cartridge was sold; `patched`: a published patch of it. */
  readonly state: 'original' | 'patched';
  /** Bytes without a copier header. */
  readonly size: number;
  /** CRC-32 in lower-case hexadecimal; '' where none is published. */
  readonly crc32: string;
  readonly md5: string;
  readonly sha1: string;
  /** What is unpublished, and how far the image is known. */
  readonly note: string;
}

export const KNOWN_IMAGES: readonly KnownImage[] = [
  {
    id: 'live-a-live-japan',
    name: 'Live A Live (Japan)',
    state: 'original',
    size: 0x20_0000,
    crc32: '6291ee08',
    md5: 'c223de99d22665b62c91e02727963bd4',
    sha1: 'f626b0b767d11c62c5cb3f8d1d0171fe5deb4245',
    note: '',
  },
  {
    id: 'live-a-live-aeon-genesis-2.0',
    name: 'Live A Live (Japan) with the English patch of Aeon Genesis, 2.0',
    state: 'patched',
    size: 0x28_0000,
    crc32: '5ad071f3',
    md5: '',
    sha1: '',
    note: 'known by size and CRC-32 only; where its tables stand is read from its own pointers',
  },
];

/** Internal header of the Japanese cartridge. */
export const JAPAN_HEADER = {
  title: 'LIVE A LIVE',
  mapMode: 0x21,
  chips: 0x02,
  romSize: 0x0b,
  ramSize: 0x03,
  country: 0x00,
  developer: 0xc3,
  version: 0x00,
  complement: 0x5c27,
  checksum: 0xa3d8,
} as const;

/** The known image with these figures; every published figure must agree. */
export function knownImageOf(figures: {
  readonly size: number;
  readonly crc32: string;
  readonly md5: string;
  readonly sha1: string;
}): KnownImage | undefined {
  return KNOWN_IMAGES.find(
    (image) =>
      image.size === figures.size &&
      image.crc32 === figures.crc32 &&
      (image.md5 === '' || image.md5 === figures.md5) &&
      (image.sha1 === '' || image.sha1 === figures.sha1),
  );
}
