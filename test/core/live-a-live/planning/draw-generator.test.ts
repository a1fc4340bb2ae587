/** The battle generator as a sequence of states: its step by the rule, its cycles walked through, its cells. */
import { expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { CELL } from '../../../references/live-a-live/addresses.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';

const GENERATOR = LIVE_A_LIVE_BATTLE.capabilities.planning?.generator;
if (GENERATOR === undefined) throw new Error('a played battle has a generator');
const { next, value, read, write, cycles, seed, timer } = GENERATOR;

test('a state is the four cells, the oldest lowest, and steps as C1:6150 does', () => {
  const battle = createBattle(null);
  const memory = new Memory(battle.image);
  for (const state of [0x0000_0001, 0x8765_4321, 0xffff_ffff, 0xe783_eee7, 0x0000_ff00]) {
    write(battle, state);
    expect([0, 1, 2, 3].map((place) => memory.get(CELL.battleGeneratorA0 + place))).toEqual(
      [0, 8, 16, 24].map((bits) => (state >>> bits) & 0xff),
    );
    expect(read(battle)).toBe(state);
    const drawn = memory.draw();
    expect([value(state), next(state)]).toEqual([drawn, read(battle)]);
  }
});

// the lengths that rom-map/GENERATOR.md names
test('four cycles are known', () => {
  expect(cycles?.map(({ length }) => length)).toEqual([141_880, 63_261, 2_262, 2_103]);
});

test.each((cycles ?? []).map(({ first, length }) => [first, length]))(
  'from %i after %i steps it is there again',
  (first, length) => {
    let state = first;
    let steps = 0;
    do {
      state = next(state);
      steps++;
    } while (state !== first && steps < 200_000);
    expect(steps).toBe(length);
  },
);

// C0:B900, by a recorded stream: 16 bits, a map frame each
test('it is seeded from the map’s generator, which a battle keeps, and from the timer', () => {
  const battle = createBattle(null);
  const names = new Set(battle.cells.map(({ name }) => name));
  expect([seed?.cell, timer]).toEqual(['mapGenerator', 'battleTimer']);
  expect([seed?.cell ?? '', timer ?? ''].filter((name) => !names.has(name))).toEqual([]);
  const memory = new Memory(battle.image);
  seed?.write(battle, 0x1234);
  expect([memory.word(CELL.mapGenerator), seed?.read(battle)]).toEqual([0x1234, 0x1234]);
});
