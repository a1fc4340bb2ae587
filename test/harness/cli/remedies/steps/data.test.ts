/** Every code with which a system refuses data: what is printed is followed, and the plan runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'smol-toml';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../../harness/base/systems.js';
import { REPORTED } from '../elsewhere.js';
import { OF_FILES } from '../of-files.js';
import { folder, run, saidOf } from '../row.js';
import { OF_DATA } from './of-data.js';

test.each(OF_DATA)('$code of $system: $says', async ({ code, system, says, bad, good }) => {
  const write = (data: object): string => folder.write('data.toml', stringify({ plan: 1, system, ...data }));
  const words = ['run', write(bad), ...(bad.query === undefined ? [] : ['--odds'])];
  const refused = await run(words);
  expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/^E_PLAN_(?:SETUP|COMMAND|QUERY) [^\n]*\n$/u)]);
  expect(refused.err).toContain(` ${code}`);
  expect(refused.err).toContain(says);
  write(typeof good === 'function' ? good(saidOf(refused.err)) : good);
  const after = await run(words);
  expect([after.code, after.err]).toEqual([0, bad.query === undefined ? '' : expect.stringContaining(' holds;')]);
});

/** Every quoted code in the core and the map. */
function codesOf(room: string): readonly string[] {
  const root = join(packageRoot(), room);
  const files = (readdirSync(root, { recursive: true }) as string[]).filter((name) => name.endsWith('.ts'));
  return files.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/['"](E_[A-Z_]+)['"]/gu)].map(([, code = '']) => code),
  );
}

test('every code of the core and the map has a row, or is a fault of ours', () => {
  const followed = new Set([
    ...SYSTEMS.flatMap(({ errors }) => errors.map(({ code }) => code)),
    ...OF_DATA.map(({ code }) => code),
    ...OF_FILES.map(({ code }) => code),
    ...REPORTED,
  ]);
  expect([...codesOf('core'), ...codesOf('rom-map')].filter((code) => !followed.has(code))).toEqual([]);
});
