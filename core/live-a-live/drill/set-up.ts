/**
 * A starting image from plain data: the `[setup]` table of a plan. Everything has a default; what is given is checked by its width.
 */
import { write16 } from '../../int/uint.js';
import {
  fieldsAt,
  integerAt,
  isAbsent,
  listAt,
  type Place,
  placeOf,
  type Span,
  UINT8,
  UINT16,
  wordAt,
} from '../../plain-data.js';
import { RuleError } from '../../system.js';
import { FIELD_SIDE, fillEnemyBox, GRID_WIDTH, OCCUPANT_NUMBER } from '../field/occupancy.js';
import { PHASE_START } from '../frame/frame.js';
import {
  ALLY_BASE_STATS,
  ALLY_CELL_X,
  ALLY_FACING,
  ALLY_ID,
  ALLY_LEVEL,
  ALLY_RANK,
  ALLY_RECORD,
  ALLY_STATE,
  ALLY_STATS,
  ALLY_STRIDE,
  BATTLE_GENERATOR,
  BATTLE_TIMER,
  END_OF_LIST,
  ENEMY_CELL_X,
  ENEMY_FACING,
  ENEMY_ID,
  ENEMY_SPECIES,
  ENEMY_STATE,
  ENEMY_STRIDE,
  FIELD_GRID,
  FIRST_ALLY,
  FIRST_ENEMY,
  FIRST_SPECIES,
  MAP_GENERATOR,
  PHASE,
  RECORD_HP,
  RECORD_LEVEL,
  SPECIES_HEIGHT,
  SPECIES_HP_BYTE,
  SPECIES_ID,
  SPECIES_LEVEL_BYTE,
  SPECIES_STATE,
  SPECIES_STATS,
  SPECIES_STRIDE,
  SPECIES_TYPE,
  SPECIES_WIDTH,
} from '../memory/cells.js';
import { DRILL_OPERATIONS, drillRecord } from './skills.js';

const FIRST_RECORD = 0x0d00;
const STATS = ['power', 'speed', 'body', 'intellect'] as const;
const MAX_HP_BYTE = 0x7f;
const ID: Span = [0, 0xfe];
const LEVEL_BYTE: Span = [0, 0x7f];
/** Nobody starts without HP. */
const HP: Span = [1, 0xffff];
const SPECIES_HP_WIDTH: Span = [0, MAX_HP_BYTE * 16];
const SPECIES_HP: Span = [1, MAX_HP_BYTE * 16];
/** Columns and rows of the field. */
const CELL: Span = [0, 6];
/** Columns or rows that an enemy takes up; 0: it stands on no cell, as in the test ROM. */
const SIZE: Span = [0, 7];
/** Two bits: a facing, the number of a species. */
const QUARTER: Span = [0, 3];

function refuseTaken(ram: Uint8Array, place: Place, x: number, y: number): void {
  if (((ram[FIELD_GRID + GRID_WIDTH * y + x] as number) & OCCUPANT_NUMBER) === 0) return;
  throw new RuleError('E_OVERLAP', `${place.path} covers ${x}, ${y}, where somebody is`, place.path);
}

function putAlly(ram: Uint8Array, place: Place, slot: number): void {
  const field = fieldsAt(place, ['id', 'level', 'hp', ...STATS, 'x', 'y', 'facing']);
  const ally = FIRST_ALLY + ALLY_STRIDE * slot;
  const record = FIRST_RECORD + ALLY_STRIDE * slot;
  const level = integerAt(field('level', 1), UINT8);
  ram[ally + ALLY_ID] = integerAt(field('id', slot), ID);
  ram[ally + ALLY_STATE] = 0xff;
  write16(ram, ally + ALLY_RECORD, record);
  STATS.forEach((stat, index) => {
    const points = integerAt(field(stat, 0), UINT8);
    ram[ally + ALLY_BASE_STATS + index] = points;
    ram[ally + ALLY_STATS + index] = points;
  });
  ram[ally + ALLY_LEVEL] = level;
  ram[record + RECORD_LEVEL] = level;
  write16(ram, record + RECORD_HP, integerAt(field('hp', 100), UINT16, HP));
  const x = integerAt(field('x', slot), CELL);
  const y = integerAt(field('y', 6), CELL);
  write16(ram, ally + ALLY_CELL_X, x | (y << 8));
  write16(ram, ally + ALLY_CELL_X + 2, x | (y << 8));
  ram[ally + ALLY_FACING] = integerAt(field('facing', 3), QUARTER);
  refuseTaken(ram, place, x, y);
  ram[FIELD_GRID + 8 * y + x] = slot + 1;
}

function putSpecies(ram: Uint8Array, place: Place, index: number): void {
  const field = fieldsAt(place, ['id', 'level', 'hp', ...STATS, 'type', 'width', 'height']);
  const species = FIRST_SPECIES + SPECIES_STRIDE * index;
  const given = field('hp', 100);
  const hp = integerAt(given, SPECIES_HP_WIDTH, SPECIES_HP);
  if (hp > MAX_HP_BYTE && hp % 16 !== 0) {
    throw new RuleError('E_RANGE', `${given.path} above ${MAX_HP_BYTE} is a multiple of 16`, given.path);
  }
  ram[species + SPECIES_ID] = integerAt(field('id', index), UINT8);
  ram[species + SPECIES_STATE] = 0xff;
  ram[species + SPECIES_HP_BYTE] = hp > MAX_HP_BYTE ? 0x80 | (hp >> 4) : hp;
  STATS.forEach((stat, at) => {
    ram[species + SPECIES_STATS + at] = integerAt(field(stat, 0), UINT8);
  });
  ram[species + SPECIES_LEVEL_BYTE] = integerAt(field('level', 1), LEVEL_BYTE);
  ram[species + SPECIES_TYPE] = integerAt(field('type', 0), UINT8);
  ram[species + SPECIES_WIDTH] = integerAt(field('width', 0), SIZE);
  ram[species + SPECIES_HEIGHT] = integerAt(field('height', 0), SIZE);
}

function putEnemy(ram: Uint8Array, place: Place, slot: number, speciesCount: number): void {
  const field = fieldsAt(place, ['species', 'state', 'x', 'y', 'facing']);
  const enemy = FIRST_ENEMY + ENEMY_STRIDE * slot;
  const given = field('species', 0);
  const species = integerAt(given, QUARTER);
  if (species >= speciesCount) throw new RuleError('E_UNKNOWN_ID', `${given.path} names no species`, given.path);
  const block = FIRST_SPECIES + SPECIES_STRIDE * species;
  ram[enemy + ENEMY_ID] = ram[block + SPECIES_ID] as number;
  ram[enemy + ENEMY_STATE] = integerAt(field('state', 0xff), UINT8);
  write16(ram, enemy + ENEMY_SPECIES, block);
  ram[enemy + ENEMY_FACING] = integerAt(field('facing', 0), QUARTER) << 6;
  const x = field('x', 0);
  const y = field('y', 0);
  write16(ram, enemy + ENEMY_CELL_X, integerAt(x, CELL) | (integerAt(y, CELL) << 8));
  const fits = (at: Place, size: number): void => {
    if (integerAt(at, CELL) + (ram[block + size] as number) <= FIELD_SIDE) return;
    throw new RuleError('E_RANGE', `${at.path}: the enemy reaches over the edge of the field`, at.path);
  };
  fits(x, SPECIES_WIDTH);
  fits(y, SPECIES_HEIGHT);
  for (let row = 0; row < (ram[block + SPECIES_HEIGHT] as number); row++) {
    for (let column = 0; column < (ram[block + SPECIES_WIDTH] as number); column++) {
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
  listAt(field('effects', []), 3).forEach((effect, at) => {
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
  for (let slot = 0; slot < 4; slot++) ram[FIRST_ALLY + ALLY_STRIDE * slot + ALLY_ID] = 0xff;
  const allies = field('allies');
  const party = isAbsent(allies) ? [] : listAt(allies, 4);
  if (party.length === 0 && !isAbsent(allies)) {
    throw new RuleError('E_PARTY', `${allies.path} is empty; leave it out for a battle without allies`, allies.path);
  }
  party.forEach((ally, slot) => {
    putAlly(ram, ally, slot);
  });
  const species = listAt(field('species', []), 4);
  species.forEach((one, index) => {
    putSpecies(ram, one, index);
  });
  const enemies = listAt(field('enemies', []), 15);
  enemies.forEach((enemy, slot) => {
    putEnemy(ram, enemy, slot, species.length);
  });
  ram[FIRST_ENEMY + ENEMY_STRIDE * enemies.length + ENEMY_STATE] = END_OF_LIST;
  listAt(field('skills', []), 16).forEach((skill, index) => {
    putSkill(ram, skill, index);
  });
  listAt(field('order', [0, 1, 2, 3]), 4).forEach((rank, slot) => {
    ram[ALLY_RANK + slot] = integerAt(rank, UINT8);
  });
  listAt(field('generator', []), 4).forEach((byte, index) => {
    ram[BATTLE_GENERATOR + index] = integerAt(byte, UINT8);
  });
  write16(ram, BATTLE_TIMER, integerAt(field('timer', 0xffff), UINT16));
  write16(ram, MAP_GENERATOR, integerAt(field('mapGenerator', 0), UINT16));
  ram[PHASE] = PHASE_START;
}
