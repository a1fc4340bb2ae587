/** The command with one, two and four threads: the same answer. Threads need compiled code, so the command runs as a process. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { compileCommand } from '../fixtures/compile-sources.js';
import { testFolder } from '../fixtures/files.js';

const folder = testFolder();
let main = '';
let plan = '';

beforeAll(() => {
  main = compileCommand(folder.path);
  // a goal far enough away that batches are large enough for threads
  const text = readFileSync(new URL('../../../traces/live-a-live/namcat-opening.toml', import.meta.url), 'utf8')
    .replace(
      '{ command = "skill" },',
      '{ command = "skill" }, { command = "pass" }, { command = "turn", side = ["left", "right"] },',
    )
    .replace('"ally[0].cellX" = { max = 1 }', '"ally[0].cellX" = 0')
    .replace('"ally[0].cellY" = { max = 3 }', '"ally[0].cellY" = 3');
  plan = folder.write('wide.toml', text);
}, 120_000);

test('one, two and four threads', () => {
  const answers = [1, 2, 4].map((workers) => {
    const words = [main, 'route', 'search', plan, '--workers', String(workers), '--memory', '200', '--json'];
    const run = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([0, '']);
    return run.stdout;
  });
  expect(JSON.parse(answers[0] ?? '')).toMatchObject({ proven: true });
  expect(answers[1]).toBe(answers[0]);
  expect(answers[2]).toBe(answers[0]);
}, 240_000);
