/** A whole skill of a played battle, answers and fields included, against the slow reference: every byte, every draw. */

import { test } from 'vitest';
import { useAllySkill, useEnemySkill, useSkill } from '../../../../core/live-a-live/combat/use-skill.js';
import { eachBattle } from '../../../fixtures/live-a-live/each-battle.js';
import { difference, type Field, putSkill, skirmishMachine, targetOf } from '../../../fixtures/live-a-live/skirmish.js';
import { ALLY, ENEMY } from '../../../references/live-a-live/addresses.js';
import * as reference from '../../../references/live-a-live/skill.js';
import { isAlly } from '../../../references/live-a-live/units.js';

const machine = skirmishMachine();

function eachUser(check: (field: Field, user: number) => string | undefined): void {
  eachBattle(machine, 2, (field) => {
    const users = [...field.allies, ...field.enemies];
    if (users.length === 0) return undefined;
    putSkill(field);
    return check(field, field.chance.of(users));
  });
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
