/** The first frame of a played battle: order points, frames, abnormalities that a left hand brings (C1:3546, 35A9). */
import { describe, expect, test } from 'vitest';
import { beginPlayedBattle } from '../../../../core/live-a-live/battle/run.js';
import { createBattle, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { mayStartOff } from '../../../../core/live-a-live/setup/start-places.js';
import { read } from '../../../../core/system/battle.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { imageCode } from '../../../fixtures/live-a-live/image-code.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';

/** Nine light riders: small animals of intellect 3. */
const LIGHT_RIDERS = 0x06;
const RIDERS = Array.from({ length: 9 }, (_, number) => number);

function started(party: readonly Record<string, unknown>[], more: Record<string, unknown> = {}): LiveALiveBattle {
  const battle = createBattle({ formation: LIGHT_RIDERS, party, generator: [90, 7, 231, 131], timer: 1000, ...more });
  beginPlayedBattle(battle.machine);
  return battle;
}

/** What the drawing enemies get, and the generator after it. */
function expected(generator: readonly number[], abnormality: number): { got: number[]; generator: number[] } {
  const memory = new Memory(createBattle(null).image);
  const cells = cellsOf(memory.image);
  cells.set({ 'battleGenerator.a0': generator });
  const got = RIDERS.map(() => (memory.draw() < 0x80 ? abnormality : 0));
  return { got, generator: cells.list('battleGenerator.a0', 4) };
}

const abnormalities = (battle: LiveALiveBattle): number[] =>
  RIDERS.map((number) => read(battle, `enemy[${number}].abnormality`));
const generatorOf = (battle: LiveALiveBattle): number[] =>
  ['a0', 'a1', 'a2', 'a3'].map((name) => read(battle, `battleGenerator.${name}`));

describe('an item in the left hand at the start', () => {
  test('the whip puts abnormality 4 on every small animal whose draw is below 128, one draw each', () => {
    for (const seed of [0, 41, 90, 200]) {
      const generator = [seed, 7, 231, 131];
      const battle = started([{ character: 'oersted', leftItem: 'peshipeshi-whip' }], { generator });
      const wanted = expected(generator, 4);
      expect(new Set(wanted.got).size).toBe(2);
      expect([abnormalities(battle), generatorOf(battle)]).toEqual([wanted.got, wanted.generator]);
    }
  });

  test('of two allies with an item against the race the first one counts', () => {
    const whip = { character: 'straybow', leftItem: 'peshipeshi-whip' };
    const sword = { character: 'oersted', leftItem: 'parasite-sword' };
    const generator = [90, 7, 231, 131];
    expect(abnormalities(started([sword, whip]))).toEqual(expected(generator, 12).got);
    expect(abnormalities(started([whip, sword]))).toEqual(expected(generator, 4).got);
    // the fourth ally is asked as well
    const others = ['uranus', 'hash', 'pogo'].map((character) => ({ character }));
    expect(abnormalities(started([...others, whip]))).toEqual(expected(generator, 4).got);
  });

  test('an image is asked what a second item does to the same species, and about nobody else', () => {
    const whip = { character: 'straybow', leftItem: 'peshipeshi-whip' };
    const party = [{ character: 'uranus' }, { character: 'oersted', leftItem: 'parasite-sword' }, whip];
    const battle = createBattle({ formation: LIGHT_RIDERS, party, generator: [90, 7, 231, 131], timer: 1000 });
    const calls: number[][] = [];
    battle.machine.holes.original = imageCode({
      rerun: (_image, routine, x) => calls.push([routine, x]),
    });
    beginPlayedBattle(battle.machine);
    expect(calls).toEqual([[0xc13546, cellsOf(battle.image).ally(2).address]]);
  });

  test('an enemy that is not there costs no draw and gets nothing', () => {
    const generator = [90, 7, 231, 131];
    const party = [{ character: 'oersted', leftItem: 'peshipeshi-whip' }];
    const battle = createBattle({ formation: LIGHT_RIDERS, party, generator, timer: 1000 });
    cellsOf(battle.image).enemy(4).set({ state: 0 });
    beginPlayedBattle(battle.machine);
    const memory = new Memory(createBattle(null).image);
    cellsOf(memory.image).set({ 'battleGenerator.a0': generator });
    const drawn = RIDERS.slice(1).map(() => (memory.draw() < 0x80 ? 4 : 0));
    expect(abnormalities(battle)).toEqual([...drawn.slice(0, 4), 0, ...drawn.slice(4)]);
    expect(generatorOf(battle)).toEqual(cellsOf(memory.image).list('battleGenerator.a0', 4));
  });

  test('an item against another race, or an empty hand, costs no draw', () => {
    for (const leftItem of ['heros-shield', undefined]) {
      const battle = started([{ character: 'oersted', ...(leftItem === undefined ? {} : { leftItem }) }]);
      expect([abnormalities(battle), generatorOf(battle)]).toEqual([RIDERS.map(() => 0), [90, 7, 231, 131]]);
    }
  });
});

test('the start takes one frame and those that the plan assumes, and all of them go off the battle timer', () => {
  const cells = ['battleFrames', 'assumedFrames', 'battleTimer', 'actionPoints', 'turnFlag', 'playerState'];
  const values = (start: number): number[] => {
    const battle = started([{ character: 'oersted' }], { frames: { start } });
    return cells.map((cell) => read(battle, cell));
  };
  expect(values(0)).toEqual([1, 0, 999, 0, 0, 0]);
  expect(values(90)).toEqual([91, 90, 909, 0, 0, 0]);
});

test('every enemy that is there starts with 256 order points less its intellect, an empty slot with none', () => {
  const battle = started([{ character: 'oersted' }]);
  expect(RIDERS.map((number) => read(battle, `enemy[${number}].orderPoints`))).toEqual(RIDERS.map(() => 253));
  expect(read(battle, 'enemy[9].orderPoints')).toBe(0);
});

test('an enemy whose type is COLLAPSE, BREAKDOWN, OBJECT or LEADER alone stands where it is set up', () => {
  const { image, machine } = createBattle({ formation: LIGHT_RIDERS, party: [{ character: 'oersted' }] });
  const cells = cellsOf(image);
  const species = cells.species(0);
  const rider = cells.enemy(0).address;
  const off = (type: number): boolean => {
    species.set({ type });
    return mayStartOff(machine.ram, rider);
  };
  expect([1, 2, 4, 8, 0x0f].map(off)).toEqual([false, false, false, false, false]);
  // no type, and every class of a name
  expect([0, 0x10, 0x80, 0x12, 0xff].map(off)).toEqual([true, true, true, true, true]);
});
