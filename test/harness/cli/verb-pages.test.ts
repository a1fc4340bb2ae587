/** The pages of the verbs say what the verbs declare. That their examples run, test/harness/cli/process.test.ts sees. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import {
  examplesOf,
  jsonOfPage,
  pagePath,
  runnableVerbs,
  shapeLines,
  verbIndex,
  verbPage,
} from '../../../harness/cli/pages/main.js';

import { declaredProgram } from './run-cli.js';

const ROOT = packageRoot();
const verbs = runnableVerbs(declaredProgram());

test.each(verbs)('the page of $name is not stale', (named) => {
  const path = join(ROOT, pagePath(named.name));
  expect([named.name, existsSync(path)]).toEqual([named.name, true]);
  const page = readFileSync(path, 'utf8');
  expect(page).toBe(verbPage(named, jsonOfPage(page)));
});

test('the index lists every verb, and no page is left over', () => {
  expect(readFileSync(join(ROOT, 'docs/verbs/README.md'), 'utf8')).toBe(verbIndex(verbs));
  const pages = [...verbs.map(({ name }) => pagePath(name)), 'docs/verbs/README.md'];
  expect(readdirSync(join(ROOT, 'docs/verbs')).map((name) => `docs/verbs/${name}`)).toEqual(pages.sort());
});

test('every verb has two examples', () => {
  const few = verbs.filter(({ verb }) => examplesOf(verb).length < 2).map(({ name }) => name);
  expect(few).toEqual([]);
});

test('keys of JSON: kinds of all values, items of lists, no further than two levels', () => {
  const value = { b: 1, a: [{ x: 1 }, { x: null, y: 'text' }], c: [1, 2], d: { e: { f: 1 } }, g: true };
  expect(shapeLines(value).map(({ key, kind }) => `${key}: ${kind}`)).toEqual([
    'a: list',
    'a[].x: null or number',
    'a[].y: text',
    'b: number',
    'c: list of number',
    'd: object',
    'd.e: object',
    'g: true or false',
  ]);
});
