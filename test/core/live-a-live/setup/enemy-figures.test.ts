/** Figures of enemies that a plan gives: listed ones, and kinds of a formation. */
import { describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { apply, read } from '../../../../core/system/battle.js';
import { RuleError } from '../../../../core/system/system.js';

const HERO = { character: 'takahara' };
const PLACED = { ...HERO, x: 5, y: 4 };
const NAMCAT = { species: 'namcat', x: 0, y: 0 };
const FIGURES = { level: 9, maxHp: 500, power: 1, speed: 200, body: 3, intellect: 255 };
const NAMES = ['level', 'power', 'speed', 'body', 'intellect'] as const;

const begun = (setup: object) => createBattle({ generator: [1, 2, 3, 4], ...setup } as never);
const figuresOf = (battle: ReturnType<typeof begun>, unit: string): number[] =>
  NAMES.map((name) => read(battle, `${unit}.${name}`));

test('listed enemies have the figures that are given, as their kind has, and keep them', () => {
  const battle = begun({ party: [PLACED], enemies: [{ ...NAMCAT, ...FIGURES, hp: 77 }] });
  const given = [9, 1, 200, 3, 255];
  expect([figuresOf(battle, 'enemy[0]'), figuresOf(battle, 'species[0]')]).toEqual([given, given]);
  expect([read(battle, 'enemy[0].hp'), read(battle, 'species[0].maxHp')]).toEqual([77, 500]);
  apply(LIVE_A_LIVE_BATTLE, battle, { command: 'wait', frames: 255 } as never);
  expect(figuresOf(battle, 'enemy[0]')).toEqual(given);
});

test('HP begin at the greatest, and what is left out is the record’s', () => {
  const battle = begun({ party: [PLACED], enemies: [{ ...NAMCAT, maxHp: 500 }] });
  expect([read(battle, 'enemy[0].hp'), figuresOf(battle, 'enemy[0]')]).toEqual([500, [3, 43, 60, 33, 55]]);
});

test('beside a formation a table is of a kind, and all of that kind have its figures', () => {
  // formation 2: a sharp-straw and two sing-eaters
  const plain = begun({ formation: 2, party: [HERO] });
  const battle = begun({ formation: 2, party: [HERO], enemies: [{ species: 'sing-eater', level: 30, hp: 5 }] });
  const levels = [0, 1, 2].map((index) => read(battle, `enemy[${index}].level`));
  expect(levels).toEqual([read(plain, 'enemy[0].level'), 30, 30]);
  expect([1, 2].map((index) => read(battle, `enemy[${index}].hp`))).toEqual([5, 5]);
  const places = (one: typeof battle) => [0, 1, 2].map((index) => read(one, `enemy[${index}].cellX`));
  expect(places(battle)).toEqual(places(plain));
});

test('a level changes the damage as the rule of the difference has it', () => {
  // C1:77CE of level 2 against 3 and 9: the same blow does less
  const lostAt = (level: number): number => {
    const battle = begun({
      party: [{ ...HERO, x: 1, y: 2 }],
      enemies: [{ ...NAMCAT, level, speed: 0 }],
    });
    const before = read(battle, 'enemy[0].hp');
    apply(LIVE_A_LIVE_BATTLE, battle, { command: 'auto', policy: 'attack', commands: 2 } as never);
    return before - read(battle, 'enemy[0].hp');
  };
  expect(lostAt(2)).toBeGreaterThan(lostAt(9));
});

describe('refused with its place:', () => {
  const ONE = { party: [PLACED] };
  test.each([
    [
      'two of a kind with different levels',
      {
        ...ONE,
        enemies: [
          { ...NAMCAT, level: 3 },
          { ...NAMCAT, x: 3, level: 4 },
        ],
      },
      /^E_PARTY .*enemies\[1\] has other figures than setup\.enemies\[0\]/u,
    ],
    ['level 128', { ...ONE, enemies: [{ ...NAMCAT, level: 128 }] }, /^E_RANGE .*enemies\[0\]\.level/u],
    ['level 0', { ...ONE, enemies: [{ ...NAMCAT, level: 0 }] }, /^E_RANGE .*enemies\[0\]\.level/u],
    ['2033 HP', { ...ONE, enemies: [{ ...NAMCAT, maxHp: 2033 }] }, /^E_RANGE .*enemies\[0\]\.maxHp/u],
    ['HP above the greatest', { ...ONE, enemies: [{ ...NAMCAT, maxHp: 10, hp: 11 }] }, /^E_RANGE .*enemies\[0\]\.hp/u],
    ['a stat of nine bits', { ...ONE, enemies: [{ ...NAMCAT, speed: 256 }] }, /^E_WIDTH .*enemies\[0\]\.speed/u],
    ['no place without a formation', { ...ONE, enemies: [{ species: 'namcat' }] }, /enemies\[0\]\.x/u],
    [
      'an ally as an enemy',
      { ...ONE, enemies: [{ species: 'lei', x: 0, y: 0 }] },
      /^E_PARTY .*enemies\[0\] lei has no HP in its record/u,
    ],
    [
      'a kind that is not there',
      { party: [HERO], formation: 2, enemies: [{ species: 'namcat' }] },
      /^E_PARTY .*none is in the formation/u,
    ],
    [
      'a kind twice',
      { party: [HERO], formation: 2, enemies: [{ species: 'sing-eater' }, { species: 'sing-eater' }] },
      /^E_PARTY .*names sing-eater again/u,
    ],
    [
      'a place beside a formation',
      { party: [HERO], formation: 2, enemies: [{ species: 'sing-eater', x: 1 }] },
      /^E_PARTY .*has a place beside a formation/u,
    ],
    ['no enemy at all', ONE, /^E_PARTY setup names no enemy/u],
  ])('%s', (_, setup, message) => {
    const refused = (): string => {
      try {
        begun(setup);
        return 'taken';
      } catch (error) {
        return error instanceof RuleError ? `${error.code} ${error.message}` : String(error);
      }
    };
    expect(refused()).toMatch(message);
  });
});
