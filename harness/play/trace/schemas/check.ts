/** Checks plain data against the published schemas. */
import type { ErrorObject } from 'ajv';
import { validator } from './compile.js';
import { SCHEMAS } from './index.js';

/** The first fault: its place, and what was expected there. */
interface SchemaFault {
  /** Keys and indexes from the top, e.g. `['do', 3, 'repeat']`. */
  readonly path: readonly (string | number)[];
  readonly expected: string;
  /** True when the last key of the path is not allowed. */
  readonly unknownKey: boolean;
  /** True when the last key of the path is missing. */
  readonly missingKey: boolean;
}

function pathOf(pointer: string): (string | number)[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^(0|[1-9][0-9]*)$/.test(part) ? Number(part) : part));
}

/** A failed keyword's expectation in words. */
function expectedBy(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'const':
      return JSON.stringify(params['allowedValue']);
    case 'enum':
      return `one of ${(params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`;
    case 'type':
      return String(params['type']);
    case 'pattern':
      return `text of the form ${String(params['pattern'])}`;
    case 'minLength':
      return 'text that is not empty';
    default:
      return error.message ?? error.keyword;
  }
}

/** Undefined when the data follow the schema. */
export function findFault(schema: string, data: unknown): SchemaFault | undefined {
  const validate = validator(schema);
  if (validate(data)) return undefined;
  // An `anyOf` is reported last, after its branches, with the path of the value they all refused.
  const errors = validate.errors ?? [];
  const error = errors.at(-1);
  if (error === undefined) return { path: [], expected: 'other data', unknownKey: false, missingKey: false };
  const path = pathOf(error.instancePath);
  const params = error.params as Record<string, unknown>;
  if (error.keyword === 'additionalProperties') {
    const key = String(params['additionalProperty']);
    return { path: [...path, key], expected: 'no such key', unknownKey: true, missingKey: false };
  }
  if (error.keyword === 'required') {
    const key = String(params['missingProperty']);
    return { path: [...path, key], expected: 'this key', unknownKey: false, missingKey: true };
  }
  if (error.keyword === 'anyOf') {
    const wanted = errors.filter((candidate) => candidate.instancePath === error.instancePath && candidate !== error);
    const extra = wanted.find(({ keyword }) => keyword === 'additionalProperties');
    if (extra !== undefined) {
      const key = String((extra.params as Record<string, unknown>)['additionalProperty']);
      return { path: [...path, key], expected: 'no such key', unknownKey: true, missingKey: false };
    }
    const words = [...new Set(wanted.map(expectedBy))].join(' or ');
    const deeper = errors.find((candidate) => candidate.instancePath.length > error.instancePath.length);
    if (deeper !== undefined) {
      return { path: pathOf(deeper.instancePath), expected: expectedBy(deeper), unknownKey: false, missingKey: false };
    }
    return { path, expected: words === '' ? 'another value' : words, unknownKey: false, missingKey: false };
  }
  if (error.keyword === 'propertyNames') {
    const key = String(params['propertyName']);
    return { path: [...path, key], expected: 'a key of another form', unknownKey: false, missingKey: false };
  }
  return { path, expected: expectedBy(error), unknownKey: false, missingKey: false };
}

type Node = Readonly<Record<string, unknown>> | undefined;

/** Of several forms, the one with keys. */
function keyed(node: Node): Node {
  const forms = node?.['anyOf'] as readonly Node[] | undefined;
  return forms?.find((form) => form?.['properties'] !== undefined) ?? node;
}

/** Keys an object of a schema may have at a path; for suggestions. */
export function knownKeys(schema: string, path: readonly (string | number)[]): string[] {
  let node = SCHEMAS[schema] as Node;
  for (const part of path) {
    const properties = node?.['properties'] as Readonly<Record<string, unknown>> | undefined;
    const next = typeof part === 'number' ? node?.['items'] : (properties?.[part] ?? node?.['additionalProperties']);
    node = keyed(typeof next === 'object' ? (next as Node) : undefined);
  }
  return Object.keys((node?.['properties'] as object | undefined) ?? {});
}
