/** Input that is merely bad is one line of error and exit 2, never a fault of ours. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { builtCommand } from '../fixtures/compile-sources.js';
import { testFolder } from '../fixtures/files.js';
import { cli } from './run-cli.js';

const folder = testFolder();
const plan = join(packageRoot(), 'traces/live-a-live/namcat-opening.toml');
const guide = join(packageRoot(), 'traces/srpg-movement/guide.toml');
const log = join(packageRoot(), 'traces/logs/worked-example.jsonl.gz');
const LINUX = process.platform === 'linux';

/** One line that names the code, nothing of ours. */
async function refusal(words: readonly string[], code: string): Promise<string> {
  const run = await cli(words, { systems: SYSTEMS });
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.err).toMatch(new RegExp(`^${code}\\b[^\\n]*\\n$`, 'u'));
  return run.err;
}

test('more memory than the machine has is refused', async () => {
  expect(await refusal(['route', 'search', plan, '--memory', '9999999999'], 'E_OPTION')).toContain('less memory');
  // one array holds the states
  expect(await refusal(['route', 'search', plan, '--memory', '4295'], 'E_OPTION')).toMatch(/at most \d+ megabytes/u);
});

test.runIf(LINUX)('a folder for jobs that cannot be made is refused, also where Node would try for ever', async () => {
  await refusal(['route', 'search', plan, '--split', '2', '--jobs', '/proc/jobs/x'], 'E_OUTPUT_WRITE');
  const file = folder.write('file', '');
  await refusal(['route', 'search', plan, '--split', '2', '--jobs', join(file, 'jobs')], 'E_OUTPUT_WRITE');
});

test('an error of the file system is one line with its path', async () => {
  const error = Object.assign(new Error('EACCES: permission denied'), {
    code: 'EACCES',
    syscall: 'scandir',
    path: '/closed',
  });
  const signal = (): never => {
    throw error;
  };
  const run = await cli(['verify'], { tracesFolder: folder.path, signal });
  expect([run.code, run.err]).toEqual([2, expect.stringMatching(/^E_FILE \/closed: .*EACCES/u)]);
});

test('a condition of thousands of terms is refused', async () => {
  const condition = Array.from({ length: 30_000 }, () => '1 = 1').join(' and ');
  await refusal(['step', guide, '--until', condition, '--print'], 'E_EXPRESSION');
});

test.runIf(LINUX)('a full disk behind stdout is one line of error', () => {
  const run = spawnSync(process.execPath, [builtCommand(), 'schema', 'trace-header'], {
    encoding: 'utf8',
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  expect([run.status, run.stderr]).toEqual([2, expect.stringMatching(/^E_OUTPUT_WRITE: [^\n]*ENOSPC[^\n]*\n$/u)]);
});

test('a folder may hold links to logs; a link to a folder is not followed', async () => {
  const logs = join(folder.path, 'logs');
  mkdirSync(logs);
  symlinkSync(log, join(logs, 'linked.jsonl.gz'));
  symlinkSync(logs, join(logs, 'circle'));
  const run = await cli(['verify', logs], { systems: SYSTEMS });
  expect([run.code, run.err]).toEqual([0, '']);
  expect(run.out).toContain('linked.jsonl.gz: equal');
});

test('escape bytes in names reach no terminal; errors go to stderr', async () => {
  const logs = join(folder.path, 'escapes');
  mkdirSync(logs);
  copyFileSync(log, join(logs, 'good\u001b[31m.jsonl.gz'));
  writeFileSync(join(logs, 'bad\u001b[31m.jsonl'), 'no trace\n');
  const run = await cli(['verify', logs], { systems: SYSTEMS });
  expect(run.code).toBe(2);
  expect(`${run.out}${run.err}`).not.toContain('\u001b');
  expect(run.out).toContain('good\\u{1B}[31m.jsonl.gz: equal');
  expect(run.err).toMatch(/^E_\w+ [^\n]*bad\\u\{1B\}\[31m\.jsonl[^\n]*\n$/u);
  expect(run.out).not.toContain('E_');
});

test.each([['--tell'], ['--print'], ['--json']])(
  'run %s: a name with an escape sequence reaches no terminal',
  (option) => {
    const text = readFileSync(join(packageRoot(), 'traces/kurogane-engage/guide.toml'), 'utf8');
    const file = folder.write('names.toml', text.replaceAll('"companion"', '"one\\u001b[2J"'));
    const run = spawnSync(process.execPath, [builtCommand(), 'run', file, option], { encoding: 'utf8' });
    expect([run.status, run.stdout.includes('\u001b')]).toEqual([0, false]);
    if (option === '--json') expect(JSON.parse(run.stdout)).toMatchObject({ exit: 0 });
    else expect(run.stdout).toMatch(/one\\u(?:001B|\{1B\})\[2J/u);
  },
);

test('an output in a folder that is not there is refused, and the folder is not made', async () => {
  const place = join(folder.path, 'nowhere', 'x.jsonl');
  await refusal(['run', 'srpg-movement', guide, '-o', place], 'E_OUTPUT_WRITE');
  expect(existsSync(join(folder.path, 'nowhere'))).toBe(false);
});
