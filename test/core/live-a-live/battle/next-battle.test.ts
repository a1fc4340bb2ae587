/** The battle after a battle: what is carried on, what begins anew, and what is refused. */
import { describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { publishedTables } from '../../../../core/live-a-live/memory/tables.js';
import { apply } from '../../../../core/system/battle.js';
import { sizeOf } from '../../../../rom-map/tables/species.js';
import { IMAGE_BYTES } from '../../../../rom-map/windows.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { differences } from '../../../fixtures/live-a-live/crowded-battle.js';
import { ORDINARY_FORMATIONS } from '../../../fixtures/live-a-live/formations.js';
import { next } from '../../../fixtures/live-a-live/next-battle.js';
import { FIRST_RECORD, RECORD_BYTES } from '../../../references/live-a-live/addresses.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';
import { setUpFormation } from '../../../references/live-a-live/played-set-up.js';

const TABLES = { ...publishedTables(), sizeOf };
const OERSTED = 0;
const SETUP = { formation: 0, generator: [1, 2, 3, 4], party: [{ character: 'oersted', level: 9 }] };

/** A battle that a policy has won. */
function won(more: Record<string, unknown> = {}): LiveALiveBattle {
  const battle = createBattle({ ...SETUP, ...more });
  apply(LIVE_A_LIVE_BATTLE, battle, { command: 'auto', policy: 'attack' });
  expect(cellsOf(battle.image).read('battleResult')).toBe(1);
  return battle;
}

/** Cells that go on, by name, one for each value that a later battle has from an earlier one. */
const CARRIED = [
  ...['scenario', 'battleTimer', 'fieldCounter', 'activeSkill[13]', 'battleFrames', 'assumedFrames', 'unpublishedUsed'],
  ...['unpublishedUsedMore', 'holesFilled', 'enemyStepFrames', 'allySkillFrames', 'enemySkillFrames', 'windowFrames'],
  ...['startFrames', 'allySkillCount', 'enemySkillCount', 'enemyStepCount', 'windowCount', 'levelsGained', 'program'],
];

test('the next battle is the formation’s own start with what the battle before left', () => {
  for (const formation of [1, 2, 3, 20]) {
    const battle = won();
    const before = battle.image.slice();
    const was = cellsOf(before);
    const drawing = new Memory(before.slice());
    drawing.draw();
    drawing.draw();
    expect(next(battle, { formation, walk: 3, draws: 2 })).toBe('');

    const memory = new Memory(new Uint8Array(IMAGE_BYTES));
    setUpFormation(memory, TABLES, formation, [{ character: OERSTED, level: 9 }], 0, true);
    const old = new Memory(before);
    for (let at = 0; at < 11 * RECORD_BYTES; at++) memory.set(FIRST_RECORD + at, old.get(FIRST_RECORD + at));
    const wanted = cellsOf(memory.image);
    wanted.record(0).set({ hp: was.record(0).read('maxHp') });
    for (const name of CARRIED) wanted.set({ [name]: was.read(name) });
    for (const byte of ['a0', 'a1', 'a2', 'a3']) {
      const name = `battleGenerator.${byte}`;
      wanted.set({ [name]: cellsOf(drawing.image).read(name) });
    }
    // three steps of 3D09h (x + 1)
    const map = [1, 2, 3].reduce((state) => (0x3d09 * (state + 1)) % 0x10000, was.read('mapGenerator'));
    wanted.set({ mapGenerator: map, battleFrames: was.read('battleFrames') + 3, battleNumber: 1 });
    expect(differences(battle.image, memory.image), `formation ${formation}`).toEqual([]);
  }
});

test('a level that the battle before brought counts in the next one', () => {
  const battle = won({ party: [{ character: 'oersted', level: 1, experience: 99 }] });
  expect(next(battle, { formation: 1 })).toBe('');
  const cells = cellsOf(battle.image);
  expect([cells.record(0).read('level'), cells.ally(0).read('level'), cells.read('levelsGained')]).toEqual([2, 2, 1]);
  const stats = ['power', 'speed', 'body', 'intellect'];
  expect(stats.map(cells.ally(0).read)).toEqual(stats.map(cells.record(0).read));
  // of level 2: Cut One Way, V Shine, Plus Link
  expect([0, 1, 2, 3].map((slot) => cells.ally(0).read(`listSkill[${slot}]`))).toEqual([0x76, 2, 3, 0]);
});

test('drops join the items, in the first free places', () => {
  const battle = won({ items: [7, 0, 9] });
  cellsOf(battle.image).set({ 'droppedItem[0]': 1, 'droppedItem[1]': 2, 'droppedItem[2]': 0, 'droppedItem[3]': 3 });
  expect(next(battle, { formation: 1 })).toBe('');
  const cells = cellsOf(battle.image);
  expect(cells.list('inventory[0]', 6)).toEqual([7, 1, 9, 2, 3, 0]);
  expect(cells.list('droppedItem[0]', 4)).toEqual([0, 0, 0, 0]);
});

test('HP are full again, or as they are where the plan says so', () => {
  for (const heal of [0, 1]) {
    const battle = won();
    cellsOf(battle.image).record(0).set({ hp: 5 });
    expect(next(battle, { formation: 1, heal })).toBe('');
    expect(cellsOf(battle.image).record(0).read('hp')).toBe(heal === 1 ? 376 : 5);
  }
});

test('whether it can be left is the formation’s own, or what the plan says', () => {
  const forbidden = (command: Record<string, unknown>): number => {
    const battle = won();
    expect(next(battle, command)).toBe('');
    return cellsOf(battle.image).read('escapeForbidden');
  };
  expect([{ formation: 1 }, { formation: 0xde }].map(forbidden)).toEqual([0, 1]);
  expect(
    [
      { formation: 1, escape: 0 },
      { formation: 0xde, escape: 1 },
    ].map(forbidden),
  ).toEqual([1, 0]);
});

describe('the next battle is refused, and nothing changes', () => {
  test.each<[string, string, Record<string, unknown>, Record<string, number>]>([
    ['while the one before runs', 'E_RUNNING', { formation: 1 }, { battleResult: 0 }],
    ['after a defeat', 'E_LOST', { formation: 1 }, { battleResult: 2 }],
    ['with an ally without HP', 'E_FALLEN', { formation: 1, heal: 0 }, { 'record[0].hp': 0 }],
    ['for a special formation', 'E_FORMATION', { formation: 0x82 }, {}],
  ])('%s', (_, code, command, cells) => {
    const battle = won();
    cellsOf(battle.image).set(cells);
    const before = battle.image.slice();
    expect(next(battle, command)).toBe(code);
    expect(differences(battle.image, before)).toEqual([]);
  });

  test('with drops that have no room', () => {
    const battle = won({ items: Array.from({ length: 16 }, () => 1) });
    cellsOf(battle.image).set({ 'droppedItem[0]': 1 });
    const before = battle.image.slice();
    expect(next(battle, { formation: 1 })).toBe('E_NO_ROOM');
    expect(differences(battle.image, before)).toEqual([]);
  });

  test('with a party that has no place there', () => {
    const party = ['oersted', 'straybow', 'uranus', 'hash'].map((character, slot) => ({
      character,
      x: 3 + slot,
      y: 6,
    }));
    const battle = createBattle({ enemies: [{ species: 'namcat', x: 0, y: 0 }], party });
    cellsOf(battle.image).set({ battleResult: 1 });
    const members = party.map(({ character }) => ({ character }));
    const shared = ORDINARY_FORMATIONS.find((formation) => {
      try {
        createBattle({ formation, party: members });
        return false;
      } catch {
        return true;
      }
    });
    const before = battle.image.slice();
    expect(next(battle, { formation: shared ?? -1 })).toBe('E_FORMATION');
    expect(differences(battle.image, before)).toEqual([]);
  });
});
