/** What an ally does without a skill, by hand: the way of a turn, whom a pass goes to where an image's code says so, a step's cells. */
import { describe, expect, test } from 'vitest';
import { createBattle, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import { PAD_DOWN, PAD_LEFT, PAD_RIGHT, PAD_UP } from '../../../../core/live-a-live/memory/pad.js';
import { pass, step, turnsRight } from '../../../../core/live-a-live/turn/ally-moves.js';
import { allyPointer, cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { imageCode } from '../../../fixtures/live-a-live/image-code.js';

const PARTY = ['takahara', 'uranus', 'pogo', 'akira'].map((character, slot) => ({ character, x: 2 + slot, y: 5 }));

function four(): LiveALiveBattle {
  return createBattle({ enemies: [{ species: 'namcat', x: 0, y: 0 }], party: PARTY, generator: [1, 2, 3, 4] });
}

test('of the facings 0 to 3 the next ones clockwise are 1, 3, 0 and 2', () => {
  const facings = [0, 1, 2, 3];
  expect(facings.map((before) => facings.filter((after) => turnsRight(before, after)))).toEqual([[1], [3], [0], [2]]);
});

describe('a pass whose next rank is nobody’s', () => {
  /** Whose turn it is after a pass by an ally, where the image names the block of another one; how often it was asked. */
  function passed(by: number, named: number, isAbsent: boolean, ranks = 4): [current: number, asked: number] {
    const battle = four();
    const { machine } = battle;
    const cells = cellsOf(battle.image);
    cells.set({ currentAlly: allyPointer(by) });
    if (isAbsent) cells.ally((by + 1) % 4).set({ state: 0 });
    // what no block of an ally is looks like one
    for (const place of [0x1bc0, 0x1c20, 0x1d00]) {
      machine.ram[place + Ally.ID] = 1;
      machine.ram[place + Ally.STATE] = 0x40;
    }
    let asked = 0;
    machine.holes.original = imageCode({
      rerun: () => {
        asked++;
        return named;
      },
    });
    pass(machine, allyPointer(by), ranks);
    return [cells.read('currentAlly'), asked];
  }

  test.each<[string, number, number]>([
    ['the one behind', 0, 2],
    ['the last one', 0, 3],
    ['the first one', 2, 0],
  ])('goes to the ally that an image’s code names: %s', (_, by, to) => {
    expect(passed(by, allyPointer(to), true)).toEqual([allyPointer(to), 1]);
  });

  test.each<[string, number]>([
    ['an ally who is not there', allyPointer(1)],
    ['before the first block', 0x1bc0],
    ['within a block', 0x1c20],
    ['behind the last block', 0x1d00],
  ])('changes nothing where it names %s', (_, named) => {
    expect(passed(0, named, true)).toEqual([allyPointer(0), 1]);
  });

  test('asks no image’s code where the next ally is there, or where one rank alone is tried', () => {
    expect(passed(0, allyPointer(3), false)).toEqual([allyPointer(1), 0]);
    expect(passed(0, allyPointer(3), true, 1)).toEqual([allyPointer(0), 0]);
  });
});

// facings: bit 0 left, bit 1 up
test.each<[string, number, number, number, number, number]>([
  ['up', PAD_UP, 0, 2, 3, 3],
  ['down', PAD_DOWN, 3, 1, 3, 5],
  ['left', PAD_LEFT, 2, 3, 2, 4],
  ['right', PAD_RIGHT, 3, 2, 4, 4],
])('a step %s leaves its cell’s field, and takes the next cell at once', (_, pad, before, facing, x, y) => {
  const battle = four();
  const cells = cellsOf(battle.image);
  const [from, to] = [`fieldGrid[${8 * 4 + 3}]`, `fieldGrid[${8 * y + x}]`];
  cells.ally(2).set({ cellX: 3, cellY: 4, facing: before });
  cells.set({ [from]: 0xe3, [to]: 0xa0 });
  step(battle.machine, allyPointer(2), pad);
  const ally = cells.ally(2);
  expect([ally.read('facing'), ally.read('wantedX'), ally.read('wantedY')]).toEqual([facing, x, y]);
  expect([cells.read(from), cells.read(to)]).toEqual([0xe0, 0xa3]);
});
