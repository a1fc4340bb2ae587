/** Random games with the extensions against the slow reference: 25,000 commands of each seed. */
import { expect, test } from 'vitest';
import { SEEDS } from '../../references/long-runs.js';
import { compareRandomDuels } from './random-duel.js';

test.each(SEEDS)(
  'First Strike to ordered triggers: 25,000 random commands agree with the reference, seed %i',
  (seed) => {
    const counts = compareRandomDuels(seed, 25_000);
    for (const what of ['playLimitBreak', 'orderTriggers', 'firstStrike', 'backAttack', 'frozen', 'negative']) {
      expect(counts.get(what) ?? 0, what).toBeGreaterThan(20);
    }
  },
);
