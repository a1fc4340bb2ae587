/**
 * Checks plain data against the published schemas, with the keywords of JSON Schema that they use.
 * A page's own rules forbid it to make code of text, and code made beforehand weighs more than
 * this. A test holds it beside a reader of schemas that is not ours.
 */
import { SCHEMAS } from './index.js';

/** The first fault: its place, and what was expected there. */
interface SchemaFault {
  /** Keys and indexes from the top, e.g. `['do', 3, 'repeat']`. */
  readonly path: Path;
  readonly expected: string;
  /** True when the last key of the path is not allowed. */
  readonly unknownKey: boolean;
  /** True when the last key of the path is missing. */
  readonly missingKey: boolean;
}

type Path = readonly (string | number)[];

/** A keyword that the data fail. */
interface Failure {
  readonly keyword: string;
  /** The value that fails. */
  readonly path: Path;
  readonly expected: string;
  /** The key at fault, of a keyword about keys. */
  readonly key?: string;
}

/** A schema: the keywords that the published ones use. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema | readonly Schema[];
  readonly additionalItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly propertyNames?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  return type === 'object' ? isTable(value) : typeof value === type;
}

/** Expressions of `pattern`, each made once. */
const patterns = new Map<string, RegExp>();

function follows(text: string, pattern: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known.test(text);
}

/** What a failed bound says; undefined where a size keeps both. */
function beyond(
  size: number,
  least: number | undefined,
  most: number | undefined,
  what: string,
): [limit: 'least' | 'most', expected: string] | undefined {
  if (most !== undefined && size > most) return ['most', `must NOT have more than ${most} ${what}`];
  if (least !== undefined && size < least) return ['least', `must NOT have fewer than ${least} ${what}`];
  return undefined;
}

function numberFailures(schema: Schema, value: number, path: Path): Failure[] {
  const { minimum, maximum } = schema;
  if (maximum !== undefined && value > maximum)
    return [{ keyword: 'maximum', path, expected: `must be <= ${maximum}` }];
  if (minimum !== undefined && value < minimum)
    return [{ keyword: 'minimum', path, expected: `must be >= ${minimum}` }];
  return [];
}

function textFailures({ minLength, maxLength, pattern }: Schema, value: string, path: Path): Failure[] {
  const length = minLength === undefined && maxLength === undefined ? 0 : [...value].length;
  const size = beyond(length, minLength, maxLength, 'characters');
  if (size?.[0] === 'least') return [{ keyword: 'minLength', path, expected: 'text that is not empty' }];
  if (size !== undefined) return [{ keyword: 'maxLength', path, expected: size[1] }];
  if (pattern === undefined || follows(value, pattern)) return [];
  return [{ keyword: 'pattern', path, expected: `text of the form ${pattern}` }];
}

function listFailures(schema: Schema, value: readonly unknown[], path: Path): Failure[] {
  const { items } = schema;
  const size = beyond(value.length, schema.minItems, schema.maxItems, 'items');
  if (size !== undefined) return [{ keyword: `${size[0]}Items`, path, expected: size[1] }];
  const places = Array.isArray(items) ? (items as readonly Schema[]) : undefined;
  if (places !== undefined && schema.additionalItems === false && value.length > places.length) {
    return [{ keyword: 'additionalItems', path, expected: `must NOT have more than ${places.length} items` }];
  }
  const inside = firstOf(value.entries(), ([index, item]) =>
    failures(places === undefined ? (items as Schema | undefined) : places[index], item, [...path, index]),
  );
  if (inside.length > 0 || schema.uniqueItems !== true) return inside;
  const first = value.map((item, index) => value.indexOf(item, index + 1) >= 0).lastIndexOf(true);
  const second = value.indexOf(value[first], first + 1);
  const expected = `must NOT have duplicate items (items ## ${second} and ${first} are identical)`;
  return first < 0 ? [] : [{ keyword: 'uniqueItems', path, expected }];
}

function keyedFailures(schema: Schema, value: Readonly<Record<string, unknown>>, path: Path): Failure[] {
  const { properties = {}, patternProperties = {}, additionalProperties: others, propertyNames } = schema;
  const keys = Object.keys(value);
  const size = beyond(keys.length, schema.minProperties, schema.maxProperties, 'properties');
  if (size !== undefined) return [{ keyword: `${size[0]}Properties`, path, expected: size[1] }];
  const missing = schema.required?.find((key) => value[key] === undefined);
  if (missing !== undefined) {
    return [{ keyword: 'required', path, expected: `must have required property '${missing}'`, key: missing }];
  }
  const inside = (part: Schema | undefined, key: string): Failure[] =>
    failures(part, value[key], [...path, /^(0|[1-9][0-9]*)$/u.test(key) ? Number(key) : key]);
  const ofName = firstOf(propertyNames === undefined ? [] : keys, (key) => {
    const found = failures(propertyNames, key, path);
    const here = { keyword: 'propertyNames', path, expected: 'property name must be valid', key };
    return found.length === 0 ? [] : [...found, here];
  });
  if (ofName.length > 0) return ofName;
  const isOther = (key: string): boolean =>
    !Object.hasOwn(properties, key) && !Object.keys(patternProperties).some((pattern) => follows(key, pattern));
  const ofOther = firstOf(others === undefined ? [] : keys.filter(isOther), (key) => {
    if (others !== false) return inside(others as Schema, key);
    return [{ keyword: 'additionalProperties', path, expected: 'must NOT have additional properties', key }];
  });
  if (ofOther.length > 0) return ofOther;
  const named = firstOf(Object.entries(properties), ([key, part]) =>
    value[key] === undefined ? [] : inside(part, key),
  );
  if (named.length > 0) return named;
  return firstOf(Object.entries(patternProperties), ([pattern, part]) =>
    firstOf(keys, (key) => (follows(key, pattern) ? inside(part, key) : [])),
  );
}

function firstOf<T>(all: Iterable<T>, find: (one: T) => Failure[]): Failure[] {
  for (const one of all) {
    const found = find(one);
    if (found.length > 0) return found;
  }
  return [];
}

/** The first failed keyword, behind those of the forms that were tried; none where all hold. */
function failures(schema: Schema | undefined, value: unknown, path: Path): Failure[] {
  if (schema === undefined) return [];
  const { type, enum: values, anyOf } = schema;
  if (type !== undefined && ![type].flat().some((one) => isOfType(value, one))) {
    return [{ keyword: 'type', path, expected: String(type) }];
  }
  if ('const' in schema && value !== schema.const) {
    return [{ keyword: 'const', path, expected: JSON.stringify(schema.const) }];
  }
  if (values !== undefined && !values.includes(value)) {
    const expected = `one of ${values.map((one) => JSON.stringify(one)).join(', ')}`;
    return [{ keyword: 'enum', path, expected }];
  }
  if (anyOf !== undefined) {
    const tried = anyOf.map((form) => failures(form, value, path));
    if (tried.every(({ length }) => length > 0)) {
      return [...tried.flat(), { keyword: 'anyOf', path, expected: 'must match a schema in anyOf' }];
    }
  }
  if (typeof value === 'number') return numberFailures(schema, value, path);
  if (typeof value === 'string') return textFailures(schema, value, path);
  if (Array.isArray(value)) return listFailures(schema, value, path);
  return isTable(value) ? keyedFailures(schema, value, path) : [];
}

/** Undefined when the data follow the schema. */
export function findFault(schema: string, data: unknown): SchemaFault | undefined {
  const found = failures(SCHEMAS[schema] as Schema, data, []);
  // a value that fits no form is named last, behind what each of the forms refused
  const last = found.at(-1);
  if (last === undefined) return undefined;
  const plain = { unknownKey: false, missingKey: false };
  const { keyword, path, key = '' } = last;
  if (keyword === 'additionalProperties') {
    return { ...plain, path: [...path, key], expected: 'no such key', unknownKey: true };
  }
  if (keyword === 'required') return { ...plain, path: [...path, key], expected: 'this key', missingKey: true };
  if (keyword === 'propertyNames') return { ...plain, path: [...path, key], expected: 'a key of another form' };
  if (keyword !== 'anyOf') return { ...plain, path, expected: last.expected };
  const wanted = found.filter((one) => one !== last && one.path.length === path.length);
  const extra = wanted.find((one) => one.keyword === 'additionalProperties')?.key;
  if (extra !== undefined) return { ...plain, path: [...path, extra], expected: 'no such key', unknownKey: true };
  const deeper = found.find((one) => one.path.length > path.length);
  if (deeper !== undefined) return { ...plain, path: deeper.path, expected: deeper.expected };
  const words = [...new Set(wanted.map(({ expected }) => expected))].join(' or ');
  return { ...plain, path, expected: words };
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
