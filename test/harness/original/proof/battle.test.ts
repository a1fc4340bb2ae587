/** The battle image: all its routines agree, and planted faults are caught in the routine named beforehand. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PUBLISHED_SOURCE } from '../../../../harness/library/prove-image.js';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { imageUnderTest } from '../../../../harness/original/proof/choose-image.js';

import { type ProveSource, proveImage, verdictOf } from '../../../../harness/original/proof/prove.js';
import { BATTLE_FAULTS } from './battle-faults.js';
import { plant } from './faults.js';

const profile = loadProfile('drill-battle');
const rom = new Uint8Array(readFileSync('traces/homebrew/drill-battle.sfc'));
const whole = imageUnderTest(rom, profile, true);
const options = { seed: 1, instructions: 20_000 };

/** The first published cases of each routine. */
const FEW: ProveSource = {
  ...PUBLISHED_SOURCE,
  published: (plan) => {
    const published = PUBLISHED_SOURCE.published(plan);
    return { ...published, cases: published.cases.slice(0, 30) };
  },
};

test('all routines agree, in published and a few varied cases', { timeout: 120_000 }, () => {
  const result = proveImage(whole, FEW, { ...options, cases: 20 });
  expect(result.list.filter((one) => one.different > 0).map((one) => [one.name, one.first?.difference.text])).toEqual(
    [],
  );
  expect(result.routines).toBe(148);
  expect([verdictOf(result), result.list.filter((one) => one.equal === 0)]).toEqual(['holds', []]);
  expect(result.equal).toBeGreaterThan(0.9 * result.cases);
});

test.each(BATTLE_FAULTS)('a planted fault is found in its routine: $what in $routine', { timeout: 60_000 }, (fault) => {
  const { routine } = fault;
  const result = proveImage(imageUnderTest(plant(rom, fault), profile, false), PUBLISHED_SOURCE, {
    ...options,
    cases: 400,
    routine,
  });
  expect(result.different).toBeGreaterThan(0);
  expect(result.first?.name).toBe(routine);
  expect(result.first?.first?.cells.length).toBeLessThanOrEqual(12);
});
