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
const drill = join(packageRoot(), 'traces/homebrew/drill.sfc');
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
  // at once: so many frames take minutes
  await refusal(['record', drill, '--core', 'builtin', '--frames', '1000000', '-o', place], 'E_OUTPUT_WRITE');
  expect(existsSync(join(folder.path, 'nowhere'))).toBe(false);
});

test.each([
  ['no name of an output', 'E_OUTPUT_WRITE', 'its name is empty', ['run', 'srpg-movement', guide, '-o', '']],
  ['more threads than any machine has', 'E_USAGE', 'from 1 to 64', ['route', 'search', plan, '--workers', '65']],
  ['the same of seeds', 'E_USAGE', 'from 1 to 64', ['seeds', plan, '--workers', '65']],
  ['no frames', 'E_RECORDER_USE', 'expected 1 to', ['record', drill, '--frames', '0', '-o', 'x.jsonl']],
  ['a part that ends before it begins', 'E_OPTION', '--to 10', ['verify', log, '--from', '50', '--to', '10']],
  ['a folder for a file', 'E_FILE', 'it is a folder', ['report', folder.path, '-o', 'x.html']],
  [
    'a memory of more digits than numbers have',
    'E_USAGE',
    'to 9999999999',
    ['route', 'search', plan, '--memory', '99999999999'],
  ],
])('%s is refused in words that fit', async (_, code, says, words) => {
  expect(await refusal(words, code)).toContain(says);
});

test('a part beside the frames of a log names the two options', async () => {
  const run = await cli(['verify', log, '--from', '99999'], { systems: SYSTEMS });
  expect([run.code, run.err]).toEqual([2, expect.stringMatching(/^E_NOTHING_COMPARED: .*--from and --to/u)]);
});

test.runIf(LINUX)('a log that comes through a pipe is asked for as a file', () => {
  const run = spawnSync('sh', ['-c', `cat "$0" | "$1" "$2" verify /dev/stdin`, log, process.execPath, builtCommand()], {
    encoding: 'utf8',
  });
  expect([run.status, run.stderr]).toEqual([2, expect.stringMatching(/^E_FILE [^\n]*it is a pipe[^\n]*\n$/u)]);
});

test('a split that looks at every route says that a join has the answer', async () => {
  const jobs = join(folder.path, 'none');
  const split = await cli(['route', 'search', plan, '--split', '99999999', '--jobs', jobs], { systems: SYSTEMS });
  expect([split.code, split.out]).toEqual([
    0,
    `no job is left: the split looked at every route. \`route search PLAN --join ${jobs}\` gives the answer\n`,
  ]);
  const joined = await cli(['route', 'search', plan, '--join', jobs], { systems: SYSTEMS });
  expect([joined.code, joined.out]).toEqual([0, expect.stringContaining('optimal under conditions: cost 2009')]);
});

/** A plan with one text in place of another. */
function spoiled(plan: string, from: string, to: string): string {
  const text = readFileSync(join(packageRoot(), `traces/${plan}.toml`), 'utf8');
  expect(text).toContain(from);
  return folder.write('spoiled.toml', text.replace(from, to));
}

test.each([
  [
    'a card of no deck',
    'fftcg/decks-combat',
    'field = ["captain", "squire", "kindler"]',
    'field = ["captian", "squire", "kindler"]',
    /^E_PLAN_SETUP [^\n]*:\d+: column 1: E_UNKNOWN_ID setup\.players\[0\]\.field\[0\] names no card: "captian"\. Did you mean captain\?\n$/u,
  ],
  [
    'a card that no rule can carry',
    'fftcg/decks-combat',
    '{ kind = "damage", amount = 2000 }',
    '{ kind = "coinFlip" }',
    /E_RANGE setup\.definitions\[0\]\.abilities\[0\]\.effects\[0\]\.kind is one of damage, addPower, [^\n]*, not "coinFlip"/u,
  ],
  [
    'a player that is not there',
    'fftcg/decks-combat',
    'player = "A"',
    'player = "a1"',
    /no player is called a1; legal now: A\. Did you mean A\?/u,
  ],
  [
    'a map with ragged rows',
    'srpg-movement/fort-gate',
    '  [0, 0, 0, 0, 4,',
    '  [0, 0, 0, 4,',
    /:\d+: column 3: E_RAGGED_MAP setup\.map\[1\] has 20 columns, the first row has 19/u,
  ],
  [
    'a ground that is not in the table',
    'srpg-movement/fort-gate',
    'grounds = { 0 = 1, 1 = "never", 2 = 2, 3 = "never", 4 = 2 }',
    'grounds = { 0 = 1, 1 = "never", 2 = 2, 4 = 2 }',
    /E_UNKNOWN_ID setup\.map\[7\]\[0\]: setup\.grounds has no ground 3; there are 0, 1, 2, 4/u,
  ],
  [
    'a unit that is not there',
    'srpg-movement/fort-gate',
    'unit = "knight"',
    'unit = "knigt"',
    /no unit is called knigt; legal now: lord, knight, archer, mage[^\n]* Did you mean knight\?/u,
  ],
  [
    'a weapon that is not there',
    'kurogane-engage/squad-three-rounds',
    'weapons = ["rifle"]',
    'weapons = ["rifel"]',
    /setup\.units\[0\]\.weapons\[0\]: nothing is called rifel; there are rifle, smg, mortar, blade\. Did you mean rifle\?/u,
  ],
  [
    'an area that is not there',
    'holy-grail-war/seven-pairs-day',
    'base = "residence"',
    'base = "residense"',
    /setup\.pairs\[0\]\.base: nothing is called residense; there are residence, school, [^\n]*Did you mean residence\?/u,
  ],
])('%s is told in one line, with its place and what is legal', async (_, plan, from, to, says) => {
  const run = await cli(['run', spoiled(plan, from, to)], { systems: SYSTEMS });
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.err).toMatch(says);
  expect(run.err).toMatch(/^E_PLAN_\w+ [^\n]+:\d+: column \d+: [^\n]+\n$/u);
  expect(run.err.length - folder.path.length).toBeLessThanOrEqual(300);
});

test('a seal on a fallen servant is told in one line, with what is legal', async () => {
  const fallen = 'upkeep = 99';
  const text = readFileSync(join(packageRoot(), 'traces/holy-grail-war/turn.toml'), 'utf8');
  const head = text.slice(0, text.indexOf('[[do]]')).replace('upkeep = 10', fallen);
  const does = ['command = "prepare"\npair = "matou"', 'command = "useSeal"\npair = "matou"\neffect = "hp"'];
  const file = folder.write('fallen.toml', `${head}${does.map((one) => `[[do]]\n${one}\n`).join('')}`);
  const run = await cli(['run', file], { systems: SYSTEMS });
  expect(run.code).toBe(2);
  expect(run.err).toMatch(
    /^E_PLAN_REJECTED [^\n]*: step 2 \(useSeal\) is rejected with E_ALONE: this takes a living master and a living servant[^\n]*legal now: [^\n]*\n$/u,
  );
});
