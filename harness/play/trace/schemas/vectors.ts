/**
 * Published schemas of a routine-vector file, version 1: its first line and its cases. Read by
 * `vectors/format.ts`, which is stricter.
 */
import { closedObject, count, SCHEMA_DIALECT, text } from './parts.js';

const byte = { type: 'integer', minimum: 0, maximum: 0xff };
export const word = { type: 'integer', minimum: 0, maximum: 0xffff };
const meanings = { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }] };
/**
 * Inputs and outputs in words: registers, cells of work RAM, table bytes; of single instructions op
 * and mode.
 */
const described = {
  type: 'object',
  additionalProperties: false,
  properties: { regs: meanings, mem: meanings, rom: meanings, op: { type: 'string' }, mode: { type: 'string' } },
};
/** Six hex digits, a 24-bit address, to its byte or to the bytes from there on. */
export const bytes = {
  type: 'object',
  additionalProperties: false,
  patternProperties: { '^[0-9A-F]{6}$': { anyOf: [byte, { type: 'array', items: byte }] } },
};
const registers = {
  type: 'object',
  additionalProperties: false,
  properties: { A: word, X: word, Y: word, D: word, P: byte, DB: byte },
};

export const vectorsHeaderSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep routine vectors, version 1: header',
  ...closedObject({
    vectors: { const: 1 },
    routine: text,
    name: text,
    does: text,
    inputs: described,
    outputs: described,
    scratch: { type: 'array', items: { type: 'string', pattern: '^[0-9A-F]{6}(-([0-9A-F]{4}|[0-9A-F]{6}))?$' } },
    exits: { type: 'object', additionalProperties: { type: 'string' } },
    notes: { type: 'string' },
    source: text,
    evidence: text,
    cases: { type: 'integer', minimum: 0, maximum: 1_000_000 },
  }),
};

export const vectorsCaseSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep routine vectors, version 1: case',
  type: 'object',
  additionalProperties: false,
  required: ['in', 'out'],
  properties: {
    op: text,
    mode: text,
    in: {
      type: 'object',
      additionalProperties: false,
      properties: { regs: registers, mem: bytes, rom: bytes, operand: word },
    },
    out: {
      type: 'object',
      additionalProperties: false,
      required: ['exit'],
      properties: { exit: text, regs: registers, mem: bytes },
    },
    draws: { type: 'array', items: byte },
  },
};

// Published schemas of a sequence file, version 1: its first line and its steps.
// `vectors/sequences.ts` checks with them.

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
