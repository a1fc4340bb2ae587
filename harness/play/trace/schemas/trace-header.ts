/** Published schema of the first line of a trace, version 1. */
import { ADDRESS_PATTERN } from '../../../../rom-map/windows.js';
import { IMAGE_WITNESSES, SOURCE_KINDS, TRACE_UNITS } from './header-words.js';
import { closedObject, count, orNull, SCHEMA_DIALECT, sha256, switches, text } from './parts.js';

const program = orNull(closedObject({ name: text, version: { type: 'string' }, sha256: orNull(sha256) }));

const rom = {
  type: 'object',
  additionalProperties: false,
  required: ['title', 'sha256'],
  properties: {
    title: text,
    sha256: orNull(sha256),
    image: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'hash', 'by'],
      properties: {
        id: text,
        hash: { type: 'string', pattern: '^(sha1:[0-9a-f]{40}|md5:[0-9a-f]{32}|crc32:[0-9a-f]{8})$' },
        by: { enum: [...IMAGE_WITNESSES] },
        size: count,
        title: text,
      },
    },
  },
};

const cell = {
  type: 'array',
  minItems: 3,
  maxItems: 3,
  items: [
    { type: 'string', pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$', maxLength: 200 },
    { type: 'string', pattern: ADDRESS_PATTERN },
    { enum: [1, 2, 4] },
  ],
  additionalItems: false,
};

const required = {
  trace: { const: 1 },
  system: text,
  systemVersion: count,
  ruleset: closedObject({ name: text, hash: { type: 'string', pattern: '^[0-9a-f]{16}$' }, switches }),
  source: closedObject({
    kind: { enum: [...SOURCE_KINDS] },
    emulator: program,
    rom: orNull(rom),
    input: orNull(closedObject({ sha256 })),
    recorder: program,
  }),
  unit: { enum: [...TRACE_UNITS] },
  from: text,
  setup: {},
  cells: { type: 'array', minItems: 1, maxItems: 65536, items: cell },
  inputs: { type: 'array', uniqueItems: true, items: text },
  sequence: orNull(closedObject({ begin: text, end: text })),
  masks: {
    type: 'array',
    items: closedObject({
      cell: text,
      from: count,
      to: count,
      reason: text,
      evidence: text,
      date: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
    }),
  },
  image: {
    type: 'object',
    propertyNames: { pattern: ADDRESS_PATTERN },
    additionalProperties: { type: 'string', pattern: '^([0-9a-f]{2})+$' },
  },
};

const optional = { layout: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } };

export const traceHeaderSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep trace, version 1: header',
  ...closedObject(required, optional),
};
