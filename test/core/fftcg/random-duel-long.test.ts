/** Random games with the extensions against the slow reference: 100,000 commands of several seeds. */
import { expect, test } from 'vitest';
import { compareRandomDuels } from './random-duel.js';

test.each([1, 2, 3, 4])(
  'First Strike to ordered triggers: 25,000 random commands agree with the reference, seed %i',
  (seed) => {
    const counts = compareRandomDuels(seed, 25_000);
    for (const what of ['playLimitBreak', 'orderTriggers', 'firstStrike', 'backAttack', 'frozen', 'negative']) {
      expect(counts.get(what) ?? 0, what).toBeGreaterThan(20);
    }
  },
);
