/**
 * Changes of stats and pools by a skill, a seal or a ruling. Source: H28, H31; widths of the
 * ruleset.
 */
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { unitFields, warFields } from './cells.js';
import { ErrorNumber } from './errors.js';
import { EventKind } from './events.js';
import { gainMp, setMp } from './magic.js';
import { BattleStep, Lasts, NONE, Stat } from './names.js';
import { allocatedField, bareStat, isAlive, maxModifier, maxStat, roundField, setHp, turnField } from './stats.js';
import { readUnit, readWar, type War, writeUnit } from './war.js';

/** Returns 0, or the error that refuses a change of a living unit. */
export function checkChange(war: War, unit: number, stat: number, amount: number, lasts: number): number {
  return isAlive(war, unit) ? checkFit(war, unit, stat, amount, lasts) : ErrorNumber.dead;
}

/** Returns 0, or the error that refuses a change whatever the unit's state is. */
export function checkFit(war: War, unit: number, stat: number, amount: number, lasts: number): number {
  if (stat >= Stat.hp) return lasts === Lasts.now ? 0 : ErrorNumber.parameter;
  if (lasts === Lasts.now) return ErrorNumber.parameter;
  if (lasts === Lasts.round) {
    if (readWar(war, warFields.battleStep) === BattleStep.none) return ErrorNumber.phase;
    if (readUnit(war, unit, unitFields.side) === NONE) return ErrorNumber.outsideBattle;
  }
  const modifier = readUnit(war, unit, lasts === Lasts.round ? roundField(stat) : turnField(stat)) + amount;
  if (modifier > maxModifier || modifier < -maxModifier) return ErrorNumber.statWidth;
  if (stat === Stat.advantage) return 0;
  const points = stat <= Stat.agi ? readUnit(war, unit, allocatedField(stat)) : 0;
  return amount > 0 && bareStat(war, unit, stat, amount) + points > maxStat ? ErrorNumber.statWidth : 0;
}

/**
 * Makes a checked change. Pools stop at 0 and at their maximum; MP above it goes to the partner
 * (HA14).
 */
export function makeChange(
  war: War,
  unit: number,
  stat: number,
  amount: number,
  lasts: number,
  events: EventBuffer | undefined,
): void {
  pushEvent(events, EventKind.statChanged, 4, unit, stat, amount, lasts);
  if (stat === Stat.hp) {
    const most = readUnit(war, unit, unitFields.maxHp);
    setHp(war, unit, Math.max(0, Math.min(readUnit(war, unit, unitFields.hp) + amount, most)), events);
  } else if (stat === Stat.mp) {
    if (amount > 0) gainMp(war, unit, amount, events);
    else setMp(war, unit, Math.max(0, readUnit(war, unit, unitFields.mp) + amount), events);
  } else if (stat === Stat.lp) {
    const lp = readUnit(war, unit, unitFields.lp) + amount;
    writeUnit(war, unit, unitFields.lp, Math.max(0, Math.min(lp, readUnit(war, unit, unitFields.maxLp))));
  } else {
    const field = lasts === Lasts.round ? roundField(stat) : turnField(stat);
    writeUnit(war, unit, field, readUnit(war, unit, field) + amount);
  }
}

/** Runs `adjust unit stat amount lasts reason`: a ruled bonus or penalty with its reason (H31). */
export function adjust(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const unit = command[1] ?? 0;
  const stat = command[2] ?? 0;
  const amount = command[3] ?? 0;
  const lasts = command[4] ?? 0;
  const failure = checkChange(war, unit, stat, amount, lasts);
  if (failure !== 0) return failure;
  pushEvent(events, EventKind.adjusted, 4, unit, stat, amount, command[5] ?? 0);
  makeChange(war, unit, stat, amount, lasts, events);
  return 0;
}
