/** The text and the JSON of `lockstep rom tables`. */

import { formatBus } from '../../../rom-map/cartridge/mapping.js';
import {
  ALLY_SKILLS,
  type CataloguedTable,
  ENEMY_SKILLS,
  FIELDS,
  type Field,
  hpOf,
  ITEMS,
  type ReadRecord,
  SPECIES,
  STATUSES,
  TABLES,
} from '../../../rom-map/tables/index.js';
import { ATTRIBUTES } from '../../../rom-map/tables/layouts.js';
import { hexText, hexWithSuffix } from '../../base/index.js';

// The value of a table's field as text.

function bitNames(names: readonly string[], value: number, highest: number): string {
  const found = names.filter((_, index) => (value & (highest >> index)) !== 0);
  return found.length === 0 ? '-' : found.join('+');
}

/** Text by the kind of the field, such as `sleep+poison`, `256` or `5Ah`. */
function valueText(shape: Pick<Field, 'kind'>, value: number): string {
  if (shape.kind === 'hp') return String(hpOf(value));
  if (shape.kind === 'statuses') return bitNames(STATUSES, value, 0x80);
  if (shape.kind === 'attributes') return bitNames(ATTRIBUTES, value, 0x8000);
  if (shape.kind === 'fields') return bitNames(FIELDS, value, 0x08);
  if (shape.kind === 'hex' || shape.kind === 'skill' || shape.kind === 'item') {
    return hexWithSuffix(value);
  }
  return String(value);
}

/** A skill by the list that the record uses. */
function skillText(table: CataloguedTable, record: ReadRecord, number: number): string {
  const own = record.fields.find(({ field }) => field.name === 'allySkills');
  const enemies = table.place.name === 'species' && own?.value === 0;
  return (enemies ? ENEMY_SKILLS : ALLY_SKILLS).rows[number]?.id ?? String(number);
}

function fieldText(table: CataloguedTable, record: ReadRecord, index: number): string {
  const part = record.fields[index];
  if (part === undefined) return '';
  const { field, value } = part;
  if (field.kind === 'skill') return skillText(table, record, value);
  if (field.kind === 'item') return ITEMS.rows[value]?.id ?? String(value);
  if (field.name.endsWith('Species')) return SPECIES.rows[value]?.id ?? String(value);
  return valueText(field, value);
}

function heading(record: ReadRecord): string {
  const number = hexText(record.number, 2);
  return `${number} ${record.id}${record.japanese === '' ? '' : ` ${record.japanese}`} at ${formatBus(record.address)}`;
}

/** A record in one line, without the fields that are 0. */
export function recordLine(table: CataloguedTable, record: ReadRecord): string {
  const parts = record.fields.flatMap(({ field, value }, index) =>
    value === 0 ? [] : [`${field.name}=${fieldText(table, record, index)}`],
  );
  return `${heading(record)}: ${parts.length === 0 ? 'all 0' : parts.join(' ')}`;
}

/** Every field of a record with its address. */
export function recordText(table: CataloguedTable, record: ReadRecord): string {
  const lines = record.fields.map(({ field }, index) => {
    const bits = field.mask === 0xff || field.mask === 0xffff ? '' : ` bits ${field.mask.toString(16).toUpperCase()}h`;
    const place = `${formatBus(record.address + field.byte)}${bits}`;
    return `  ${field.name.padEnd(22)}${place.padEnd(20)}${fieldText(table, record, index)}`;
  });
  return [heading(record), ...lines].join('\n');
}

export function recordJson(record: ReadRecord) {
  return {
    number: record.number,
    id: record.id,
    japanese: record.japanese,
    address: formatBus(record.address),
    values: Object.fromEntries(record.fields.map(({ field, value }) => [field.name, value])),
  };
}

/** Names of the tables, for help and errors. */
export const TABLE_NAMES: readonly string[] = TABLES.map((table) => table.place.name);
