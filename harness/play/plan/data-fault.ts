/** A fault in the data that a plan hands to its system: in its `[setup]` or `[query]`. */
import type { RuleError, System, TableShape, ValueShape } from '../../../core/system/system.js';
import { nearest } from '../../base/nearest.js';
import { planError } from './plan-error.js';
import type { Plan } from './types.js';

/** Code, place and message; a message that begins with its place stands alone. */
export function dataFault({ code, message }: RuleError, path: string): string {
  return message.startsWith(path) ? `${code} ${message}` : `${code} ${path}: ${message}`;
}

/** The nearest known word, or where the form is printed. @param part the table with the fault */
export function dataRemedy({ unknown }: RuleError, { id, setupShape }: System, part: 'setup' | 'query'): string {
  if (unknown !== undefined) return nearest(unknown.word, unknown.known);
  const form = setupShape === undefined ? '' : `; \`lockstep schema plan --system ${id}\` prints the form`;
  return `Correct the ${part} there${form}`;
}

interface UnknownKey {
  readonly path: string;
  readonly key: string;
  readonly known: readonly string[];
}

function unknownKey(shape: ValueShape, data: unknown, path: string): UnknownKey | undefined {
  if (Array.isArray(data)) {
    if (shape.is !== 'list') return undefined;
    for (const [index, entry] of data.entries()) {
      const found = unknownKey(shape.of, entry, `${path}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (typeof data !== 'object' || data === null) return undefined;
  if (shape.is === 'either') {
    const form = shape.forms.find(({ is }) => is === 'table');
    return form === undefined ? undefined : unknownKey(form, data, path);
  }
  return shape.is === 'table' ? unknownField(shape, data as Record<string, unknown>, path) : undefined;
}

function unknownField({ fields }: TableShape, data: Record<string, unknown>, path: string): UnknownKey | undefined {
  for (const [key, value] of Object.entries(data)) {
    const field = fields.find(({ name }) => name === key);
    if (field === undefined) return { path: `${path}.${key}`, key, known: fields.map(({ name }) => name) };
    const found = unknownKey(field.value, value, `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Refuses a `[query]`, or a key of it, that the system does not read, even if nobody asks for odds.
 * @throws LockstepError `E_PLAN_QUERY`
 */
export function checkQuery({ id, capabilities, queryShape }: System, plan: Plan): void {
  if (plan.query === undefined) return;
  if (capabilities.odds === undefined) {
    throw planError('E_PLAN_QUERY', plan.file, plan.locate('query'), `${id} answers no [query]`, {
      remedy: 'Leave [query] out',
    });
  }
  const found = queryShape === undefined ? undefined : unknownKey(queryShape, plan.query, 'query');
  if (found === undefined) return;
  throw planError('E_PLAN_QUERY', plan.file, plan.locate(found.path), `unknown key ${found.path}`, {
    remedy: nearest(found.key, found.known),
  });
}
