/** The completion scripts in the shells that they are for: keys typed, and what the line becomes. */
import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { runBuilt } from '../harness/fixtures/compile-sources.js';
import { testFolder } from '../harness/fixtures/files.js';
import { missing, openProgram, type Screen } from './driver.js';

const folder = testFolder();
const opened: Screen[] = [];
afterAll(() => {
  for (const screen of opened) screen.signal('SIGKILL');
});

/** How a shell is started without the user's own files, and made to show a short prompt. */
const SHELLS = {
  bash: { start: ['bash', '--norc', '--noprofile', '-i'], prompt: "PS1='> '; bind 'set enable-bracketed-paste off'" },
  zsh: { start: ['zsh', '-f', '-i'], prompt: "PS1='> '; autoload -Uz compinit; compinit -u" },
  fish: { start: ['fish', '--no-config', '-i'], prompt: "function fish_prompt; echo -n '> '; end" },
} as const;

/** What stands on the line, what Tab makes of it, in every shell. */
const LINES = [
  ['lockstep vec', 'lockstep vectors'],
  ['lockstep route br', 'lockstep route branch'],
  ['lockstep route branch fo', 'lockstep route branch fork'],
  ['lockstep run --na', 'lockstep run --names'],
  ['lockstep run --names j', 'lockstep run --names ja'],
  ['lockstep data sk', 'lockstep data skills'],
  ['lockstep seeds plan.toml --starts w', 'lockstep seeds plan.toml --starts waits'],
  ['lockstep symbols --format lua --emulator bizh', 'lockstep symbols --format lua --emulator bizhawk'],
  // where no word is known, the shell's own file names
  ['lockstep run pla', 'lockstep run plan-of-mine.toml'],
] as const;

function isMissing(shell: string): boolean {
  return missing() !== '' || spawnSync(shell, ['-c', 'exit 0']).status !== 0;
}

for (const [name, { start, prompt }] of Object.entries(SHELLS)) {
  const skips = isMissing(name);
  if (skips) console.log(`skipped: completion of ${name}: the shell is not here`);
  describe.skipIf(skips)(name, () => {
    test('Tab completes verbs, parts, options, their words, and files', async () => {
      const script = runBuilt(['completion', name], folder.path);
      expect([script.code, script.err]).toEqual([0, '']);
      const file = folder.write(`completion.${name}`, script.out);
      folder.write('plan-of-mine.toml', '');
      const screen = openProgram(start, 40, 100, { HOME: folder.path });
      opened.push(screen);
      screen.type(`cd ${folder.path}; ${prompt}; source ${file}; clear; echo re''ady\r`);
      await screen.shows('ready');
      for (const [typed, completed] of LINES) {
        screen.type(`${typed}\t`);
        await screen.until((lines) => lines.some((line) => line.trimEnd().endsWith(completed)), completed);
        screen.type('\x15');
        await screen.until((lines) => !lines.some((line) => line.trimEnd().endsWith(completed)), 'an empty line');
      }
    });
  });
}
