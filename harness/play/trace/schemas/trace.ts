/** Published schema of the first line of a trace, version 1. */

import { ADDRESS_PATTERN } from '../../../../rom-map/windows.js';
import { closedObject, count, orNull, SCHEMA_DIALECT, sha256, switches, text } from './parts.js';

// The closed lists of words in a trace's header, for its schema and for its types.

/** What wrote a log; decides the total of `verify` to which its frames belong. */
export const SOURCE_KINDS = [
  'homebrew',
  'cartridge',
  'unknown-image',
  'own-cpu',
  'model',
  'reference',
  'plan',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What one row of a trace stands for. */
const TRACE_UNITS = ['frame', 'command', 'step'] as const;
export type TraceUnit = (typeof TRACE_UNITS)[number];

/**
 * Who compared the recorded image with the published ones: the recorder, the emulator by its own
 * hash, or a user afterwards.
 */
const IMAGE_WITNESSES = ['recorder', 'emulator', 'user'] as const;
export type ImageWitness = (typeof IMAGE_WITNESSES)[number];

// Published schema of the last line of a trace, version 1.

/** First frame and number of frames in a row. */
const lagRun = { type: 'array', minItems: 2, maxItems: 2, items: count };

export const traceFooterSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep trace, version 1: footer',
  ...closedObject({ end: { const: 1 }, rows: count, frames: count, sha256 }, { lag: { type: 'array', items: lagRun } }),
};

// Published schema of a row, for other programs. The reader checks rows by hand-written code
// instead (`play/trace/row-parser.ts`): a schema could neither know the widths of the cells nor run
// at a
// million rows a second.

const frame = { type: 'integer', minimum: 0 };
const pad = { type: 'integer', minimum: 0, maximum: 0xffff };
const command = { type: 'object', required: ['command'], properties: { command: { type: 'string' } } };
const error = { type: 'string', pattern: '^E_[A-Z0-9_]+$' };
const values = { type: 'array', items: { type: 'integer', minimum: 0, maximum: 0xffff_ffff } };
const full = { const: 'full' };
const repeat = { type: 'integer', minimum: 2 };
const draws = { const: 'draws' };

function tuple(...items: unknown[]): Record<string, unknown> {
  return { type: 'array', minItems: items.length, maxItems: items.length, items, additionalItems: false };
}

const FORMS: readonly (readonly unknown[])[] = [
  [frame, pad, values],
  [frame, pad, values, repeat],
  [frame, pad, full, values],
  [frame, pad, full, values, repeat],
  [frame, command, values],
  [frame, command, full, values],
  [frame, command, error, values],
  [frame, command, error, full, values],
];

export const traceRowSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep trace, version 1: row',
  anyOf: [...FORMS, ...FORMS.map((form) => [...form, draws, values])].map((form) => tuple(...form)),
};

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
