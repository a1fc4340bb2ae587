/**
 * Address mapping, header and checksum of cartridge images. Expected values: the published places of the game's tables, and
 * a slow reference that builds what the console's address lines show of an image by copying its halves.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  busAddressOf,
  checksumOf,
  fileOffsetOf,
  formatBus,
  headerCandidates,
  JAPAN_HEADER,
  KNOWN_IMAGES,
  knownImageOf,
  mirrorOffset,
} from '../../rom-map/cartridge/index.js';
import { IMAGE_SIZE, seal, syntheticImage } from '../harness/files/rom/synthetic-image.js';

/** Doubles the smaller part until the whole is a power of two. */
function unfold(bytes: readonly number[]): readonly number[] {
  let power = 1;
  while (power * 2 <= bytes.length) power *= 2;
  if (power === bytes.length) return bytes;
  let rest = unfold(bytes.slice(power));
  while (rest.length < power) rest = [...rest, ...rest];
  return [...bytes.slice(0, power), ...rest];
}

describe('bus address and file offset', () => {
  test.each([
    ['D5:04CB', 0xd504cb, 0x1504cb],
    ['C0:B900', 0xc0b900, 0x00b900],
    ['D6:4280', 0xd64280, 0x164280],
    ['00:FFC0', 0x00ffc0, 0x00ffc0],
    ['80:FFC0', 0x80ffc0, 0x00ffc0],
    ['55:04CB', 0x5504cb, 0x1504cb],
    // The 2 MiB show themselves again above.
    ['F5:04CB', 0xf504cb, 0x1504cb],
  ])('HiROM shows %s from its place in the image', (text, bus, offset) => {
    expect(formatBus(bus)).toBe(text);
    expect(fileOffsetOf('hirom', bus, IMAGE_SIZE)).toBe(offset);
  });

  test.each([0x7e03ae, 0x7f0000, 0x002100, 0x306000, 0x3f7fff, 0x807fff])('HiROM has no ROM at %i', (bus) => {
    expect(fileOffsetOf('hirom', bus, IMAGE_SIZE)).toBe(-1);
  });

  test('LoROM shows 32 KiB a bank, in its upper half', () => {
    expect(fileOffsetOf('lorom', 0x008000, 0x10_0000)).toBe(0);
    expect(fileOffsetOf('lorom', 0x81ffff, 0x10_0000)).toBe(0xffff);
    expect(fileOffsetOf('lorom', 0x808000, 0x10_0000)).toBe(0);
    expect(fileOffsetOf('lorom', 0x007fff, 0x10_0000)).toBe(-1);
    expect(busAddressOf('lorom', 0x7fc0, 0x10_0000)).toBe(0x80ffc0);
  });

  test('lead to each other and back, for images of any size', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('hirom' as const, 'lorom' as const),
        fc.integer({ min: 0x8000, max: 0x40_0000 }),
        fc.nat(),
        (mapping, size, number) => {
          const offset = number % size;
          expect(fileOffsetOf(mapping, busAddressOf(mapping, offset, size), size)).toBe(offset);
        },
      ),
    );
    expect(busAddressOf('hirom', IMAGE_SIZE, IMAGE_SIZE)).toBe(-1);
    expect(busAddressOf('hirom', -1, IMAGE_SIZE)).toBe(-1);
  });

  test('an image whose size is no power of two is shown as its halves repeat', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat({ max: 1023 }), (size, address) => {
        const shown = unfold(Array.from({ length: size }, (_, index) => index));
        expect(mirrorOffset(address, size)).toBe(shown[address % shown.length]);
      }),
    );
    // 2.5 MiB: the last half MiB four times.
    expect(mirrorOffset(0x28_0000, 0x28_0000)).toBe(0x20_0000);
    expect(mirrorOffset(0x3f_ffff, 0x28_0000)).toBe(0x27_ffff);
  });
});

describe('checksum', () => {
  test('counts bytes as often as the console shows them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
        const sum = unfold([...bytes]).reduce((total, byte) => total + byte, 0);
        expect(checksumOf(bytes)).toBe(sum & 0xffff);
      }),
    );
  });

  test('and complement, as published, fit each other', () => {
    expect(JAPAN_HEADER.checksum + JAPAN_HEADER.complement).toBe(0xffff);
  });
});

describe('the header of an image', () => {
  test('of the game is HiROM at FFC0, with all fields as published but the checksum', () => {
    const [best] = headerCandidates(syntheticImage());
    const { complement, checksum, ...rest } = JAPAN_HEADER;
    expect(best).toMatchObject({ mapping: 'hirom', offset: 0xffc0, resetVector: 0x8000, ...rest });
    expect((best?.checksum ?? 0) + (best?.complement ?? 0)).toBe(complement + checksum);
  });

  test('at 7FC0 makes it LoROM, also when a copy of another stands at FFC0', () => {
    const image = new Uint8Array(0x1_0000);
    image.set(new TextEncoder().encode('TEST'.padEnd(21)), 0x7fc0);
    image.set([0x20, 0x00, 0x08, 0x00, 0x01, 0x33, 0x00], 0x7fd5);
    image.set([0x00, 0x80], 0x7ffc);
    image.set([0x78], 0);
    seal(image, 0x7fc0);
    expect(headerCandidates(image)[0]).toMatchObject({ mapping: 'lorom', title: 'TEST' });
    image.copyWithin(0xffc0, 0x7fc0, 0x7fe0);
    seal(image, 0x7fc0);
    expect(headerCandidates(image)[0]).toMatchObject({ mapping: 'lorom', title: 'TEST' });
  });

  test('never scores below 0', () => {
    expect(headerCandidates(new Uint8Array(0x1_0000)).map((header) => header.score < 0)).toEqual([true, true]);
    expect(headerCandidates(new Uint8Array(0x1_0000).fill(0xff)).map((header) => header.score < 0)).toEqual([
      true,
      true,
    ]);
    expect(headerCandidates(new Uint8Array(0x100))).toEqual([]);
  });
});

describe('a known image', () => {
  const [japan] = KNOWN_IMAGES;

  test('is recognised only when every published figure agrees', () => {
    if (japan === undefined) throw new Error('there is no known image');
    expect(knownImageOf(japan)).toBe(japan);
    for (const name of ['crc32', 'md5', 'sha1'] as const) {
      expect(knownImageOf({ ...japan, [name]: japan[name].replace(/^./, 'x') })).toBeUndefined();
    }
    expect(knownImageOf({ ...japan, size: 1 })).toBeUndefined();
  });
});
