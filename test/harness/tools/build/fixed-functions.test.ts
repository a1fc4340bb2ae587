import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { fixFunctions } from '../../../../harness/tools/build/fixed-functions.js';
import { runModule } from './run-module.js';

/** What `renderChunk` gets for one module. */
async function fixed(code: string): Promise<string> {
  const build = await rolldown({
    input: 'entry',
    treeshake: false,
    plugins: [
      { name: 'entry', resolveId: (id) => id, load: () => code },
      {
        name: 'fix',
        renderChunk(chunk) {
          return fixFunctions(chunk, this.parse(chunk));
        },
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm' });
  return output[0].code;
}

test('a function that is used before its line is there, and is a constant', async () => {
  const code = await fixed(
    'out.push(n(1), f.name);\nfunction f() { return 1; }\nfunction n(i) { return i === 0 ? f() : n(i - 1); }\n',
  );
  expect(code).toMatch(/^const f = \(\) => \{/mu);
  expect(code).toMatch(/^const n = \(i\) => \{/mu);
  expect(runModule(code)).toEqual([1, 'f']);
});

test('async functions and generators stay what they are', async () => {
  const code = await fixed(
    'async function a() {}\nfunction* g() { yield 2; }\nout.push(a() instanceof Promise, ...g());\n',
  );
  expect(runModule(code)).toEqual([true, 2]);
});

test.each([
  ['an assignment', 'f = 1;'],
  ['a pattern', '({ f } = { f: 1 });'],
  ['a list pattern', '[f] = [1];'],
  ['a loop', 'for (f of [1]);'],
  ['a count', 'f++; f = 1;'],
])('a function that %s writes to stays a declaration', async (_what, write) => {
  const code = await fixed(`function f() {}\n${write}\nout.push(f);\n`);
  expect(code).toContain('function f()');
  expect(runModule(code)).toEqual([1]);
});

test.each([
  ['in the place of an element', 'const list = [0]; list[f() - 3] = 5;'],
  ['in the place of a counted element', 'const list = [0]; list[f() - 3]++;'],
  ['in the place of a pattern', 'const list = [0]; [list[f() - 3]] = [1];'],
  ['by a loop with a name of its own', 'for (const f of [1]) f + 1;'],
])('a function that is read %s is a constant', async (_what, read) => {
  const code = await fixed(`function f() { return 3; }\n${read}\nout.push(f());\n`);
  expect(code).toContain('const f = () =>');
  expect(runModule(code)).toEqual([3]);
});

test('the line that names the interpreter stays first', async () => {
  expect((await fixed('#!/usr/bin/env node\nfunction f() {}\nf();\n')).split('\n')[0]).toBe('#!/usr/bin/env node');
});
