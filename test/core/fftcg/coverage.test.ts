/** Every rule F1-F19, every decision FA1-FA18 and every worked example has a test or a plan that names it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fftcg } from '../../../core/fftcg/index.js';

const here = new URL('./', import.meta.url);
const plans = new URL('../../../traces/fftcg/', import.meta.url);

const titles = readdirSync(here)
  .filter((name) => name.endsWith('.test.ts') && name !== 'coverage.test.ts')
  .flatMap((name) => {
    const text = readFileSync(new URL(name, here), 'utf8');
    return [...text.matchAll(/(?:test|test\.each\([^)]*\))\(\s*(['"`])(.*?)\1/g)].map((match) => match[2] ?? '');
  });

const named = (id: string): boolean => titles.some((title) => new RegExp(`\\b${id}\\b`).test(title));

test.each(Array.from({ length: 19 }, (_, index) => `F${index + 1}`))('rule %s is named by a test', (id) => {
  expect(named(id)).toBe(true);
});

test.each(Array.from({ length: 18 }, (_, index) => `FA${index + 1}`))(
  'decision %s is named by a test or is a switch',
  (id) => {
    const isSwitch = fftcg.switches.some((shape) => shape.evidence.startsWith(`${id}:`));
    expect(named(id) || isSwitch).toBe(true);
  },
);

test.each(['X1', 'X2', 'X3', 'X4', 'X5'])('example %s is a plan', (id) => {
  const files = readdirSync(plans).filter((name) => name.endsWith('.toml'));
  expect(files.some((name) => readFileSync(new URL(name, plans), 'utf8').includes(`title = "${id}:`))).toBe(true);
});

test('every event has a rule and a provenance, and every extension says so', () => {
  const kinds = fftcg.events.map((shape) => shape.kind);
  expect(kinds).toEqual(kinds.map((_, index) => index + 1));
  for (const shape of fftcg.events) {
    expect(shape.rule).toMatch(/^(F\d+|FA\d+|CR [\d.]+)$/);
    expect(shape.fields.length).toBeLessThanOrEqual(4);
    const expected = shape.rule.startsWith('FA') ? 'decision' : shape.rule.startsWith('F') ? 'seed' : 'extension';
    expect(shape.provenance, shape.name).toBe(expected);
  }
});
