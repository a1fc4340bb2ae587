/**
 * Published schema of a row, for other programs. The reader checks rows by hand-written code
 * instead (`play/trace/row-parser.ts`): a schema could neither know the widths of the cells nor run
 * at a
 * million rows a second.
 */
import { SCHEMA_DIALECT } from './parts.js';

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
