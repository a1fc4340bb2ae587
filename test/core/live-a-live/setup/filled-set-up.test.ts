/** Set-ups that an image's own code fills: what it is given, and what is refused of what it leaves. The code is a few writes to cells, by hand. */
import { describe, expect, test } from 'vitest';
import { createBattle } from '../../../../core/live-a-live/index.js';
import { holesFilled, stretchesUsed } from '../../../../core/live-a-live/memory/unpublished-used.js';
import type { OriginalCode } from '../../../../core/system/evidence.js';
import { type BattleCells, cellsOf, speciesPointer } from '../../../fixtures/live-a-live/battle-cells.js';

type Writes = (cells: BattleCells, argument: number) => void;

/** An image whose routines write these cells; one that is not given comes to no end. */
function imageOf({ rerun, attempt, frames }: { rerun?: Writes; attempt?: Writes; frames?: Writes }): OriginalCode {
  let kept = new Uint8Array();
  return {
    keep(image) {
      kept = image.slice();
    },
    rerun(image, routine, x) {
      image.set(kept);
      expect([routine, x]).toEqual([0xc1f5fb, 0]);
      rerun?.(cellsOf(image), x);
      return 0;
    },
    attempt(image, _routine, x) {
      attempt?.(cellsOf(image), x);
      return attempt === undefined ? undefined : { a: 0, stopped: false };
    },
    playFrames(image, way) {
      frames?.(cellsOf(image), way.from);
      return frames === undefined ? -1 : 77;
    },
  };
}

const create = (setup: object, original?: OriginalCode) => createBattle(setup, undefined, undefined, original);
const PARTY = [{ character: 'takahara' }];

describe('a formation of allies who fight as enemies (C1:F5FB)', () => {
  /** Mode 40h. */
  const SETUP = { formation: 0xab, party: PARTY };

  /** One ally in this slot at 2, 5, an enemy of one cell at 3, 4, the end of the list after so many. */
  const leaves =
    (slot: number, listed = 1, ally = 0x40, enemy = 0x40): Writes =>
    (cells) => {
      for (const other of [0, 1, 2, 3]) cells.ally(other).set({ state: 0 });
      cells.ally(slot).set({ id: 9, state: ally, cellX: 2, cellY: 5 });
      cells.species(0).set({ width: 1, height: 1 });
      for (let at = 0; at < listed; at++) cells.enemy(at).set({ state: 0x40, species: speciesPointer(0) });
      for (let at = 0; at < listed; at++) cells.enemy(at).set({ cellX: at % 7, cellY: Math.floor(at / 7) });
      cells.enemy(0).set({ state: enemy, cellX: 3, cellY: 4 });
      if (listed <= 15) cells.enemy(listed).set({ state: 0x80 });
      // somebody on every cell, in every field
      cells.set({ fieldGrid: Array<number>(57).fill(0xff) });
    };
  const filled = (writes: Writes) => create(SETUP, imageOf({ rerun: writes }));

  test.each([0, 2, 3])(
    'stands as the image leaves it, with an ally in slot %i, on a field that keeps its bits',
    (slot) => {
      const { image } = filled(leaves(slot));
      const cells = cellsOf(image);
      expect([cells.read('formationNumber'), cells.ally(slot).read('state')]).toEqual([0xab, 0x40]);
      expect([0, 1, 2].map((at) => cells.enemy(at).read('state'))).toEqual([0x40, 0x80, 0]);
      const field = Array<number>(57).fill(0xe0);
      field[8 * 5 + 2] = slot + 1;
      field[8 * 4 + 3] = 0xf1;
      // row 7 is none of the field
      field[56] = 0xff;
      expect(cells.list('fieldGrid', 57)).toEqual(field);
      expect(holesFilled(image)).toEqual(['specialFormations']);
      expect(() => create(SETUP)).toThrow(/makes enemies of allies/);
    },
  );

  test('has at most fifteen enemies', () => {
    const { image } = filled(leaves(0, 15));
    expect([14, 15].map((at) => cellsOf(image).enemy(at).read('state'))).toEqual([0x40, 0x80]);
  });

  test.each<[string, Writes]>([
    ['leaves no ally present', leaves(1, 1, 0xbf)],
    ['leaves no enemy present', leaves(1, 1, 0x40, 0xbf)],
    // nobody at all: the side that is asked for first
    ['leaves no ally present', leaves(1, 1, 0, 0)],
    ['leaves the list of enemies open', leaves(1, 16)],
  ])('is refused where the image %s', (what, writes) => {
    const message = `the image's own code (C1:F5FB) ${what}`;
    expect(() => filled(writes)).toThrow(
      expect.objectContaining({ code: 'E_PARTY', path: 'setup.formation', message }),
    );
  });
});

describe('a formation of which the player drives an enemy (C1:0000)', () => {
  /** Mode 01h. */
  const SETUP = { formation: 0x82, party: PARTY };

  test('is entered by the image alone: it begins with the party, an empty list and an empty field', () => {
    const before: unknown[] = [];
    const battle = create(
      SETUP,
      imageOf({
        frames: (cells, from) => {
          before.push(from, cells.read('formationNumber'), cells.read('enemyCount'), cells.enemy(0).read('state'));
          before.push(
            cells.list('fieldGrid', 56).every((cell) => cell === 0),
            cells.ally(0).read('cellX'),
          );
          cells.ally(0).set({ id: 0x40, state: 0x40 });
          cells.enemy(0).set({ state: 0x20 });
          cells.enemy(1).set({ state: 0x40 });
          cells.enemy(2).set({ state: 0x80 });
        },
      }),
    );
    expect(before).toEqual([0xc10000, 0x82, 0, 0x80, true, 0]);
    const { read, enemy } = cellsOf(battle.image);
    expect([read('battleFrames'), enemy(0).read('state'), enemy(1).read('state')]).toEqual([77, 0x20, 0x40]);
  });

  test('needs an image that comes to its loop', () => {
    expect(() => create(SETUP)).toThrow(/drives enemy 0/);
    expect(() => create(SETUP, imageOf({}))).toThrow(/does not come to its loop \(C1:0261\)/);
  });
});

describe("an ally's list of skills (C1:E94B)", () => {
  const SETUP = { formation: 0xde, party: PARTY };
  const used = (image: Uint8Array) => stretchesUsed(image).map(({ name }) => name);
  const first = (image: Uint8Array) => cellsOf(image).ally(0).read('listSkill');

  test('is what the image packs, and nothing is assumed', () => {
    const { image } = create(SETUP, imageOf({ attempt: (cells) => cells.ally(0).set({ listSkill: 0x33 }) }));
    expect([first(image), holesFilled(image), used(image).includes('emptySkillSlots')]).toEqual([
      0x33,
      ['emptySkillSlots'],
      false,
    ]);
  });

  test('is ours where the image comes to no end, which is noted, and without an image, which is not', () => {
    const given = create(SETUP, imageOf({})).image;
    const none = create(SETUP).image;
    // the first of Takahara's list
    expect([first(given), first(none)]).toEqual([0x7d, 0x7d]);
    expect([given, none].map((image) => used(image).includes('emptySkillSlots'))).toEqual([true, false]);
  });
});
