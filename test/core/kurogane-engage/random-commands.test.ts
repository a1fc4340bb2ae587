/** Steps, special actions, reactions, movements, overkill, falls and rounds beside the slow reference, on random commands. */
import { expect, test } from 'vitest';
import { compareRandomCommands, KINDS } from './random-commands.js';

test('K1 K10 K13 to K16, p23 p39 p40 p45 p48 p56: 6,000 random commands agree with the reference', () => {
  const met = compareRandomCommands(20260724, 6000);
  for (const kind of KINDS) {
    expect(met.get(kind) ?? 0, kind).toBeGreaterThan(5);
  }
});
