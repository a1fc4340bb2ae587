/** The enemies' own actions, where the battle says them by events alone: the checker of certificates counts them by itself. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { System } from '../../../../core/system/system.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { checkCertificate } from '../../../../harness/solve/check/check.js';
import { testFolder } from '../../fixtures/files.js';
import { certify, problemOf } from './certificates.js';

const folder = testFolder();
const played = SYSTEMS.find(({ id }) => id === 'live-a-live-battle') as System;

test('a route in which Namcat strikes pays for its actions', async () => {
  const plan = folder.write(
    'struck.toml',
    `plan = 1
system = "live-a-live-battle"
title = "Namcat strikes while one waits"
[setup]
formation = "namcat"
generator = [1, 0, 231, 131]
[[setup.party]]
character = "takahara"
[search]
cost = { enemyActions = 1000, actions = 10, waits = 1 }
enemies = "own"
moves = [{ command = "move", x = [2, 3], y = 3, frames = 0 }, { command = "wait", frames = 30 }]
goal = { "record[5].hp" = { max = 319 } }
limits = { actions = 3, waits = 60, cost = 4500 }
`,
  );
  const file = join(folder.path, 'struck.jsonl');
  const cost = await certify(problemOf(played, plan), file);
  // whoever strikes has acted: no such route is cheaper than one action of an enemy
  expect(cost).toBeGreaterThanOrEqual(1000);
  expect(await checkCertificate(file, { systems: [played] })).toMatchObject({ accepted: true, proven: { cost } });
});
