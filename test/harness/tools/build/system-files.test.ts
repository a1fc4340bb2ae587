/** The engine cut into files: each entry reads what it needs, and all of it works as before. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import type { Program } from '../../../../harness/tools/build/syntax-tree.js';
import { cutEngine } from '../../../../harness/tools/build/system-files.js';

const ENGINE = `
import { n as outside } from "./runtime.js";
const add = (a, b) => a + b;
const table = [1, 2, 3];
let last = 0;
const note = (x) => { last = x; return x; };
const told = () => last;
const first = (x) => note(add(table[0], x));
const second = (x) => add(x, 10);
const place = () => table.length;
const both = () => outside(first(1) + second(1));
const add$exported = add;
const first$exported = first;
export { add$exported as a, first$exported as b, second as c, place as d, both as e, told as f };
`;
const OTHERS: Readonly<Record<string, string>> = {
  'live-a-live': 'import { b as first, f as told } from "./engine.js";\nexport { first, told };',
  fftcg: 'import { c as second } from "./engine.js";\nexport { second };',
  'rom-map': 'import { d as place } from "./engine.js";\nexport { place };',
  core: 'import { a as add, b as first, e as both } from "./engine.js";\nimport "./engine.js";\nexport { add, first, both };',
};

const parsed = (name: string, code: string) => ({ name, code, program: parseAst(code) as unknown as Program });

const folder = mkdtempSync(join(tmpdir(), 'lockstep-cut-'));
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
writeFileSync(join(folder, 'runtime.js'), 'export const n = (x) => -x;');
for (const { name, code } of cutEngine(
  parsed('engine', ENGINE),
  Object.entries(OTHERS).map(([name, code]) => parsed(name, code)),
))
  writeFileSync(join(folder, `${name}.js`), code);

const load = (name: string): Promise<Readonly<Record<string, (...values: number[]) => number>>> =>
  import(/* @vite-ignore */ pathToFileURL(join(folder, `${name}.js`)).href);
const importsOf = (name: string): readonly string[] =>
  [...readFileSync(join(folder, `${name}.js`), 'utf8').matchAll(/from *"\.\/([^"]+)\.js"/gu)].map(
    ([, from = '']) => from,
  );

test('each file takes from those that it needs, and from no other', () => {
  expect(importsOf('fftcg')).toEqual(['engine-fftcg']);
  expect(importsOf('engine-fftcg')).toEqual(['engine']);
  expect(importsOf('engine')).toEqual([]);
  expect(importsOf('rom-map')).toEqual(['engine-map']);
  expect(importsOf('engine-map')).toEqual([]);
  expect(importsOf('engine-live-a-live')).toEqual(['engine', 'engine-map']);
  expect(importsOf('engine-rest')).toEqual(['engine-fftcg', 'engine-live-a-live', 'runtime']);
});

test('what is shared is the same in each, variables too', async () => {
  const [live, core, four, map] = await Promise.all(['live-a-live', 'core', 'fftcg', 'rom-map'].map(load));
  expect(core?.['first']).toBe(live?.['first']);
  expect(live?.['first']?.(5)).toBe(6);
  expect(live?.['told']?.()).toBe(6);
  expect([core?.['both']?.(), core?.['add']?.(2, 3), four?.['second']?.(1), map?.['place']?.()]).toEqual([
    -13, 5, 11, 3,
  ]);
});
