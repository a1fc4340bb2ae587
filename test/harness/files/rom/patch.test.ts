/** Readers of the three kinds of patches, on patches written by hand and by encoders of the tests. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPatch } from '../../../../harness/files/rom/patch/patch.js';
import { lockstepErrorOf } from '../../fixtures/files.js';
import { makeBps, makeIps, makeUps, number, sealPatch } from './patch-bytes.js';

const SOURCE = Uint8Array.from({ length: 40 }, (_, index) => index);
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const apply = (patch: Uint8Array, source = SOURCE): Uint8Array => applyPatch(patch, source, 'p').image;

function latin(content: string): Uint8Array {
  return Uint8Array.from(Buffer.from(content, 'latin1'));
}

describe('IPS', () => {
  test('bytes, repeated bytes, growth and a cut are applied', () => {
    expect(text(apply(latin('PATCH\0\0\x02\0\x02\xaa\xbbEOF')).subarray(0, 5))).toBe('0001aabb04');
    expect(text(apply(latin('PATCH\0\0\x01\0\0\0\x03\xeeEOF')).subarray(0, 5))).toBe('00eeeeee04');
    expect(apply(latin('PATCH\0\0\x2a\0\x01\x07EOF'))).toEqual(Uint8Array.from([...SOURCE, 0, 0, 7]));
    expect(text(apply(latin('PATCHEOF\0\0\x03')))).toBe('000102');
    expect(text(apply(latin(`PATCH\0\0\x02\0\x01\xaaEOF${'\0'.repeat(20)}`)).subarray(0, 5))).toBe('0001aa0304');
    expect(applyPatch(latin('PATCHEOF'), SOURCE, 'p')).toEqual({ kind: 'IPS', image: SOURCE, verified: false });
  });

  test('a record at the offset that spells EOF is a record', () => {
    const large = new Uint8Array(0x46_0000);
    const result = apply(latin('PATCHEOF\0\x01\x99EOF'), large);
    expect(result[0x45_4f46]).toBe(0x99);
  });

  test.each([
    ['cut in an offset', 'PATCH\0\0', 7],
    ['without an end', 'PATCH\0\0\x02\0\x01\xaa', 11],
    ['cut in its bytes', 'PATCH\0\0\x02\0\x09\xaa', 10],
    ['doubled', 'PATCHEOFPATCHEOF', 8],
    ['with content behind its end', 'PATCH\0\0\x02\0\x01\xaaEOFmore', 14],
    ['past the largest cartridge', 'PATCH\xff\xff\xff\0\x02\xaa\xbbEOF', 10],
  ])('a wrong patch is refused: %s', async (_what, content, offset) => {
    const error = await lockstepErrorOf(() => apply(latin(content)));
    expect([error.code, error.details.offset]).toEqual(['E_PATCH_DAMAGED', offset]);
  });

  test('a patch that fills over and over is stopped', async () => {
    const fill = '\0\0\0\0\0\xff\xff\x01'.repeat(2000);
    expect((await lockstepErrorOf(() => apply(latin(`PATCH${fill}EOF`)))).code).toBe('E_PATCH_DAMAGED');
  });
});

describe('UPS', () => {
  test('a patch written by hand is applied', () => {
    // Distance 2, exclusive or with 0Fh and F0h, end of the piece.
    const result = Uint8Array.from(SOURCE);
    result[2] = 2 ^ 0x0f;
    result[3] = 3 ^ 0xf0;
    const body = [...Buffer.from('UPS1'), 0x80 | 40, 0x80 | 40, 0x82, 0x0f, 0xf0, 0x00];
    expect(applyPatch(sealPatch(body, SOURCE, result), SOURCE, 'p')).toEqual({
      kind: 'UPS',
      image: result,
      verified: true,
    });
  });
});

describe('BPS', () => {
  test('every action is applied, and a copy may read what it writes', () => {
    const result = Uint8Array.of(0, 1, 0xaa, 30, 31, 0xaa, 30, 31, 0xaa, 30, 31, 0, 1);
    const patch = makeBps(
      SOURCE,
      result,
      [
        [0, 2],
        [1, 1, 0xaa],
        [2, 2, 30],
        [3, 6, 2],
        [2, 2, -32],
      ],
      'notes',
    );
    expect(applyPatch(patch, SOURCE, 'p')).toEqual({ kind: 'BPS', image: result, verified: true });
  });

  test.each([
    ['reads before the source', [[2, 1, -1]]],
    ['reads past the source', [[2, 2, 39]]],
    ['copies what is not written yet', [[3, 1, 0]]],
    ['writes past the result', [[0, 5]]],
    ['does not fill its image', [[0, 1]]],
  ] as const)('a patch that %s is refused', async (_what, actions) => {
    const patch = makeBps(SOURCE, SOURCE.subarray(0, 2), actions);
    expect((await lockstepErrorOf(() => apply(patch))).code).toBe('E_PATCH_DAMAGED');
  });

  test('a result of another checksum is refused', async () => {
    const patch = makeBps(SOURCE, Uint8Array.of(9, 9), [[0, 2]]);
    const error = await lockstepErrorOf(() => apply(patch));
    expect(error.sentence).toBe('the patched image has another checksum');
  });
});

describe('patches of every kind', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 });

  test('source and patch give the result', () => {
    fc.assert(
      fc.property(bytes, bytes, (source, result) => {
        expect(apply(makeIps(source, result), source)).toEqual(result);
        expect(apply(makeUps(source, result), source)).toEqual(result);
        const patch = makeBps(source, result, [[1, result.length, ...result]]);
        expect(apply(patch, source)).toEqual(result);
      }),
    );
  });

  test('another source is refused with both checksums', async () => {
    const other = Uint8Array.from(SOURCE).fill(1, 0, 1);
    for (const patch of [makeUps(SOURCE, other), makeBps(SOURCE, other, [[1, 40, ...other]])]) {
      const error = await lockstepErrorOf(() => apply(patch, other));
      expect(error.code).toBe('E_PATCH_SOURCE');
      expect([error.details.found, error.details.expected]).toEqual([
        expect.stringMatching(/^40 bytes, CRC-32 [0-9a-f]{8}$/),
        expect.stringMatching(/^40 bytes, CRC-32 [0-9a-f]{8}$/),
      ]);
      expect(error.details.found).not.toBe(error.details.expected);
    }
  });

  test('a damaged patch is refused wherever the damage is', async () => {
    const other = Uint8Array.from(SOURCE).reverse();
    for (const patch of [makeUps(SOURCE, other), makeBps(SOURCE, other, [[1, 40, ...other]])]) {
      for (let at = 4; at < patch.length; at++) {
        const damaged = Uint8Array.from(patch);
        damaged[at] = (damaged[at] ?? 0) ^ 0x10;
        expect((await lockstepErrorOf(() => apply(damaged))).code).toBe('E_PATCH_DAMAGED');
        expect((await lockstepErrorOf(() => apply(patch.subarray(0, at)))).code).toBe('E_PATCH_DAMAGED');
      }
    }
  });

  test('sizes larger than any cartridge are refused before anything is made', async () => {
    const body = [...Buffer.from('UPS1'), ...number(40), ...number(0x100_0001)];
    expect((await lockstepErrorOf(() => apply(sealPatch(body, SOURCE, SOURCE)))).code).toBe('E_PATCH_DAMAGED');
    const endless = [...Buffer.from('BPS1'), ...new Array<number>(40).fill(0x7f)];
    expect((await lockstepErrorOf(() => apply(sealPatch(endless, SOURCE, SOURCE)))).code).toBe('E_PATCH_DAMAGED');
  });

  test('a file of another kind is refused', async () => {
    expect((await lockstepErrorOf(() => apply(latin('PK\x03\x04')))).code).toBe('E_PATCH_KIND');
    expect((await lockstepErrorOf(() => apply(new Uint8Array()))).code).toBe('E_PATCH_KIND');
  });
});
