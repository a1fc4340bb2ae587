/** A whole skill of a played battle, answers and fields included, against the slow reference: every byte, every draw. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useAllySkill, useEnemySkill, useSkill } from '../../../../core/live-a-live/combat/use-skill.js';
import {
  battleOf,
  difference,
  type Field,
  putSkill,
  skirmishMachine,
  targetOf,
} from '../../../fixtures/live-a-live/skirmish.js';
import { ALLY, ENEMY } from '../../../references/live-a-live/addresses.js';
import * as reference from '../../../references/live-a-live/skill.js';
import { isAlly } from '../../../references/live-a-live/units.js';

const machine = skirmishMachine();
const EACH = 40;

function eachUser(check: (field: Field, user: number) => string | undefined): void {
  fc.assert(
    fc.property(fc.nat(1_000_000), (first) => {
      for (let seed = first; seed < first + EACH; seed++) {
        const field = battleOf(machine, seed);
        const users = [...field.allies, ...field.enemies];
        if (users.length === 0) continue;
        putSkill(field);
        const found = check(field, field.chance.of(users));
        if (found !== undefined) expect.fail(`battle ${seed}: ${found}`);
      }
    }),
    { numRuns: 20, seed: 2 },
  );
}

test('a skill on a cell, answered or not, leaves the memory and draws of the slow reference', () => {
  eachUser((field, user) => {
    const [x, y] = targetOf(field, user);
    const timePasses = !field.chance.once(4);
    return difference(
      field,
      () => useSkill(machine, user, 0, x, y, timePasses),
      (at) => reference.useSkill(at, user, 0, x, y, timePasses),
    );
  });
});

test('a skill whose charge is over leaves the memory and draws of the slow reference', () => {
  eachUser((field, user) => {
    const target = targetOf(field, user);
    if (isAlly(user)) {
      field.put(user + ALLY.lastSkill, 0);
      field.put(user + ALLY.targetX, ...target);
    } else {
      field.put(user + ENEMY.chosenSkill, 0);
      field.put(user + ENEMY.targetX, ...target);
    }
    return difference(
      field,
      () => (isAlly(user) ? useAllySkill(machine, user) : useEnemySkill(machine, user)),
      (at) => (isAlly(user) ? reference.useAllySkill(at, user) : reference.useEnemySkill(at, user)),
    );
  });
});
