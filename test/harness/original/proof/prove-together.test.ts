/** A proof on several threads comes to what one thread comes to, also where a thread is lost. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PUBLISHED_SOURCE } from '../../../../harness/library/prove-image.js';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { codeAhead } from '../../../../harness/original/disassembly/branches-ahead.js';
import { type ImageUnderTest, imageUnderTest } from '../../../../harness/original/proof/choose-image.js';
import { type ProveOptions, type ProvePlace, proveImage, verdictOf } from '../../../../harness/original/proof/prove.js';
import { proveTogether } from '../../../../harness/original/together/prove-together.js';
import { FAULTS, plant } from './faults.js';

const profile = loadProfile('drill');
const rom = new Uint8Array(readFileSync('traces/homebrew/drill.sfc'));
const [fault] = FAULTS;
if (fault === undefined) throw new Error('no fault');
const given = { cases: 50, seed: 7, instructions: 20_000, area: 'turn' };
const options = (image: ImageUnderTest): ProveOptions => ({ ...given, codeAhead: (plan) => codeAhead(image, plan) });

test.each([
  ['the image as it is', imageUnderTest(rom, profile, true), 'holds'],
  ['an image with a fault', imageUnderTest(plant(rom, fault), profile, false), 'differs'],
] as const)('%s: three threads as one', { timeout: 120_000 }, async (_, image, verdict) => {
  const places: ProvePlace[] = [];
  const alone = proveImage(image, PUBLISHED_SOURCE, options(image));
  const together = await proveTogether(image, PUBLISHED_SOURCE, given, 3, (place) => void places.push(place));
  expect(together).toEqual(alone);
  expect(verdictOf(together)).toBe(verdict);
  expect(places.at(-1)?.all).toBe(alone.routines);
});

test('what a lost thread had in hand is proved by the first one', { timeout: 120_000 }, async () => {
  // no thread can load a profile of this name: each ends with an error
  const image = { ...imageUnderTest(rom, profile, true), profile: { ...profile, name: 'nowhere' } };
  const together = await proveTogether(image, PUBLISHED_SOURCE, given, 3);
  expect(together).toEqual(proveImage(image, PUBLISHED_SOURCE, options(image)));
  expect(verdictOf(together)).toBe('holds');
});
