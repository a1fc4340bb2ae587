/**
 * The command as a process of its own: exit codes, streams, closed pipes, interruption, and the examples of every
 * help.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { builtCommand, runBuilt } from '../fixtures/compile-sources.js';
import { testFolder } from '../fixtures/files.js';
import { RESULTS, validatorOf } from './result-schemas.js';
import { cli, declaredProgram } from './run-cli.js';

const folder = testFolder();
const work = join(folder.path, 'work');
const main = builtCommand();

mkdirSync(work);

/** Words of a command line; quotes hold a word together. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, held, word]) => held ?? word ?? '');
}
for (const name of ['traces', 'test']) symlinkSync(join(packageRoot(), name), join(work, name));

/** What the examples have printed with `--json`. */
const printed: { readonly verb: string; readonly json: unknown }[] = [];

/** Need an emulator core, which is installed by hand (its suite runs them), the user's own cartridge image, or a client to talk to. */
const NOT_RUN_HERE = new Set(['record', 'rom info', 'rom check', 'debug']);

interface Verb {
  readonly name: string;
  readonly options: readonly (string | undefined)[];
}

/** Every verb; of those that have parts, the parts. */
function verbs(from: readonly Command[] = declaredProgram().commands, before = ''): readonly Verb[] {
  return from.flatMap((verb) => {
    const name = `${before}${verb.name()}`;
    if (verb.commands.length > 0) return verbs(verb.commands, `${name} `);
    return [{ name, options: verb.options.map((option) => option.long) }];
  });
}

/** Need a RAM recording, which is not shipped (test/harness/play/discover makes its own). */
const NEED_RECORDING = new Set(['discover']);

test.each(verbs().map((verb) => verb.name))(
  'the help of %s ends with an example that runs',
  async (name) => {
    const help = await cli([...name.split(' '), '--help'], { systems: SYSTEMS });
    const [, examples = ''] = help.out.split('\nExample:\n');
    const lines = examples.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toMatch(/^ {2}\$ lockstep /);
      if (NOT_RUN_HERE.has(name) || NEED_RECORDING.has(name)) continue;
      const words = wordsOf(line.replace(/^ {2}\$ lockstep /, ''));
      const run = runBuilt(words, work);
      expect([line, run.code]).toEqual([line, 0]);
      expect(run.err).not.toContain('E_');
      expect(run.out).not.toBe('');
      // `schema NAME --json` is that schema; other verbs within an example prepare its file
      if (name === 'schema' || !line.startsWith(`  $ lockstep ${name}`)) continue;
      const { out } = runBuilt([...words, '--json'], work);
      if (!out.startsWith('{"lockstep":')) continue;
      const check = validatorOf(name);
      expect([line, check(JSON.parse(out)), check.errors ?? []]).toEqual([line, true, []]);
      printed.push({ verb: name, json: JSON.parse(out) });
    }
  },
  300_000,
);

test('a validator that is not ours takes every one of these answers', ({ skip }) => {
  const python = spawnSync('python3', ['-c', 'import jsonschema'], { encoding: 'utf8' });
  if (python.status !== 0) return skip('python3 has no package jsonschema here');
  expect(printed.length).toBeGreaterThan(40);
  const file = folder.write('printed.json', JSON.stringify({ schemas: RESULTS, printed }));
  const program = [
    'import json, sys, jsonschema',
    'given = json.load(open(sys.argv[1], encoding="utf8"))',
    'for one in given["printed"]:',
    '    schema = given["schemas"][one["verb"]]',
    '    jsonschema.Draft7Validator.check_schema(schema)',
    '    jsonschema.validate(one["json"], schema, jsonschema.Draft7Validator)',
    'print(len(given["printed"]))',
  ];
  const run = spawnSync('python3', ['-c', program.join('\n'), file], { encoding: 'utf8' });
  expect([run.status, run.stderr, run.stdout]).toEqual([0, '', `${printed.length}\n`]);
});

test('every verb refuses what it does not know with one line, and writes nothing', () => {
  const before = readdirSync(work).sort();
  for (const { name } of verbs()) {
    const run = runBuilt([...name.split(' '), '--no-such-option'], work);
    expect([name, run.code, run.out]).toEqual([name, 2, '']);
    expect([name, run.err]).toEqual([name, expect.stringMatching(/^E_USAGE: [^\n]+\n$/u)]);
  }
  expect(readdirSync(work).sort()).toEqual(before);
}, 300_000);

test('every verb has --json', () => {
  for (const verb of verbs()) expect([verb.name, ...verb.options]).toContain('--json');
});

test('exit codes reach the shell, errors go to stderr', () => {
  expect(runBuilt(['schema'], work).code).toBe(0);
  const bad = runBuilt(['verify', 'nowhere.jsonl'], work);
  expect([bad.code, bad.out]).toEqual([2, '']);
  expect(bad.err).toMatch(/^E_FILE nowhere\.jsonl: [^\n]*\n$/);
  expect(runBuilt([], work).code).toBe(2);
});

test('a closed pipe is silent', async () => {
  const child = spawn(process.execPath, [main, 'schema', 'trace-header'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let errors = '';
  child.stderr.on('data', (text: Buffer) => {
    errors += text.toString();
  });
  const status = await new Promise((resolve) => child.on('close', resolve));
  expect([status, errors]).toEqual([0, '']);
});

test('Ctrl-C during verify exits with 130 and prints what was compared so far', async () => {
  const logs = Array.from({ length: 40 }, () => 'traces/logs/worked-example.jsonl.gz');
  const report = 'process.on("newListener", (name) => name === "SIGINT" && process.stderr.write("ready"))';
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${report}`, main, 'verify', ...logs], {
    cwd: work,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  child.stdout.on('data', (text: Buffer) => {
    out += text.toString();
  });
  // The handler is installed when the verb starts: how long that takes depends on the machine.
  child.stderr.once('data', () => child.kill('SIGINT'));
  const status = await new Promise((resolve) => child.on('close', resolve));
  expect(status).toBe(130);
  expect(out).toContain('interrupted');
});
