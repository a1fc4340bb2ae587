/**
 * A starting image from plain data: the `[setup]` table of a plan. Everything has a default; what is given is checked by its width.
 */
import { write16 } from '../int/uint.js';
import { RuleError } from '../system.js';
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
  SPECIES_HP_BYTE,
  SPECIES_ID,
  SPECIES_LEVEL_BYTE,
  SPECIES_STATE,
  SPECIES_STATS,
  SPECIES_STRIDE,
  SPECIES_TYPE,
} from './cells.js';
import { DRILL_OPERATIONS, drillRecord } from './drill-skills.js';
import { PHASE_START } from './frame.js';

type Json = Readonly<Record<string, unknown>>;

const FIRST_RECORD = 0x0d00;
const STATS = ['power', 'speed', 'body', 'intellect'] as const;
const MAX_HP_BYTE = 0x7f;

function table(value: unknown, path: string): Json {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new RuleError('E_SETUP', `${path} is not a table`, path);
  return value as Json;
}

function list(value: unknown, path: string, most: number): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new RuleError('E_SETUP', `${path} is not a list`, path);
  if (value.length > most) throw new RuleError('E_RANGE', `${path} holds at most ${most} entries`, path);
  return value;
}

function onlyKeys(json: Json, keys: readonly string[], path: string): void {
  for (const key of Object.keys(json)) {
    if (!keys.includes(key)) {
      throw new RuleError(
        'E_UNKNOWN_ID',
        `${path} has no field ${key}; there are ${keys.join(', ')}`,
        `${path}.${key}`,
      );
    }
  }
}

function integer(json: Json, key: string, fallback: number, largest: number, path: string): number {
  const value = json[key] ?? fallback;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new RuleError('E_INT', `${path}.${key} is not an integer`, `${path}.${key}`);
  }
  if (value < 0 || value > largest) {
    throw new RuleError('E_WIDTH', `${path}.${key} is outside 0..${largest}`, `${path}.${key}`);
  }
  return value;
}

function putAlly(ram: Uint8Array, value: unknown, slot: number): void {
  const path = `setup.allies[${slot}]`;
  const json = table(value, path);
  onlyKeys(json, ['id', 'level', 'hp', ...STATS, 'x', 'y', 'facing'], path);
  const ally = FIRST_ALLY + ALLY_STRIDE * slot;
  const record = FIRST_RECORD + ALLY_STRIDE * slot;
  const level = integer(json, 'level', 1, 0xff, path);
  ram[ally + ALLY_ID] = integer(json, 'id', slot, 0xfe, path);
  ram[ally + ALLY_STATE] = 0xff;
  write16(ram, ally + ALLY_RECORD, record);
  STATS.forEach((stat, index) => {
    const points = integer(json, stat, 0, 0xff, path);
    ram[ally + ALLY_BASE_STATS + index] = points;
    ram[ally + ALLY_STATS + index] = points;
  });
  ram[ally + ALLY_LEVEL] = level;
  ram[record + RECORD_LEVEL] = level;
  write16(ram, record + RECORD_HP, integer(json, 'hp', 100, 0xffff, path));
  const x = integer(json, 'x', slot, 6, path);
  const y = integer(json, 'y', 6, 6, path);
  write16(ram, ally + ALLY_CELL_X, x | (y << 8));
  write16(ram, ally + ALLY_CELL_X + 2, x | (y << 8));
  ram[ally + ALLY_FACING] = integer(json, 'facing', 3, 3, path);
  ram[FIELD_GRID + 8 * y + x] = slot + 1;
}

function putSpecies(ram: Uint8Array, value: unknown, index: number): void {
  const path = `setup.species[${index}]`;
  const json = table(value, path);
  onlyKeys(json, ['id', 'level', 'hp', ...STATS, 'type'], path);
  const species = FIRST_SPECIES + SPECIES_STRIDE * index;
  const hp = integer(json, 'hp', 100, MAX_HP_BYTE * 16, path);
  if (hp > MAX_HP_BYTE && hp % 16 !== 0) {
    throw new RuleError('E_RANGE', `${path}.hp above ${MAX_HP_BYTE} is a multiple of 16`, `${path}.hp`);
  }
  ram[species + SPECIES_ID] = integer(json, 'id', index, 0xff, path);
  ram[species + SPECIES_STATE] = 0xff;
  ram[species + SPECIES_HP_BYTE] = hp > MAX_HP_BYTE ? 0x80 | (hp >> 4) : hp;
  STATS.forEach((stat, at) => {
    ram[species + SPECIES_STATS + at] = integer(json, stat, 0, 0xff, path);
  });
  ram[species + SPECIES_LEVEL_BYTE] = integer(json, 'level', 1, 0x7f, path);
  ram[species + SPECIES_TYPE] = integer(json, 'type', 0, 0xff, path);
}

function putEnemy(ram: Uint8Array, value: unknown, slot: number, speciesCount: number): void {
  const path = `setup.enemies[${slot}]`;
  const json = table(value, path);
  onlyKeys(json, ['species', 'state', 'x', 'y', 'facing'], path);
  const enemy = FIRST_ENEMY + ENEMY_STRIDE * slot;
  const species = integer(json, 'species', 0, 3, path);
  if (species >= speciesCount)
    throw new RuleError('E_UNKNOWN_ID', `${path}.species names no species`, `${path}.species`);
  const block = FIRST_SPECIES + SPECIES_STRIDE * species;
  ram[enemy + ENEMY_ID] = ram[block + SPECIES_ID] as number;
  ram[enemy + ENEMY_STATE] = integer(json, 'state', 0xff, 0xff, path);
  write16(ram, enemy + ENEMY_SPECIES, block);
  ram[enemy + ENEMY_FACING] = integer(json, 'facing', 0, 3, path) << 6;
  write16(ram, enemy + ENEMY_CELL_X, integer(json, 'x', 0, 6, path) | (integer(json, 'y', 0, 6, path) << 8));
}

function putSkill(ram: Uint8Array, value: unknown, index: number): void {
  const path = `setup.skills[${index}]`;
  const json = table(value, path);
  onlyKeys(json, ['charge', 'passesNoTime', 'effects'], path);
  const record = drillRecord(index);
  ram[record] = integer(json, 'charge', 0, 0xff, path);
  ram[record + 1] = json.passesNoTime === true ? 1 : 0;
  list(json.effects, `${path}.effects`, 3).forEach((effect, at) => {
    const place = `${path}.effects[${at}]`;
    const fields = table(effect, place);
    onlyKeys(fields, ['operation', 'a', 'b', 'c'], place);
    const operation = DRILL_OPERATIONS[fields.operation as keyof typeof DRILL_OPERATIONS];
    if (operation === undefined) {
      const known = Object.keys(DRILL_OPERATIONS).join(', ');
      throw new RuleError('E_UNKNOWN_ID', `${place}.operation is one of ${known}`, `${place}.operation`);
    }
    ram.set([operation, ...['a', 'b', 'c'].map((key) => integer(fields, key, 0, 0xff, place))], record + 4 + 4 * at);
  });
}

/**
 * Writes a starting image: the next frame starts the battle.
 * @throws RuleError naming the path in the data
 */
export function putSetup(ram: Uint8Array, setup: unknown): void {
  const json = table(setup, 'setup');
  onlyKeys(json, ['allies', 'species', 'enemies', 'skills', 'generator', 'timer', 'mapGenerator', 'order'], 'setup');
  for (let slot = 0; slot < 4; slot++) ram[FIRST_ALLY + ALLY_STRIDE * slot + ALLY_ID] = 0xff;
  list(json.allies, 'setup.allies', 4).forEach((ally, slot) => {
    putAlly(ram, ally, slot);
  });
  const species = list(json.species, 'setup.species', 4);
  species.forEach((one, index) => {
    putSpecies(ram, one, index);
  });
  const enemies = list(json.enemies, 'setup.enemies', 15);
  enemies.forEach((enemy, slot) => {
    putEnemy(ram, enemy, slot, species.length);
  });
  ram[FIRST_ENEMY + ENEMY_STRIDE * enemies.length + ENEMY_STATE] = END_OF_LIST;
  list(json.skills, 'setup.skills', 16).forEach((skill, index) => {
    putSkill(ram, skill, index);
  });
  const order = json.order === undefined ? [0, 1, 2, 3] : list(json.order, 'setup.order', 4);
  order.forEach((rank, slot) => {
    ram[ALLY_RANK + slot] = integer({ rank }, 'rank', 0, 0xff, 'setup.order');
  });
  list(json.generator, 'setup.generator', 4).forEach((byte, index) => {
    ram[BATTLE_GENERATOR + index] = integer({ byte }, 'byte', 0, 0xff, 'setup.generator');
  });
  write16(ram, BATTLE_TIMER, integer(json, 'timer', 0xffff, 0xffff, 'setup'));
  write16(ram, MAP_GENERATOR, integer(json, 'mapGenerator', 0, 0xffff, 'setup'));
  ram[PHASE] = PHASE_START;
}
