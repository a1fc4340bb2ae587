/** A list of values beside a parameter that is a list of its own: a move for each value. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

test('cards as a list beside targets are the same moves as one line each', async () => {
  const text = readFileSync(join(packageRoot(), 'traces/fftcg/search-break.toml'), 'utf8');
  const one = /^ {2}\{ command = "castSummon".*card = "bomb".*\n/mu;
  const others = /^ {2}\{ command = "castSummon".*card = "curse(?:-2)?".*\n/gmu;
  const short = text.replace(others, '').replace(one, (line) => line.replace('"bomb"', '["bomb", "curse", "curse-2"]'));
  expect(short).not.toBe(text);
  const folder = testFolder();
  const [long, listed] = await Promise.all(
    [text, short].map(
      async (plan) => (await cli(['route', 'search', folder.write('plan.toml', plan)], { systems: SYSTEMS })).out,
    ),
  );
  expect(long).toContain('castSummon A');
  expect(listed).toBe(long);
});
