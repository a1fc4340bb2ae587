/**
 * The long run: the lower bound is its slow reference's, figure by figure and for every goal, in
 * LOCKSTEP_STATES (100,000) states of battles that `bound-against-reference.test.ts` does not reach.
 */
import { expect, test } from 'vitest';
import { quietBattle } from '../../../fixtures/live-a-live/quiet-battles.js';
import { compareBounds, crowdedBattle, type Seen } from './bound-comparison.js';

const PARTS = 10;
const STATES = Math.ceil(Number(process.env['LOCKSTEP_STATES'] ?? 100_000) / PARTS);
/** Seeds of a part; those of the short test are below the first. */
const SEEDS = 1_000_000;
/** One battle of ten has much that happens at once, and takes as long as many quiet ones. */
const CROWDED = 10;

test.each(Array.from({ length: PARTS }, (_, part) => part))(
  'part %i: every bound is that of the reference',
  (part) => {
    const seen: Seen = { bounds: 0, above: 0, sums: 0, none: 0 };
    let states = 0;
    for (let seed = SEEDS * (part + 1); states < STATES; seed++) {
      const compared = seed % CROWDED === 0 ? crowdedBattle(seed) : quietBattle(seed);
      compareBounds(compared, seen);
      states += compared.images.length;
    }
    expect(seen.bounds).toBeGreaterThan(states);
    expect(seen.above).toBeGreaterThan(states / 2);
    console.log(`part ${part}: ${states} states, ${JSON.stringify(seen)}`);
  },
  3_600_000,
);
