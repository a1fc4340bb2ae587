/** The start of a battle in which the player drives an enemy: what the image's code is given, and what it has to leave. The code is a few writes to cells. */
import { describe, expect, test } from 'vitest';
import { createBattle } from '../../../../core/live-a-live/index.js';
import { holesFilled } from '../../../../core/live-a-live/memory/unpublished-used.js';
import type { FrameWay, OriginalCode } from '../../../../core/system/evidence.js';
import { type BattleCells, cellsOf, enemyPointer, placeOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { imageCode } from '../../../fixtures/live-a-live/image-code.js';

/** Of mode 01h: one machine in the place of the party. */
const FORMATION = 0x82;
const MEMBERS = ['takahara', 'pogo', 'akira'].map((character) => ({ character }));

const ABSENT = 0;
const DRIVEN = 0x20;
const PRESENT = 0x40;
const END = 0x80;

interface Played {
  readonly frames?: number;
  readonly seen?: (cells: BattleCells, way: FrameWay, image: Uint8Array) => void;
}

/** An image whose start ends after so many frames, with what is written on the way. */
function imageOf(writes: (cells: BattleCells, image: Uint8Array) => void, { frames = 77, seen }: Played = {}) {
  return imageCode({
    playFrames(image, way) {
      seen?.(cellsOf(image), way, image);
      writes(cellsOf(image), image);
      return frames;
    },
  });
}

/** One machine in the place of the party, and enemies in these states. */
const leaves =
  (...states: readonly number[]) =>
  (cells: BattleCells): void => {
    cells.ally(0).set({ id: 0x40, state: 0x40 });
    for (const [index, state] of states.entries()) cells.enemy(index).set({ state });
  };

const start = (original: OriginalCode, party = MEMBERS) =>
  createBattle({ formation: FORMATION, party }, undefined, undefined, original);

describe('the image’s start', () => {
  test('runs from C1:0000 to the first round at C1:0261, with no button held, for ten seconds at most', () => {
    const ways: FrameWay[] = [];
    const image = imageOf(leaves(DRIVEN, PRESENT, END), { seen: (_, way) => ways.push(way) });
    const battle = start(image);
    const [way] = ways;
    expect(ways).toHaveLength(1);
    expect([way?.from, way?.round, way?.frames, way?.pads.length]).toEqual([0xc10000, 0xc10261, 60 * 10, 0]);
    // a round ends it, an interrupt does not
    expect([true, false].map((isRound) => way?.isOver(battle.image, isRound, 5))).toEqual([true, false]);
    expect(holesFilled(battle.image)).toContain('specialFormations');
  });

  test.each([1, 2, 3])('is given the numbers of %i records, the followers and a formation that stays', (members) => {
    const given: unknown[] = [];
    const image = imageOf(leaves(DRIVEN, PRESENT, END), {
      seen: ({ read, list, ally }) => {
        given.push(list('partyId', 4), read('followers'), read('mapArgument'), read('currentAlly'));
        given.push(ally(0).read('record'));
      },
    });
    start(image, MEMBERS.slice(0, members));
    // the records lie one after the other, 40h bytes each; the fourth place is nobody's
    const ids = [0, 1, 2, 0].map((id) => (id < members ? id : 0));
    expect(given).toEqual([ids, members - 1, 4, 0x1c00, 0x0d00]);
  });

  test.each([0, 1, 600])('leaves a battle that runs, after %i frames', (frames) => {
    const { read } = cellsOf(start(imageOf(leaves(DRIVEN, PRESENT, END), { frames })).image);
    // 2: the battle runs
    expect([read('battleFrames'), read('phase')]).toEqual([frames, 2]);
  });
});

describe('what the start leaves', () => {
  const fifteen = (...first: readonly number[]) => [...first, ...Array<number>(15 - first.length).fill(ABSENT)];

  test.each([
    ['a driven one first', [DRIVEN, PRESENT, END]],
    ['a driven one last, behind a gap', [PRESENT, ABSENT, DRIVEN, END]],
    ['two driven ones and two others', [PRESENT, DRIVEN, DRIVEN, PRESENT, END]],
    ['an end in the last block', [...fifteen(DRIVEN, ABSENT, PRESENT), END]],
  ])('goes on with %s', (_, states) => {
    const { enemy } = cellsOf(start(imageOf(leaves(...states))).image);
    expect(states.map((_state, index) => enemy(index).read('state'))).toEqual(states);
  });

  const without = (name: string, value: number) => (cells: BattleCells) => {
    leaves(DRIVEN, PRESENT, END)(cells);
    cells.ally(0).set({ [name]: value });
  };
  /** Sixteen blocks without an end; where a seventeenth would be, a byte that looks like one. */
  const open = (cells: BattleCells, image: Uint8Array): void => {
    leaves(...fifteen(DRIVEN, PRESENT), ABSENT)(cells);
    image[placeOf('enemy[0].state') + enemyPointer(17) - enemyPointer(0)] = END;
  };

  test.each<[string, (cells: BattleCells, image: Uint8Array) => void]>([
    ['puts no machine in the place of the party', without('id', 0)],
    ['puts no machine in the place of the party', without('state', DRIVEN)],
    ['leaves the list of enemies open', open],
    ['leaves no enemy that is driven', leaves(PRESENT, ABSENT, END)],
    // what stands behind the end is nobody
    ['leaves no enemy that is driven', leaves(PRESENT, END, DRIVEN)],
    ['leaves no enemy to fight', leaves(DRIVEN, ABSENT, END)],
    ['leaves no enemy to fight', leaves(DRIVEN, END, PRESENT)],
    // nobody at all: the driven one is asked for first
    ['leaves no enemy that is driven', leaves(END)],
  ])('is refused where it %s', (what, writes) => {
    const message = `the image's own start (C1:0000) ${what}`;
    const refusal = { code: 'E_PARTY', path: 'setup.formation', message };
    expect(() => start(imageOf(writes))).toThrow(expect.objectContaining(refusal));
  });

  test('is refused where no round came, though all else stands', () => {
    const message =
      "the image's own start (C1:0000) does not come to its loop (C1:0261) within 600 frames: it may wait for the sound unit";
    const refusal = { code: 'E_PARTY', path: 'setup.formation', message };
    const image = imageOf(leaves(DRIVEN, PRESENT, END), { frames: -1 });
    expect(() => start(image)).toThrow(expect.objectContaining(refusal));
  });
});
