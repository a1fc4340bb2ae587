/**
 * What the parts of a skill tell leads from the battle before to the one after: each change from the value that was told
 * last, the last one to the value of the cell, and nothing else has changed. Figures are those of the cells they stand for.
 */
import { expect, test } from 'vitest';
import { changeAllyStats } from '../../../../core/live-a-live/combat/ally-changes.js';
import { settleDefeats } from '../../../../core/live-a-live/combat/defeat.js';
import { hurtByPoison, layField } from '../../../../core/live-a-live/combat/fields-and-poison.js';
import { attackAllies } from '../../../../core/live-a-live/combat/hits-on-allies.js';
import { recover } from '../../../../core/live-a-live/combat/recover.js';
import { beginEffect } from '../../../../core/live-a-live/combat/skill-effect.js';
import { settleAllies } from '../../../../core/live-a-live/combat/totals-on-allies.js';
import { settleEnemies } from '../../../../core/live-a-live/combat/totals-on-enemies.js';
import { Action, Effect, EVENT_ACTION, EVENT_EFFECT } from '../../../../core/live-a-live/memory/happenings.js';
import { putAllySkill } from '../../../fixtures/live-a-live/skill-table.js';
import {
  battleOf,
  type Chance,
  type Field,
  markCells,
  putActiveSkill,
  skillRecord,
  skirmishMachine,
} from '../../../fixtures/live-a-live/skirmish.js';
import { toldOfKind } from '../../../fixtures/live-a-live/told-events.js';
import { ALLY, CELL, ENEMY, FIRST_ALLY, RECORD } from '../../../references/live-a-live/addresses.js';
import { BATTLE_RESULT } from '../../../references/live-a-live/own-cells.js';

const machine = skirmishMachine({ onsetLevel: 'asLabelled' });
const BATTLES = 60;

const toldOf = ({ machine }: Field, kind: number): number[][] => toldOfKind(machine.events, kind);

/** Values of a unit by the effect that tells their change. */
function valuesOf({ get }: Field, unit: number): Map<number, number> {
  const is = unit >= FIRST_ALLY ? ALLY : ENEMY;
  const stats = [Effect.POWER, Effect.SPEED, Effect.BODY, Effect.INTELLECT].map(
    (effect, stat) => [effect, get(unit + is.power + stat)] as const,
  );
  return new Map([
    ...stats,
    [Effect.LEVEL, get(unit + is.level)],
    [Effect.STATUSES, get(unit + is.statuses)],
    [Effect.ABNORMALITY, unit >= FIRST_ALLY ? 0 : get(unit + ENEMY.abnormality)],
    [Effect.KNOCKED, get(unit + is.cellX) + 8 * get(unit + is.cellY)],
    [Effect.TURNED, unit >= FIRST_ALLY ? get(unit + is.facing) & 3 : get(unit + is.facing) >> 6],
  ]);
}

const word = ({ get }: Field, address: number) => get(address) + 256 * get(address + 1);

function hpOf(field: Field, unit: number): number {
  return word(field, unit < FIRST_ALLY ? unit + ENEMY.hp : word(field, unit + ALLY.record) + RECORD.hp);
}

/** Effects told since the tests began. */
const met = new Map<number, number>();

/** Runs a part and follows what it tells. */
function follow(field: Field, where: string, part: () => void): void {
  const units = [...field.allies, ...field.enemies];
  const values = new Map(units.map((unit) => [unit, valuesOf(field, unit)]));
  const hp = new Map(units.map((unit) => [unit, hpOf(field, unit)]));
  const result = field.get(BATTLE_RESULT);
  const skills = new Map(
    units.map((unit) => [unit, field.get(unit + (unit >= FIRST_ALLY ? ALLY.lastSkill : ENEMY.chosenSkill))]),
  );
  const totals = new Map<number, number>();
  const gone = new Set<number>();
  part();
  for (const [unit = 0, effect = 0, before = 0, after = 0] of toldOf(field, EVENT_EFFECT)) {
    const at = `${where}, unit ${unit.toString(16)}, effect ${effect}`;
    const mine = values.get(unit);
    met.set(effect, 1 + (met.get(effect) ?? 0));
    if (mine?.has(effect)) {
      expect(before, at).toBe(mine.get(effect));
      expect(after, at).not.toBe(before);
      mine.set(effect, after);
    } else if (effect === Effect.DAMAGE || effect === Effect.HEAL) {
      totals.set(unit, before);
      hp.set(unit, after);
    } else if (effect === Effect.CHARGE_LOST) expect(before, at).toBe(skills.get(unit));
    else if (effect === Effect.GONE) gone.add(unit);
  }
  for (const unit of units) {
    const at = `${where}, unit ${unit.toString(16)}`;
    const is = unit >= FIRST_ALLY ? ALLY : ENEMY;
    expect([...(values.get(unit) ?? [])], at).toEqual([...valuesOf(field, unit)]);
    expect(hp.get(unit), `${at}, HP`).toBe(hpOf(field, unit));
    expect(gone.has(unit), `${at}, gone`).toBe(field.get(unit + is.state) === 0);
    const total = totals.get(unit);
    // the cell stops at 999; an ally recovers by what it was before
    if (total !== undefined) expect(Math.min(total, 999), `${at}, total`).toBe(word(field, unit + is.totalDamage));
  }
  const over = toldOf(field, EVENT_ACTION).filter(([, action]) => action === Action.OVER);
  const now = field.get(BATTLE_RESULT);
  expect(over, where).toEqual(now === result ? [] : [[0, Action.OVER, now, 0]]);
}

/** A skill in use by somebody of a side, on marked cells. */
function use(field: Field, users: readonly number[], change: (record: number[], chance: Chance) => void): number {
  const user = field.chance.of(users);
  const record = skillRecord(field.chance);
  change(record, field.chance);
  putActiveSkill(field, user, record);
  markCells(field, 1);
  return user;
}

/** Each battle in which both sides have somebody. */
function eachOf(part: (field: Field, where: string) => void): void {
  for (let seed = 0; seed < BATTLES; seed++) {
    const field = battleOf(machine, seed);
    field.put(BATTLE_RESULT, 0);
    if (field.allies.length > 0 && field.enemies.length > 0) part(field, `battle ${seed}`);
  }
}

/** Parts, and the effects that some battle of theirs has to meet. */
test.each([
  [
    'hits on allies',
    [Effect.VALUE, Effect.STATUSES, Effect.LEVEL, Effect.POWER, Effect.SPEED, Effect.BODY, Effect.INTELLECT],
    (field: Field, where: string) => {
      use(field, field.enemies, () => undefined);
      for (const ally of field.allies) field.put(ally + ALLY.correctedLevel, field.chance.next(60));
      follow(field, where, () => attackAllies(machine));
    },
  ],
  [
    "an ally's changes",
    [Effect.LEVEL, Effect.POWER, Effect.SPEED, Effect.BODY, Effect.INTELLECT],
    (field: Field, where: string) => {
      const [ally = 0] = field.allies;
      field.put(ally + ALLY.correctedLevel, 0);
      follow(field, where, () => changeAllyStats(machine, ally, 1 + field.chance.next(127)));
    },
  ],
  [
    'totals of allies',
    [Effect.DAMAGE, Effect.STATUSES, Effect.KNOCKED, Effect.TURNED, Effect.CHARGE_LOST, Effect.GONE],
    (field: Field, where: string) => {
      use(field, field.enemies, (record, chance) => {
        record[11] = 0xc0 | chance.next(8);
      });
      for (const ally of field.allies)
        field.put(ally + ALLY.hitsLanded, field.chance.of([0, 1, 2, 15]), field.chance.byte(), field.chance.next(3));
      follow(field, where, () => settleAllies(machine));
    },
  ],
  [
    'totals of enemies',
    [Effect.DAMAGE, Effect.HEAL, Effect.STATUSES, Effect.ABNORMALITY, Effect.LEVEL, Effect.KNOCKED, Effect.TURNED],
    (field: Field, where: string) => {
      const { put, chance } = field;
      use(field, field.allies, (record) => {
        record[11] = 0xc0 | chance.next(8);
      });
      put(CELL.absorbFlag, chance.of([0, 0, 0x80]));
      for (const enemy of field.enemies) {
        put(enemy + ENEMY.hitsLanded, chance.of([0, 1, 2, 15]), chance.byte(), chance.next(3));
        put(enemy + ENEMY.pendingAbnormality, chance.of([0, 0x80 | chance.next(16)]));
        put(enemy + ENEMY.pendingStatuses, chance.bits());
      }
      follow(field, where, () => settleEnemies(machine));
    },
  ],
  [
    'recoveries',
    [Effect.HEAL, Effect.STATUSES, Effect.POWER],
    (field: Field, where: string) => {
      const user = use(field, [...field.allies, ...field.enemies], (record, chance) => {
        record[13] = (record[13] ?? 0) | 0x80;
        record[18] = chance.of([0, 1]);
        record[9] = chance.byte();
      });
      follow(field, where, () => recover(machine, user));
    },
  ],
  [
    'poison',
    [Effect.DAMAGE],
    (field: Field, where: string) => {
      for (const ally of field.allies) field.put(ally + ALLY.statuses, 0x08);
      follow(field, where, () => hurtByPoison(machine));
    },
  ],
  [
    'who leaves the fight',
    [Effect.GONE],
    (field: Field, where: string) => {
      for (const enemy of field.enemies) if (!field.chance.once(3)) field.put(enemy + ENEMY.hp, 0, 0);
      if (field.chance.once(4)) for (const ally of field.allies) field.put(ally + ALLY.statuses, 0xff);
      follow(field, where, () => settleDefeats(machine));
    },
  ],
] as const)('%s', (_, effects, part) => {
  met.clear();
  eachOf(part);
  for (const effect of effects) expect(met.get(effect), `effect ${effect}`).toBeGreaterThan(1);
});

/** A battle whose first ally stands in the field, with a skill of his of number 0. */
function allyWith(bytes: Readonly<Record<number, number>>): Field {
  for (let seed = 0; ; seed++) {
    const field = battleOf(machine, seed);
    if (!field.allies.includes(FIRST_ALLY)) continue;
    const record = new Uint8Array(25);
    for (const [at, byte] of Object.entries(bytes)) record[Number(at)] = byte;
    putActiveSkill(field, FIRST_ALLY, [...record]);
    putAllySkill(machine.tables, 0, record);
    field.put(CELL.areaNumber, 0);
    return field;
  }
}

test.each([
  // byte 22 of 60h is the kind C0h
  ['a field is told with its kind and the cells of the field that it lies on', 0x60, [[0, Action.FIELD_LAID, 0xc0, 4]]],
  ['a skill that lays none tells of none', 0, []],
])('%s', (_, effect, told) => {
  const field = allyWith({ 22: effect });
  // four cells, the first and the last of the field among them, one beside the field, one that is marked otherwise
  for (const cell of [0, 10, 41, 54, 15]) field.put(CELL.rangeGrid + cell, 0x0f);
  field.put(CELL.rangeGrid + 20, 0xf0);
  layField(machine);
  expect(toldOf(field, EVENT_ACTION)).toEqual(told);
});

test.each([
  ['a skill', true, Action.SKILL],
  ['an answer', false, Action.COUNTER],
])('%s is told with the number of its cell', (_, timePasses, action) => {
  const field = allyWith({ 13: 15 });
  beginEffect(machine, FIRST_ALLY, 0, 3, 2, timePasses);
  // row 2 of 8 cells, column 3
  expect(toldOf(field, EVENT_ACTION)[0]).toEqual([FIRST_ALLY, action, 0, 19]);
});
