/** A gigabyte of zeros, without the disk space for it, given to the readers that hold a file in memory: refused before it is read whole. */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { testFolder } from '../fixtures/files.js';
import { cli } from './run-cli.js';

const folder = testFolder();
const zeros = folder.write('zeros', '');
truncateSync(zeros, 2 ** 30);
const plan = join(packageRoot(), 'traces/live-a-live/namcat-opening.toml');
const trace = folder.write(
  'trace.log',
  'c08123 lda $7e0b10 [7e0b10] A:0012 X:0000 Y:0000 S:1ff0 D:0000 DB:7e nvmxdizc V:1 H:2 F:3\n',
);

test.each([
  ['plan', ['run', 'ticker', zeros], 'E_TEXT_SIZE'],
  ['routine cases', ['vectors', zeros], 'E_TEXT_SIZE'],
  ['CPU profile', ['verify', trace, '--profile', zeros], 'E_TEXT_SIZE'],
  ['column map', ['convert', trace, '--columns', zeros, '-o', `${zeros}.out`], 'E_TEXT_SIZE'],
  ['trace', ['verify', zeros], 'E_TRACE_LINE_LENGTH'],
  ['trace to be explained', ['explain', zeros], 'E_TRACE_LINE_LENGTH'],
  ['CPU trace', ['holes', zeros], 'E_CPU_TRACE_LINE'],
  ['cartridge image', ['rom', 'info', zeros], 'E_ROM_SIZE'],
  ['cartridge image to be recorded', ['record', zeros, '--core', 'builtin', '-o', `${zeros}.out`], 'E_ROM_SIZE'],
  [
    'device instead of an image',
    ['record', '/dev/zero', '--core', 'builtin', '-o', `${zeros}.out`],
    'E_FILE_UNREADABLE',
  ],
  ['job of a search', ['route', 'search', plan, '--job', zeros], 'E_TEXT_SIZE'],
  ['watch list', ['symbols', '--import', zeros, '--format', 'wch'], 'E_TEXT_SIZE'],
])('a file beyond the limit is one error: %s', async (_name, words, code) => {
  const run = await cli(words, words[0] === 'route' ? { systems: SYSTEMS } : {});
  expect(run.code).toBe(2);
  expect(`${run.out}${run.err}`).toContain(code);
  expect(run.err.split('\n').length).toBeLessThanOrEqual(2);
});
