/**
 * Opening a battle and its standby: lines sealed by all sides, then skills. Source: H18, H19; HA21
 * (order), HA22 (empty front).
 */
import { pushEvent } from '../system/battle.js';
import type { Field } from '../system/records.js';
import type { EventBuffer } from '../system/system.js';
import { exchangeRecord, unitFields, warFields } from './cells.js';
import { ErrorNumber } from './errors.js';
import { EventKind } from './events.js';
import { BattleStep, Line, NONE } from './names.js';
import { isAlive } from './stats.js';
import { readUnit, readWar, type War, writeUnit, writeWar } from './war.js';

/** Cells of a unit that last for one round. */
const roundCells: readonly Field[] = [
  unitFields.roundStr,
  unitFields.roundCon,
  unitFields.roundAgi,
  unitFields.roundMag,
  unitFields.roundAdvantage,
  unitFields.sealedLine,
  unitFields.paid,
  unitFields.noAttack,
  unitFields.battleAdvantage,
  unitFields.handed,
  unitFields.spent,
  unitFields.sealedStr,
  unitFields.sealedCon,
  unitFields.sealedAgi,
  unitFields.allocatedStr,
  unitFields.allocatedCon,
  unitFields.allocatedAgi,
  unitFields.taken,
  unitFields.dealt,
  unitFields.escaping,
];

export function clearRound(war: War, unit: number): void {
  for (let index = 0; index < roundCells.length; index++) {
    writeUnit(war, unit, roundCells[index] as Field, 0);
  }
}

/** Takes a unit out of the battle: its side, its line and its cells of the round. */
export function leaveBattle(war: War, unit: number): void {
  clearRound(war, unit);
  writeUnit(war, unit, unitFields.side, NONE);
  writeUnit(war, unit, unitFields.line, Line.none);
  writeUnit(war, unit, unitFields.freeEscape, 0);
}

export function clearExchanges(war: War): void {
  const end = war.offsets.exchanges + war.unitCount * war.unitCount * exchangeRecord.size;
  war.image.fill(0, war.offsets.exchanges, end);
}

export function beginStep(war: War, step: number, events: EventBuffer | undefined): void {
  writeWar(war, warFields.battleStep, step);
  pushEvent(events, EventKind.stepBegan, 2, step, readWar(war, warFields.level));
}

/** Whether a unit is alive in the battle on this side. */
export function fights(war: War, unit: number, side: number): boolean {
  return isAlive(war, unit) && readUnit(war, unit, unitFields.side) === side;
}

/** Bits of the sides with a living unit in the battle. */
export function livingSides(war: War): number {
  let mask = 0;
  for (let unit = 0; unit < war.unitCount; unit++) {
    const side = readUnit(war, unit, unitFields.side);
    if (side !== NONE && isAlive(war, unit)) mask |= 1 << side;
  }
  return mask;
}

/** Runs `openBattle units[16] sides[16] witnesses[8]`. */
export function openBattle(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const count = command[1] ?? 0;
  const witnessCount = command[35] ?? 0;
  if (command[18] !== count) return ErrorNumber.sides;
  let sides = 0;
  for (let index = 0; index < count; index++) {
    if (!isAlive(war, command[2 + index] ?? 0)) return ErrorNumber.dead;
    sides |= 1 << (command[19 + index] ?? 0);
  }
  // one bit or none: nobody to fight
  if ((sides & (sides - 1)) === 0) return ErrorNumber.sides;
  for (let index = 0; index < count; index++) {
    const unit = command[2 + index] ?? 0;
    clearRound(war, unit);
    writeUnit(war, unit, unitFields.side, command[19 + index] ?? 0);
  }
  let witnesses = 0;
  for (let index = 0; index < witnessCount; index++) witnesses |= 1 << (command[36 + index] ?? 0);
  writeWar(war, warFields.witnesses, witnesses);
  writeWar(war, warFields.round, 1);
  clearExchanges(war);
  pushEvent(events, EventKind.battleOpened, 1, count);
  beginLines(war, events);
  return 0;
}

export function beginLines(war: War, events: EventBuffer | undefined): void {
  writeWar(war, warFields.linesDeclared, 0);
  writeWar(war, warFields.allocationStep, 0);
  writeWar(war, warFields.level, 0);
  beginStep(war, BattleStep.lines, events);
}

/**
 * Runs `setLines side front[16]`. With an empty front all units stand in front, or it is an error
 * (HA22).
 */
export function setLines(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const side = command[1] ?? 0;
  const count = command[2] ?? 0;
  if ((livingSides(war) & (1 << side)) === 0) return ErrorNumber.outsideBattle;
  const declared = readWar(war, warFields.linesDeclared);
  if ((declared & (1 << side)) !== 0) return ErrorNumber.again;
  for (let index = 0; index < count; index++) {
    const unit = command[3 + index] ?? 0;
    if (!isAlive(war, unit)) return ErrorNumber.dead;
    if (readUnit(war, unit, unitFields.side) !== side) return ErrorNumber.outsideBattle;
  }
  if (count === 0 && war.rules.strictFront) return ErrorNumber.noFront;
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (fights(war, unit, side)) writeUnit(war, unit, unitFields.sealedLine, count === 0 ? Line.front : Line.rear);
  }
  for (let index = 0; index < count; index++)
    writeUnit(war, command[3 + index] ?? 0, unitFields.sealedLine, Line.front);
  writeWar(war, warFields.linesDeclared, declared | (1 << side));
  pushEvent(events, EventKind.linesSealed, 1, side);
  return 0;
}

/** Bits of the sides with a living unit that was declared for the front. */
function sealedFronts(war: War): number {
  let mask = 0;
  for (let unit = 0; unit < war.unitCount; unit++) {
    const front = isAlive(war, unit) && readUnit(war, unit, unitFields.sealedLine) === Line.front;
    if (front) mask |= 1 << readUnit(war, unit, unitFields.side);
  }
  return mask;
}

/**
 * Opens the lines once every living side has sealed its own. A front that is empty then is filled
 * from behind (HA22): the only one in front may have been called away.
 */
export function settleLines(war: War, events: EventBuffer | undefined): void {
  if (readWar(war, warFields.battleStep) !== BattleStep.lines) return;
  if ((livingSides(war) & ~readWar(war, warFields.linesDeclared)) !== 0) return;
  const empty = war.rules.strictFront ? 0 : livingSides(war) & ~sealedFronts(war);
  for (let unit = 0; unit < war.unitCount; unit++) {
    const side = readUnit(war, unit, unitFields.side);
    if (side === NONE || !isAlive(war, unit)) continue;
    const line = (empty & (1 << side)) !== 0 ? Line.front : readUnit(war, unit, unitFields.sealedLine);
    writeUnit(war, unit, unitFields.line, line);
    writeUnit(war, unit, unitFields.sealedLine, Line.none);
    pushEvent(events, EventKind.lineOpened, 2, unit, line);
  }
  beginStep(war, BattleStep.skills, events);
}

/** Runs `closeStandby`. */
export function closeStandby(war: War, _command: Int32Array, events: EventBuffer | undefined): number {
  beginStep(war, BattleStep.declarations, events);
  return 0;
}
