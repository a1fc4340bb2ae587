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
import * as reference from '../../../references/live-a-live/skill.js';

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
    if (user >= 0x1c00) {
      field.put(user + 0x14, 0);
      field.put(user + 0x28, ...target);
    } else {
      field.put(0xac00 + (user & 255), 0);
      field.put(0xac02 + (user & 255), ...target);
    }
    return difference(
      field,
      () => (user >= 0x1c00 ? useAllySkill(machine, user) : useEnemySkill(machine, user)),
      (at) => (user >= 0x1c00 ? reference.useAllySkill(at, user) : reference.useEnemySkill(at, user)),
    );
  });
});
