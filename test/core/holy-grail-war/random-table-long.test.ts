/** Battles with all seals and with joining against the slow reference: 25,000 random commands of each seed. */
import { expect, test } from 'vitest';
import { sealNames } from '../../references/grail-seals.js';
import { SEEDS } from '../../references/long-runs.js';
import { compareRandomTables } from './random-table.js';

test.each(SEEDS)('H18 to H28 HA22 to HA26: 25,000 random commands agree with the reference, seed %i', (seed) => {
  const counts = compareRandomTables(seed, 25_000);
  for (const seal of sealNames) expect(counts.get(`seal ${seal}`) ?? 0, seal).toBeGreaterThan(20);
});
