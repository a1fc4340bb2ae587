/**
 * Slow reference of the starting image of a played battle, from the cartridge's tables: records and blocks of the party (C1:F05F, ECFB, E894,
 * E94B), head and places of a formation (F5FB), enemies and their species (FB7C, FC0A, FC78), the field (51FB). Into an empty image.
 */

import {
  ALLY,
  CELL,
  CHARACTER_TABLE,
  ENEMY,
  FIRST_ALLY,
  FIRST_RECORD,
  FIRST_SPECIES,
  FORMATION_POINTERS,
  RECORD,
  RECORD_BYTES,
  SKILL_TABLE,
  SPECIES,
  SPECIES_BYTES,
  SPECIES_TABLE,
} from './addresses.js';
import { ENEMY_STEP_FRAMES, PHASE, PROGRAM } from './own-cells.js';
import { FIELD, type Memory } from './played-memory.js';
import { growRecord } from './played-spoils.js';
import { itemBytes, sumOf, wear } from './worn.js';

export interface Tables {
  readonly bankD5: Uint8Array;
  readonly bankD6: Uint8Array;
  /** Cells of a species, which no printed byte tells. */
  readonly sizeOf: (species: number) => { readonly width: number; readonly height: number };
}

export interface Member {
  readonly character: number;
  readonly level?: number;
  /** The generator's bytes before the draws of the levels gained. */
  readonly growth?: readonly number[];
  /** Numbers of items. */
  readonly equipment?: readonly number[];
}

/** Start values, levels from there on one by one, then the equipment with its sums. */
function putRecord(
  memory: Memory,
  tables: Tables,
  record: number,
  { character, level, growth, equipment }: Member,
): void {
  const entry = CHARACTER_TABLE + 45 * character;
  const byte = (at: number): number => tables.bankD5[entry + at] ?? 0;
  memory.set(record, character);
  memory.setWord(record + RECORD.tableEntry, entry);
  const first = byte(25) & 31;
  memory.set(record + RECORD.level, first);
  const hp = byte(0) < 0x80 ? byte(0) : (byte(0) & 0x7f) * 16;
  memory.setWord(record + RECORD.hp, hp);
  memory.setWord(record + RECORD.maxHp, hp);
  memory.setWord(record + RECORD.skillBits, 2 ** (first + 1) - 1);
  const own = Array.from({ length: 10 }, (_, item) => byte(32 + item));
  const worn = equipment === undefined ? own : (wear(tables.bankD5, character, equipment) ?? own);
  const [begun, now] = [sumOf(tables.bankD5, own), sumOf(tables.bankD5, worn)];
  for (const stat of [0, 1, 2, 3]) {
    for (const copy of [0, 1]) memory.set(record + RECORD.power + 3 * stat + copy, byte(1 + stat));
    memory.set(record + RECORD.power + 3 * stat + 2, begun.stats[stat] ?? 0);
  }
  memory.set(record + RECORD.sideCorrection, byte(29) & 15);
  memory.set(record + RECORD.backCorrection, byte(29) >> 4);
  memory.set(record + RECORD.immunity, byte(28));
  memory.set(record + RECORD.evade, byte(30));
  memory.set(record + RECORD.evade + 1, byte(31));
  growRecord(memory, tables.bankD5, record, level ?? first, growth ?? []);
  for (let item = 0; item < 10; item++) memory.set(record + RECORD.equipment + item, worn[item] ?? 0);
  memory.set(record + RECORD.attack, now.attack);
  memory.set(record + RECORD.defence, now.defence);
  memory.set(record + RECORD.weaponStatuses, now.inflicts);
  if (equipment === undefined) return;
  memory.set(record + RECORD.immunity, byte(28) | now.immune);
  memory.set(record + RECORD.fieldAbsorb, now.absorbs);
  for (const half of [0, 1] as const) memory.set(record + RECORD.gearEvade + half, now.evades[half]);
  for (const stat of [0, 1, 2, 3]) {
    const at = record + RECORD.power + 3 * stat;
    memory.set(at + 2, now.stats[stat] ?? 0);
    memory.set(at, Math.min(Math.max(memory.get(at + 1) + (now.stats[stat] ?? 0), 0), 255));
  }
  for (const item of worn.slice(5).filter((one) => one !== 0)) {
    const bytes = itemBytes(tables.bankD5, item);
    const slot = bytes[12] ?? 0;
    if (slot === 0 || byte(5 + slot) !== bytes[10]) continue;
    memory.setWord(record + RECORD.skillBits, memory.word(record + RECORD.skillBits) | (1 << slot));
  }
}

function putMember(memory: Memory, tables: Tables, slot: number, scenario: number, member: Member): void {
  const { character } = member;
  const entry = CHARACTER_TABLE + 45 * character;
  const byte = (at: number): number => tables.bankD5[entry + at] ?? 0;
  const record = FIRST_RECORD + RECORD_BYTES * ((scenario + slot) % 11);
  putRecord(memory, tables, record, member);
  const block = memory.allyBlock(slot);
  memory.set(block, character);
  memory.set(block + ALLY.state, 0xff);
  memory.setWord(block + ALLY.record, record);
  memory.set(block + ALLY.walk1F, 4);
  for (const stat of [0, 1, 2, 3])
    for (const copy of [ALLY.basePower, ALLY.power])
      memory.set(block + copy + stat, memory.get(record + RECORD.power + 3 * stat));
  memory.set(block + ALLY.level, memory.get(record + RECORD.level));
  const known = memory.word(record + RECORD.skillBits);
  putSkillList(
    memory,
    tables,
    slot,
    Array.from({ length: 16 }, (_, skill) => ((known >> skill) & 1) * byte(5 + skill)),
  );
  memory.set(record + RECORD.lastLearned, memory.get(memory.allyBlock(slot) + ALLY.listSkill));
}

/** C1:E94B. */
function putSkillList(memory: Memory, tables: Tables, slot: number, skills: readonly number[]): void {
  for (const [place, skill] of skills.filter((one) => one !== 0).entries()) {
    const at = memory.allyBlock(slot) + ALLY.listSkill + place;
    const byte = (field: number): number => tables.bankD5[SKILL_TABLE + 25 * skill + field] ?? 0;
    memory.set(at, skill);
    memory.set(at - ALLY.listSkill + ALLY.listDisabling, byte(8));
    memory.set(at - ALLY.listSkill + ALLY.listCounterHigh, byte(14));
    memory.set(at - ALLY.listSkill + ALLY.listFlags, (byte(15) & 0xfe) | ((byte(13) >> 6) & 1));
    memory.set(at - ALLY.listSkill + ALLY.listType, byte(13));
  }
}

/** C1:FB7C, FC0A, FC78. @param place facing, column and row as in a formation */
function putEnemy(memory: Memory, tables: Tables, number: number, id: number, place: number): void {
  const kinds = [0, 1, 2, 3].map((kind) => FIRST_SPECIES + SPECIES_BYTES * kind);
  const species =
    kinds.find((one) => memory.get(one + SPECIES.state) !== 0 && memory.get(one) === id) ??
    newSpecies(memory, tables, id);
  const block = memory.enemyBlock(number);
  memory.set(block, id);
  memory.set(block + ENEMY.state, 0xff);
  memory.setWord(block + ENEMY.species, species);
  memory.set(block + ENEMY.facing, place & 0xc0);
  for (const at of [ENEMY.wantedX, ENEMY.cellX]) memory.set(block + at, (place >> 3) & 7);
  for (const at of [ENEMY.wantedY, ENEMY.cellY]) memory.set(block + at, place & 7);
  memory.set(memory.enemyBlock(number + 1) + ENEMY.state, 0x80);
  memory.setWord(memory.enemyBlock(number) + ENEMY.hp, memory.word(species + SPECIES.maxHp));
  for (const stat of [0, 1, 2, 3])
    memory.set(memory.enemyBlock(number) + ENEMY.power + stat, memory.get(species + SPECIES.power + stat));
  memory.set(memory.enemyBlock(number) + ENEMY.level, memory.get(species + SPECIES.level));
  memory.set(memory.enemyBlock(number) + ENEMY.abnormality, memory.get(species + SPECIES.startChance) & 15);
}

function newSpecies(memory: Memory, tables: Tables, id: number): number {
  const species =
    [0, 1, 2, 3]
      .map((kind) => FIRST_SPECIES + SPECIES_BYTES * kind)
      .find((one) => memory.get(one + SPECIES.state) === 0) ?? 0;
  memory.set(species, id);
  memory.set(species + SPECIES.state, 0xff);
  for (let at = 0; at < 32; at++)
    memory.set(species + SPECIES.movePattern + at, tables.bankD5[SPECIES_TABLE + 32 * id + at] ?? 0);
  const { width, height } = tables.sizeOf(id);
  memory.set(species + SPECIES.width, width);
  memory.set(species + SPECIES.height, height);
  const hp = memory.get(species + SPECIES.hpByte);
  memory.setWord(species + SPECIES.maxHp, hp < 0x80 ? hp : (hp & 0x7f) * 16);
  memory.set(species + SPECIES.level, memory.get(species + SPECIES.levelByte) & 0x7f);
  for (const slot of [0, 1, 2, 3]) {
    const list = memory.get(species + SPECIES.levelByte) < 0x80 ? 256 : 0;
    const record = SKILL_TABLE + 25 * (memory.get(species + SPECIES.skill1 + slot) + list);
    const byte = (field: number): number => tables.bankD5[record + field] ?? 0;
    memory.set(species + SPECIES.counterHigh + slot, byte(14));
    memory.set(species + SPECIES.skillFlags + slot, (byte(15) & 0xfe) | ((byte(13) >> 6) & 1));
    memory.set(species + SPECIES.skillDisabling + slot, byte(8));
  }
  return species;
}

function putOnField(memory: Memory): void {
  for (const ally of [0, 1, 2, 3].filter((slot) => memory.get(memory.allyBlock(slot) + ALLY.state) !== 0)) {
    const block = memory.allyBlock(ally);
    const [x, y] = [memory.get(block + ALLY.cellX), memory.get(block + ALLY.cellY)];
    memory.set(block + ALLY.wantedX, x);
    memory.set(block + ALLY.wantedY, y);
    memory.set(FIELD + 8 * y + x, ally + 1);
  }
  for (const enemy of memory.presentEnemies()) {
    const block = memory.enemyBlock(enemy);
    const species = memory.speciesOf(enemy);
    for (let row = 0; row < memory.get(species + SPECIES.height); row++) {
      for (let column = 0; column < memory.get(species + SPECIES.width); column++) {
        memory.set(
          FIELD + 8 * (memory.get(block + ENEMY.cellY) + row) + memory.get(block + ENEMY.cellX) + column,
          0x11 + enemy,
        );
      }
    }
  }
}

/** What every battle starts with: an ally's frames for an enemy's step, a full timer, the first frame ahead. */
function putRest(memory: Memory, scenario: number, mayLeave: boolean): void {
  memory.set(PROGRAM, 1);
  memory.set(PHASE, 1);
  memory.set(CELL.scenario, scenario);
  memory.set(CELL.escapeForbidden, mayLeave ? 0 : 1);
  memory.setWord(CELL.battleTimer, 0xffff);
  memory.setWord(CELL.currentAlly, FIRST_ALLY);
  // the attribute of no skill, by its number
  memory.set(CELL.activeSkill + 13, 15);
  memory.setWord(ENEMY_STEP_FRAMES, 12);
}

function putParty(memory: Memory, tables: Tables, scenario: number, party: readonly Member[]): void {
  for (const slot of [0, 1, 2, 3]) {
    memory.set(CELL.allyRank + slot, slot);
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
  const head = byte(FORMATION_POINTERS + 2 * formation) + 256 * byte(FORMATION_POINTERS + 2 * formation + 1);
  putRest(memory, scenario, mayLeave);
  putParty(memory, tables, scenario, party);
  memory.setWord(CELL.formationNumber, formation);
  memory.setWord(CELL.formationPointer, head);
  memory.set(CELL.enemyPartyLevel, byte(head));
  memory.set(CELL.enemyCount, byte(head + 6) & 15);
  memory.set(CELL.formationRate, byte(head + 6));
  for (const slot of [0, 1, 2, 3]) {
    const place = byte(head + 2 + slot);
    const block = memory.allyBlock(slot);
    if ((place & 0x3f) === 0x3f) continue;
    memory.set(block + ALLY.facing, place >> 6);
    memory.set(block + ALLY.cellX, (place >> 3) & 7);
    memory.set(block + ALLY.cellY, place & 7);
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
      [ALLY.cellX, x],
      [ALLY.cellY, y],
      [ALLY.facing, facing],
    ] as const)
      memory.set(memory.allyBlock(slot) + at, value);
  }
  for (const [number, { species, x, y, facing }] of enemies.entries()) {
    putEnemy(memory, tables, number, species, 64 * facing + 8 * x + y);
  }
  putOnField(memory);
}
