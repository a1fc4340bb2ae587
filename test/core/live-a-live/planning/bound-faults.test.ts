/**
 * Faults planted into the code of the lower bound. Each makes it too high for a battle that was really played: the row names the
 * number of the play. The code as it is holds in the same play.
 */
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { Machine } from '../../../../core/live-a-live/memory/machine.js';
import { BOUND, type BoundOf, lookAt, play } from '../../../fixtures/live-a-live/harmful-plays.js';
import { type Fault, faultyModules } from '../../../fixtures/planted-faults.js';

interface Row extends Fault {
  /** Number of a play that shows it. */
  readonly play: number;
}

interface Bounds {
  readonly damageBound: (
    machine: Machine,
    ...rest: [Parameters<BoundOf>[1], Parameters<BoundOf>[2]]
  ) => ReturnType<BoundOf>;
}

const COMMANDS = 3;
const TRIES = 3;
const rows = JSON.parse(
  readFileSync(new URL('../../../fixtures/live-a-live/bound-faults.json', import.meta.url), 'utf8'),
) as Row[];
const faulty = faultyModules();
afterAll(faulty.remove);

test.each(rows.map((row) => [row.fault, row] as const))('%s: a play costs less than the bound says', async (_, row) => {
  const one = play(row.play, COMMANDS, TRIES);
  expect(lookAt(one, one.battle, BOUND).wrong).toBeUndefined();
  const { damageBound } = await faulty.load<Bounds>('core/live-a-live/planning/damage-bound.ts', row);
  const wrong = lookAt(one, one.battle, (battle, goal, commands) => damageBound(battle.machine, goal, commands)).wrong;
  expect(wrong).toMatch(/bound/);
});
