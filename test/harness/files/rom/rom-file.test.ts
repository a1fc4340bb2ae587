/**
 * ROM files: copier headers come off, sizes that no cartridge has are refused.
 */

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { loadRom, romFromBytes } from '../../../../harness/files/rom/image.js';
import { errorOf } from '../../capture/record/expect-error.js';

const image = new Uint8Array(0x8000).map((_, index) => (index * 7) & 0xff);
const imageSha256 = createHash('sha256').update(image).digest('hex');

describe('romFromBytes', () => {
  test('takes an image as it is', () => {
    expect(romFromBytes(image, 'a.sfc')).toEqual({ image, sha256: imageSha256, copierHeader: false });
  });

  test('takes a copier header off and hashes what is left', () => {
    const copied = new Uint8Array(512 + image.length);
    copied.set(image, 512);
    const rom = romFromBytes(copied, 'a.smc');
    expect(rom.sha256).toBe(imageSha256);
    expect(rom.copierHeader).toBe(true);
    expect(Buffer.from(rom.image).equals(image)).toBe(true);
  });

  test.each([
    [0, 'E_ROM_EMPTY'],
    [1, 'E_ROM_SIZE'],
    [512, 'E_ROM_SIZE'],
    [1024, 'E_ROM_SIZE'],
    [0x8000 - 1, 'E_ROM_SIZE'],
    [0x8000 + 1, 'E_ROM_SIZE'],
    [0x8000 + 511, 'E_ROM_SIZE'],
    [0x8000 + 513, 'E_ROM_SIZE'],
    [0x7c00 + 512, 'E_ROM_SIZE'],
    [0x1000000 + 1024, 'E_ROM_SIZE'],
  ])('a file of %i bytes is refused with %s', async (size, code) => {
    const error = await errorOf(() => romFromBytes(new Uint8Array(size), 'b.sfc'));
    expect(error.code).toBe(code);
    expect(error.details.file).toBe('b.sfc');
    expect(error.details.remedy).toBeTruthy();
  });

  test('a missing file is an error', async () => {
    expect((await errorOf(() => loadRom('/nowhere/rom.sfc'))).code).toBe('E_FILE_UNREADABLE');
  });
});
