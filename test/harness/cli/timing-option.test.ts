/** `--timing` of run, route verify and route search: what is learned, assumed and unknown of the frames that are shown. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { testFolder } from '../fixtures/files.js';
import { cli } from './run-cli.js';

const folder = testFolder();
const plans = fileURLToPath(new URL('../../../traces/live-a-live/', import.meta.url));
const lockstep = (...words: string[]) => cli(words, { systems: SYSTEMS });

const figure = (what: string, number: number, units: number, frames: number): object => {
  return { what, number, units, textSpeed: 0, least: frames, most: frames, seen: 1 };
};

function timing(figures: object[], system = 'live-a-live-battle'): string {
  const image = { title: 'made up', sha256: 'b'.repeat(64) };
  return folder.write('timing.json', JSON.stringify({ timing: 1, image, system, figures, leftOut: 0 }));
}

const SETUP = 'formation = 0xde\ngenerator = [1, 0, 231, 131]\n[[setup.party]]\ncharacter = "takahara"\n';
const plan = (commands: string): string =>
  folder.write('plan.toml', `plan = 1\nsystem = "live-a-live-battle"\n[setup]\n${SETUP}${commands}`);
const TURN = '[[do]]\ncommand = "turn"\nway = "left"\n';

describe('what a plan shows', () => {
  // the start takes 31 frames, each of two turns 4: 39
  test('run and route verify count it', async () => {
    const file = plan(`${TURN}${TURN}[[do]]\ncommand = "step"\n`);
    const profile = timing([figure('start', 0, 0, 31), figure('turn', 0, 0, 4)]);
    const line =
      'shown at text speed 0: 39 frames learned (3 waits), 0 frames assumed (0 waits), 0 waits of unknown length';
    expect((await lockstep('run', file, '--timing', profile)).out).toContain(line);
    expect((await lockstep('route', 'verify', file, '--timing', profile)).out).toContain(line);
    const { waits } = JSON.parse((await lockstep('run', file, '--timing', profile, '--json')).out) as { waits: object };
    expect(waits).toMatchObject({ learned: { waits: 3, frames: 39 }, unknown: 0, unknownThings: [] });
  });

  test('what has no figure is named, and an enemy has skills of its own', async () => {
    const auto = plan('[[do]]\ncommand = "auto"\npolicy = "attack"\n');
    const { out } = await lockstep('run', auto, '--timing', timing([figure('start', 0, 0, 31)]));
    expect(out).toMatch(/of unknown length: .*\bskill \d+ on 1 unit/);
    expect(out).toMatch(/enemies’ skill \d+ on \d unit/);
  });

  test('a search says that its cost leaves out what is shown', async () => {
    const text = readFileSync(`${plans}takahara-namcat-opening.toml`, 'utf8');
    const file = folder.write(
      'frames.toml',
      text.replace(/^cost = .*$/mu, 'cost = "frames"').replace('actions = 6', 'actions = 3'),
    );
    const { out, code } = await lockstep(
      'route',
      'search',
      file,
      '--workers',
      '1',
      '--timing',
      timing([figure('start', 0, 0, 31)]),
    );
    expect(code).toBe(0);
    expect(out).toMatch(/route 1, shown at text speed 0: 31 frames learned/);
    expect(out).toContain('the cost counts the frames of the rules alone');
  });
});

describe('bad input', () => {
  const refused = async (pattern: RegExp, ...words: string[]): Promise<void> => {
    const { code, err, out } = await lockstep(...words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(pattern);
    expect(err.trimEnd()).not.toContain('\n');
  };

  test('a profile of another system, a system without a console, a search in pieces, a policy', async () => {
    const profile = timing([figure('turn', 0, 0, 4)]);
    await refused(/^E_PROFILE_IMAGE .*another system/, 'run', `${plans}overflow.toml`, '--timing', profile);
    const srpg = fileURLToPath(new URL('../../../traces/srpg-movement/guide.toml', import.meta.url));
    await refused(/^E_CAPABILITY/, 'run', srpg, '--timing', profile);
    await refused(
      /^E_OPTION/,
      'route',
      'search',
      `${plans}takahara-namcat-opening.toml`,
      '--split',
      '2',
      '--timing',
      profile,
    );
    await refused(/^E_OPTION/, 'route', 'search', `${plans}chance-odie-o.toml`, '--timing', profile);
  });
});
