/** A route as a plan: what the plan says of the commands before the search is said of the route too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../../harness/base/systems.js';
import { loadPlan } from '../../../../../harness/play/plan/read-plan.js';
import { cli } from '../../../cli/run-cli.js';
import { testFolder } from '../../../fixtures/files.js';

const folder = testFolder();
const systems = { systems: SYSTEMS };

test('checks up to the place that is searched from stay, with the last one; later ones are of other commands', async () => {
  const opening = readFileSync('traces/live-a-live/namcat-opening.toml', 'utf8');
  const [own, asked] = opening.split('[search]\n') as [string, string];
  const check = (after: number): string => `[[expect]]\nafter = ${after}\ncells = { "ally[0].hp" = 320 }\n`;
  const more = `[[do]]\ncommand = "wait"\n\n${check(0)}${check(1)}${check(2)}[search]\nafter = 1\n`;
  const plan = folder.write('opening.toml', `${own}${more}${asked}`);
  const output = join(folder.path, 'route.toml');
  expect((await cli(['route', 'search', plan, '-o', output], systems)).code).toBe(0);
  const kept = readFileSync(output, 'utf8').matchAll(/^\s*after = (\d+)$/gmu);
  expect([...kept].map(([, after]) => Number(after))).toEqual([0, 1]);
  expect(loadPlan(output).steps[0]).toMatchObject({ label: 'battle starts' });
});
