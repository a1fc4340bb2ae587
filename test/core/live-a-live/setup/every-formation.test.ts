/** Every formation of the table is fought, or is refused with its own reason. */
import { describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { apply, read } from '../../../../core/system/battle.js';
import { RuleError } from '../../../../core/system/system.js';
import { FORMATIONS } from '../../../../rom-map/tables/formations.js';
import { maxHpOf, SPECIES } from '../../../../rom-map/tables/species.js';

const HEROES = ['oersted', 'pogo', 'sundown', 'takahara'];
/** Cells that are tried for members whom the record puts on one. */
const CELLS = Array.from({ length: 49 }, (_, cell) => ({ x: cell % 7, y: Math.floor(cell / 7) }));

type Battle = ReturnType<typeof createBattle>;
type Outcome = Battle | string;

function begun(formation: number, members: number, more: object = {}): Outcome {
  const party = HEROES.slice(0, members).map((character) => ({ character }));
  try {
    return createBattle({ formation, party, generator: [1, 2, 3, 4], ...more } as never);
  } catch (error) {
    if (error instanceof RuleError) return `${error.code} ${error.message}`;
    throw error;
  }
}

/** Formations by what becomes of a party of so many. */
function outcomes(members: number): { readonly fought: Map<number, Battle>; readonly refused: Map<number, string> } {
  const [fought, refused] = [new Map<number, Battle>(), new Map<number, string>()];
  for (const { number } of FORMATIONS) {
    const outcome = begun(number, members);
    if (typeof outcome === 'string') refused.set(number, outcome);
    else fought.set(number, outcome);
  }
  return { fought, refused };
}

const hex = (numbers: Iterable<number>): string[] => [...numbers].map((number) => number.toString(16).toUpperCase());

/** Those of another mode, by the pages on the data. */
const SPECIAL = ['82', '83', '84', '85', '86', '87', 'AB', 'AC', 'CB', 'CC', 'CD', 'F6', 'FC'];
/** Those whose record puts every member on one cell: their chapters have one hero there. */
const OF_ONE = ['58', '59', '5A', '5B', '5C', '5E', 'F3', 'F9'];
/** Its enemies stand on one another until the game shifts them. */
const SHIFTED = '5D';

describe.each([1, 4])('a party of %i', (members) => {
  const { fought, refused } = outcomes(members);

  test('fights every formation but those that are named with their reason', () => {
    const expected = [...SPECIAL, SHIFTED, ...(members === 1 ? [] : OF_ONE)].sort();
    expect(hex(refused.keys()).sort()).toEqual(expected);
    expect(fought.size).toBe(256 - expected.length);
    for (const [number, reason] of refused) {
      const name = hex([number])[0] as string;
      if (SPECIAL.includes(name)) {
        expect(reason).toContain(`formation ${number} (${name}h, mode `);
        expect(reason).toContain('unpublished');
        expect(reason).toContain('--rom');
      } else if (name === SHIFTED && members === 1) {
        expect(reason).toBe(
          'E_OVERLAP setup.formation covers 3, 3, where somebody is; the game shifts enemies: give the places that were seen (setup.places)',
        );
      } else {
        expect(reason).toMatch(
          /^E_OVERLAP setup\.party\[1\] stands at \d, \d, where somebody is; the formation has one place for several: give x and y, or fewer members$/u,
        );
      }
      expect(reason.length).toBeLessThan(300);
    }
  });

  test('finds the enemies of the record with their HP, at its places', () => {
    for (const [number, battle] of fought) {
      const { enemies } = FORMATIONS[number] as (typeof FORMATIONS)[number];
      const found = enemies.map((_, index) =>
        ['id', 'cellX', 'cellY', 'hp'].map((name) => read(battle, `enemy[${index}].${name}`)),
      );
      const listed = enemies.map(({ species, place: { x, y } }) => {
        const row = SPECIES.rows[species];
        return [species, x, y, row === undefined ? -1 : maxHpOf(row)];
      });
      expect([number, found]).toEqual([number, listed]);
    }
  });

  test('comes to its own commands in each, or to the end', () => {
    for (const [number, battle] of fought) {
      apply(LIVE_A_LIVE_BATTLE, battle, { command: 'auto', policy: 'attack', commands: 3 } as never);
      expect([number, read(battle, 'battleFrames') > 0]).toEqual([number, true]);
    }
  }, 120_000);
});

test('where the record has one place for all, members with places of their own fight', () => {
  for (const name of OF_ONE) {
    const formation = Number.parseInt(name, 16);
    const placed: object[] = [{ character: HEROES[0] }];
    for (const character of HEROES.slice(1)) {
      const cell = CELLS.find(
        (place) => typeof begun(formation, 0, { party: [...placed, { character, ...place }] }) !== 'string',
      );
      placed.push({ character, ...cell });
    }
    expect([name, typeof begun(formation, 0, { party: placed })]).toEqual([name, 'object']);
  }
});

test('where enemies stand on one another, places that were seen are taken', () => {
  const { enemies } = FORMATIONS[0x5d] as (typeof FORMATIONS)[number];
  const places = enemies.map((_, index) => [index % 6, Math.floor(index / 6) * 2]);
  expect(typeof begun(0x5d, 1, { places })).toBe('object');
});
