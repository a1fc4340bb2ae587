/**
 * End of a turn and of the war. Source: H1, H12. The seed names no victory: a ruling ends the war.
 */
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { pairFields, skillFields, unitFields, warFields } from './cells.js';
import { ErrorNumber } from './errors.js';
import { EventKind } from './events.js';
import { Action, BattleStep, NONE, Phase, Slot, Stat } from './names.js';
import { forgetReactions } from './reactions.js';
import { buryDying } from './round-end.js';
import { turnField } from './stats.js';
import { readPair, readWar, type War, writePair, writeSkillCell, writeUnit, writeWar } from './war.js';

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
  if (readWar(war, warFields.phase) !== Phase.processing) return ErrorNumber.phase;
  if (readWar(war, warFields.battleStep) !== BattleStep.none) return ErrorNumber.phase;
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
