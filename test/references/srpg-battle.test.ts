/** The slow reference of a grid battle beside the system, for longer than the unit tests have time. */
import { expect, test } from 'vitest';
import { compareRandomCommands } from '../core/srpg-movement/random-commands.js';
import { COMMANDS } from './long-runs.js';

test('SE1 SE2 SE3 SE4: random commands agree with the reference', () => {
  const met = compareRandomCommands(20260723, COMMANDS);
  for (const kind of [
    'calc ',
    'moveUnit ',
    'attack ',
    'finish ',
    'endPhase ',
    'idle ',
    'threat ',
    'turnsTo ',
    'path ',
  ]) {
    expect(met.get(kind) ?? 0, kind).toBeGreaterThan(COMMANDS / 200);
  }
}, 300_000);
