/**
 * Legal commands: those of the battle first, then those of the turn. Source: H14, H18 to H27, HA22.
 */
import { quotaOf } from './allocation.js';
import { unitFields, warFields } from './cells.js';
import { Command } from './commands.js';
import { widthsHold } from './damage.js';
import { beginEntry, beginWith, legalInTurn, writeList, writeRange } from './legal-turn.js';
import { fights, livingSides } from './lines.js';
import { BattleStep, NONE, Phase, Status } from './names.js';
import { escapeCost } from './round-end.js';
import { isAlive } from './stats.js';
import { readUnit, readWar, type War } from './war.js';

/** Side numbers 0..7. */
const maxSides = 8;

function opening(war: War): void {
  if (readWar(war, warFields.phase) !== Phase.processing) return;
  let alive = 0;
  for (let unit = 0; unit < war.unitCount; unit++) if (isAlive(war, unit)) alive++;
  if (alive < 2 || !beginEntry(war, Command.openBattle)) return;
  writeList(war, 2, alive, 0, war.unitCount - 1);
  writeList(war, 2, alive, 0, maxSides - 1);
  writeList(war, 0, war.pairCount, 0, war.pairCount - 1);
}

function lines(war: War): void {
  const open = livingSides(war) & ~readWar(war, warFields.linesDeclared);
  for (let side = 0; side < maxSides; side++) {
    if ((open & (1 << side)) === 0) continue;
    let count = 0;
    let min = 0;
    let max = 0;
    for (let unit = 0; unit < war.unitCount; unit++) {
      if (!fights(war, unit, side)) continue;
      if (count === 0) min = unit;
      max = unit;
      count++;
    }
    if (beginWith(war, Command.setLines, side)) writeList(war, war.rules.strictFront ? 1 : 0, count, min, max);
  }
}

function unitChoices(war: War, step: number): void {
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (readUnit(war, unit, unitFields.side) === NONE || !isAlive(war, unit)) continue;
    const mp = readUnit(war, unit, unitFields.mp);
    if (step === BattleStep.declarations) {
      if (readUnit(war, unit, unitFields.paid) === 0 && mp > 0) beginWith(war, Command.payMag, unit);
      if (readUnit(war, unit, unitFields.noAttack) === 0) beginWith(war, Command.noAttack, unit);
    }
    if (step === BattleStep.end && readUnit(war, unit, unitFields.escaping) === 0 && escapeCost(war, unit) <= mp) {
      beginWith(war, Command.escape, unit);
    }
    if (step !== BattleStep.allocation || readUnit(war, unit, unitFields.handed) === 1) continue;
    const quota = quotaOf(war, unit);
    if (quota === 0) continue;
    if (!beginWith(war, Command.allocate, readWar(war, warFields.allocationStep), unit)) continue;
    // the hull: what ties the three together is their sum
    writeRange(war, 0, quota);
    writeRange(war, 0, quota);
    writeRange(war, 0, quota);
  }
}

/** HA24: while the lines are chosen any side; later each of those that fight. */
function joining(war: War, step: number): void {
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (!isAlive(war, unit) || readUnit(war, unit, unitFields.side) !== NONE) continue;
    if (step === BattleStep.lines) {
      if (beginWith(war, Command.joinBattle, unit)) writeRange(war, 0, maxSides - 1);
      continue;
    }
    const sides = livingSides(war);
    for (let side = 0; side < maxSides; side++) {
      if ((sides & (1 << side)) !== 0) beginWith(war, Command.joinBattle, unit, side);
    }
  }
}

function luckyEscapes(war: War): void {
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (readUnit(war, unit, unitFields.status) !== Status.dying) continue;
    if (beginWith(war, Command.avoidLethal, unit)) writeRange(war, 0, readUnit(war, unit, unitFields.lp));
  }
}

/** Writes the legal commands and returns the number of words. */
export function legalCommands(war: War, out: Int32Array): number {
  war.cursor.words = out;
  war.cursor.length = 0;
  if (readWar(war, warFields.ended) === 1) return 0;
  const step = readWar(war, warFields.battleStep);
  luckyEscapes(war);
  if (step === BattleStep.none) opening(war);
  if (step === BattleStep.lines) lines(war);
  if (step === BattleStep.skills) beginEntry(war, Command.closeStandby);
  if (step === BattleStep.declarations) beginEntry(war, Command.closeDeclarations);
  unitChoices(war, step);
  if (step === BattleStep.damage && widthsHold(war)) beginEntry(war, Command.damageStep);
  if (step === BattleStep.end) {
    beginEntry(war, Command.cleanup);
    const reasons = war.setup.reasons.length - 1;
    if (reasons >= 0 && beginEntry(war, Command.closeBattle)) writeRange(war, 0, reasons);
  }
  if (step !== BattleStep.none) {
    joining(war, step);
    for (let pair = 0; pair < war.pairCount; pair++) {
      if ((readWar(war, warFields.witnesses) & (1 << pair)) === 0) beginWith(war, Command.witness, pair);
    }
  }
  legalInTurn(war);
  return war.cursor.length;
}
