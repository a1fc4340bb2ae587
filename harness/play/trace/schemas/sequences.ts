/**
 * Published schemas of a sequence file, version 1: its first line and its steps.
 * `vectors/sequences.ts` checks with them.
 */
import { closedObject, count, SCHEMA_DIALECT, text } from './parts.js';
import { bytes, word } from './vectors.js';

/** `C1:9357`: a routine, an exit, a stop. */
const place = { type: 'string', pattern: '^[0-9A-F]{2}:[0-9A-F]{4}$' };
const places = { type: 'array', maxItems: 1000, items: place };
const words = { type: 'array', minItems: 1, maxItems: 256, items: word };
const wordOrWords = { anyOf: [word, words] };

/** A call of routines, or cells that the recorder wrote. */
const call = {
  anyOf: [
    {
      type: 'object',
      additionalProperties: false,
      required: ['routine'],
      properties: {
        routine: { anyOf: [place, { ...places, minItems: 1 }] },
        regs: {
          type: 'object',
          additionalProperties: false,
          properties: { A: word, X: word, Y: word, D: word, P: { type: 'integer', minimum: 0, maximum: 0xff } },
        },
        times: { type: 'integer', minimum: 1, maximum: 10_000 },
        each: {
          type: 'object',
          additionalProperties: false,
          minProperties: 1,
          maxProperties: 1,
          properties: { A: words, X: words, Y: words },
        },
        gives: {
          type: 'object',
          additionalProperties: false,
          properties: { A8: wordOrWords, X: wordOrWords, Y: wordOrWords },
        },
        product: word,
        skip: places,
      },
    },
    closedObject({ set: bytes }),
  ],
};

export const sequenceHeaderSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep sequence of routine calls, version 1: header',
  ...closedObject({
    sequence: { const: 1 },
    name: text,
    does: text,
    start: closedObject({ mem: bytes }),
    rom: bytes,
    cells: {
      type: 'array',
      items: {
        type: 'array',
        minItems: 3,
        maxItems: 3,
        items: [
          { type: 'string', pattern: '^[0-9A-F]{6}$' },
          { type: 'integer', minimum: 1, maximum: 0x1_0000 },
          { type: 'string' },
        ],
        additionalItems: false,
      },
    },
    scratch: { type: 'array', items: { type: 'string', pattern: '^[0-9A-F]{6}(-([0-9A-F]{4}|[0-9A-F]{6}))?$' } },
    stops: { type: 'object', propertyNames: { pattern: place.pattern }, additionalProperties: places },
    skips: places,
    source: text,
    evidence: text,
    notes: { type: 'string' },
    steps: { ...count, maximum: 1_000_000 },
    calls: { ...count, maximum: 100_000_000 },
  }),
};

export const sequenceStepSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep sequence of routine calls, version 1: step',
  type: 'object',
  additionalProperties: false,
  required: ['step', 'calls', 'what', 'mem'],
  properties: {
    step: count,
    calls: { type: 'array', items: call },
    what: { type: 'string' },
    mem: bytes,
    exits: { type: 'array', items: { anyOf: [{ const: 'return' }, place, { type: 'null' }] } },
    draws: { type: 'array', items: { type: 'integer', minimum: 0, maximum: 0xff } },
  },
};
