/**
 * Present stats, injuries, and HP. Source: H13, H21, H22; HA3 injuryStack, HA19 statFloor; width
 * note: at most 179.
 */
import { pushEvent } from '../system/battle.js';
import type { Field } from '../system/records.js';
import type { EventBuffer } from '../system/system.js';
import { skillFields, unitFields } from './cells.js';
import { EventKind } from './events.js';
import { Injury, NONE, Stat, Status } from './names.js';
import { readSkillCell, readUnit, type War, writeUnit } from './war.js';

/** Maximum of an effective stat: (179 + 2)^2 still fits in signed 16 bits. */
export const maxStat = 179;
/** Maximum sum of changes in one modifier cell. */
export const maxModifier = 999;

const baseFields: readonly Field[] = [
  unitFields.str,
  unitFields.con,
  unitFields.agi,
  unitFields.mag,
  unitFields.advantage,
];
const turnFields: readonly Field[] = [
  unitFields.turnStr,
  unitFields.turnCon,
  unitFields.turnAgi,
  unitFields.turnMag,
  unitFields.turnAdvantage,
];
const roundFields: readonly Field[] = [
  unitFields.roundStr,
  unitFields.roundCon,
  unitFields.roundAgi,
  unitFields.roundMag,
  unitFields.roundAdvantage,
];
const allocatedFields: readonly Field[] = [unitFields.allocatedStr, unitFields.allocatedCon, unitFields.allocatedAgi];

function fieldOf(fields: readonly Field[], stat: number): Field {
  return fields[stat] ?? unitFields.str;
}

export function turnField(stat: number): Field {
  return fieldOf(turnFields, stat);
}

export function roundField(stat: number): Field {
  return fieldOf(roundFields, stat);
}

export function allocatedField(stat: number): Field {
  return fieldOf(allocatedFields, stat);
}

/** H13 by cross-multiplication: 75 %, 50 %, 25 % of the maximum, each threshold included. */
export function injuryLevel(hp: number, maxHp: number): number {
  if (4 * hp <= maxHp) return Injury.heavy;
  if (2 * hp <= maxHp) return Injury.injured;
  if (4 * hp <= 3 * maxHp) return Injury.light;
  return Injury.none;
}

/**
 * The reduction of a stat by an injury (H13). `cumulative`: the injured list and the heavy list
 * both count (HA3).
 */
export function injuryPenalty(stat: number, level: number, cumulative: boolean): number {
  const inInjuredList = stat === Stat.str || stat === Stat.agi;
  if (level === Injury.injured) return inInjuredList ? 1 : 0;
  if (level !== Injury.heavy || stat > Stat.mag) return 0;
  return cumulative && inInjuredList ? 2 : 1;
}

function alwaysBonus(war: War, unit: number, stat: number): number {
  let sum = 0;
  for (let skill = 0; skill < war.skillCount; skill++) {
    if (war.ownerOf[skill] !== unit || readSkillCell(war, skill, skillFields.disabled) !== 0) continue;
    sum += war.always[skill * 5 + stat] ?? 0;
  }
  return sum;
}

/**
 * The present stat without points, for preparation, rest and allocation. An injury does not take a
 * stat below 0 (HA19); bonuses and penalties of a turn or round come on top, and the sum is at
 * least 0.
 * @param more a further change under consideration
 */
export function bareStat(war: War, unit: number, stat: number, more = 0): number {
  const penalty = injuryPenalty(stat, readUnit(war, unit, unitFields.injury), war.rules.injuryCumulative);
  const body = readUnit(war, unit, fieldOf(baseFields, stat)) + alwaysBonus(war, unit, stat) - penalty;
  const changes = readUnit(war, unit, turnField(stat)) + readUnit(war, unit, roundField(stat)) + more;
  if (war.rules.statFloor === 'zero') return Math.max(0, Math.max(0, body) + changes);
  if (war.rules.statFloor === 'end') return Math.max(0, body + changes);
  return (war.rules.statFloor === 'injury' ? Math.max(0, body) : body) + changes;
}

/**
 * The stat in the damage step: with points, and +1 con and agi for a unit that renounced attacking
 * (H20, H21).
 */
export function battleStat(war: War, unit: number, stat: number): number {
  let value = bareStat(war, unit, stat);
  if (stat <= Stat.agi) value += readUnit(war, unit, allocatedField(stat));
  if ((stat === Stat.con || stat === Stat.agi) && readUnit(war, unit, unitFields.noAttack) === 1) value++;
  return value;
}

export function isAlive(war: War, unit: number): boolean {
  return unit !== NONE && readUnit(war, unit, unitFields.status) === Status.alive;
}

/** Whether a unit is here, be it at 0 HP: a death to come is none yet (H13, HA23). */
export function isThere(war: War, unit: number): boolean {
  return unit !== NONE && readUnit(war, unit, unitFields.status) <= Status.dying;
}

/** Writes HP and the injury level; at 0 HP a unit is dying, with more it lives (H13, HA23). */
export function setHp(war: War, unit: number, hp: number, events: EventBuffer | undefined): void {
  const before = readUnit(war, unit, unitFields.hp);
  if (hp !== before) {
    writeUnit(war, unit, unitFields.hp, hp);
    pushEvent(events, EventKind.hpChanged, 3, unit, before, hp);
  }
  const level = injuryLevel(hp, readUnit(war, unit, unitFields.maxHp));
  if (level !== readUnit(war, unit, unitFields.injury)) {
    writeUnit(war, unit, unitFields.injury, level);
    pushEvent(events, EventKind.injuryChanged, 2, unit, level);
  }
  if (hp === 0 && isAlive(war, unit)) {
    writeUnit(war, unit, unitFields.status, Status.dying);
    writeUnit(war, unit, unitFields.hpBefore, before);
    pushEvent(events, EventKind.dying, 1, unit);
  }
  if (hp > 0 && readUnit(war, unit, unitFields.status) === Status.dying) {
    writeUnit(war, unit, unitFields.status, Status.alive);
    writeUnit(war, unit, unitFields.hpBefore, 0);
    pushEvent(events, EventKind.revived, 2, unit, hp);
  }
}
