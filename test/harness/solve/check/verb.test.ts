/** `lockstep route check` and the options of `route search` that write a certificate. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { counter, linesOf, sumPlan, writeLinked } from './certificates.js';

const folder = testFolder();
const plan = folder.write('plan.toml', sumPlan([1, 4, 5], 12));
const [proof, changed] = [join(folder.path, 'proof.jsonl.gz'), join(folder.path, 'changed.jsonl')];
const plain = join(folder.path, 'proof.jsonl');
const route = (...words: string[]) => cli(['route', ...words], { systems: [counter()] });
const search = (...words: string[]) => route('search', plan, '--workers', '1', ...words);

beforeAll(async () => {
  for (const file of [proof, plain]) {
    const run = await search('--certificate', file);
    expect([run.code, run.err]).toEqual([0, `${file}: the proof, 4 states; check it with lockstep route check\n`]);
  }
});

test('an accepted certificate exits with 0 and says what is proven and what is trusted', async () => {
  const run = await route('check', proof, '--plan', plan);
  expect([run.code, run.err]).toEqual([0, '']);
  expect(run.out).toContain('accepted: no route costs less than 3, and one costs that');
  expect(run.out).toContain('4 states, 12 moves tried; taken from the core: its step\n');
  expect(run.out).toMatch(/^ {2}plan: To 12 \(SHA-256 [0-9a-f]{16}\); counter, ruleset /mu);
  const json = JSON.parse((await route('check', proof, '--json')).out) as unknown;
  expect(json).toMatchObject({ verb: 'route check', exit: 0, accepted: true, line: 0, proven: { cost: 3, states: 4 } });
});

test('a plan without a title is called so', async () => {
  const untitled = folder.write('untitled.toml', sumPlan([1, 4, 5], 12).replace(/^title.*\n/mu, ''));
  const proven = join(folder.path, 'untitled.jsonl');
  expect((await route('search', untitled, '--workers', '1', '--certificate', proven)).code).toBe(0);
  const run = await route('check', proven);
  expect(run.out).toMatch(/^ {2}plan: without a title \(SHA-256 [0-9a-f]{16}\); counter, ruleset /mu);
});

test('the same search writes the same bytes, over an older certificate as well', async () => {
  const other = folder.write('again.jsonl.gz', 'an older one');
  expect((await search('--certificate', other)).code).toBe(0);
  expect(readFileSync(other).equals(readFileSync(proof))).toBe(true);
});

test('a refused one exits with 1 and names the line', async () => {
  writeFileSync(changed, readFileSync(plain, 'utf8').replace('"cost":1', '"cost":2'));
  const run = await route('check', changed);
  expect([run.code, run.out]).toEqual([1, expect.stringMatching(/REFUSED at line 3: the line was changed/u)]);
  const json = JSON.parse((await route('check', changed, '--json')).out) as unknown;
  expect(json).toMatchObject({ exit: 1, accepted: false, line: 3 });
});

test('a file that is cut or of another plan exits with 2', async () => {
  const lines = linesOf(plain);
  expect(await route('check', writeLinked(changed, lines.slice(0, -1)))).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^E_CERTIFICATE .*changed.jsonl:5: the certificate is cut/u) as string,
  });
  const other = folder.write('other.toml', sumPlan([1, 4, 5], 13));
  const run = await route('check', proof, '--plan', other);
  expect([run.code, run.err]).toEqual([2, expect.stringMatching(/^E_CERTIFICATE .*of another plan/u)]);
  writeFileSync(changed, readFileSync(proof).subarray(0, 200));
  expect(await route('check', changed)).toMatchObject({ code: 2, err: expect.stringMatching(/^E_GZIP/u) as string });
});

test('a plan in a certificate is as bad as one in a file', async () => {
  const text = sumPlan([1, 4, 5], 12).replace('total', 'sum');
  const [head, ...lines] = linesOf(plain);
  const planHash = createHash('sha256').update(text).digest('hex');
  const run = await route('check', writeLinked(changed, [{ ...head, plan: text, planHash }, ...lines]));
  expect([run.code, run.err]).toEqual([2, expect.stringMatching(/^E_PLAN_CELL .*no cell is called sum/u)]);
});

test('there is no certificate without a proof, and none beside what contradicts it', async () => {
  const none = join(folder.path, 'none.jsonl');
  const cases: readonly (readonly [RegExp, ...string[]])[] = [
    [/^E_CERTIFICATE: .*only a proof has one; found (not proven|a beam)/u, '--nodes', '2', '--certificate', none],
    [/^E_OPTION: --certificate and --beam/u, '--beam', '9', '--certificate', none],
    [/^E_OPTION: --certificate and --split/u, '--split', '2', '--jobs', folder.path, '--certificate', none],
    [/^E_OPTION: --trust is for a certificate/u, '--trust', 'key'],
    [/^E_USAGE: the output and the certificate would be the same file/u, '--certificate', none, '-o', none],
    [/^E_OUTPUT_IS_INPUT/u, '--certificate', plan],
    [/^E_USAGE: .*everything/u, '--certificate', none, '--trust', 'everything'],
  ];
  for (const [message, ...words] of cases) {
    const run = await search(...words);
    expect([words, run.code, run.err]).toEqual([words, 2, expect.stringMatching(message)]);
    expect(existsSync(none)).toBe(false);
  }
});

test('an answer without a proof is told all the same, as one JSON value', async () => {
  const run = await search('--nodes', '2', '--json', '--certificate', join(folder.path, 'none.jsonl'));
  expect(run.code).toBe(2);
  expect(JSON.parse(run.out)).toMatchObject({
    verb: 'route search',
    exit: 2,
    routes: [{}],
    error: { code: 'E_CERTIFICATE' },
  });
});
