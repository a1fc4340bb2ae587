/** The example in Lua, under each Lua: the command's answers by the rules L6 and L7. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import { builtCommand } from '../harness/fixtures/compile-sources.js';

// 57 a move at speed 31; the enemy acts from 256 points on
const SHOWN = [0, 29, 200]
  .map((points) => `${points} action points: ${Math.ceil((256 - points) / 57) - 1} free moves of 57\n`)
  .join('');

test.each(['5.3', '5.4'])('Lua %s', (version) => {
  const PATH = [process.env['LUA_DIRECTORY'], process.env['PATH']].filter((folder) => folder).join(delimiter);
  const words = [join(packageRoot(), 'examples/free_moves.lua'), `"${process.execPath}" "${builtCommand()}"`];
  const run = spawnSync(`lua${version}`, words, { encoding: 'utf8', env: { ...process.env, PATH } });
  expect([run.status, run.stderr, run.stdout]).toEqual([0, '', SHOWN]);
});
