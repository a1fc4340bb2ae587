/** The slow reference of a battle of attacks beside the system, for longer than the unit tests have time. */
import { expect, test } from 'vitest';
import { compareRandomCommands, KINDS } from '../core/kurogane-engage/random-commands.js';
import { COMMANDS } from './long-runs.js';

test('K1 K10 K13 to K16, p23 p39 p40 p45 p48 p56: random commands agree with the reference', () => {
  const met = compareRandomCommands(20260725, COMMANDS);
  for (const kind of KINDS) {
    expect(met.get(kind) ?? 0, kind).toBeGreaterThan(COMMANDS / 1000);
  }
}, 300_000);
