/**
 * Slow reference of the starting image of a played battle, from the cartridge's tables: records and blocks of the party (C1:F05F, ECFB, E894,
 * E94B), head and places of a formation (F5FB), enemies and their species (FB7C, FC0A, FC78), the field (51FB). Into an empty image.
 */

import { ENEMY_STEP_FRAMES, PHASE, PROGRAM } from './own-cells.js';
import { FIELD, type Memory } from './played-memory.js';

export interface Tables {
  readonly bankD5: Uint8Array;
  readonly bankD6: Uint8Array;
  /** Cells of a species, which no printed byte tells. */
  readonly sizeOf: (species: number) => { readonly width: number; readonly height: number };
  /** Attack or defence of an item. */
  readonly gearOf: (item: number) => number;
}

export interface Member {
  readonly character: number;
  readonly level?: number;
}

const [CHARACTERS, SPECIES, ALLY_SKILLS] = [0x00c0, 0x04cb, 0x24cb];

function putMember(memory: Memory, tables: Tables, slot: number, scenario: number, { character, level }: Member): void {
  const entry = CHARACTERS + 45 * character;
  const byte = (at: number): number => tables.bankD5[entry + at] ?? 0;
  const record = 0x0d00 + 0x40 * ((scenario + slot) % 11);
  const own = level ?? byte(25) & 31;
  memory.set(record, character);
  memory.setWord(record + 4, entry);
  memory.set(record + 6, own);
  const hp = byte(0) < 0x80 ? byte(0) : (byte(0) & 0x7f) * 16;
  memory.setWord(record + 8, hp);
  memory.setWord(record + 0x0a, hp);
  const known = own >= 15 ? 0xffff : 2 ** (own + 1) - 1;
  memory.setWord(record + 0x0d, known);
  for (const stat of [0, 1, 2, 3])
    for (const copy of [0, 1]) memory.set(record + 0x10 + 3 * stat + copy, byte(1 + stat));
  memory.set(record + 0x1c, byte(29) & 15);
  memory.set(record + 0x1d, byte(29) >> 4);
  memory.set(record + 0x20, byte(28));
  memory.set(record + 0x21, byte(30));
  memory.set(record + 0x22, byte(31));
  for (let item = 0; item < 10; item++) memory.set(record + 0x24 + item, byte(32 + item));
  const [head, right, left, body, legs] = [32, 33, 34, 35, 36].map((at) => tables.gearOf(byte(at)));
  memory.set(record + 0x2e, right ?? 0);
  memory.set(record + 0x2f, (head ?? 0) + (left ?? 0) + (body ?? 0) + (legs ?? 0));
  const block = memory.allyBlock(slot);
  memory.set(block, character);
  memory.set(block + 1, 0xff);
  memory.setWord(block + 2, record);
  memory.set(block + 0x1f, 4);
  for (const stat of [0, 1, 2, 3]) for (const copy of [0x30, 0x34]) memory.set(block + copy + stat, byte(1 + stat));
  memory.set(block + 0x38, own);
  putSkillList(
    memory,
    tables,
    slot,
    Array.from({ length: 16 }, (_, skill) => ((known >> skill) & 1) * byte(5 + skill)),
  );
  memory.set(record + 0x0c, memory.get(0xe900 + 0x40 * slot));
}

/** C1:E94B. */
function putSkillList(memory: Memory, tables: Tables, slot: number, skills: readonly number[]): void {
  for (const [place, skill] of skills.filter((one) => one !== 0).entries()) {
    const at = 0xe900 + 0x40 * slot + place;
    const byte = (field: number): number => tables.bankD5[ALLY_SKILLS + 25 * skill + field] ?? 0;
    memory.set(at, skill);
    memory.set(at + 0x10, byte(8));
    memory.set(at + 0x20, byte(14));
    memory.set(at + 0x30, (byte(15) & 0xfe) | ((byte(13) >> 6) & 1));
    memory.set(at + 0x110, byte(13));
  }
}

/** C1:FB7C, FC0A, FC78. @param place facing, column and row as in a formation */
function putEnemy(memory: Memory, tables: Tables, number: number, id: number, place: number): void {
  const kinds = [0, 1, 2, 3].map((kind) => 0x1a00 + 0x40 * kind);
  const species =
    kinds.find((one) => memory.get(one + 1) !== 0 && memory.get(one) === id) ?? newSpecies(memory, tables, id);
  const block = memory.enemyBlock(number);
  memory.set(block, id);
  memory.set(block + 1, 0xff);
  memory.setWord(block + 2, species);
  memory.set(block + 4, place & 0xc0);
  for (const at of [8, 10]) memory.set(block + at, (place >> 3) & 7);
  for (const at of [9, 11]) memory.set(block + at, place & 7);
  memory.set(block + 0x11, 0x80);
  memory.setWord(0xaa00 + 0x10 * number, memory.word(species + 0x10));
  for (const stat of [0, 1, 2, 3]) memory.set(0xaa03 + 0x10 * number + stat, memory.get(species + 0x25 + stat));
  memory.set(0xab00 + 0x10 * number, memory.get(species + 0x0b));
  memory.set(0xaa02 + 0x10 * number, memory.get(species + 0x3c) & 15);
}

function newSpecies(memory: Memory, tables: Tables, id: number): number {
  const species = [0, 1, 2, 3].map((kind) => 0x1a00 + 0x40 * kind).find((one) => memory.get(one + 1) === 0) ?? 0;
  memory.set(species, id);
  memory.set(species + 1, 0xff);
  for (let at = 0; at < 32; at++) memory.set(species + 0x20 + at, tables.bankD5[SPECIES + 32 * id + at] ?? 0);
  const { width, height } = tables.sizeOf(id);
  memory.set(species + 4, width);
  memory.set(species + 5, height);
  const hp = memory.get(species + 0x24);
  memory.setWord(species + 0x10, hp < 0x80 ? hp : (hp & 0x7f) * 16);
  memory.set(species + 0x0b, memory.get(species + 0x29) & 0x7f);
  for (const slot of [0, 1, 2, 3]) {
    const list = memory.get(species + 0x29) < 0x80 ? 256 : 0;
    const record = ALLY_SKILLS + 25 * (memory.get(species + 0x2b + slot) + list);
    const byte = (field: number): number => tables.bankD5[record + field] ?? 0;
    memory.set(species + 0x12 + slot, byte(14));
    memory.set(species + 0x16 + slot, (byte(15) & 0xfe) | ((byte(13) >> 6) & 1));
    memory.set(species + 0x1a + slot, byte(8));
  }
  return species;
}

function putOnField(memory: Memory): void {
  for (const ally of [0, 1, 2, 3].filter((slot) => memory.get(memory.allyBlock(slot) + 1) !== 0)) {
    const block = memory.allyBlock(ally);
    const [x, y] = [memory.get(block + 0x18), memory.get(block + 0x19)];
    memory.set(block + 0x1a, x);
    memory.set(block + 0x1b, y);
    memory.set(FIELD + 8 * y + x, ally + 1);
  }
  for (const enemy of memory.presentEnemies()) {
    const block = memory.enemyBlock(enemy);
    const species = memory.speciesOf(enemy);
    for (let row = 0; row < memory.get(species + 5); row++) {
      for (let column = 0; column < memory.get(species + 4); column++) {
        memory.set(FIELD + 8 * (memory.get(block + 11) + row) + memory.get(block + 10) + column, 0x11 + enemy);
      }
    }
  }
}

/** What every battle starts with: an ally's frames for an enemy's step, a full timer, the first frame ahead. */
function putRest(memory: Memory, scenario: number, mayLeave: boolean): void {
  memory.set(PROGRAM, 1);
  memory.set(PHASE, 1);
  memory.set(0x0a00, scenario);
  memory.set(0x0043, mayLeave ? 0 : 1);
  memory.setWord(0xfef0, 0xffff);
  memory.setWord(0x035a, 0x1c00);
  // the attribute of no skill, by its number
  memory.set(0x9010 + 13, 15);
  memory.setWord(ENEMY_STEP_FRAMES, 12);
}

function putParty(memory: Memory, tables: Tables, scenario: number, party: readonly Member[]): void {
  for (const slot of [0, 1, 2, 3]) {
    memory.set(0x0ab0 + slot, slot);
    const member = party[slot];
    if (member === undefined) memory.set(memory.allyBlock(slot), 0xff);
    else putMember(memory, tables, slot, scenario, member);
  }
}

/** A formation of mode 0. */
export function setUpFormation(
  memory: Memory,
  tables: Tables,
  formation: number,
  party: readonly Member[],
  scenario: number,
  mayLeave: boolean,
): void {
  const byte = (at: number): number => tables.bankD6[at] ?? 0;
  const head = byte(0x4080 + 2 * formation) + 256 * byte(0x4081 + 2 * formation);
  putRest(memory, scenario, mayLeave);
  putParty(memory, tables, scenario, party);
  memory.setWord(0x0350, formation);
  memory.setWord(0x0352, head);
  memory.set(0x0355, byte(head));
  memory.set(0x0357, byte(head + 6) & 15);
  memory.set(0x0358, byte(head + 6));
  for (const slot of [0, 1, 2, 3]) {
    const place = byte(head + 2 + slot);
    const block = memory.allyBlock(slot);
    if ((place & 0x3f) === 0x3f) continue;
    memory.set(block + 0x1d, place >> 6);
    memory.set(block + 0x18, (place >> 3) & 7);
    memory.set(block + 0x19, place & 7);
  }
  for (let number = 0; number < (byte(head + 6) & 15); number++) {
    putEnemy(memory, tables, number, byte(head + 7 + 2 * number), byte(head + 8 + 2 * number));
  }
  putOnField(memory);
}

export interface Listed {
  readonly species: number;
  readonly x: number;
  readonly y: number;
  readonly facing: number;
}

/** Listed enemies; the party stands where it is told, facing 0 to 3. */
export function setUpListed(
  memory: Memory,
  tables: Tables,
  enemies: readonly Listed[],
  party: readonly (Member & { readonly x: number; readonly y: number; readonly facing: number })[],
  scenario: number,
): void {
  putRest(memory, scenario, true);
  putParty(memory, tables, scenario, party);
  for (const [slot, { x, y, facing }] of party.entries()) {
    for (const [at, value] of [
      [0x18, x],
      [0x19, y],
      [0x1d, facing],
    ] as const)
      memory.set(memory.allyBlock(slot) + at, value);
  }
  for (const [number, { species, x, y, facing }] of enemies.entries()) {
    putEnemy(memory, tables, number, species, 64 * facing + 8 * x + y);
  }
  putOnField(memory);
}
