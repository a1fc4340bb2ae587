/**
 * Published schema of a column map, version 1. Maps are written in TOML; this describes the data
 * they stand for.
 */
import { ADDRESS_PATTERN } from '../../../../rom-map/windows.js';
import { SOURCE_KINDS } from './header-words.js';
import { closedObject, orNull, SCHEMA_DIALECT, sha256, text } from './parts.js';

const numbers = { enum: ['decimal', 'hex', 'prefixed'] };

/** A place in the table: a column, and how its values are written. */
const column = {
  anyOf: [
    text,
    {
      type: 'object',
      additionalProperties: false,
      required: ['column'],
      properties: { column: text, numbers },
    },
  ],
};

const cell = {
  anyOf: [
    text,
    {
      type: 'object',
      additionalProperties: false,
      required: ['column'],
      properties: { column: text, numbers, signed: { type: 'boolean' }, endian: { enum: ['little', 'big'] } },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['columns'],
      properties: { columns: { type: 'array', minItems: 1, maxItems: 4, items: text }, numbers },
    },
  ],
};

export const columnsSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep column map, version 1',
  type: 'object',
  additionalProperties: false,
  required: ['columns', 'system', 'from', 'source', 'frame', 'pad', 'cells'],
  properties: {
    columns: { const: 1 },
    system: text,
    from: text,
    start: { enum: ['first-row', 'created'] },
    format: { enum: ['csv', 'rows'] },
    separator: { type: 'string', minLength: 1, maxLength: 1 },
    header: { type: 'boolean' },
    numbers,
    setup: {},
    source: {
      type: 'object',
      additionalProperties: false,
      required: ['kind'],
      properties: {
        kind: { enum: [...SOURCE_KINDS] },
        emulator: closedObject({ name: text, version: text }),
        rom: {
          type: 'object',
          additionalProperties: false,
          required: ['title'],
          properties: { title: text, sha256 },
        },
      },
    },
    frame: {
      anyOf: [
        text,
        {
          type: 'object',
          additionalProperties: false,
          required: ['column'],
          properties: { column: text, numbers, offset: { type: 'integer' } },
        },
      ],
    },
    pad: { anyOf: [...column.anyOf, { type: 'integer', minimum: 0, maximum: 0xffff }] },
    inputs: { type: 'array', uniqueItems: true, items: text },
    sequence: orNull(closedObject({ begin: text, end: text })),
    image: {
      type: 'object',
      propertyNames: { pattern: ADDRESS_PATTERN },
      additionalProperties: { type: 'string', pattern: '^([0-9a-f]{2})+$' },
    },
    cells: { type: 'object', minProperties: 1, additionalProperties: cell },
  },
};
