/** The parts of a skill in a played battle against the slow reference, on battles from numbers: every byte, every draw. */

import { test } from 'vitest';
import { settleDefeats } from '../../../../core/live-a-live/combat/defeat.js';
import { attackAllies } from '../../../../core/live-a-live/combat/hits-on-allies.js';
import { attackEnemies } from '../../../../core/live-a-live/combat/hits-on-enemies.js';
import { recover } from '../../../../core/live-a-live/combat/recover.js';
import { settleAllies } from '../../../../core/live-a-live/combat/totals-on-allies.js';
import { settleEnemies } from '../../../../core/live-a-live/combat/totals-on-enemies.js';
import { eachBattle } from '../../../fixtures/live-a-live/each-battle.js';
import {
  difference,
  type Field,
  markCells,
  putActiveSkill,
  skillRecord,
  skirmishMachine,
} from '../../../fixtures/live-a-live/skirmish.js';
import { ALLY, CELL, ENEMY } from '../../../references/live-a-live/addresses.js';
import * as attack from '../../../references/live-a-live/attack.js';
import * as leaving from '../../../references/live-a-live/leaving.js';
import { BATTLE_RESULT } from '../../../references/live-a-live/own-cells.js';
import * as recovery from '../../../references/live-a-live/recovery.js';
import * as totals from '../../../references/live-a-live/totals.js';

const machine = skirmishMachine();
const SEED = 1;

/** A skill in use by somebody of a side, on marked cells. */
function userOf(field: Field, users: readonly number[], type = 0): number | undefined {
  if (users.length === 0) return undefined;
  const user = field.chance.of(users);
  const record = skillRecord(field.chance);
  record[13] = (record[13] ?? 0) | type;
  putActiveSkill(field, user, record);
  markCells(field, field.chance.of([1, 2, 4]));
  return user;
}

test('an ally’s skill hits enemies as the slow reference, every byte and draw', () => {
  eachBattle(machine, SEED, (field) => {
    const user = userOf(field, field.allies);
    if (user === undefined) return undefined;
    for (const enemy of field.enemies) {
      field.put(enemy + ENEMY.inRange, 0, 0);
      field.put(enemy + ENEMY.pendingStatuses, 0);
    }
    return difference(
      field,
      () => attackEnemies(machine),
      (at) => attack.attackEnemies(at, user),
    );
  });
});

test('an enemy’s skill hits allies as the slow reference, every byte and draw', () => {
  eachBattle(machine, SEED, (field) => {
    const user = userOf(field, field.enemies);
    if (user === undefined) return undefined;
    return difference(
      field,
      () => attackAllies(machine),
      (at) => attack.attackAllies(at, user),
    );
  });
});

for (const onsetLevel of ['asLabelled', 'negated', 'none']) {
  test(`hits on enemies come to the totals, statuses and onsets of the slow reference, an onset’s level ${onsetLevel}`, () => {
    const settled = skirmishMachine({ onsetLevel });
    eachBattle(settled, SEED, (field) => {
      if (userOf(field, field.allies) === undefined) return undefined;
      const { put, chance } = field;
      for (const enemy of field.enemies) {
        put(enemy + ENEMY.hitsLanded, chance.of([0, 1, 2, 15, 127, 128]), chance.byte(), chance.next(5));
        put(enemy + ENEMY.pendingAbnormality, chance.of([0, 0x40, 0x80 | chance.next(16)]));
        put(enemy + ENEMY.pendingStatuses, chance.bits());
        put(enemy + ENEMY.attributeMark, chance.of([0, 255]));
      }
      return difference(
        field,
        () => settleEnemies(settled),
        (at) => totals.settleEnemies(at),
      );
    });
  });
}

test('hits on allies come to the totals and statuses of the slow reference', () => {
  eachBattle(machine, SEED, (field) => {
    if (userOf(field, field.enemies) === undefined) return undefined;
    const { put, chance } = field;
    for (const ally of field.allies) {
      put(ally + ALLY.hitsLanded, chance.of([0, 1, 2, 15]), chance.byte(), chance.next(5));
      put(ally + ALLY.attributeMark, chance.of([0, 255]));
    }
    put(CELL.driver, chance.of([0, 8]));
    return difference(
      field,
      () => settleAllies(machine),
      (at) => totals.settleAllies(at),
    );
  });
});

test('a recovery heals allies and enemies as the slow reference', () => {
  eachBattle(machine, SEED, (field) => {
    const user = userOf(field, [...field.allies, ...field.enemies], 0x80);
    if (user === undefined) return undefined;
    for (const enemy of field.enemies) field.put(enemy + ENEMY.inRange, 0, 0, 0);
    return difference(
      field,
      () => recover(machine, user),
      (at) => recovery.recover(at, user),
    );
  });
});

test('who falls leaves the fight, and the battle ends, as in the slow reference', () => {
  eachBattle(machine, SEED, (field) => {
    const { put, chance } = field;
    const often = chance.of([2, 3, 8]);
    for (const enemy of field.enemies) if (!chance.once(often)) put(enemy + ENEMY.hp, 0, 0);
    for (const enemy of field.enemies) if (chance.once(5)) put(enemy + ENEMY.statuses, 0x80);
    if (chance.once(3)) for (const ally of field.allies) put(ally + ALLY.statuses, chance.of([0xff, 0x80, 0xff, 0x7f]));
    put(BATTLE_RESULT, 0);
    return difference(
      field,
      () => settleDefeats(machine),
      (at) => leaving.settleDefeats(at),
    );
  });
});
