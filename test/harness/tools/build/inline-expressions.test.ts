/** Small functions put in place: what the code does must not change, and what may not be moved must stay a call. */
import { parseSync } from 'rolldown/experimental';
import { expect, test } from 'vitest';
import { inlineExpressions } from '../../../../harness/tools/build/inline-expressions.js';
import { runModule } from './run-module.js';

function inlined(code: string): string {
  const { program, errors } = parseSync('module.js', code);
  expect(errors).toEqual([]);
  return inlineExpressions(code, program);
}

const HALF = 'const LIMIT = 40; const half = function (value) { return value < LIMIT ? value >> 1 : value; };';

test('a call of a pure expression becomes the expression, also in one that is put in place itself', () => {
  const code = `${HALF} const low = function (v) { return half(v) & 3; };
    out.push(half(10), low(14), half(half(41) + 1));`;
  const result = inlined(code);
  expect(result).toContain('return ((v) < LIMIT ? (v) >> 1 : (v)) & 3');
  expect(result).toContain('out.push(((10) < LIMIT ? (10) >> 1 : (10)), ((((14)) < LIMIT');
  // the argument of the outer call would stand there three times
  expect(result).toContain('half(((41) < LIMIT');
  expect(runModule(result)).toEqual([5, 3, 42]);
  expect(runModule(result)).toEqual(runModule(code));
});

test('precedence and the evaluation order of what stays are kept', () => {
  const code = `const sum = function (a, b) { return a + b; }; let n = 1; const next = () => n++;
    out.push(sum(1, 2) * sum(3, 4), -sum(1, 2), sum(next(), next()), sum(n, n), { sum: sum(5, 6) }.sum, [sum][0](7, 8));`;
  expect(runModule(inlined(code))).toEqual([21, -3, 3, 6, 11, 15]);
});

test.each([
  ['an argument with an effect', 'let i = 0; out.push(half(i++), i);', 'half(i++)'],
  [
    'an argument that is a call of another function',
    'const f = () => { out.push("f"); return 8; }; out.push(half(f()));',
    'half(f())',
  ],
  ['too few arguments', 'out.push(half());', 'half()'],
  ['a function with the same name further in', 'out.push(((half) => half(3))((v) => -v));', 'half(3)'],
  ['a local name that the expression reads as another', 'out.push(((LIMIT) => half(LIMIT))(50));', 'half(LIMIT)'],
  ['a caught name', 'try { throw 90; } catch (LIMIT) { out.push(half(LIMIT)); }', 'half(LIMIT)'],
])('%s keeps the call', (_, rest, kept) => {
  const code = `${HALF} ${rest}`;
  expect(inlined(code)).toContain(kept);
  expect(runModule(inlined(code))).toEqual(runModule(code));
});

test.each([
  ['writes', 'const f = function (a) { return a.x = 2; };'],
  ['calls itself', 'const f = function (a) { return a === 0 ? 0 : f(a - 1); };'],
  ['calls what is not known', 'const f = function (a) { return Math.max(a, 3); };'],
  ['makes something', 'const f = function (a) { return [a]; };'],
  ['is asynchronous', 'const f = async function (a) { return a; };'],
  ['has more than one statement', 'const f = function (a) { out.push(a); return a; };'],
  ['can be assigned to', 'let f = function (a) { return a; };'],
])('a function that %s is left alone', (_, definition) => {
  expect(inlined(`${definition} out.push(f(1));`)).toContain('out.push(f(1))');
});

test('names behind a dot and in a shorthand are not values', () => {
  const code = `const ram = { at: 7 }; const get = function (at) { return at.at; }; const at = { at: 9 };
    const wrap = () => { const inner = get(at); return { inner }; }; out.push(wrap().inner, get(ram));`;
  expect(runModule(inlined(code))).toEqual([9, 7]);
});
