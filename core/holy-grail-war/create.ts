/**
 * Starts a war from plain data. Source: state list of seed 004's ruleset; H29 for the knowledge at
 * the start.
 */

import type { EventBuffer, ParameterShape } from '../system/system.js';
import { chooseActive, closeActive, processTurn } from './actions.js';
import { allocate, closeDeclarations, noAttack, payMag, quotaOf, settleAllocation } from './allocation.js';
import { pairFields, unitFields, warFields } from './cells.js';
import { Command, commands } from './commands.js';
import { avoidLethal, damageStep, widthsHold } from './damage.js';
import { ErrorNumber } from './errors.js';
import { beginKnowledge, revealFact, revealSkill, witness } from './knowledge.js';
import { beginEntry, beginWith, legalInTurn, writeList, writeRange } from './legal-turn.js';
import { closeStandby, fights, livingSides, openBattle, setLines, settleLines } from './lines.js';
import { prepare, restHeal, settlePreparation } from './magic.js';
import { BattleStep, Line, NONE, Phase, Status } from './names.js';
import { chooseReactive, grantReaction, notice } from './reactions.js';
import { beginTurn, cleanup, closeBattle, endTurn, endWar, escapeCost, leave } from './round-end.js';
import { joinBattle, useSeal } from './seals.js';
import { readSetup } from './setup.js';
import { adjust, useSkill } from './skills.js';
import { injuryLevel, isAlive } from './stats.js';
import { readSwitches } from './switches.js';
import {
  cellsOf,
  createWar,
  readUnit,
  readWar,
  type War,
  type WarBattle,
  writePair,
  writeUnit,
  writeWar,
} from './war.js';

// Legal commands: those of the battle first, then those of the turn. Source: H14, H18 to H27, HA22.

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
function legalCommands(war: War, out: Int32Array): number {
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

// One step of the war: the command's form, its rule, then automatic consequences. Source:
// conventions C3, C4; H2, H18. A handler validates before it writes, so that an error leaves the
// image untouched.

type Handler = (war: War, command: Int32Array, events: EventBuffer | undefined) => number;

const handlers: Readonly<Record<keyof typeof Command, Handler>> = {
  prepare,
  chooseActive,
  closeActive,
  notice,
  chooseReactive,
  grantReaction,
  processTurn,
  restHeal,
  revealFact,
  revealSkill,
  useSkill,
  useSeal,
  adjust,
  openBattle,
  witness,
  setLines,
  closeStandby,
  payMag,
  noAttack,
  closeDeclarations,
  allocate,
  damageStep,
  avoidLethal,
  escape: leave,
  cleanup,
  closeBattle,
  endTurn,
  endWar,
  joinBattle,
};

/** By code less 1, as `commands`. */
const handlerOf: readonly Handler[] = commands.map(({ name }) => handlers[name as keyof typeof Command]);

/**
 * Returns 0, or an error about a command's form: code, ranges, registered ids, no duplicate in a
 * list.
 */
function checkForm(war: War, command: Int32Array): number {
  const place = (command[0] ?? 0) - 1;
  const shape = commands[place];
  if (shape === undefined) return ErrorNumber.command;
  const bounds = war.bounds[place] as Int32Array;
  let at = 1;
  for (let index = 0; index < shape.parameters.length; index++) {
    const parameter = shape.parameters[index] as ParameterShape;
    const min = bounds[index * 2] as number;
    const max = bounds[index * 2 + 1] as number;
    const isId = parameter.ids !== undefined;
    if (parameter.capacity === undefined) {
      const value = command[at++];
      if (value === undefined) return ErrorNumber.range;
      if (value < min || value > max) return isId ? ErrorNumber.id : ErrorNumber.range;
      continue;
    }
    const count = command[at] ?? -1;
    if (count < 0 || count > parameter.capacity) return ErrorNumber.range;
    for (let one = 1; one <= count; one++) {
      const value = command[at + one];
      if (value === undefined) return ErrorNumber.range;
      if (value < min || value > max) return isId ? ErrorNumber.id : ErrorNumber.range;
      for (let other = 1; isId && other < one; other++) if (command[at + other] === value) return ErrorNumber.duplicate;
    }
    at += 1 + parameter.capacity;
  }
  return 0;
}

/** Runs one encoded command. Returns 0, or the number of an error with the image untouched. */
function stepWar(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const malformed = checkForm(war, command);
  if (malformed !== 0) return malformed;
  if (readWar(war, warFields.ended) === 1) return ErrorNumber.ended;
  const handler = handlerOf[(command[0] as number) - 1] as Handler;
  const result = handler(war, command, events);
  if (result !== 0) return result;
  settlePreparation(war, events);
  settleLines(war, events);
  settleAllocation(war, events);
  return 0;
}

function fillUnits(war: War): void {
  war.setup.units.forEach((unit, number) => {
    const fill = (name: keyof typeof unitFields, value: number): void =>
      writeUnit(war, number, unitFields[name], value);
    fill('str', unit.stats.str);
    fill('con', unit.stats.con);
    fill('agi', unit.stats.agi);
    fill('mag', unit.stats.mag);
    fill('luk', unit.luk);
    fill('np', unit.np);
    fill('hp', unit.hp);
    fill('maxHp', unit.maxHp);
    fill('mp', unit.mp);
    fill('maxMp', unit.maxMp);
    fill('lp', unit.lp);
    fill('maxLp', unit.maxLp);
    fill('advantage', unit.advantage);
    fill('upkeep', unit.upkeep);
    fill('injury', injuryLevel(unit.hp, unit.maxHp));
    fill('side', NONE);
    fill('line', Line.none);
    fill('gatherTopic', NONE);
  });
}

function fillPairs(war: War): void {
  war.setup.pairs.forEach((pair, number) => {
    writePair(war, number, pairFields.seals, pair.seals);
    writePair(war, number, pairFields.soulEaten, pair.soulEaten);
    writePair(war, number, pairFields.exposed, pair.exposed ? 1 : 0);
    writePair(war, number, pairFields.base, pair.base);
  });
}

/** Starts a battle. @throws RuleError with the path of the wrong data or switch */
export function createBattle(setup: unknown, switches?: Readonly<Record<string, string | number>>): WarBattle {
  const rules = readSwitches(switches);
  const war = createWar(readSetup(setup, rules.seals), rules);
  writeWar(war, warFields.day, war.setup.day);
  writeWar(war, warFields.slot, war.setup.slot);
  writeWar(war, warFields.phase, war.setup.phase);
  fillUnits(war);
  fillPairs(war);
  beginTurn(war);
  beginKnowledge(war);
  return {
    war,
    image: war.image,
    cells: cellsOf(war),
    step: (command: Int32Array, events: EventBuffer | undefined) => stepWar(war, command, events),
    legalCommands: (out: Int32Array) => legalCommands(war, out),
    idNumber: (kind: string, id: string) => war.ids.get(kind)?.indexOf(id) ?? -1,
    idName: (kind: string, number: number) => war.ids.get(kind)?.[number],
  };
}
