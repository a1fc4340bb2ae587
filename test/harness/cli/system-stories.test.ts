/** The pages of the systems: every command that a page shows prints what stands below it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtCommand } from '../fixtures/compile-sources.js';
import { PROJECT } from '../fixtures/is-built.js';
import { isShown, stepsOfPage, wordsOf } from './tutorial-pages.js';

const FOLDER = join(PROJECT, 'docs/systems');
const shown = readdirSync(FOLDER).flatMap((name) =>
  stepsOfPage(readFileSync(join(FOLDER, name), 'utf8')).flatMap((step) =>
    'run' in step ? [[name, step.run.command, step.run] as const] : [],
  ),
);

test.each(shown)('%s: %s', { timeout: 60_000 }, (_, command, { shown: text, exitCode }) => {
  const [program, ...words] = wordsOf(command);
  expect(program).toBe('lockstep');
  const run = spawnSync(process.execPath, [builtCommand(), ...words], { cwd: PROJECT, encoding: 'utf8' });
  expect(run.status).toBe(exitCode);
  if (isShown(text, run.stderr + run.stdout) || isShown(text, run.stdout + run.stderr)) return;
  expect(`${run.stderr}${run.stdout}`).toBe(text);
});

test('each page of the four systems shows a battle and at least two searches', () => {
  for (const name of ['fftcg.md', 'srpg-movement.md', 'kurogane-engage.md', 'holy-grail-war.md']) {
    const commands = shown.filter(([page]) => page === name).map(([, command]) => command);
    expect(commands.filter((command) => command.includes('route search')).length).toBeGreaterThanOrEqual(2);
    expect(commands.some((command) => command.includes('--tell'))).toBe(true);
  }
});
