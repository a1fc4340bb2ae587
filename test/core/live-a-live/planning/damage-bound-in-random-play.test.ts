/** In random play no command takes more from the least price than its own price. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { ORDINARY_FORMATIONS } from '../../../fixtures/live-a-live/formations.js';
import { cell, hpOf, least, read } from './priced-commands.js';

/**
 * Characters whose skills poison, petrify, lay fields, change stats, are charged and counter,
 * against enemies of all kinds.
 */
const PARTIES = [
  ['takahara'],
  ['pogo', 'oersted'],
  ['oboromaru'],
  ['straybow', 'takahara'],
  ['akira', 'lei', 'sundown'],
];

const BOUTS = [0xd9, 0xda, 0xdb, 0xdd, 0xde, 0xf5];

const games = fc.record({
  formation: fc.oneof(fc.constantFrom(...BOUTS), fc.constantFrom(...ORDINARY_FORMATIONS.slice(0, 40))),
  party: fc.constantFrom(...PARTIES),
  level: fc.constantFrom(10, 16, 30),
  onsetLevel: fc.constantFrom('asLabelled', 'negated', 'none'),
  generator: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 }),
  /** Draws as large as they can be, mostly. */
  large: fc.boolean(),
  choices: fc.array(fc.nat(), { minLength: 10, maxLength: 16 }),
});

const LISTED = new Int32Array(1 << 16);

const SHAPES = new Map(LIVE_A_LIVE_BATTLE.commands.map(({ code, parameters }) => [code, parameters.length]));

const SKILL = 6;

const GRID = cell('fieldGrid[0]').offset;

/** A command that is listed, mostly a skill on a cell of an enemy. */
function chosen(battle: LiveALiveBattle, choice: number): Int32Array | undefined {
  const length = battle.legalCommands(LISTED);
  const entries: number[] = [];
  for (let at = 0; at < length; at += 1 + 2 * (SHAPES.get(LISTED[at] ?? 0) ?? 0)) entries.push(at);
  const struck = entries.filter(
    (at) =>
      LISTED[at] === SKILL &&
      ((battle.image[GRID + 8 * (LISTED[at + 5] ?? 0) + (LISTED[at + 3] ?? 0)] ?? 0) & 0x10) !== 0,
  );
  const pool = struck.length > 0 && choice % 5 < 3 ? struck : entries;
  const at = pool[(choice >>> 3) % pool.length];
  if (at === undefined) return undefined;
  const words = new Int32Array(1 + (SHAPES.get(LISTED[at] ?? 0) ?? 0));
  words[0] = LISTED[at] ?? 0;
  // the least of each parameter: any facing, no presses; frames until the turn is over, or at once
  for (let index = 1; index < words.length; index++) words[index] = LISTED[at + 2 * index - 1] ?? 0;
  if (words[0] !== 9 && choice % 7 === 0) words[words.length - 1] = 0;
  return words;
}

test('in random play no command does more damage than the bound allows, and none lowers the bound by more than its cost', () => {
  const seen = { blows: 0, tight: 0, wins: 0, known: 0 };
  fc.assert(
    fc.property(games, ({ party, level, onsetLevel, large, choices, ...setup }) => {
      const members = party.map((character) => ({ character, level }));
      const battle = createBattle({ ...setup, party: members }, { onsetLevel });
      const { image } = battle;
      if (large) {
        let count = 0;
        const choose = (values: Uint8Array, length: number): number =>
          values[count++ % 4 === 0 ? count % length : length - 1] ?? 0;
        LIVE_A_LIVE_BATTLE.capabilities.planning?.forceDraws?.(battle, { given: () => -1, choose });
      }
      const enemies = Array.from({ length: 15 }, (_, enemy) => enemy).filter((enemy) => hpOf(image, enemy) > 0);
      const images = [image.slice()];
      const played: { words: Int32Array; price: number }[] = [];
      for (const choice of choices) {
        const words = read(image, 'battleResult') === 0 ? chosen(battle, choice) : undefined;
        if (words === undefined || battle.step(words, undefined) !== 0) break;
        played.push({ words, price: 1 + (choice % 9) });
        images.push(image.slice());
      }
      /** Of commands from an image on. */
      const priceFrom = (from: number, name: string, min: number, max: number, commands: typeof played) => {
        image.set(images[from] as Uint8Array);
        return least?.(battle, [{ cell: cell(name), min, max }], commands);
      };
      played.forEach(({ words }, at) => {
        const [before, after] = [images[at] as Uint8Array, images[at + 1] as Uint8Array];
        const alone = [{ words, price: 7 }];
        for (const enemy of enemies) {
          const left = hpOf(after, enemy);
          if (left >= hpOf(before, enemy)) continue;
          seen.blows++;
          expect(priceFrom(at, `enemy[${enemy}].hp`, 0, left, alone)?.() ?? 0).toBeLessThanOrEqual(7);
          if (left > 0 && (priceFrom(at, `enemy[${enemy}].hp`, 0, left - 1, alone)?.() ?? 0) > 7) seen.tight++;
        }
        if (read(after, 'battleResult') !== 1) return;
        seen.wins++;
        expect(priceFrom(at, 'battleResult', 1, 1, alone)?.() ?? 0).toBeLessThanOrEqual(7);
      });
      const goals = [
        { name: 'battleResult', min: 1, max: 1 },
        ...enemies.map((enemy) => ({ name: `enemy[${enemy}].hp`, min: 0, max: 9 * enemy })),
      ];
      for (const { name, min, max } of goals) {
        const reader = priceFrom(0, name, min, max, played);
        if (reader === undefined) continue;
        seen.known++;
        let last = reader();
        played.forEach(({ price }, at) => {
          image.set(images[at + 1] as Uint8Array);
          const now = reader();
          expect(last - now).toBeLessThanOrEqual(price);
          last = now;
        });
        const value = read(image, name);
        if (value >= min && value <= max) expect(last).toBe(0);
      }
    }),
    { numRuns: 100, seed: 4 },
  );
  expect([seen.blows > 300, seen.tight > 3, seen.wins > 20, seen.known > 150]).toEqual([true, true, true, true]);
});
