/**
 * Published schema of a plan, version 1. Plans are written in TOML; this describes the data they
 * stand for.
 */
import { cellConditions, closedObject, count, SCHEMA_DIALECT, sha256, switches, text } from './parts.js';
import { searchSchema } from './plan-search.js';

const errorCode = { type: 'string', pattern: '^E_[A-Z0-9_]+$' };

/** Keys of a command's table that are not parameters of the command. */
const ofStep = { label: text, error: errorCode, expect: cellConditions };
const steps = {
  type: 'array',
  items: {
    type: 'object',
    required: ['command'],
    properties: { command: text, ...ofStep, repeat: { type: 'integer', minimum: 1, maximum: 1_000_000_000 } },
  },
};

export const planSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep plan, version 1',
  type: 'object',
  additionalProperties: false,
  required: ['plan', 'system'],
  properties: {
    plan: { const: 1 },
    system: text,
    title: { type: 'string' },
    ruleset: {
      type: 'object',
      additionalProperties: false,
      properties: { name: text, switches },
    },
    setup: { type: 'object' },
    start: {
      anyOf: [closedObject({ trace: text, frame: count }), closedObject({ state: text }, { sha256 })],
    },
    do: steps,
    battle: {
      type: 'array',
      items: { type: 'object', properties: { ...ofStep, do: steps } },
    },
    expect: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['cells'],
        properties: {
          after: { anyOf: [text, { type: 'integer', minimum: 0 }] },
          cells: cellConditions,
        },
      },
    },
    query: { type: 'object' },
    search: searchSchema,
  },
};
