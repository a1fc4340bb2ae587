/** What is listed and what is refused, against a slow reference, in battles whose units stand anywhere. */
import { expect, test } from 'vitest';
import { actor } from '../../../../core/live-a-live/battle/choices.js';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { publishedTables } from '../../../../core/live-a-live/memory/tables.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { numbers } from '../../../fixtures/live-a-live/crowded-battle.js';
import { scatter } from '../../../fixtures/live-a-live/scattered-battle.js';
import { ITEM_TABLE } from '../../../references/live-a-live/addresses.js';
import * as slow from '../../../references/live-a-live/played-commands.js';
import type { Memory } from '../../../references/live-a-live/played-memory.js';

const SHAPES = new Map(LIVE_A_LIVE_BATTLE.commands.map((shape) => [shape.code, shape]));
const LISTED = new Int32Array(1 << 15);

function listed(battle: LiveALiveBattle, words = LISTED): string[] {
  const out: string[] = [];
  const length = battle.legalCommands(words);
  for (let at = 0; at < length; ) {
    const shape = SHAPES.get(words[at] ?? 0);
    const bounds =
      shape?.parameters.map((_, index) => `${words[at + 1 + 2 * index]}..${words[at + 2 + 2 * index]}`) ?? [];
    out.push([shape?.name, ...bounds].join(' '));
    at += 1 + 2 * bounds.length;
  }
  return out;
}

/** Statuses, items, escape, charges, whose turn it is. */
function put(battle: LiveALiveBattle, seed: number): Memory {
  const memory = scatter(battle.image, seed);
  const cells = cellsOf(memory.image);
  const below = numbers(seed + 77);
  cells.set({ currentAlly: cells.ally(0).address + 0x40 * below(4) });
  for (let ally = 0; ally < 4; ally++) {
    cells.set({ [`allyRank[${ally}]`]: (ally + seed) & 3 });
    cells.ally(ally).set({
      statuses: [0, 0, 2, 1, 4, 0x10, 0x20, 0x80, 0x40, 0xff][below(10)] ?? 0,
      skillState: [0, 0, 0, 0x40, 0x20, 0x10][below(6)] ?? 0,
    });
    if (below(6) === 0 && cells.ally(ally).read('state') !== 0) cells.ally(ally).set({ state: 0x40 });
  }
  cells.set({
    phase: 2,
    playerState: [0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x10][below(10)] ?? 0,
    scenario: [0, 1, 2, 3, 5, 8][below(6)] ?? 0,
    escapeForbidden: below(2),
    armageddonFlag: below(3) === 0 ? 0xff : 0,
  });
  for (let slot = 0; slot < 16; slot++)
    cells.set({ [`inventory[${slot}]`]: below(3) === 0 ? ([1, 0x37, 0xfa, 2][below(4)] ?? 0) : 0 });
  cells.set({ 'inventory[15]': 3 });
  return memory;
}

test('the commands that are listed are those of the slow reference, and none once the battle is over', () => {
  const battle = createBattle(null);
  let nobody = 0;
  for (let seed = 0; seed < 120; seed++) {
    const memory = put(battle, seed);
    const ally = slow.actor(memory);
    if (ally < 0) nobody++;
    expect(actor(battle.image), `seed ${seed}`).toBe(ally < 0 ? 0 : memory.allyBlock(ally));
    expect(listed(battle), `seed ${seed}`).toEqual(slow.listed(memory, battle.machine.tables.bankD5));
  }
  expect(nobody).toBeGreaterThan(3);
  const memory = put(battle, 1);
  const cells = cellsOf(memory.image);
  for (const result of [1, 2, 3]) {
    cells.set({ battleResult: result });
    expect(listed(battle)).toEqual([]);
  }
});

test('a buffer that is too small gets the whole entries that fit', () => {
  const battle = createBattle(null);
  put(battle, 1);
  const length = battle.legalCommands(LISTED);
  const whole = [...LISTED.subarray(0, length)];
  for (const size of [0, 2, 3, 6, 11, length - 1]) {
    const part = new Int32Array(size);
    const used = battle.legalCommands(part);
    expect(used).toBeLessThanOrEqual(size);
    expect([...part.subarray(0, used)]).toEqual(whole.slice(0, used));
  }
});

/** Words of an entry that the reference names: its code, and two bounds of each parameter. */
const wordsOf = (entry: string): number => 1 + 2 * (entry.split(' ').length - 1);
const countOf = (entries: readonly string[]): number => entries.reduce((sum, entry) => sum + wordsOf(entry), 0);

/** The first battle in which an item may be used behind all skills. */
function putWithItem(battle: LiveALiveBattle): Memory {
  for (let seed = 0; seed < 40; seed++) {
    const memory = put(battle, seed);
    const entries = slow.listed(memory, battle.machine.tables.bankD5);
    if (entries.some((entry) => entry.startsWith('skill')) && entries.at(-1)?.startsWith('item')) return memory;
  }
  throw new Error('nobody has an item');
}

test('an entry is listed where it just fits, and a shorter one behind one that does not', () => {
  const battle = createBattle(null);
  const entries = slow.listed(putWithItem(battle), battle.machine.tables.bankD5);
  const [toSkills = 0, toItems = 0] = ['skill', 'item'].map((name) =>
    countOf(
      entries.slice(
        0,
        entries.findIndex((entry) => entry.startsWith(name)),
      ),
    ),
  );
  for (const end of [toSkills, toItems, countOf(entries)]) {
    for (let size = end - 15; size <= end + 15; size++) {
      let room = size;
      const fitting = entries.filter((entry) => {
        if (wordsOf(entry) > room) return false;
        room -= wordsOf(entry);
        return true;
      });
      expect([size, listed(battle, new Int32Array(size))]).toEqual([size, fitting]);
    }
  }
});

test('number 0 is no item, whatever its record holds', () => {
  const tables = publishedTables();
  const skillOf = (item: number): number => ITEM_TABLE + 16 * item + 10;
  tables.bankD5[skillOf(0)] = tables.bankD5[skillOf(1)] ?? 0;
  const battle = createBattle(null, undefined, tables);
  const memory = putWithItem(battle);
  expect(listed(battle)).toEqual(slow.listed(memory, tables.bankD5));
  const ally = cellsOf(memory.image).ally(slow.actor(memory));
  const herb = Int32Array.of(7, 0, ally.read('cellX'), ally.read('cellY'), -1, -1, 0);
  expect(battle.step(herb, undefined)).toBe(slow.ERROR.item);
});

test('a command is refused with the error of the slow reference, and then changes nothing', () => {
  const battle = createBattle(null);
  const met = new Map<number, number>();
  for (let seed = 0; seed < 160; seed++) {
    const below = numbers(seed + 999);
    const memory = put(battle, seed);
    const cells = cellsOf(memory.image);
    const start = battle.image.slice();
    const { bankD5 } = battle.machine.tables;
    const [x, y, facing, wanted] = [below(8) - 1, below(8) - 1, below(5) - 1, [-1, -1, -1, 0, 1, 2, 3][below(7)] ?? -1];
    const inside = x >= 0 && y >= 0 && x < 7 && y < 7;
    const ally = slow.actor(memory);
    const skill = below(3) === 0 ? below(256) : cells.ally(Math.max(ally, 0)).read(`listSkill[${below(6)}]`);
    const item = [1, 2, 3, 0x37, 0xfa, 0][below(6)] ?? 0;
    const cell = 8 * y + x;
    // the reference looks at the start alone
    const attempts: [number[], number][] = [
      [[2, x, y, wanted, 0], slow.moveError(memory, x, y, wanted)],
      [[3, below(2), wanted, 0], slow.turnError(memory, wanted)],
      [[4, wanted, 0], slow.passError(memory, wanted)],
      [[5, wanted, 0], slow.passError(memory, wanted)],
      [[8, wanted], slow.escapeError(memory, wanted)],
      [
        [6, skill, x, y, facing, 0, wanted, 0],
        slow.skillError(memory, bankD5, skill, inside ? cell : -1, facing, wanted),
      ],
      [[7, item, x, y, facing, wanted, 0], slow.itemError(memory, bankD5, item, inside ? cell : -1, facing, wanted)],
      [[9, 1], 0],
    ];
    for (const [words, error] of attempts) {
      battle.image.set(start);
      const code = battle.step(Int32Array.from(words), undefined);
      expect(code, `seed ${seed}: ${words.join(' ')}`).toBe(error);
      met.set(code, (met.get(code) ?? 0) + 1);
      expect(Buffer.compare(battle.image, start) === 0).toBe(code !== 0);
    }
  }
  for (const error of Object.values(slow.ERROR)) {
    if (error !== slow.ERROR.over && error !== slow.ERROR.range)
      expect(met.get(error) ?? 0, `error ${error}`).toBeGreaterThan(0);
  }
});
