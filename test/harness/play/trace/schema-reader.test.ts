/** Our reader of schemas beside one that is not ours, over damaged data of every published schema. */
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { findFault } from '../../../../harness/play/trace/schemas/check.js';
import { SCHEMAS } from '../../../../harness/play/trace/schemas/index.js';

type Schema = Readonly<Record<string, unknown>>;

/** Numbers by a seed: the same in every run. */
function draws(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const ODD: readonly unknown[] = [
  null,
  true,
  '',
  'x',
  -1,
  0,
  1.5,
  1e12,
  Number.NaN,
  [],
  {},
  [1, 1],
  { x: 1 },
  'E_X',
  'あ',
];

const TEXTS = ['a', 'E_X', 'a'.repeat(64), 'FF', '7E03AE', 'C1:1C02', '0x10', ''] as const;

/** A text, mostly one that a pattern takes. */
function sampleOf(pattern: string, draw: (most: number) => number): string {
  const fitting = TEXTS.filter((text) => new RegExp(pattern, 'u').test(text));
  const from = draw(40) === 0 || fitting.length === 0 ? TEXTS : fitting;
  return from[draw(from.length)] ?? '';
}

/** A value that a schema may well take, with something odd in it now and then. */
function made(schema: Schema | undefined, draw: (most: number) => number, depth = 0): unknown {
  if (schema === undefined || draw(120) === 0 || depth > 7) return ODD[draw(ODD.length)];
  const forms = schema['anyOf'] as readonly Schema[] | undefined;
  if (forms !== undefined) return made(forms[draw(forms.length)], draw, depth + 1);
  if ('const' in schema) return schema['const'];
  const values = schema['enum'] as readonly unknown[] | undefined;
  if (values !== undefined) return values[draw(values.length)];
  const type = [schema['type']].flat()[0];
  if (type === 'integer' || type === 'number')
    return Number(schema['minimum'] ?? 0) + draw(3) - (draw(60) === 0 ? 1 : 0);
  if (type === 'string') return sampleOf(String(schema['pattern'] ?? ''), draw);
  if (type === 'boolean') return draw(2) === 1;
  if (type === 'null') return null;
  if (type === 'array') {
    const items = schema['items'] as Schema | readonly Schema[] | undefined;
    const count = draw(4) + (Array.isArray(items) ? items.length - 1 : 0);
    return Array.from({ length: count }, (_, at) =>
      made(Array.isArray(items) ? (items as Schema[])[at] : (items as Schema), draw, depth + 1),
    );
  }
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const required = (schema['required'] ?? []) as readonly string[];
  const keys = Object.keys(properties).filter((key) => draw(150) !== 0 && (required.includes(key) || draw(3) === 0));
  const others = schema['additionalProperties'];
  if (typeof others === 'object') for (let more = draw(3); more > 0; more--) keys.push(`k${more}`);
  if (draw(80) === 0) keys.push('other');
  return Object.fromEntries(
    keys.map((key) => [
      key,
      made(properties[key] ?? (typeof others === 'object' ? (others as Schema) : undefined), draw, depth + 1),
    ]),
  );
}

const ajv = new Ajv({ strict: false, allErrors: false, allowUnionTypes: true });

/** Whether the value at a path of ours is one that the other reader complains of. */
function namesTheSame(errors: readonly ErrorObject[], path: readonly (string | number)[]): boolean {
  const places = errors.flatMap(({ instancePath, params }) => {
    const { additionalProperty, missingProperty, propertyName } = params as Record<string, string | undefined>;
    const key = additionalProperty ?? missingProperty ?? propertyName;
    return key === undefined ? [instancePath] : [instancePath, `${instancePath}/${key}`];
  });
  return places.includes(path.map((part) => `/${part}`).join(''));
}

test.each(Object.keys(SCHEMAS))('%s: what one reader refuses the other refuses at a place that it names', (name) => {
  const check = ajv.compile(SCHEMAS[name] ?? false);
  const draw = draws(name.length * 7919 + 3);
  const met = { taken: 0, refused: 0 };
  for (let round = 0; round < 3000; round++) {
    const data = made(SCHEMAS[name] as Schema, draw);
    const isTaken = check(data);
    const fault = findFault(name, data);
    expect([JSON.stringify(data), fault === undefined]).toEqual([JSON.stringify(data), isTaken]);
    met[isTaken ? 'taken' : 'refused']++;
    if (fault !== undefined) {
      const place = [JSON.stringify(data), fault, check.errors];
      expect(namesTheSame(check.errors ?? [], fault.path), JSON.stringify(place)).toBe(true);
    }
  }
  expect(met.refused).toBeGreaterThan(100);
  // a header of a log that follows its schema by chance is rare: the bundled logs have theirs
  if (name !== 'trace-header') expect(met.taken).toBeGreaterThan(10);
});

test('a fault says where it is, and what is expected there', () => {
  const plan = parse(readFileSync(new URL('../../../../traces/fftcg/x1.toml', import.meta.url), 'utf8'));
  expect(findFault('plan', plan)).toBe(undefined);
  const faults: readonly (readonly [change: object, path: string, expected: string])[] = [
    [{ plan: 2 }, 'plan', '1'],
    [{ titel: 'x' }, 'titel', 'no such key'],
    [{ system: undefined }, 'system', 'this key'],
    [{ system: '' }, 'system', 'text that is not empty'],
    [{ do: [{ command: 'x' }, { command: 'x', repeat: 0 }] }, 'do.1.repeat', 'must be >= 1'],
    [{ do: [{ command: 'x', error: 'no' }] }, 'do.0.error', 'text of the form ^E_[A-Z0-9_]+$'],
    [{ do: [{ command: 'x', expect: {} }] }, 'do.0.expect', 'must NOT have fewer than 1 properties'],
    [{ expect: [{ cells: { x: true } }] }, 'expect.0.cells.x', 'integer or string or object'],
    [{ expect: [{ cells: { x: { least: 1 } } }] }, 'expect.0.cells.x.least', 'no such key'],
    [{ search: { moves: [] } }, 'search.moves', 'must NOT have fewer than 1 items'],
    [
      { search: { moves: [{ command: 'x' }], enemies: 'none' } },
      'search.enemies',
      'one of "own", "any", "worst", "script"',
    ],
  ];
  for (const [change, path, expected] of faults) {
    const fault = findFault('plan', { ...plan, ...change });
    expect([fault?.path.join('.'), fault?.expected]).toEqual([path, expected]);
  }
});
