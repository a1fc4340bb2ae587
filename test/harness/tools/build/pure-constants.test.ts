import { expect, test } from 'vitest';
import { pureConstants } from '../../../../harness/tools/build/pure-constants.js';
import type { Program } from '../../../../harness/tools/build/syntax-tree.js';

async function marked(code: string): Promise<string> {
  const { parseAst } = await import('rolldown/parseAst');
  return pureConstants(code, parseAst(code) as unknown as Program);
}

test.each([
  // what somebody has to run is marked
  ['const a=f(1);', 'const a=/* @__PURE__ */(()=>f(1))();'],
  ['const a=b.c;', 'const a=/* @__PURE__ */(()=>b.c)();'],
  ['var a=new Map([b()]),c=2;', 'var a=/* @__PURE__ */(()=>new Map([b()]))(),c=2;'],
  ['const a={...b};', 'const a=/* @__PURE__ */(()=>({...b}))();'],
  ['const a={[b]:1};', 'const a=/* @__PURE__ */(()=>({[b]:1}))();'],
  ['const a=b+1;', 'const a=/* @__PURE__ */(()=>b+1)();'],
  // what does nothing stays, and what a bundler must not drop
  ['const a={b:1,c(){return d()},e:[f,()=>g()]};', undefined],
  ['const a=-(2*3);', undefined],
  ['const a=function(){return b()};', undefined],
  ['const{a}=b();', undefined],
  ['let a=b();', undefined],
  ['function a(){const b=c()}', undefined],
  ['b(c);', undefined],
])('%s', async (code, expected) => {
  expect(await marked(code)).toBe(expected ?? code);
});
