/** Bad setups and commands: typed errors with place and code, the state untouched. */
import { describe, expect, test } from 'vitest';
import { createBattle, createFrameBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { publishedTables, tableWord } from '../../../../core/live-a-live/memory/tables.js';

import { apply, snapshot } from '../../../../core/system/battle.js';
import { RuleError } from '../../../../core/system/system.js';

const HERO = { character: 'takahara' };
const LISTED = { party: [{ ...HERO, x: 5, y: 4 }], enemies: [{ species: 'namcat', x: 0, y: 0 }] };

function refusal(setup: unknown, create: (setup: unknown) => unknown = createBattle): { code: string; path: string } {
  try {
    create(setup);
  } catch (error) {
    if (error instanceof RuleError) return { code: error.code, path: error.path };
    throw error;
  }
  throw new Error('the setup was accepted');
}

test('the setup that the cases below spoil is accepted', () => {
  expect(() => createBattle(LISTED)).not.toThrow();
  expect(() => createBattle({ formation: 0xde, party: [HERO] })).not.toThrow();
});

describe('a battle by commands refuses a setup with', () => {
  test.each<[string, unknown, string, string]>([
    ['an empty party', { formation: 0xde, party: [] }, 'E_PARTY', 'setup.party'],
    ['five members', { formation: 0xde, party: [HERO, HERO, HERO, HERO, HERO] }, 'E_WIDTH', 'setup.party'],
    ['a member twice', { formation: 0xde, party: [HERO, HERO] }, 'E_DUPLICATE_ID', 'setup.party[1].character'],
    ['formation and enemies with places', { ...LISTED, formation: 0xde }, 'E_PARTY', 'setup.enemies[0]'],
    ['neither of them', { party: [HERO] }, 'E_PARTY', 'setup'],
    ['no enemies', { party: [HERO], enemies: [] }, 'E_PARTY', 'setup.enemies'],
    ['a formation outside of the table', { formation: 256, party: [HERO] }, 'E_WIDTH', 'setup.formation'],
    ['a special formation', { formation: 0x82, party: [HERO] }, 'E_PARTY', 'setup.formation'],
    [
      'an unknown character',
      { formation: 0xde, party: [{ character: 'masaru' }] },
      'E_UNKNOWN_ID',
      'setup.party[0].character',
    ],
    [
      'a character outside of the table',
      { formation: 0xde, party: [{ character: 23 }] },
      'E_UNKNOWN_ID',
      'setup.party[0].character',
    ],
    [
      'an unknown species',
      { ...LISTED, enemies: [{ species: 'namucat', x: 0, y: 0 }] },
      'E_UNKNOWN_ID',
      'setup.enemies[0].species',
    ],
    [
      'a species outside of the table',
      { ...LISTED, enemies: [{ species: 256, x: 0, y: 0 }] },
      'E_UNKNOWN_ID',
      'setup.enemies[0].species',
    ],
    ['HP 0', { formation: 0xde, party: [{ ...HERO, hp: 0 }] }, 'E_RANGE', 'setup.party[0].hp'],
    ['HP above the maximum', { formation: 0xde, party: [{ ...HERO, hp: 321 }] }, 'E_RANGE', 'setup.party[0].hp'],
    ['a maximum above 999', { formation: 0xde, party: [{ ...HERO, maxHp: 1000 }] }, 'E_RANGE', 'setup.party[0].maxHp'],
    ['a stat above 99', { formation: 0xde, party: [{ ...HERO, power: 100 }] }, 'E_RANGE', 'setup.party[0].power'],
    ['a stat of nine bits', { formation: 0xde, party: [{ ...HERO, speed: 256 }] }, 'E_WIDTH', 'setup.party[0].speed'],
    ['level 0', { formation: 0xde, party: [{ ...HERO, level: 0 }] }, 'E_RANGE', 'setup.party[0].level'],
    [
      'a skill he never learns',
      { formation: 0xde, party: [{ ...HERO, skills: ['v-shine'] }] },
      'E_UNKNOWN_ID',
      'setup.party[0].skills[0]',
    ],
    ['an ally off the grid', { ...LISTED, party: [{ ...HERO, x: 7, y: 4 }] }, 'E_RANGE', 'setup.party[0].x'],
    [
      'an enemy off the grid',
      { ...LISTED, enemies: [{ species: 'namcat', x: 0, y: 5 }] },
      'E_OFF_GRID',
      'setup.enemies[0]',
    ],
    [
      'an enemy on an ally',
      { ...LISTED, enemies: [{ species: 'namcat', x: 5, y: 3 }] },
      'E_OVERLAP',
      'setup.enemies[0]',
    ],
    [
      'enemies on each other',
      {
        ...LISTED,
        enemies: [
          { species: 'namcat', x: 0, y: 0 },
          { species: 'odie-o', x: 0, y: 2 },
        ],
      },
      'E_OVERLAP',
      'setup.enemies[1]',
    ],
    [
      'allies on each other',
      {
        ...LISTED,
        party: [
          { ...HERO, x: 5, y: 4 },
          { character: 'akira', x: 5, y: 4 },
        ],
      },
      'E_OVERLAP',
      'setup.party[1]',
    ],
    [
      'enemy HP above the maximum',
      { ...LISTED, enemies: [{ species: 'namcat', x: 0, y: 0, hp: 257 }] },
      'E_RANGE',
      'setup.enemies[0].hp',
    ],
    [
      'enemy HP 0',
      { ...LISTED, enemies: [{ species: 'namcat', x: 0, y: 0, hp: 0 }] },
      'E_RANGE',
      'setup.enemies[0].hp',
    ],
    [
      'five kinds of enemies',
      {
        ...LISTED,
        enemies: [0, 1, 3, 4, 5].map((species, index) => ({ species, x: 0, y: index })),
      },
      'E_PARTY',
      'setup.enemies[4]',
    ],
    [
      'the one species that never enters a battle',
      { ...LISTED, enemies: [{ species: 255, x: 0, y: 0 }] },
      'E_PARTY',
      'setup.enemies[0]',
    ],
    ['a formation without a party', { formation: 0xde }, 'E_RANGE', 'setup.party'],
    ['a party level of three digits', { ...LISTED, partyLevel: 100 }, 'E_RANGE', 'setup.partyLevel'],
    ['an item rate of 16 sixteenths', { ...LISTED, itemRate: 16 }, 'E_RANGE', 'setup.itemRate'],
    ['a ninth scenario after 0 to 8', { ...LISTED, scenario: 9 }, 'E_RANGE', 'setup.scenario'],
    ['a level above 99', { formation: 0xde, party: [{ ...HERO, level: 100 }] }, 'E_RANGE', 'setup.party[0].level'],
    ['an attack above 99', { formation: 0xde, party: [{ ...HERO, attack: 100 }] }, 'E_RANGE', 'setup.party[0].attack'],
    [
      'experience of a level',
      { formation: 0xde, party: [{ ...HERO, experience: 100 }] },
      'E_RANGE',
      'setup.party[0].experience',
    ],
    [
      'an ally on an enemy of the formation',
      { formation: 0xde, party: [{ ...HERO, x: 0, y: 1 }] },
      'E_OVERLAP',
      'setup.formation',
    ],
    ['a fifth facing', { formation: 0xde, party: [{ ...HERO, facing: 4 }] }, 'E_RANGE', 'setup.party[0].facing'],
    [
      'an enemy’s fifth facing',
      { ...LISTED, enemies: [{ species: 'namcat', x: 0, y: 0, facing: 4 }] },
      'E_RANGE',
      'setup.enemies[0].facing',
    ],
    [
      'an enemy’s eighth column',
      { ...LISTED, enemies: [{ species: 'namcat', x: 7, y: 0 }] },
      'E_RANGE',
      'setup.enemies[0].x',
    ],
    [
      'an enemy that is too wide for its place',
      { ...LISTED, enemies: [{ species: 'odie-o', x: 5, y: 0 }] },
      'E_OFF_GRID',
      'setup.enemies[0]',
    ],
    ['an unknown field', { ...LISTED, weather: 1 }, 'E_UNKNOWN_ID', 'setup.weather'],
    ['a fraction', { ...LISTED, timer: 1.5 }, 'E_INT', 'setup.timer'],
    ['a negative byte', { ...LISTED, generator: [-1] }, 'E_WIDTH', 'setup.generator[0]'],
    ['frames of an enemy step of 0', { ...LISTED, frames: { enemyStep: 0 } }, 'E_RANGE', 'setup.frames.enemyStep'],
    ['an item that is none', { ...LISTED, items: ['sword-of-nothing'] }, 'E_UNKNOWN_ID', 'setup.items[0]'],
  ])('%s', (_, setup, code, path) => {
    expect(refusal(setup)).toEqual({ code, path });
  });
});

describe('the turn engine refuses a setup with', () => {
  const ALLY = { speed: 31, x: 5, y: 4 };
  const ENEMIES = { species: [{ hp: 96, width: 2, height: 3 }], enemies: [{ x: 0, y: 0 }] };
  test.each<[string, unknown, string, string]>([
    ['an empty party', { ...ENEMIES, allies: [] }, 'E_PARTY', 'setup.allies'],
    ['HP 0', { allies: [{ ...ALLY, hp: 0 }] }, 'E_RANGE', 'setup.allies[0].hp'],
    ['a species with HP 0', { allies: [ALLY], species: [{ hp: 0 }] }, 'E_RANGE', 'setup.species[0].hp'],
    ['HP of a species beyond its byte', { species: [{ hp: 2033 }] }, 'E_WIDTH', 'setup.species[0].hp'],
    ['allies on each other', { allies: [ALLY, ALLY] }, 'E_OVERLAP', 'setup.allies[1]'],
    ['an enemy on an ally', { ...ENEMIES, allies: [{ ...ALLY, x: 1, y: 2 }] }, 'E_OVERLAP', 'setup.enemies[0]'],
    ['enemies on each other', { ...ENEMIES, enemies: [{}, { x: 1, y: 2 }] }, 'E_OVERLAP', 'setup.enemies[1]'],
  ])('%s', (_, setup, code, path) => {
    expect(refusal(setup, createFrameBattle)).toEqual({ code, path });
  });
});

test('a formation of another mode is refused, and the message names the bytes that are unpublished', () => {
  const message = (formation: number): string => {
    try {
      createBattle({ formation, party: [HERO] });
      return '';
    } catch (error) {
      return error instanceof RuleError ? `${error.code} ${error.message}` : String(error);
    }
  };
  const machines = [0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0xf6, 0xfc];
  for (const number of machines) expect(message(number)).toMatch(/^E_PARTY .*mode 01h.*C1:41FD.*C1:948D/);
  for (const number of [0xab, 0xac, 0xcb]) expect(message(number)).toMatch(/^E_PARTY .*mode 40h.*C1:FB31.*C1:F989/);
  expect(message(0xcc)).toMatch(/mode 20h/);
  expect(message(0xcd)).toMatch(/mode 10h/);
});

describe('a command that is refused leaves the battle as it was', () => {
  const begun = () => createBattle({ formation: 0xde, party: [HERO], generator: [1, 2, 3, 4] });
  test.each<[string, Record<string, unknown> & { command: string }, string]>([
    ['a frame', { command: 'frame', pad: 0 }, 'E_UNKNOWN_ID'],
    ['a cell off the grid', { command: 'move', x: 7, y: 0 }, 'E_UNREACHABLE'],
    ['a taken cell', { command: 'move', x: 0, y: 1 }, 'E_UNREACHABLE'],
    ['his own cell', { command: 'move', x: 5, y: 4 }, 'E_UNREACHABLE'],
    ['an absent ally', { command: 'step', ally: 1 }, 'E_ACTOR'],
    ['an unknown ally', { command: 'step', ally: 'akira' }, 'E_UNKNOWN_ID'],
    ['an unknown skill', { command: 'skill', skill: 'fireball', x: 4, y: 3 }, 'E_UNKNOWN_ID'],
    ['a skill not learned yet', { command: 'skill', skill: 0x85, x: 4, y: 3 }, 'E_SKILL'],
    ['a cell out of range', { command: 'skill', skill: 0x7d, x: 0, y: 0 }, 'E_TARGET'],
    ['a facing that does not reach', { command: 'skill', skill: 0x7d, x: 4, y: 3, facing: 'lower-right' }, 'E_TARGET'],
    ['an item', { command: 'item', item: 1, x: 5, y: 4 }, 'E_ITEM'],
    ['an escape', { command: 'escape' }, 'E_ESCAPE'],
    ['a wait of no frames', { command: 'wait', frames: 0 }, 'E_RANGE'],
    ['a wait too long', { command: 'wait', frames: 256 }, 'E_RANGE'],
    ['a way that is none', { command: 'turn', way: 2 }, 'E_RANGE'],
    ['presses beyond 65535', { command: 'skill', skill: 0x7d, x: 4, y: 3, presses: 65536 }, 'E_RANGE'],
    ['an unknown policy', { command: 'auto', policy: 'clever' }, 'E_UNKNOWN_ID'],
    ['an unknown parameter', { command: 'step', speed: 3 }, 'E_UNKNOWN_ID'],
  ])('%s', (_, command, code) => {
    const battle = begun();
    const before = snapshot(battle);
    expect(() => apply(LIVE_A_LIVE_BATTLE, battle, command)).toThrow(expect.objectContaining({ code }));
    expect(snapshot(battle)).toEqual(before);
  });

  test('no command is accepted once the battle is over', () => {
    const over = createBattle({ formation: 0xde, party: [{ ...HERO, hp: 1 }], generator: [1, 2, 3, 4] });
    apply(LIVE_A_LIVE_BATTLE, over, { command: 'auto', policy: 'attack' });
    const before = snapshot(over);
    for (const command of ['step', 'pass', 'wait', 'escape']) {
      expect(() => apply(LIVE_A_LIVE_BATTLE, over, { command })).toThrow(expect.objectContaining({ code: 'E_OVER' }));
    }
    expect(snapshot(over)).toEqual(before);
  });
});

describe('a cartridge image whose formation', () => {
  /** Places of the allies of formation DEh, a byte each: facing, column, row. */
  const refusedWith = (ally: number, place: number): string => {
    const tables = publishedTables();
    const head = tableWord(tables.bankD6, 0x4080 + 2 * 0xde);
    tables.bankD6[head + 2 + ally] = place;
    try {
      createBattle({ formation: 0xde, party: [HERO, { character: 'akira' }] }, undefined, tables);
      return '';
    } catch (error) {
      return error instanceof RuleError ? `${error.code} ${error.path}: ${error.message}` : String(error);
    }
  };
  test('gives a member no place, or one outside of the field, is refused', () => {
    expect(refusedWith(0, 0xff)).toBe('E_PARTY setup.party[0]: setup.party[0] has no place in the formation');
    expect(refusedWith(1, 0x3f)).toBe('E_PARTY setup.party[1]: setup.party[1] has no place in the formation');
    expect(refusedWith(0, (7 << 3) | 4)).toBe(
      'E_OFF_GRID setup.party[0]: setup.party[0] stands at 7, 4, outside of the field',
    );
    expect(refusedWith(0, (4 << 3) | 7)).toBe(
      'E_OFF_GRID setup.party[0]: setup.party[0] stands at 4, 7, outside of the field',
    );
    expect(refusedWith(0, (6 << 3) | 6)).toBe('');
    // a place that nobody of the party needs
    expect(refusedWith(3, 0xff)).toBe('');
  });
});
