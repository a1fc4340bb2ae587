/** The written page and its script: no Node, no code made of text, text from files is data. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { findFault } from '../../../../harness/play/trace/schemas/check.js';
import { workbenchPage } from '../../../../harness/views/workbench/write.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const SCRIPT = join(packageRoot(), 'dist/harness/views/workbench/page.js');
const PLAN = 'traces/live-a-live/takahara-namcat.toml';
const plan = join(packageRoot(), PLAN);

/** Bytes of base 94 from the space on, `~` for `<`, nine in eleven letters; the last group is filled up with the largest digit. */
function fromLetters(text: string): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 11) {
    const group = [...text.slice(at, at + 11)].map((letter) => (letter === '~' ? '<' : letter).charCodeAt(0) - 32);
    const value = [...group, ...Array.from({ length: 10 }, () => 93)]
      .slice(0, 11)
      .reduce((sum, digit) => sum * 94n + BigInt(digit), 0n);
    const nine = [...Buffer.from(value.toString(16).padStart(18, '0'), 'hex')];
    bytes.push(...nine.slice(0, Math.floor((group.length * 9) / 11)));
  }
  return Buffer.from(bytes);
}

test('the script of the page needs no Node and makes no code of text', () => {
  const code = readFileSync(SCRIPT, 'utf8');
  expect(code).not.toMatch(/from\s*["']|require\(["']node:|import\s*\(|\beval\(|\bFunction\(/);
});

test('the policy lets the page run its own scripts and open WebSockets of this machine, and nothing else', () => {
  const page = workbenchPage({ file: 'plan.toml', text: '', language: 'en' });
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
  const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const unpack = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  expect(unpack).toContain('DecompressionStream');
  const packed = /id="packed">([^<]*)</.exec(page)?.[1] ?? '';
  const code = gunzipSync(fromLetters(packed)).toString();
  const sheet = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  expect(sheet).toContain('.square');
  expect(policy).toBe(
    `default-src 'none'; script-src ${hashOf(unpack)} ${hashOf(code)}; worker-src blob:; connect-src ws://127.0.0.1:* ws://localhost:*; ` +
      `style-src ${hashOf(sheet)}; base-uri 'none'; form-action 'none'`,
  );
});

test('the page has the plan as data, whatever stands in it', () => {
  const text = 'title = "</script><script>alert(1)</script>"';
  const page = workbenchPage({ file: '</title><b>x', text, language: 'en' });
  expect(page).not.toContain('alert(1)');
  expect(page).toContain('<title>&lt;/title&gt;&lt;b&gt;x: workbench</title>');
  const packed = /id="data">([^<]*)</.exec(page)?.[1] ?? '';
  const data: unknown = JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString());
  expect(data).toEqual({ file: '</title><b>x', text, language: 'en' });
  const script = /id="packed">([^<]*)</.exec(page)?.[1] ?? '';
  expect(gunzipSync(fromLetters(script)).toString()).toBe(readFileSync(SCRIPT, 'utf8'));
  // systems, the game's tables and searches in one file that can be mailed
  expect(page.length).toBeLessThan(500_000);
});

test('the command writes the page, the same for the same plan', async () => {
  const [one, other] = [join(folder.path, 'one.html'), join(folder.path, 'other.html')];
  const run = await cli(['plan', plan, '-o', one], { systems: SYSTEMS });
  expect([run.code, run.err]).toEqual([0, '']);
  expect(run.out).toContain('holds: 14 values as expected');
  const json = await cli(['plan', plan, '-o', other, '--json'], { systems: SYSTEMS });
  const played = await cli(['run', plan, '--json'], { systems: SYSTEMS });
  expect(JSON.parse(json.out)).toEqual({
    lockstep: 1,
    verb: 'plan',
    exit: 0,
    ok: true,
    verdict: 'answered',
    // the page plays what `run` does
    dependsOn: JSON.parse(played.out).dependsOn,
    page: other,
    system: 'live-a-live-battle',
    commands: 13,
    holds: true,
    says: 'holds: 14 values as expected',
  });
  expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
});

test('what is no plan, and a plan whose log is missing, are refused and nothing is written', async () => {
  const out = join(folder.path, 'none.html');
  const log = await cli(['plan', 'traces/logs/overflow.jsonl.gz', '-o', out], { systems: SYSTEMS });
  expect([log.code, log.err]).toEqual([
    2,
    expect.stringMatching(/^E_OPTION .*of this log a plan needs the frame to begin after/),
  ]);
  const from = readFileSync(join(packageRoot(), 'traces/live-a-live/overflow.toml'), 'utf8');
  const lost = await cli(['plan', folder.write('lost.toml', from), '-o', out], { systems: SYSTEMS });
  expect([lost.code, lost.err]).toEqual([2, expect.stringMatching(/^E_FILE .*overflow\.jsonl\.gz/)]);
  const same = await cli(['plan', folder.write('own.toml', readFileSync(plan)), '-o', join(folder.path, 'own.toml')], {
    systems: SYSTEMS,
  });
  expect([same.code, same.err]).toEqual([2, expect.stringMatching(/^E_OUTPUT_IS_INPUT/)]);
  expect(statSync(out, { throwIfNoEntry: false })).toBeUndefined();
});

test('the compiled schema of the page finds the faults of the other', async () => {
  const { compiledModule } = await import('../../../../harness/tools/build/compiled-schemas.js');
  const { rolldown } = await import('rolldown');
  const source = folder.write('schema.mjs', compiledModule(['plan']));
  const build = await rolldown({
    input: source,
    cwd: packageRoot(),
    logLevel: 'silent',
    resolve: { modules: [join(packageRoot(), 'node_modules')] },
  });
  const file = join(folder.path, 'schema-bundle.mjs');
  await build.write({ file, format: 'esm' });
  await build.close();
  const { validator } = (await import(file)) as { validator: (name: string) => (data: unknown) => boolean };
  const head = { plan: 1, system: 'live-a-live' };
  const plans: readonly unknown[] = [
    { ...head, do: [{ command: 'wait' }] },
    { ...head, do: [{ command: 'wait', repeat: 0 }] },
    { ...head, do: [{}] },
    { ...head, titel: 'x' },
    { ...head, expect: [{ cells: { x: { min: 1, max: 2 } } }] },
    { ...head, expect: [{ cells: { x: 'one' } }] },
    { ...head, search: { goal: { x: 1 } } },
    {},
  ];
  const found = plans.map((data) => findFault('plan', data) === undefined);
  expect(found).toContain(true);
  expect(found).toContain(false);
  expect(plans.map((data) => validator('plan')(data))).toEqual(found);
});
