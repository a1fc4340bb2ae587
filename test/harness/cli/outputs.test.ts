/** No verb writes over what it reads: by its own name, through links, or under another option. */
import { copyFileSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { testFolder } from '../fixtures/files.js';
import { cli, declaredProgram } from './run-cli.js';

const folder = testFolder();
mkdirSync(join(folder.path, 'logs'));
mkdirSync(join(folder.path, 'plans'));

/** A copy of a file of `traces`. */
function copyOf(name: string, to: string): string {
  const file = join(folder.path, to);
  copyFileSync(join(packageRoot(), 'traces', name), file);
  return file;
}

const log = copyOf('logs/overflow.jsonl.gz', 'logs/overflow.jsonl.gz');
const plan = copyOf('live-a-live/overflow.toml', 'plans/overflow.toml');
const search = copyOf('live-a-live/namcat-opening.toml', 'plans/namcat-opening.toml');
const guide = copyOf('srpg-movement/guide.toml', 'plans/guide.toml');
const rom = copyOf('homebrew/drill.sfc', 'drill.sfc');
const script = copyOf('homebrew/scripts/worked-example.txt', 'pads.txt');
const table = join(folder.path, 'table.csv');
const map = join(folder.path, 'map.toml');

/** Words of a command; the output comes behind them, and must not be the last file of each row. */
const COMMANDS: readonly (readonly [words: readonly string[], input: string])[] = [
  [['run', 'srpg-movement', guide, '-o'], guide],
  [['route', 'search', search, '-o'], search],
  [['route', 'search', search, '--certificate'], search],
  [['route', 'export', plan, '-o'], plan],
  [['route', 'export', plan, '--lead', script, '-o'], script],
  [['route', 'branch', 'export', plan, '-o'], plan],
  [['route', 'branch', 'fork', plan, '-o'], plan],
  [['explain', log, '-o'], log],
  [['explain', log, '--notes'], log],
  [['discover', log, '--from', plan, '-o'], plan],
  [['discover', log, '--from', plan, '-o'], log],
  [['record', rom, '--frames', '3', '-o'], rom],
  [['record', rom, '--frames', '3', '--input', script, '-o'], script],
  [['convert', log, '-o'], log],
  [['convert', log, '-o', join(folder.path, 'x.csv'), '--write-columns'], log],
  [['convert', table, '--columns', map, '-o'], map],
  [['convert', table, '--columns', map, '-o'], table],
  [['report', log, '-o'], log],
  [['report', plan, '--against', log, '-o'], log],
  // not on the command line: the plan begins with a frame of this log
  [['report', plan, '-o'], log],
  [['run', 'live-a-live', plan, '-o'], log],
  [['rom', 'info', rom, '-o'], rom],
  [['rom', 'prove', rom, '--routine', 'C1:1C02', '--cases', '1', '--cdl'], rom],
  [['rom', 'prove', rom, '--routine', 'C1:1C02', '--cases', '1', '-o'], rom],
];

test('convert writes a table and its map', async () => {
  const run = await cli(['convert', log, '-o', table, '--write-columns', map], { systems: SYSTEMS });
  expect(run.err).toBe('');
});

describe.each(COMMANDS)('%j over %s', (words, input) => {
  const names: readonly (readonly [string, (name: string) => void])[] = [
    ['itself', () => undefined],
    ['a symbolic link', (name) => symlinkSync(input, name)],
    ['a hard link', (name) => linkSync(input, name)],
  ];
  test.each(names)('is refused where the output is %s', async (kind, make) => {
    const before = readFileSync(input);
    const name = kind === 'itself' ? input : `${input}-linked${/\.\w+$/u.exec(input)?.[0]}`;
    make(name);
    const run = await cli([...words, name], { systems: SYSTEMS });
    expect([run.code, run.err.split(' ')[0]]).toEqual([2, 'E_OUTPUT_IS_INPUT']);
    expect(readFileSync(input).equals(before)).toBe(true);
    if (name !== input) rmSync(name);
  });
});

test('a certificate and a dump that were written before are written over', async () => {
  const [proof, dump, out] = ['proof.jsonl', 'work.ram', 'log.jsonl'].map((name) => folder.write(name, 'older')) as [
    string,
    string,
    string,
  ];
  const short = ['--input', script, '--frames', '130', '--core', 'builtin', '-o', out];
  for (const [words, file] of [
    [['route', 'search', search, '--workers', '1', '--certificate', proof], proof],
    [['record', rom, ...short, '--dump', dump], dump],
  ] as const) {
    const run = await cli([...words], { systems: SYSTEMS });
    expect([run.code, run.err.includes('E_OUTPUT')]).toEqual([0, false]);
    expect(readFileSync(file, 'latin1')).not.toBe('older');
  }
});

test('one file for two outputs is refused', async () => {
  const out = join(folder.path, 'both.csv');
  symlinkSync('both.csv', `${out}-link`);
  for (const other of [out, `${out}-link`]) {
    const run = await cli(['convert', log, '-o', out, '--write-columns', other], { systems: SYSTEMS });
    expect([run.code, run.err]).toEqual([2, expect.stringMatching(/^E_USAGE: the output and the column map/)]);
  }
});

/** Options that name a file or folder to write, and what looks at them. */
const WRITTEN = new Set([
  'output',
  'writeColumns',
  'notes',
  'cdl',
  'certificate',
  'checkpoint',
  'jobs',
  'dump',
  'into',
]);
/** Options with the word in their help that write no file. */
const NOT_WRITTEN = new Set(['branches', 'split', 'write', 'emulator', 'queue', 'live', 'names', 'rowsOnly']);

test('the options whose help says that they write are those of the list', () => {
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  const writing = all(declaredProgram())
    .flatMap((command) => command.options)
    .filter(({ description, flags }) => /\bwrites?\b|\bsave\b/u.test(description) || flags.includes('--output'))
    .map((option) => option.attributeName())
    .filter((name) => !NOT_WRITTEN.has(name));
  expect(new Set(writing)).toEqual(WRITTEN);
});
