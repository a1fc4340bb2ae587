/** Turn orders, strikes, zones and threat beside the slow reference of a battle, on random commands. */
import { expect, test } from 'vitest';
import { compareRandomCommands } from './random-commands.js';

test('SE1 SE2 SE3 SE4: 3,000 random commands agree with the reference', () => {
  const met = compareRandomCommands(20260722, 3000);
  for (const kind of ['calc ', 'moveUnit ', 'attack ', 'finish ', 'endPhase ', 'idle ', 'threat ', 'path ']) {
    expect(met.get(kind) ?? 0, kind).toBeGreaterThan(20);
  }
});
