/**
 * Published schemas of a routine-vector file, version 1: its first line and its cases. Read by
 * `vectors/format.ts`, which is stricter.
 */
import { closedObject, SCHEMA_DIALECT, text } from './parts.js';

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
