/**
 * Published schema of a column map, version 1. Maps are written in TOML; this describes the data
 * they stand for.
 */

import { ADDRESS_PATTERN } from '../../../../rom-map/windows.js';
import { closedObject, count, orNull, SCHEMA_DIALECT, sha256, text } from './parts.js';
import { SOURCE_KINDS } from './trace.js';

// Published schema of the atlas's answers, version 1: what `npm run atlas` finds out and keeps.

const AMOUNTS = ['frames', 'actions', 'allyActions', 'enemyActions', 'presses', 'waits'];

const certificate = closedObject({
  sha256: { ...sha256, description: 'Of the certificate’s lines, not compressed' },
  states: count,
  trusts: { type: 'array', items: { enum: ['bound', 'key'] } },
});

const route = closedObject({
  cost: count,
  amounts: closedObject(Object.fromEntries(AMOUNTS.map((name) => [name, count]))),
  moves: {
    type: 'array',
    minItems: 1,
    items: { type: 'object', required: ['command'], properties: { command: text } },
  },
  end: { ...sha256, description: 'Of the key of the state at its end' },
});

const otherSettings = closedObject({
  played: { ...count, description: 'Every other value of every switch, and every other start place' },
  changing: {
    type: 'array',
    items: closedObject(
      {
        switch: text,
        value: { type: ['string', 'integer'] },
        verdict: { enum: ['otherFigures', 'breaks', 'refused', 'notPlayed'] },
        detail: text,
      },
      { step: { ...count, description: 'Where it breaks, counted from 1; 0: before the first step' } },
    ),
    description: 'Those under which the route does not hold as it is',
  },
});

const answer = closedObject({
  plan: { ...text, description: 'Its name, without the folder and `.toml`' },
  planHash: { ...sha256, description: 'Of the plan as it was searched' },
  system: text,
  ruleset: text,
  proven: { type: 'boolean' },
  bound: { ...count, description: 'No route costs less' },
  under: { type: 'array', items: text, description: 'Conditions of the answer, as the search words them' },
  states: count,
  expanded: count,
  route: orNull(route),
  settings: orNull(otherSettings),
  certificate: orNull(certificate),
});

export const atlasSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep atlas, version 1',
  ...closedObject({
    atlas: { const: 1 },
    answers: { type: 'array', minItems: 1, items: answer },
  }),
};

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
