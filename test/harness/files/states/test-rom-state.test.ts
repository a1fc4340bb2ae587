/** Dumps of our test ROM: written by `record --dump`, taken over frame for frame, refused while the screen shows something. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { findPlanSystem, startBattle } from '../../../../harness/play/plan/start.js';
import { type CliRun, cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const rom = join(packageRoot(), 'traces/homebrew/drill-menu.sfc');
const at = (name: string): string => join(folder.path, name);
const run = (...words: string[]): Promise<CliRun> => cli(words, { systems: SYSTEMS });

/** Start is held in frames 20 and 21; the battle's window takes 31 frames (traces/homebrew/MENU.md). */
async function dump(frames: number): Promise<CliRun> {
  const input = folder.write('lead.txt', '20 8\n22 0\n70 100\n71 0\n');
  const words = ['record', rom, '--core', 'builtin', '--input', input, '--frames', `${frames}`];
  return run(...words, '--dump', at(`${frames}.ram`), '-o', at(`${frames}.jsonl`));
}

const plan = (start: string, name = 'plan.toml'): string =>
  folder.write(
    name,
    `plan = 1\nsystem = "live-a-live"\n[start]\n${start}\n[[do]]\ncommand = "step"\ndirection = "up"\n`,
  );

beforeAll(async () => {
  expect((await dump(60)).code).toBe(0);
}, 60_000);

describe('a dump of the test ROM', () => {
  test('is 128 KiB and begins a plan with every cell of the log’s last frame', async () => {
    expect(readFileSync(at('60.ram'))).toHaveLength(131_072);
    const images = await Promise.all(
      [`state = "60.ram"`, `trace = "60.jsonl"\nframe = 59`].map(async (start, number) => {
        const loaded = loadPlan(plan(start, `${number}.toml`));
        const battle = await startBattle(await findPlanSystem(SYSTEMS, loaded), loaded);
        return battle.cells
          .filter(({ scratch }) => scratch !== true)
          .map(({ offset, width }) => [...battle.image.subarray(offset, offset + width)]);
      }),
    );
    expect(images[0]).toEqual(images[1]);
    const { code, out } = await run('run', plan('state = "60.ram"'));
    expect(code).toBe(0);
    expect(out).toContain('which buttons are held down');
  });

  test('a window that is open, and the window of the start, are refused', async () => {
    await Promise.all([dump(75), dump(30)]);
    for (const [state, message] of [
      ['75.ram', /^E_STATE_BATTLE .*in the middle of something.* targetCursor = \d+: a window is open/],
      ['30.ram', /^E_STATE_BATTLE .*in the middle of something.* targetCursor = 128: /],
    ] as const) {
      const { code, out, err } = await run('run', plan(`state = "${state}"`));
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(message);
    }
  });

  test('a run that is too long for one is refused before anything is recorded', async () => {
    const out = at('long.jsonl');
    const { code, err } = await run(
      'record',
      rom,
      '--core',
      'builtin',
      '--frames',
      '5000',
      '--dump',
      at('long.ram'),
      '-o',
      out,
    );
    expect([code, existsSync(out)]).toEqual([2, false]);
    expect(err).toMatch(/^E_OPTION: the run is too long for a dump/);
  });
});
