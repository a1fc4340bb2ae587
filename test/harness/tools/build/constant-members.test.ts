/** Numbers of constant objects in the place of their names. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { inlineMembers } from '../../../../harness/tools/build/constant-members.js';
import type { Program } from '../../../../harness/tools/build/syntax-tree.js';

const folder = mkdtempSync(join(tmpdir(), 'lockstep-members-'));
const inlined = (code: string): Promise<string> => inlineMembers(code, parseAst(code) as unknown as Program, folder);

test.each([
  [
    'of a literal',
    'const P = { off: 0, on: 1, back: -2 };\nconst f = (x) => x === P.on ? x - P.back : P.off;',
    'x === 1 ? x - (-2) : 0',
  ],
  [
    'that a declaration has worked out',
    'const D = { numbers: { a: 3, b: 4 } };\nconst N = D.numbers;\nconst f = () => N.a * N.b;',
    '3 * 4',
  ],
])('a number %s stands where it is read', async (_what, code, expected) => {
  expect(await inlined(code)).toContain(expected);
});

test('an object may be looked through, spread and exported', async () => {
  const code = `const P = { a: 7 };\nconst keys = Object.keys(P);\nconst R = { ...P };\nconst P$exported = P;\nconst g = () => P.a + keys.length;\nexport { P$exported as P };`;
  expect(await inlined(code)).toContain('() => 7 + keys.length');
});

test('an object may be handed to what only reads it, through others too', async () => {
  const code =
    'const P = { a: 7 };\nconst h = (x, k) => Object.keys(x).find((n) => x[n] === k);\nconst f = (y) => h(y, 7);\nf(P);\nconst g = () => P.a;';
  expect(await inlined(code)).toContain('const g = () => 7;');
});

test.each([
  ['is written to', 'const P = { a: 1 };\nconst f = () => { P.a = 2; };\nconst g = () => P.a;'],
  ['is counted up', 'const P = { a: 1 };\nconst f = () => P.a++;\nconst g = () => P.a;'],
  ['is written to by a name', 'const P = { a: 1 };\nconst f = (k) => { P[k] = 2; };\nconst g = () => P.a;'],
  ['is handed to a function', 'const P = { a: 1 };\nconst f = (x) => { x.a = 2; };\nf(P);\nconst g = () => P.a;'],
  [
    'is handed on',
    'const P = { a: 1 };\nconst h = (x) => { x.a++; };\nconst f = (y) => h(y);\nf(P);\nconst g = () => P.a;',
  ],
  [
    'is kept by a function',
    'const P = { a: 1 };\nlet kept;\nconst f = (x) => { kept = x; };\nf(P);\nconst g = () => P.a;',
  ],
  ['is written to by assign', 'const P = { a: 1 };\nObject.assign(P, { a: 2 });\nconst g = () => P.a;'],
  ['is written to by a pattern', 'const P = { a: 1 };\nconst f = (x) => { [P.a] = x; };\nconst g = () => P.a;'],
  ['is written to by a loop', 'const P = { a: 1 };\nconst f = (x) => { for (P.a of x); };\nconst g = () => P.a;'],
  ['stands in a list', 'const P = { a: 1 };\nconst L = [P];\nconst g = () => P.a;'],
  ['has another name', 'const P = { a: 1 };\nconst Q = P;\nconst g = () => P.a;'],
  ['is given back', 'const P = { a: 1 };\nconst f = () => P;\nconst g = () => P.a;'],
  ['holds a text', "const P = { a: 1, b: 'x' };\nconst g = () => P.a;"],
  ['is a variable', 'let P = { a: 1 };\nconst g = () => P.a;'],
  ['is asked for what it has not', 'const P = { a: 1 };\nconst g = () => P.toString;'],
  ['is asked by a name', 'const P = { a: 1 };\nconst g = (a) => P[a];'],
])('an object that %s stays', async (_what, code) => {
  expect(await inlined(code)).toBe(code);
});
