/** The duel, counted out from traces/homebrew/PROGRAM.md, "The duel": its tables, which skills an ally takes up, poison and the new round. */
import { describe, expect, test } from 'vitest';
import { duelTables, takeUpDuelSkill, useDuelSkillOfEnemy } from '../../../../core/live-a-live/drill/duel.js';
import { createFrameBattle } from '../../../../core/live-a-live/index.js';
import { machineOf } from '../../../../core/live-a-live/memory/machine.js';
import {
  createTableBytes,
  HEADER_BYTE,
  POINTER_ABNORMALITY,
  POINTER_SKILLS,
} from '../../../../core/live-a-live/memory/tables.js';

import { TEST_ROM_IMAGE } from '../../../../rom-map/index.js';
import { offsetOf } from '../../../../rom-map/windows.js';
import { cellsOf, placeOf } from '../../../fixtures/live-a-live/battle-cells.js';

const DRILL_RECORD = placeOf('drillSkill');
const BATTLE_RECORD = placeOf('drillBattleSkill');
const BACKGROUND = 0xa5;

describe('the tables', () => {
  /** Byte of record i of page 1D and of page 05, all of them different. */
  const low = (skill: number, byte: number): number => (16 * skill + byte) ^ 0x5a;
  const high = (skill: number, byte: number): number => (16 * skill + byte) ^ 0xc3;

  /** Bank D5 as the page has it; the pointer of the abnormalities says 4000h. */
  function bankByHand(record: typeof low): Uint8Array {
    const bank = new Uint8Array(0x1_0000).fill(BACKGROUND);
    bank.set([0x00, 0x40], POINTER_ABNORMALITY);
    bank.set([0x00, 0x80], POINTER_SKILLS);
    for (let pattern = 0; pattern < 16; pattern++) {
      for (let y = 0; y < 9; y++) {
        for (let x = 0; x < 9; x++) bank[0x4080 + 81 * pattern + 9 * y + x] = (5 * (9 * y + x) + 7 * pattern) % 32;
      }
    }
    for (let low = 0; low < 256; low++) bank[0xf000 + low] = (29 * low + 7) & 0xd3;
    for (let skill = 0; skill < 16; skill++) {
      const bytes = Array.from({ length: 25 }, (_, at) => (at < 9 ? record(skill, at) : high(skill, at - 9)));
      // allies, and 256 records behind them enemies
      bank.set(bytes, 0x8000 + 25 * skill);
      bank.set(bytes, 0x8000 + 25 * (256 + skill));
    }
    return bank;
  }

  test('are skills of the records, patterns and characters; every other byte stays', () => {
    const machine = machineOf(createFrameBattle({}));
    for (let skill = 0; skill < 16; skill++) {
      for (let byte = 0; byte < 16; byte++) {
        machine.ram[DRILL_RECORD + 16 * skill + byte] = low(skill, byte);
        machine.ram[BATTLE_RECORD + 16 * skill + byte] = high(skill, byte);
      }
    }
    const tables = createTableBytes();
    tables.bankD5.fill(BACKGROUND).set([0x00, 0x40], POINTER_ABNORMALITY);
    const given = tables.bankD5.slice();
    const own = duelTables({ ...machine, tables });
    expect(Buffer.compare(own.bankD5, bankByHand(low))).toBe(0);
    expect(own.bankC0[HEADER_BYTE]).not.toBe(0);
    expect(Buffer.compare(tables.bankD5, given)).toBe(0);
    // a record that changes is changed in the same tables
    machine.ram[DRILL_RECORD + 16 * 3 + 4] = 0x77;
    expect(duelTables({ ...machine, tables })).toBe(own);
    const changed = (skill: number, byte: number): number => (skill === 3 && byte === 4 ? 0x77 : low(skill, byte));
    expect(Buffer.compare(own.bankD5, bankByHand(changed))).toBe(0);
  });
});

/** Two allies and three enemies of one cell; skill 2 strikes whoever is one cell away, not with neck or leg locked. */
function duel(values: Readonly<Record<string, number>> = {}) {
  const battle = createFrameBattle({
    allies: [
      { x: 3, y: 3 },
      { x: 4, y: 4 },
    ],
    species: [{ width: 1, height: 1, hp: 100 }],
    enemies: [
      { x: 2, y: 2 },
      { x: 4, y: 3 },
      { x: 0, y: 0 },
    ],
  });
  battle.step(Int32Array.of(1, 0), undefined);
  const { image } = battle;
  image[offsetOf(TEST_ROM_IMAGE)] = 2;
  // bytes 12 and 13 of a skill are bytes 3 and 4 of its record of page 05
  image.set([1, 0x20], BATTLE_RECORD + 16 * 2 + 3);
  image[DRILL_RECORD + 16 * 2 + 8] = 0x03;
  const cells = cellsOf(image);
  cells.set(values);
  return { cells, machine: machineOf(battle), image };
}

describe('an ally', () => {
  const taken = (values: Readonly<Record<string, number>>) => {
    const { cells, machine } = duel(values);
    takeUpDuelSkill(machine, cells.ally(0).address, 2, 24);
    return ['skillState', 'lastSkill', 'charge', 'targetX', 'targetY'].map(cells.ally(0).read);
  };

  test('takes up a skill with the first target from the cursor on', () => {
    expect(taken({})).toEqual([0x40, 2, 24, 2, 2]);
    // cell 28 is the first from 4 * 5 on
    expect(taken({ targetCursor: 5 })).toEqual([0x40, 2, 24, 4, 3]);
  });

  test.each([0x01, 0x02, 0x07])('with status %i, which byte 8 names, takes up none', (statuses) => {
    expect(taken({ 'ally[0].statuses': statuses })).toEqual([0, 0, 0, 0, 0]);
  });

  test('with another status does', () => {
    expect(taken({ 'ally[0].statuses': 0x04 })[0]).toBe(0x40);
  });
});

describe('a due skill of an enemy', () => {
  const poisoned = { 'enemy[1].statuses': 0x08, 'enemy[1].hp': 100, 'ally[0].statuses': 0x08 };

  test('is followed by poison while the battle goes on', () => {
    const { cells, machine } = duel(poisoned);
    useDuelSkillOfEnemy(machine, cells.enemy(0).address);
    expect(cells.enemy(1).read('hp')).toBeLessThan(100);
  });

  test('is not when it is over: everybody stands at the places of the records for a new round', () => {
    const { cells, machine, image } = duel({ ...poisoned, battleResult: 2, 'enemy[1].skillState': 0x40 });
    cells.enemy(2).set({ skillState: 0x40, charge: 9 });
    // column, row, facing, state of an enemy; column, row, facing of an ally
    image.set([1, 1, 0x80, 0x40, 5, 6, 2], DRILL_RECORD + 9);
    image.set([5, 2, 0xc0, 0x00, 0, 4, 7], DRILL_RECORD + 16 + 9);
    image.set([6, 6, 0x40, 0xff], DRILL_RECORD + 32 + 9);
    useDuelSkillOfEnemy(machine, cells.enemy(0).address);
    expect(cells.enemy(1).read('hp')).toBe(100);
    expect([cells.read('battleResult'), cells.read('phase')]).toEqual([0, 1]);
    const placed = [0, 1, 2].map((enemy) =>
      ['cellX', 'cellY', 'wantedX', 'wantedY', 'facing', 'state', 'skillState', 'charge'].map(cells.enemy(enemy).read),
    );
    expect(placed).toEqual([
      [1, 1, 1, 1, 0x80, 0x40, 0, 0],
      [5, 2, 5, 2, 0xc0, 0, 0, 0],
      [6, 6, 6, 6, 0x40, 0xff, 0, 0],
    ]);
    const field = Array<number>(56).fill(0);
    // enemy 1 is not there
    [field[8 * 6 + 5], field[8 * 4], field[8 * 1 + 1], field[8 * 6 + 6]] = [1, 2, 0x11, 0x13];
    expect(cells.list('fieldGrid', 56)).toEqual(field);
    expect([0, 1].map((slot) => cells.ally(slot).read('facing'))).toEqual([2, 3]);
    expect(cells.ally(0).read('statuses')).toBe(0);
  });
});
