/** The slow reference of a grid battle beside the system, for longer than the unit tests have time. */
import { expect, test } from 'vitest';
import { compareRandomCommands } from '../core/srpg-movement/random-commands.js';

test('SE1 SE2 SE3 SE4: 100,000 random commands agree with the reference', () => {
  const met = compareRandomCommands(20260723, 100_000);
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
    expect(met.get(kind) ?? 0, kind).toBeGreaterThan(500);
  }
}, 300_000);
