/** The published tables stand in memory once: battles share them, and no battle changes them. */
import { expect, test } from 'vitest';
import { createBattle, createFrameBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { publishedTables } from '../../../../core/live-a-live/memory/tables.js';
import { apply } from '../../../../core/system/battle.js';
import { publishedBanks } from '../../../../rom-map/tables/bank-bytes.js';

const SETUP = {
  formation: 'tula-han',
  generator: [1, 2, 3, 4],
  party: [{ character: 'akira' }, { character: 'hash' }],
};

test('battles of both systems share their tables', () => {
  const { tables } = createBattle(SETUP).machine;
  expect(createBattle(null).machine.tables).toBe(tables);
  expect(createFrameBattle(null).machine.tables).toBe(tables);
});

test('played battles leave the published bytes as they are', () => {
  for (let last = 0; last < 40; last++) {
    const battle = createBattle({ ...SETUP, generator: [1, 2, 3, last] });
    apply(LIVE_A_LIVE_BATTLE, battle, { command: 'auto', policy: 'random' });
  }
  const { bankC1, bankD5, bankD6 } = createBattle(null).machine.tables;
  const { bankD5: species, bankD6: formations } = publishedBanks();
  expect(Buffer.compare(bankD5, species.bytes)).toBe(0);
  expect(Buffer.compare(bankD6, formations.bytes)).toBe(0);
  expect(bankC1.every((byte) => byte === 0)).toBe(true);
});

test('a copy for an owner shares no byte with them', () => {
  const { tables } = createBattle(null).machine;
  const own = publishedTables();
  for (const bank of ['bankC0', 'bankC1', 'bankD5', 'bankD6'] as const) {
    expect(own[bank].buffer).not.toBe(tables[bank].buffer);
  }
});
