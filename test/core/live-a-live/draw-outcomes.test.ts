/** The values that stand for a draw: whatever any of the 256 leads to, one of them leads there as well. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeCommand } from '../../../core/battle.js';
import { createBattle, LIVE_A_LIVE, type LiveALiveBattle } from '../../../core/live-a-live/index.js';
import { FORMATIONS } from '../../../rom-map/tables/formations.js';

const PARTIES: readonly (readonly string[])[] = [['takahara'], ['oersted', 'straybow', 'uranus', 'hash'], ['akira']];
const ORDINARY = FORMATIONS.filter(
  (shape) => shape.mode === 0 && shape.enemies.length > 0 && shape.allies.every((place) => place !== null),
).map((shape) => shape.number);
const SCRATCH = createBattle(null).cells.filter((cell) => cell.scratch === true);

const cases = fc.record({
  formation: fc.constantFrom(0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xf5, ...ORDINARY.slice(0, 40)),
  party: fc.constantFrom(...PARTIES),
  before: fc.integer({ min: 0, max: 8 }),
  seed: fc.nat(0x7fff_ff00),
  place: fc.nat(),
});

/** A byte of a sequence of its own: xorshift over seed and place. */
function byteAt(seed: number, place: number): number {
  let value = (seed ^ Math.imul(place + 1, 0x9e3779b1)) | 1;
  for (let round = 0; round < 3; round++) {
    value ^= value << 13;
    value ^= value >>> 17;
    value ^= value << 5;
  }
  return (value >>> 8) & 0xff;
}

/** Plays one command of the random policy with these draws. @returns what is left, without scratch */
function play(battle: LiveALiveBattle, from: Uint8Array, seed: number, draw: (place: number) => number) {
  battle.image.set(from);
  let place = 0;
  let stood: number[] = [];
  LIVE_A_LIVE.capabilities.decideDraws?.(battle, {
    given: () => draw(place++),
    choose(values, count) {
      stood = [...values.subarray(0, count)];
      return values[0] as number;
    },
  });
  const auto = { command: 'auto', policy: 'random', commands: 1, seed };
  battle.step(encodeCommand(LIVE_A_LIVE, battle, auto), undefined);
  const end = battle.image.slice();
  for (const { offset, width } of SCRATCH) end.fill(0, offset, offset + width);
  return { end: Buffer.from(end).toString('latin1'), image: battle.image.slice(), draws: place, stood };
}

test('every value of a draw leads where one of those that stand for it does', () => {
  const seen = new Map<number, number>();
  fc.assert(
    fc.property(cases, ({ formation, party, before, seed, place }) => {
      const battle = createBattle({
        formation,
        party: party.map((character) => ({ character })),
        generator: [1, 2, 3, 4],
      });
      let image = battle.image.slice();
      for (let turn = 0; turn < before; turn++) {
        image = play(battle, image, seed + turn, (at) => byteAt(seed + turn, at)).image;
      }
      const { draws } = play(battle, image, seed, (at) => byteAt(seed, at));
      if (draws === 0) return;
      const chosen = place % draws;
      const withValue = (value: number) =>
        play(battle, image, seed, (at) => (at === chosen ? value : byteAt(seed, at)));
      const { stood } = withValue(-1);
      const all = new Set(Array.from({ length: 256 }, (_, value) => withValue(value).end));
      const few = new Set(stood.map((value) => withValue(value).end));
      expect([...all].every((end) => few.has(end))).toBe(true);
      seen.set(stood.length, (seen.get(stood.length) ?? 0) + 1);
    }),
    { numRuns: 40, seed: 5, endOnFailure: true },
  );
  // one thing or the other, or one of several
  expect(seen.get(2)).toBeGreaterThan(5);
  expect([...seen.keys()].some((count) => count > 2)).toBe(true);
});
