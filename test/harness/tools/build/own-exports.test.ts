import { expect, test } from 'vitest';
import { ownExports } from '../../../../harness/tools/build/own-exports.js';

/** The parser of the build gives the same tree; only what the rewriting looks at is written here. */
async function rewritten(code: string): Promise<string> {
  const { parseAst } = await import('rolldown/parseAst');
  return ownExports(code, parseAst(code));
}

async function exportsOf(code: string): Promise<Record<string, unknown>> {
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, unknown>;
}

test('an exported constant keeps its name inside, and another one is exported', async () => {
  const code = await rewritten('const f = function (n) { return n; };\nconst n = f(2);\nexport { f as read, n };');
  expect(code).toContain('const f$exported = f;');
  expect(code).not.toMatch(/export \{[^}]*\bf as/u);
  const { read, n } = await exportsOf(code);
  expect((read as (value: number) => number)(5)).toBe(5);
  expect(n).toBe(2);
});

test('what is written to later is exported as it is', async () => {
  const code = await rewritten('let count = 0;\nconst add = () => { count++; };\nexport { add, count };');
  const shown = await exportsOf(code);
  (shown.add as () => void)();
  expect(shown.count).toBe(1);
});

test('a name that is exported twice stands for one value', async () => {
  const { one, two } = await exportsOf(await rewritten('const a = {};\nexport { a as one, a as two };'));
  expect(one).toBe(two);
});

test('what another module exports is passed on', async () => {
  const code = 'import { sep } from "node:path";\nexport { sep };\nexport { join } from "node:path";';
  expect(await rewritten(code)).toContain('export { sep as sep };');
  expect(await rewritten(code)).toContain('export { join } from "node:path";');
});
