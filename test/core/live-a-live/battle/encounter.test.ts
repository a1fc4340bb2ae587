/** The encounter that an area brings: drawn from the carried generator, or compared with the named formation. */
import { describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { publishedTables, type TableBytes } from '../../../../core/live-a-live/memory/tables.js';

import { apply, createEventBuffer } from '../../../../core/system/battle.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { differences } from '../../../fixtures/live-a-live/crowded-battle.js';
import { next } from '../../../fixtures/live-a-live/next-battle.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';

/** A made-up list, as the vectors of C1:F588 have it: the pointers at D6:526B, the list at D6:6000. */
const LIST = [2, 3, 1, 0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const AREA = 30;

function tablesWithList(): TableBytes {
  const tables = publishedTables();
  const { bankD6 } = tables;
  bankD6.set([0x6b, 0x52], 0x0050);
  bankD6.set([0x00, 0x60], 0x526b + 2 * AREA);
  bankD6.set(LIST, 0x6000);
  return tables;
}

/**
 * A battle that is over, by its result alone. With lists of areas the tables are taken for an image's: the formations' pointers begin where
 * the last chapter's table is, so that a result of C1:F504 is the formation's number.
 */
function won(setup: Record<string, unknown>, tables?: TableBytes): LiveALiveBattle {
  const start = { formation: 0, generator: [1, 2, 3, 4], party: [{ character: 'oersted', level: 9 }], ...setup };
  const battle = createBattle(start, undefined, tables);
  cellsOf(battle.image).set({ battleResult: 1 });
  return battle;
}

const formationOf = (battle: LiveALiveBattle): number => cellsOf(battle.image).read('formationNumber');

/** The value after so many draws, by the reference. */
function drawn(battle: LiveALiveBattle, draws: number): { value: number; state: number[] } {
  const memory = new Memory(battle.image.slice());
  let value = 0;
  for (let count = 0; count <= draws; count++) value = memory.draw();
  return { value, state: generatorOf(memory.image) };
}

function generatorOf(image: Uint8Array): number[] {
  return ['a0', 'a1', 'a2', 'a3'].map((byte) => cellsOf(image).read(`battleGenerator.${byte}`));
}

test('the entry of the list is the next draw after those on the map, & 15', () => {
  const seen = new Set<number>();
  for (let draws = 0; draws < 12; draws++) {
    const battle = won({}, tablesWithList());
    const { value, state } = drawn(battle, draws);
    expect(next(battle, { area: AREA, draws })).toBe('');
    expect([formationOf(battle), generatorOf(battle.image)]).toEqual([LIST[value & 15], state]);
    expect(cellsOf(battle.image).read('background')).toBe(AREA);
    seen.add(formationOf(battle));
  }
  expect(seen.size).toBeGreaterThan(4);
});

test('the drawn battle is the one of the named formation, after as many draws', () => {
  const [byArea, byName] = [won({}, tablesWithList()), won({}, tablesWithList())];
  expect(next(byArea, { area: AREA, walk: 7, draws: 2 })).toBe('');
  expect(next(byName, { formation: formationOf(byArea), walk: 7, draws: 3 })).toBe('');
  cellsOf(byName.image).set({ background: AREA });
  expect(differences(byArea.image, byName.image)).toEqual([]);
});

test('a named formation is compared with what comes; another is refused and nothing changes', () => {
  const battle = won({}, tablesWithList());
  const before = battle.image.slice();
  const { value } = drawn(battle, 0);
  const comes = LIST[value & 15] ?? -1;
  const events = createEventBuffer();
  const other = { command: 'battle', area: AREA, formation: (comes + 1) % 16 };
  expect(() => apply(LIVE_A_LIVE_BATTLE, battle, other, events)).toThrow(/another formation/u);
  expect([differences(battle.image, before), events.length]).toEqual([[], 0]);
  expect(next(battle, { area: AREA, formation: comes })).toBe('');
  expect(formationOf(battle)).toBe(comes);
});

test('without the lists an area is refused: nobody has published them', () => {
  const battle = won({});
  const before = battle.image.slice();
  expect(next(battle, { area: AREA })).toBe('E_AREA');
  expect(next(won({}, tablesWithList()), { area: AREA + 1 })).toBe('E_AREA');
  expect(next(battle, {})).toBe('E_NOWHERE');
  expect(differences(battle.image, before)).toEqual([]);
});

describe('areas without a list', () => {
  test.each([
    [[9], 1],
    [[40, 38, 30, 28], 0],
    [[40, 38, 30, 28], 2],
    [[99, 99, 70], 3],
  ])(
    'last chapter, levels %j, area %i: a quarter of their sum, two for each step of the area, & 3 of a draw',
    (levels, area) => {
      const characters = ['oersted', 'pogo', 'akira', 'takahara'];
      const party = levels.map((level, slot) => ({ character: characters[slot], level }));
      const battle = won({ scenario: 8, party }, tablesWithList());
      const { value, state } = drawn(battle, 0);
      const sum = levels.reduce((all, level) => (all + level > 255 ? all : all + level), 0);
      expect(next(battle, { area })).toBe('');
      expect(formationOf(battle)).toBe(Math.min(Math.floor(sum / 4) + 2 * (area & 3), 28) + (value & 3));
      expect(generatorOf(battle.image)).toEqual(state);
    },
  );

  test('last chapter: where the map allows it, bit 7 of a first draw brings the rare formation', () => {
    const seen = new Set<boolean>();
    for (let draws = 0; draws < 8; draws++) {
      const battle = won({ scenario: 8 }, tablesWithList());
      cellsOf(battle.image).set({ rareEncounter: 1 });
      const [first, second] = [drawn(battle, draws), drawn(battle, draws + 1)];
      const isRare = first.value >= 128;
      expect(next(battle, { area: 0, draws })).toBe('');
      expect(formationOf(battle)).toBe(isRare ? 0xbd : 2 + (second.value & 3));
      expect(generatorOf(battle.image)).toEqual(isRare ? first.state : second.state);
      expect(cellsOf(battle.image).read('rareEncounter')).toBe(1);
      seen.add(isRare);
    }
    expect([...seen].sort()).toEqual([false, true]);
  });

  test.each([
    [5, 0x79],
    [12, 0x80],
    [40, 0x81],
  ])('near future, level %i: formation %i, without a draw', (level, wanted) => {
    const battle = won({ scenario: 6, party: [{ character: 'akira', level }] });
    const state = generatorOf(battle.image);
    expect(next(battle, { area: 4 })).toBe('');
    expect([formationOf(battle), generatorOf(battle.image)]).toEqual([wanted, state]);
    expect(next(won({ scenario: 6, party: [{ character: 'akira', level }] }), { area: 5 })).toBe('E_AREA');
  });
});
