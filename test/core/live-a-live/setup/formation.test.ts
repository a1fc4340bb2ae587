/** The head of a formation (C1:F5FB), its enemies (C1:FB7C) and a character's start values (C1:F05F): what no formation of the game comes to, by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createBattle } from '../../../../core/live-a-live/index.js';
import * as Species from '../../../../core/live-a-live/memory/cells/species.js';
import { POINTER_FORMATIONS, publishedTables, tableWord } from '../../../../core/live-a-live/memory/tables.js';

import { speciesBlockOf } from '../../../../core/live-a-live/setup/enemy-set-up.js';
import {
  ENEMIES_FOLLOW,
  NO_ENEMIES,
  placeParty,
  RANK_NOT_FOUND,
} from '../../../../core/live-a-live/setup/formation.js';
import { CHARACTER_STARTED, SMALL_HP, startCharacter } from '../../../../core/live-a-live/setup/party-set-up.js';
import { putFormationEnemies } from '../../../../core/live-a-live/setup/set-up-enemies.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import {
  emptyMemory,
  enemy,
  machine,
  RECORD_0,
  read,
  record,
  set,
  species,
} from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(emptyMemory);

describe('the head of a formation', () => {
  const { bankD6 } = machine.tables;
  const [LIST, HEAD] = [0x1000, 0x2000];
  /** Formation 0 with everybody on cell 0 and this byte of items and enemies. */
  const placed = (ranks: number[], rate: number): [exit: number, enemies: number] => {
    const kept = bankD6.slice();
    bankD6.fill(0);
    bankD6.set([LIST & 0xff, LIST >> 8], POINTER_FORMATIONS);
    bankD6.set([HEAD & 0xff, HEAD >> 8], LIST);
    bankD6[HEAD + 6] = rate;
    set({ allyRank: ranks, work0308: 0x77 });
    const exit = placeParty(machine);
    bankD6.set(kept);
    return [exit, read('work0308')];
  };

  test('is followed by its enemies, or by none', () => {
    expect([placed([0, 1, 2, 3], 0x53), read('enemyCount')]).toEqual([[ENEMIES_FOLLOW, 3], 3]);
    // the last rank that was looked for is in slot 3
    expect([placed([0, 1, 2, 3], 0x50), read('enemyCount')]).toEqual([[NO_ENEMIES, 3], 0]);
  });

  test('finds no ally whose rank is in none of the four places', () => {
    expect(placed([0, 1, 3, 3], 0x53)).toEqual([RANK_NOT_FOUND, 4]);
  });
});

test('a species is loaded once, into one of four blocks, and number FFh never counts as loaded', () => {
  const { ram } = machine;
  for (const [block, id] of [0xff, 6, 7].entries()) species(block).set({ id, state: 0xff });
  expect([6, 7, 8, 0xff].map((id) => speciesBlockOf(ram, id))).toEqual([1, 2, 3, 3].map((at) => species(at).address));
  species(3).set({ id: 9, state: 0xff });
  // behind the fourth block is that of enemy 0: it may be empty, or look like one of species 8
  expect(speciesBlockOf(ram, 8)).toBe(0);
  ram[enemy(0).address + Species.STATE] = 0xff;
  ram[enemy(0).address + Species.ID] = 8;
  expect(speciesBlockOf(ram, 8)).toBe(0);
});

test('a character’s HP byte from 80h on counts sixteens, one below is left to code that nobody has published', () => {
  const started = (byte: number): [exit: number, hp: number] => {
    const entry = 0x3000;
    record(0).set({ tableEntry: entry, maxHp: 5 });
    machine.tables.bankD5[entry] = byte;
    const exit = startCharacter(machine, RECORD_0);
    machine.tables.bankD5[entry] = 0;
    return [exit, record(0).read('maxHp')];
  };
  expect([0x7f, 0x80, 0x94].map(started)).toEqual([
    [SMALL_HP, 5],
    [CHARACTER_STARTED, 0],
    [CHARACTER_STARTED, 320],
  ]);
});

test('a formation of an own image that holds species FFh is refused by its name in the set-up', () => {
  const head = 0x2000;
  machine.tables.bankD6[head + 7] = 0xff;
  set({ nearestAllyPointer: enemy(0).address });
  expect(() => putFormationEnemies(machine, head, 1)).toThrow(
    expect.objectContaining({ code: 'E_PARTY', path: 'setup.formation' }),
  );
  machine.tables.bankD6[head + 7] = 0;
});

test('a formation of an own image without enemies is a list that ends at once', () => {
  const tables = publishedTables();
  const head = tableWord(tables.bankD6, tableWord(tables.bankD6, POINTER_FORMATIONS) + 2 * 0xde);
  tables.bankD6[head + 6] = 0;
  const battle = createBattle({ formation: 0xde, party: [{ character: 'takahara' }] }, undefined, tables);
  const cells = cellsOf(battle.image);
  expect([cells.enemy(0).read('state'), cells.enemy(1).read('state'), cells.read('enemyCount')]).toEqual([0x80, 0, 0]);
});
