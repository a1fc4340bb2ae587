/**
 * End step and clean-up: leaving, deaths, effects of a round. Source: H13, H26, H27; HA9, HA10.
 */
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { pairFields, skillFields, unitFields, warFields } from './cells.js';
import { ErrorNumber } from './errors.js';
import { EventKind } from './events.js';
import { beginLines, clearExchanges, clearRound, leaveBattle, livingSides } from './lines.js';
import { setMp } from './magic.js';
import { Action, BattleStep, Lasts, NONE, Phase, Slot, Stat, Status } from './names.js';
import { forgetReactions } from './reactions.js';
import { isAlive, turnField } from './stats.js';
import {
  readPair,
  readSkillCell,
  readUnit,
  readWar,
  type War,
  writePair,
  writeSkillCell,
  writeUnit,
  writeWar,
} from './war.js';

/**
 * MP that leaving costs now (H26): of the unit, or of its whole side (HA10); 0 with a seal (H28).
 */
export function escapeCost(war: War, unit: number): number {
  if (readUnit(war, unit, unitFields.freeEscape) === 1) return 0;
  if (!war.rules.escapeBySide) {
    return Math.max(0, readUnit(war, unit, unitFields.taken) - readUnit(war, unit, unitFields.dealt));
  }
  const side = readUnit(war, unit, unitFields.side);
  let balance = 0;
  for (let ally = 0; ally < war.unitCount; ally++) {
    if (readUnit(war, ally, unitFields.side) !== side) continue;
    balance += readUnit(war, ally, unitFields.taken) - readUnit(war, ally, unitFields.dealt);
  }
  return Math.max(0, balance);
}

/**
 * Runs `escape unit`. Its damage stays in the sums of its side, so that the order of leaving does
 * not matter.
 */
export function leave(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const unit = command[1] ?? 0;
  if (!isAlive(war, unit)) return ErrorNumber.dead;
  if (readUnit(war, unit, unitFields.side) === NONE) return ErrorNumber.outsideBattle;
  if (readUnit(war, unit, unitFields.escaping) === 1) return ErrorNumber.again;
  const cost = escapeCost(war, unit);
  const mp = readUnit(war, unit, unitFields.mp);
  if (cost > mp) return ErrorNumber.mp;
  writeUnit(war, unit, unitFields.freeEscape, 0);
  writeUnit(war, unit, unitFields.escaping, 1);
  pushEvent(events, EventKind.escaped, 2, unit, cost);
  setMp(war, unit, mp - cost, events);
  return 0;
}

/** Units still at 0 HP die. */
function buryDying(war: War, events: EventBuffer | undefined): void {
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (readUnit(war, unit, unitFields.status) !== Status.dying) continue;
    writeUnit(war, unit, unitFields.status, Status.dead);
    pushEvent(events, EventKind.died, 1, unit);
  }
}

/** Ends the effects of a round; units that left or died are out of the battle. */
function endRound(war: War, events: EventBuffer | undefined): void {
  buryDying(war, events);
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (readUnit(war, unit, unitFields.escaping) === 1 || !isAlive(war, unit)) leaveBattle(war, unit);
    else clearRound(war, unit);
  }
  for (let skill = 0; skill < war.skillCount; skill++) {
    if (readSkillCell(war, skill, skillFields.disabled) === Lasts.round) {
      writeSkillCell(war, skill, skillFields.disabled, 0);
    }
  }
  clearExchanges(war);
  pushEvent(events, EventKind.roundEnded, 1, readWar(war, warFields.round));
}

function endBattle(war: War, events: EventBuffer | undefined): void {
  for (let unit = 0; unit < war.unitCount; unit++) leaveBattle(war, unit);
  pushEvent(events, EventKind.battleEnded, 1, readWar(war, warFields.round));
  writeWar(war, warFields.battleStep, BattleStep.none);
  writeWar(war, warFields.round, 0);
  writeWar(war, warFields.linesDeclared, 0);
  writeWar(war, warFields.witnesses, 0);
  writeWar(war, warFields.allocationStep, 0);
  writeWar(war, warFields.level, 0);
}

/** Runs `cleanup`: the next round, or the end of the battle with at most one side left. */
export function cleanup(war: War, _command: Int32Array, events: EventBuffer | undefined): number {
  const round = readWar(war, warFields.round);
  if (round === 0xffff) return ErrorNumber.counterWidth;
  endRound(war, events);
  const sides = livingSides(war);
  if ((sides & (sides - 1)) === 0) {
    endBattle(war, events);
    return 0;
  }
  writeWar(war, warFields.round, round + 1);
  beginLines(war, events);
  return 0;
}

/** Runs `closeBattle reason`: a ruling ends the battle with several sides left. */
export function closeBattle(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  endRound(war, events);
  pushEvent(events, EventKind.battleClosed, 1, command[1] ?? 0);
  endBattle(war, events);
  return 0;
}

// End of a turn and of the war. Source: H1, H12. The seed names no victory: a ruling ends the war.

function forgetAction(war: War, unit: number): void {
  writeUnit(war, unit, unitFields.action, Action.none);
  writeUnit(war, unit, unitFields.actionPair, NONE);
  writeUnit(war, unit, unitFields.actionArea, NONE);
  writeUnit(war, unit, unitFields.actionAmount, 0);
  writeUnit(war, unit, unitFields.actionSkill, NONE);
  writeUnit(war, unit, unitFields.actionEffect, 0);
  writeUnit(war, unit, unitFields.actionReason, NONE);
  writeUnit(war, unit, unitFields.actionOpen, 0);
}

/** Resets for a new turn: no decisions, nothing noticed, everybody at the base. */
export function beginTurn(war: War): void {
  for (let pair = 0; pair < war.pairCount; pair++) {
    forgetReactions(war, pair);
    writePair(war, pair, pairFields.prepared, 0);
    writePair(war, pair, pairFields.noticed, 0);
    writePair(war, pair, pairFields.talked, 0);
  }
  for (let unit = 0; unit < war.unitCount; unit++) {
    forgetAction(war, unit);
    writeUnit(war, unit, unitFields.area, readPair(war, war.pairOf[unit] ?? 0, pairFields.base));
  }
}

/** Runs `endTurn`: effects of a turn expire, and the next slot or day begins. */
export function endTurn(war: War, _command: Int32Array, events: EventBuffer | undefined): number {
  const day = readWar(war, warFields.day);
  const slot = readWar(war, warFields.slot);
  if (slot === Slot.night && day === 0xffff) return ErrorNumber.counterWidth;
  buryDying(war, events);
  for (let unit = 0; unit < war.unitCount; unit++) {
    for (let stat = Stat.str as number; stat <= Stat.advantage; stat++) writeUnit(war, unit, turnField(stat), 0);
  }
  for (let skill = 0; skill < war.skillCount; skill++) {
    writeSkillCell(war, skill, skillFields.disabled, 0);
    writeSkillCell(war, skill, skillFields.rankBonus, 0);
  }
  beginTurn(war);
  pushEvent(events, EventKind.turnEnded, 2, day, slot);
  writeWar(war, warFields.slot, slot === Slot.night ? Slot.am : slot + 1);
  if (slot === Slot.night) writeWar(war, warFields.day, day + 1);
  writeWar(war, warFields.phase, Phase.preparation);
  pushEvent(events, EventKind.phaseBegan, 1, Phase.preparation);
  return 0;
}

/** Runs `endWar reason`. */
export function endWar(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  writeWar(war, warFields.ended, 1);
  pushEvent(events, EventKind.warEnded, 1, command[1] ?? 0);
  return 0;
}
