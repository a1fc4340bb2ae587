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

test.each([
  ['is written to', 'const P = { a: 1 };\nconst f = () => { P.a = 2; };\nconst g = () => P.a;'],
  ['is counted up', 'const P = { a: 1 };\nconst f = () => P.a++;\nconst g = () => P.a;'],
  ['is written to by a name', 'const P = { a: 1 };\nconst f = (k) => { P[k] = 2; };\nconst g = () => P.a;'],
  ['holds a text', "const P = { a: 1, b: 'x' };\nconst g = () => P.a;"],
  ['is a variable', 'let P = { a: 1 };\nconst g = () => P.a;'],
  ['is asked for what it has not', 'const P = { a: 1 };\nconst g = () => P.toString;'],
  ['is asked by a name', 'const P = { a: 1 };\nconst g = (a) => P[a];'],
])('an object that %s stays', async (_what, code) => {
  expect(await inlined(code)).toBe(code);
});
