/** Names of units, skills and items, by the published tables: several enemies of a species are told apart by letters. */
import { beforeEach, expect, test } from 'vitest';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import { namedItem, namedRow, namedSkill, namedUnit } from '../../../../core/live-a-live/memory/unit-names.js';
import type { TableRow } from '../../../../rom-map/tables/table.js';
import {
  ALLY_0,
  ally,
  emptyMemory,
  enemy,
  machine,
  SPECIES_0,
  species,
} from '../../../fixtures/live-a-live/empty-battle.js';

const NAMCAT = 90;
const ODIE_O = 91;
const END = 0x80;

/** Enemies of these numbers one after another, then the end of the list. */
function enemies(...ids: readonly number[]): void {
  for (const [slot, id] of ids.entries()) enemy(slot).set({ id, state: 0x40, species: SPECIES_0 });
  if (ids.length < 15) enemy(ids.length).set({ state: END, id: NAMCAT, species: SPECIES_0 });
}

const nameOf = (slot: number): object => namedUnit(machine.ram, enemy(slot).address);

beforeEach(emptyMemory);

test('an enemy that is the only one of its species has the species’ name', () => {
  enemies(NAMCAT, ODIE_O);
  expect([0, 1].map(nameOf)).toEqual([
    { en: 'Namcat', ja: 'ナムキャット', id: 'namcat' },
    { en: 'Odie O', ja: 'オディー・Ｏ', id: 'odie-o' },
  ]);
});

test('several have letters in the order of their slots, also those that have left the field', () => {
  enemies(NAMCAT, ODIE_O, NAMCAT, NAMCAT);
  enemy(2).set({ state: 0 });
  expect([0, 2, 3].map(nameOf)).toEqual([
    { en: 'Namcat A', ja: 'ナムキャットＡ', id: 'namcat-a' },
    { en: 'Namcat B', ja: 'ナムキャットＢ', id: 'namcat-b' },
    { en: 'Namcat C', ja: 'ナムキャットＣ', id: 'namcat-c' },
  ]);
});

test('the last of fifteen counts; a slot that never held one and one behind the end of the list do not', () => {
  enemies(...Array<number>(15).fill(NAMCAT));
  expect([nameOf(0), nameOf(14)]).toMatchObject([{ id: 'namcat-a' }, { id: 'namcat-o' }]);
  enemies(NAMCAT, NAMCAT);
  expect(nameOf(0)).toMatchObject({ id: 'namcat-a' });
  enemy(1).set({ species: SPECIES_0 - 1 });
  expect(nameOf(0)).toMatchObject({ id: 'namcat' });
  enemies(NAMCAT);
  enemy(2).set({ id: NAMCAT, state: 0x40, species: SPECIES_0 });
  expect(nameOf(0)).toMatchObject({ id: 'namcat' });
});

test('a block behind the sixteen of the enemies is none of them, whatever it holds', () => {
  enemy(0).set({ id: NAMCAT, state: 0x40, species: SPECIES_0 });
  const behind = enemy(16).address;
  machine.ram[behind + Enemy.STATE] = 0x40;
  machine.ram[behind + Enemy.ID] = NAMCAT;
  machine.ram.set([SPECIES_0 & 0xff, SPECIES_0 >> 8], behind + Enemy.SPECIES);
  expect(nameOf(0)).toMatchObject({ id: 'namcat' });
});

test('a row has the names of its id and of the game, made once', () => {
  const row: TableRow = { number: 0, id: 'the-fifth-wheel', japanese: '五輪', values: {} };
  const made = namedRow(row);
  expect(made).toEqual({ en: 'The Fifth Wheel', ja: '五輪', id: 'the-fifth-wheel' });
  expect(namedRow(row)).toBe(made);
});

test('an ally has its character’s name, and its number where there is no such character', () => {
  ally(0).set({ id: 4 });
  ally(1).set({ id: 99 });
  expect([ALLY_0, ally(1).address].map((unit) => namedUnit(machine.ram, unit))).toEqual([
    { en: 'Pogo', ja: 'ポゴ', id: 'pogo' },
    { en: 'ally 99', ja: 'ally 99', id: 'ally-99' },
  ]);
});

test('a skill is one of its user’s list: an enemy’s own, or the allies’ by its species or by its state', () => {
  enemies(NAMCAT);
  const [mine, theirs] = [
    { en: 'In Cage', ja: 'インケイジ', id: 'in-cage' },
    { en: 'Sacrifice', ja: '捨身', id: 'sacrifice' },
  ];
  const used = (user: number): object => namedSkill(machine.ram, user, 5);
  // a state without other bits than 40h is that of an ally in an enemy's body
  enemy(0).set({ state: 0xff });
  expect([used(ALLY_0), used(enemy(0).address)]).toEqual([mine, theirs]);
  species(0).set({ levelByte: 0x80 });
  expect(used(enemy(0).address)).toEqual(mine);
  species(0).set({ levelByte: 0x7f });
  enemy(0).set({ state: 0x40 });
  expect(used(enemy(0).address)).toEqual(mine);
  // an ally's skills are the allies', whatever its state would be of an enemy
  ally(0).set({ state: 0xff });
  expect(used(ALLY_0)).toEqual(mine);
  expect([ALLY_0, enemy(0).address].map((user) => namedSkill(machine.ram, user, 256))).toMatchObject([
    { id: 'skill-256' },
    { id: 'skill-256' },
  ]);
});

test('an item has its name, in all languages the same for its number', () => {
  expect([namedItem(1), namedItem(256)]).toEqual([
    { en: 'Naori Herb', ja: 'なおり草', id: 'naori-herb' },
    { en: 'item 256', ja: 'item 256', id: 'item-256' },
  ]);
  expect(namedItem(1)).toBe(namedItem(1));
});
