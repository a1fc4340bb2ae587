/** The package's files are rewritten and cut by the build: they play every plan as the sources do, to the last byte. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { runPlan } from '../../../../harness/library/index.js';

const root = packageRoot();
const built = (await import(/* @vite-ignore */ pathToFileURL(join(root, 'dist/package/harness.js')).href)) as {
  runPlan: typeof runPlan;
};

const folders = [...new Set(SYSTEMS.map(({ id }) => id))].filter((id) =>
  readdirSync(join(root, 'traces')).includes(id),
);
const plans = folders.flatMap((folder) =>
  readdirSync(join(root, 'traces', folder))
    .filter((name) => name.endsWith('.toml'))
    .map((name) => join(root, 'traces', folder, name)),
);

test('there are plans of every system', () => {
  expect(folders.length).toBeGreaterThanOrEqual(5);
  expect(plans.length).toBeGreaterThan(40);
});

test.each(plans)('%s', async (plan) => {
  const answer = async (play: typeof runPlan): Promise<unknown> => {
    try {
      return JSON.parse(JSON.stringify(await play({ plan })));
    } catch (error) {
      return String(error);
    }
  };
  expect(await answer(built.runPlan)).toEqual(await answer(runPlan));
});
