/** The short run of the fuzz suite: 250 mutants a reader. */
import { describe, expect, test } from 'vitest';
import { LockstepError } from '../../../../harness/base/errors.js';
import { fuzz } from '../../fuzz/fuzz.js';
import { TARGETS } from '../../fuzz/targets.js';

const MUTANTS = 250;

describe('damaged input gives one clear error', () => {
  test.each(TARGETS.map((target) => [target.name, target] as const))(
    '%s: every mutant is read or refused with one error',
    async (_name, target) => {
      const mutants = Math.min(target.short ?? MUTANTS, MUTANTS);
      const result = await fuzz(target, mutants, 1);
      expect(result.failures).toEqual([]);
      expect(Object.keys(result.codes).length).toBeGreaterThan(target.oneCode === true ? 0 : 1);
      const rejected = Object.values(result.codes).reduce((sum, count) => sum + count, 0);
      expect(rejected).toBeGreaterThan(target.lenient === true ? mutants / 10 : mutants / 4);
    },
    300_000,
  );

  test('the test fails for a reader that crashes, and for one that accepts anything', async () => {
    const crash = {
      name: 'crash',
      samples: [Buffer.from('12')],
      sealed: false,
      read: (bytes: Buffer) => JSON.parse(`${bytes}`),
    };
    expect((await fuzz(crash, 50, 1)).failures.length).toBeGreaterThan(0);
    const any = {
      name: 'any',
      samples: [Buffer.from('12')],
      sealed: true,
      read: (bytes: Buffer) => bytes.toString('hex'),
    };
    expect((await fuzz(any, 50, 1)).failures.length).toBeGreaterThan(0);
    const strict = {
      ...any,
      read: (bytes: Buffer) => {
        if (bytes.toString() !== '12') throw new LockstepError('E_FILE', 'other bytes');
        return '12';
      },
    };
    expect((await fuzz(strict, 50, 1)).failures).toEqual([]);
  });
});
