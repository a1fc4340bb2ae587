/**
 * A starting image from plain data: the `[setup]` table of a plan. Everything has a default; what
 * is given is checked by its width.
 */

import { write16 } from '../../int/uint.js';
import {
  FLAG,
  integerShape,
  listShape,
  optional,
  required,
  type TableShape,
  tableShape,
  wordShape,
} from '../../system/data-shape.js';
import {
  fieldsAt,
  integerAt,
  isAbsent,
  listAt,
  type Place,
  placeOf,
  UINT8,
  UINT16,
  wordAt,
} from '../../system/plain-data.js';
import { RuleError } from '../../system/system.js';
import { FIELD_SIDE, fillEnemyBox, GRID_WIDTH, OCCUPANT_NUMBER } from '../field/occupancy.js';
import { PHASE_START } from '../frame/frame.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { STAT_NAMES } from '../memory/character-entry.js';
import { END_OF_LIST } from '../memory/state-bits.js';
import * as span from './set-up-spans.js';
import {
  CELL,
  GENERATOR_BYTES,
  HP,
  ID,
  LEVEL_BYTE,
  MAX_ALLIES,
  MAX_EFFECTS,
  MAX_ENEMIES,
  MAX_HP_BYTE,
  MAX_SPECIES,
  QUARTER,
  SIZE,
  SPECIES_HP,
  SPECIES_HP_WIDTH,
} from './set-up-spans.js';
import { DRILL_OPERATIONS, DRILL_RECORDS, drillRecord } from './skills.js';

// The form of the turn engine's set-up as it is published. Source: the readers in `set-up.ts`.

const STATS = STAT_NAMES.map((stat) => optional(stat, integerShape(UINT8), `the stat ${stat}`, '0'));
const CELL_SHAPE = integerShape(span.CELL);
const QUARTER_SHAPE = integerShape(span.QUARTER);

const ALLY = [
  optional('id', integerShape(span.ID), 'number of the character', 'its place in the list'),
  optional('level', integerShape(UINT8), 'its level', '1'),
  optional('hp', integerShape(span.HP), 'HP', '100'),
  ...STATS,
  optional('x', CELL_SHAPE, 'column from the left', 'its place in the list'),
  optional('y', CELL_SHAPE, 'row from the top', '6'),
  optional('facing', QUARTER_SHAPE, '0 lower right, 1 lower left, 2 upper right, 3 upper left', '3'),
];

const SPECIES = [
  optional('id', integerShape(UINT8), 'number of the species', 'its place in the list'),
  optional('level', integerShape(span.LEVEL_BYTE), 'its level', '1'),
  optional('hp', integerShape(span.SPECIES_HP), 'HP; above 127 a multiple of 16', '100'),
  ...STATS,
  optional('type', integerShape(UINT8), 'the byte of its type', '0'),
  optional('width', integerShape(span.SIZE), 'columns that it takes up', '0, none'),
  optional('height', integerShape(span.SIZE), 'rows that it takes up', '0, none'),
];

const ENEMY = [
  optional('species', QUARTER_SHAPE, 'place of its species in the list', '0'),
  optional('state', integerShape(UINT8), 'the byte of its state', '255'),
  optional('x', CELL_SHAPE, 'column from the left', '0'),
  optional('y', CELL_SHAPE, 'row from the top', '0'),
  optional('facing', QUARTER_SHAPE, '0 lower right, 1 lower left, 2 upper right, 3 upper left', '0'),
];

const EFFECT = [
  required('operation', wordShape(Object.keys(DRILL_OPERATIONS)), 'what it does'),
  ...['a', 'b', 'c'].map((name) => optional(name, integerShape(UINT8), 'a value of the operation', '0')),
];

const SKILL = [
  optional('charge', integerShape(UINT8), 'frames of its charge', '0'),
  optional('passesNoTime', FLAG, 'whether it takes no time', '`false`'),
  optional('effects', listShape(tableShape(EFFECT), span.MAX_EFFECTS), 'what it does', 'none'),
];

export const FRAME_SETUP_SHAPE: TableShape = tableShape([
  optional('allies', listShape(tableShape(ALLY), span.MAX_ALLIES), 'the allies', 'none'),
  optional('species', listShape(tableShape(SPECIES), span.MAX_SPECIES), 'kinds of enemies', 'none'),
  optional('enemies', listShape(tableShape(ENEMY), span.MAX_ENEMIES), 'the enemies', 'none'),
  optional('skills', listShape(tableShape(SKILL), DRILL_RECORDS), 'skills of the test ROM', 'none'),
  optional('generator', listShape(integerShape(UINT8), span.GENERATOR_BYTES), 'bytes 0338-033B', '0'),
  optional('timer', integerShape(UINT16), 'the battle timer', '65535'),
  optional('mapGenerator', integerShape(UINT16), 'the generator of the map', '0'),
  optional('order', listShape(integerShape(UINT8), span.MAX_ALLIES), 'ranks of the allies', '0, 1, 2, 3'),
]);

function refuseTaken(ram: Uint8Array, place: Place, x: number, y: number): void {
  if (((ram[Cell.FIELD_GRID + GRID_WIDTH * y + x] as number) & OCCUPANT_NUMBER) === 0) return;
  throw new RuleError('E_OVERLAP', `${place.path} covers ${x}, ${y}, where somebody is`, place.path);
}

function putAlly(ram: Uint8Array, place: Place, slot: number): void {
  const field = fieldsAt(place, ['id', 'level', 'hp', ...STAT_NAMES, 'x', 'y', 'facing']);
  const ally = Ally.FIRST + Ally.STRIDE * slot;
  const record = PartyRecord.FIRST + Ally.STRIDE * slot;
  const level = integerAt(field('level', 1), UINT8);
  ram[ally + Ally.ID] = integerAt(field('id', slot), ID);
  ram[ally + Ally.STATE] = 0xff;
  write16(ram, ally + Ally.RECORD, record);
  STAT_NAMES.forEach((stat, index) => {
    const points = integerAt(field(stat, 0), UINT8);
    ram[ally + Ally.BASE_STATS + index] = points;
    ram[ally + Ally.STATS + index] = points;
  });
  ram[ally + Ally.LEVEL] = level;
  ram[record + PartyRecord.LEVEL] = level;
  write16(ram, record + PartyRecord.HP, integerAt(field('hp', 100), UINT16, HP));
  const x = integerAt(field('x', slot), CELL);
  const y = integerAt(field('y', 6), CELL);
  write16(ram, ally + Ally.CELL_X, x | (y << 8));
  write16(ram, ally + Ally.CELL_X + 2, x | (y << 8));
  ram[ally + Ally.FACING] = integerAt(field('facing', 3), QUARTER);
  refuseTaken(ram, place, x, y);
  ram[Cell.FIELD_GRID + 8 * y + x] = slot + 1;
}

function putSpecies(ram: Uint8Array, place: Place, index: number): void {
  const field = fieldsAt(place, ['id', 'level', 'hp', ...STAT_NAMES, 'type', 'width', 'height']);
  const species = Species.FIRST + Species.STRIDE * index;
  const given = field('hp', 100);
  const hp = integerAt(given, SPECIES_HP_WIDTH, SPECIES_HP);
  if (hp > MAX_HP_BYTE && hp % 16 !== 0) {
    throw new RuleError('E_RANGE', `${given.path} above ${MAX_HP_BYTE} is a multiple of 16`, given.path);
  }
  ram[species + Species.ID] = integerAt(field('id', index), UINT8);
  ram[species + Species.STATE] = 0xff;
  ram[species + Species.HP_BYTE] = hp > MAX_HP_BYTE ? 0x80 | (hp >> 4) : hp;
  STAT_NAMES.forEach((stat, at) => {
    ram[species + Species.STATS + at] = integerAt(field(stat, 0), UINT8);
  });
  ram[species + Species.LEVEL_BYTE] = integerAt(field('level', 1), LEVEL_BYTE);
  ram[species + Species.TYPE] = integerAt(field('type', 0), UINT8);
  ram[species + Species.WIDTH] = integerAt(field('width', 0), SIZE);
  ram[species + Species.HEIGHT] = integerAt(field('height', 0), SIZE);
}

function putEnemy(ram: Uint8Array, place: Place, slot: number, speciesCount: number): void {
  const field = fieldsAt(place, ['species', 'state', 'x', 'y', 'facing']);
  const enemy = Enemy.FIRST + Enemy.STRIDE * slot;
  const given = field('species', 0);
  const species = integerAt(given, QUARTER);
  if (species >= speciesCount) throw new RuleError('E_UNKNOWN_ID', `${given.path} names no species`, given.path);
  const block = Species.FIRST + Species.STRIDE * species;
  ram[enemy + Enemy.ID] = ram[block + Species.ID] as number;
  ram[enemy + Enemy.STATE] = integerAt(field('state', 0xff), UINT8);
  write16(ram, enemy + Enemy.SPECIES, block);
  ram[enemy + Enemy.FACING] = integerAt(field('facing', 0), QUARTER) << 6;
  const x = field('x', 0);
  const y = field('y', 0);
  write16(ram, enemy + Enemy.CELL_X, integerAt(x, CELL) | (integerAt(y, CELL) << 8));
  const fits = (at: Place, size: number): void => {
    if (integerAt(at, CELL) + (ram[block + size] as number) <= FIELD_SIDE) return;
    throw new RuleError('E_RANGE', `${at.path}: the enemy reaches over the edge of the field`, at.path);
  };
  fits(x, Species.WIDTH);
  fits(y, Species.HEIGHT);
  for (let row = 0; row < (ram[block + Species.HEIGHT] as number); row++) {
    for (let column = 0; column < (ram[block + Species.WIDTH] as number); column++) {
      refuseTaken(ram, place, integerAt(x, CELL) + column, integerAt(y, CELL) + row);
    }
  }
  fillEnemyBox(ram, enemy);
}

function putSkill(ram: Uint8Array, place: Place, index: number): void {
  const field = fieldsAt(place, ['charge', 'passesNoTime', 'effects']);
  const record = drillRecord(index);
  ram[record] = integerAt(field('charge', 0), UINT8);
  ram[record + 1] = field('passesNoTime').value === true ? 1 : 0;
  listAt(field('effects', []), MAX_EFFECTS).forEach((effect, at) => {
    const part = fieldsAt(effect, ['operation', 'a', 'b', 'c']);
    const operation = wordAt(part('operation'), DRILL_OPERATIONS);
    const values = (['a', 'b', 'c'] as const).map((name) => integerAt(part(name, 0), UINT8));
    ram.set([operation, ...values], record + 4 + 4 * at);
  });
}

/**
 * Writes a starting image: the next frame starts the battle.
 * @throws RuleError naming the path in the data
 */
export function putSetup(ram: Uint8Array, setup: unknown): void {
  const field = fieldsAt(placeOf(setup, 'setup'), [
    'allies',
    'species',
    'enemies',
    'skills',
    'generator',
    'timer',
    'mapGenerator',
    'order',
  ]);
  for (let slot = 0; slot < 4; slot++) ram[Ally.FIRST + Ally.STRIDE * slot + Ally.ID] = 0xff;
  const allies = field('allies');
  const party = isAbsent(allies) ? [] : listAt(allies, MAX_ALLIES);
  if (party.length === 0 && !isAbsent(allies)) {
    throw new RuleError('E_PARTY', `${allies.path} is empty; leave it out for a battle without allies`, allies.path);
  }
  party.forEach((ally, slot) => {
    putAlly(ram, ally, slot);
  });
  const species = listAt(field('species', []), MAX_SPECIES);
  species.forEach((one, index) => {
    putSpecies(ram, one, index);
  });
  const enemies = listAt(field('enemies', []), MAX_ENEMIES);
  enemies.forEach((enemy, slot) => {
    putEnemy(ram, enemy, slot, species.length);
  });
  ram[Enemy.FIRST + Enemy.STRIDE * enemies.length + Enemy.STATE] = END_OF_LIST;
  listAt(field('skills', []), DRILL_RECORDS).forEach((skill, index) => {
    putSkill(ram, skill, index);
  });
  listAt(field('order', [0, 1, 2, 3]), MAX_ALLIES).forEach((rank, slot) => {
    ram[Cell.ALLY_RANK + slot] = integerAt(rank, UINT8);
  });
  listAt(field('generator', []), GENERATOR_BYTES).forEach((byte, index) => {
    ram[Cell.BATTLE_GENERATOR + index] = integerAt(byte, UINT8);
  });
  write16(ram, Cell.BATTLE_TIMER, integerAt(field('timer', 0xffff), UINT16));
  write16(ram, Cell.MAP_GENERATOR, integerAt(field('mapGenerator', 0), UINT16));
  ram[Host.PHASE] = PHASE_START;
}
