/**
 * Active decisions and their processing, all sides at once. Source: H7, H9 to H12, H31; HA18, HA20.
 * The seed has no numbers for exploring, raiding and gathering: reveal, adjust and openBattle rule
 * their results.
 */
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { pairFields, unitFields, warFields } from './cells.js';
import { ErrorNumber } from './errors.js';
import { EventKind } from './events.js';
import { gainMp } from './magic.js';
import { ACTION_TAKES, Action, NONE, Phase, Reaction, Stat, Timing } from './names.js';
import { hasReaction } from './reactions.js';
import { bareStat, isAlive } from './stats.js';
import { effectOf, partnerOf, readPair, readUnit, type War, writePair, writeUnit, writeWar } from './war.js';

/** Maximum amount of one soul meal, 1..10; a sum of 10 breaks secrecy (H11). */
const maxSoulMeal = 10;
const secrecyLimit = 10;

/** A bit of `needs` for each parameter; `told` is a reason that may be given. */
const bits = { pair: 1, area: 2, amount: 4, skill: 8, effect: 0, reason: 16 } as const;
const told = 32;

/** What each action takes, as bits. */
const needs: readonly number[] = Object.keys(Action).map((word) => {
  const { must, may } = ACTION_TAKES.reason;
  const isIn = (words: readonly string[]): boolean => words.includes(word);
  const taken = (Object.keys(bits) as (keyof typeof bits)[]).filter((name) => isIn(ACTION_TAKES[name].must));
  return taken.reduce((sum, name) => sum | bits[name], isIn(may) && !isIn(must) ? told : 0);
});

function checkAction(war: War, unit: number, command: Int32Array): number {
  const action = command[2] ?? 0;
  const need = needs[action] ?? 0;
  const pair = command[3] as number;
  const area = command[4] as number;
  const amount = command[5] ?? 0;
  const skill = command[6] as number;
  const number = command[7] ?? 0;
  const reason = command[8] as number;
  if (action === Action.soulEating && war.isServant[unit] !== 1) return ErrorNumber.parameter;
  if ((need & 2) !== 0 && area < 0) return ErrorNumber.area;
  if (((need & 1) !== 0) !== pair >= 0 || ((need & 2) === 0 && area >= 0)) return ErrorNumber.parameter;
  if ((need & 4) === 0 && amount !== 0) return ErrorNumber.parameter;
  if (((need & 8) !== 0) !== skill >= 0 || (skill < 0 && number !== 0)) return ErrorNumber.parameter;
  if (reason < 0 ? (need & bits.reason) !== 0 : (need & (bits.reason | told)) === 0) return ErrorNumber.parameter;
  if (pair === war.pairOf[unit]) return ErrorNumber.parameter;
  if ((need & 4) !== 0 && (amount < 1 || amount > maxSoulMeal)) return ErrorNumber.soulAmount;
  if (action === Action.skill) {
    const effect = effectOf(war, skill, number);
    if (war.ownerOf[skill] !== unit || effect?.timing !== Timing.action) return ErrorNumber.skill;
  }
  if (action === Action.moveBase) {
    const partner = partnerOf(war, unit);
    const together = isAlive(war, partner) && readUnit(war, partner, unitFields.action) === Action.moveBase;
    if (together && readUnit(war, partner, unitFields.actionArea) !== area) return ErrorNumber.area;
  }
  return 0;
}

/** Runs `chooseActive unit action pair area amount skill effect reason`. */
export function chooseActive(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const unit = command[1] ?? 0;
  const action = command[2] ?? 0;
  if (!isAlive(war, unit)) return ErrorNumber.dead;
  if (readUnit(war, unit, unitFields.action) !== Action.none) return ErrorNumber.again;
  if (action === Action.none) return ErrorNumber.parameter;
  const failure = checkAction(war, unit, command);
  if (failure !== 0) return failure;
  writeUnit(war, unit, unitFields.action, action);
  writeUnit(war, unit, unitFields.actionPair, command[3] as number);
  writeUnit(war, unit, unitFields.actionArea, command[4] as number);
  writeUnit(war, unit, unitFields.actionAmount, command[5] ?? 0);
  writeUnit(war, unit, unitFields.actionSkill, command[6] as number);
  writeUnit(war, unit, unitFields.actionEffect, command[7] ?? 0);
  writeUnit(war, unit, unitFields.actionReason, command[8] as number);
  pushEvent(events, EventKind.actionChosen, 3, unit, action, targetOf(war, unit));
  return 0;
}

export function closeActive(war: War, _command: Int32Array, events: EventBuffer | undefined): number {
  writeWar(war, warFields.phase, Phase.reactive);
  pushEvent(events, EventKind.phaseBegan, 1, Phase.reactive);
  return 0;
}

function isBlocked(command: Int32Array, unit: number): boolean {
  const count = command[1] ?? 0;
  for (let index = 0; index < count; index++) if (command[2 + index] === unit) return true;
  return false;
}

/**
 * Whether a reaction can block the unit's action: somebody stops it, which answers soul eating
 * alone, or the raided pair flees.
 */
export function mayBeBlocked(war: War, unit: number): boolean {
  if (readUnit(war, unit, unitFields.action) === Action.raid) {
    return hasReaction(war, readUnit(war, unit, unitFields.actionPair), Reaction.flee, unit);
  }
  for (let pair = 0; pair < war.pairCount; pair++) if (hasReaction(war, pair, Reaction.stop, unit)) return true;
  return false;
}

/** Whether a member of `pair` communicates with `other`, by choice or by acceptance (H9). */
function isWilling(war: War, pair: number, other: number): boolean {
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (readUnit(war, unit, unitFields.action) !== Action.communicate || !isAlive(war, unit)) continue;
    if (war.pairOf[unit] === pair && readUnit(war, unit, unitFields.actionPair) === other) return true;
    // only what is addressed to the pair is accepted
    if (war.pairOf[unit] === other && hasReaction(war, pair, Reaction.accept, unit)) return true;
  }
  return false;
}

function talk(war: War, pair: number, other: number): void {
  writePair(war, pair, pairFields.talked, readPair(war, pair, pairFields.talked) | (1 << other));
}

/** What the action is aimed at: its pair, else its area, else its reason, or NONE. */
function targetOf(war: War, unit: number): number {
  const pair = readUnit(war, unit, unitFields.actionPair);
  const area = readUnit(war, unit, unitFields.actionArea);
  return pair !== NONE ? pair : area !== NONE ? area : readUnit(war, unit, unitFields.actionReason);
}

function processUnit(war: War, unit: number, events: EventBuffer | undefined): void {
  const action = readUnit(war, unit, unitFields.action);
  const pair = war.pairOf[unit] ?? NONE;
  const target = readUnit(war, unit, unitFields.actionPair);
  const area = readUnit(war, unit, unitFields.actionArea);
  const reason = readUnit(war, unit, unitFields.actionReason);
  // before the report, so that who asks for the writer of the area finds the action
  if (action === Action.explore || action === Action.soulEating) writeUnit(war, unit, unitFields.area, area);
  if (action === Action.moveBase) writePair(war, pair, pairFields.base, area);
  pushEvent(events, EventKind.actionDone, 3, unit, action, targetOf(war, unit));
  if (action === Action.communicate && isWilling(war, target, pair)) {
    talk(war, pair, target);
    talk(war, target, pair);
    pushEvent(events, EventKind.communicated, 2, pair, target);
  }
  if (action === Action.gather) {
    const same = readUnit(war, unit, unitFields.gatherTopic) === reason;
    const turns = same ? readUnit(war, unit, unitFields.gatherTurns) : 0;
    writeUnit(war, unit, unitFields.gatherTopic, reason);
    writeUnit(war, unit, unitFields.gatherTurns, Math.min(turns + 1, 255));
  }
  if (action === Action.rest) {
    gainMp(war, unit, Math.max(0, bareStat(war, unit, Stat.mag)), events);
    writeUnit(war, unit, unitFields.actionOpen, 1);
  }
  if (action === Action.soulEating) {
    const amount = readUnit(war, unit, unitFields.actionAmount);
    const total = readPair(war, pair, pairFields.soulEaten) + amount;
    gainMp(war, unit, amount, events);
    writePair(war, pair, pairFields.soulEaten, total);
    pushEvent(events, EventKind.soulsEaten, 3, unit, amount, total);
    if (total >= secrecyLimit && readPair(war, pair, pairFields.exposed) === 0) {
      writePair(war, pair, pairFields.exposed, 1);
      pushEvent(events, EventKind.secrecyBroken, 1, pair);
    }
  }
  if (action === Action.skill) writeUnit(war, unit, unitFields.actionOpen, 1);
  if (action === Action.free) pushEvent(events, EventKind.freeAction, 2, unit, reason);
}

/** Runs `processTurn blocked`: all actions take effect from the same state (H12). */
export function processTurn(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const count = command[1] ?? 0;
  for (let index = 0; index < count; index++)
    if (!mayBeBlocked(war, command[2 + index] ?? 0)) return ErrorNumber.unnoticed;
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (!isAlive(war, unit) || isBlocked(command, unit)) continue;
    const sum =
      readPair(war, war.pairOf[unit] ?? 0, pairFields.soulEaten) + readUnit(war, unit, unitFields.actionAmount);
    if (sum > 0xffff) return ErrorNumber.counterWidth;
  }
  writeWar(war, warFields.phase, Phase.processing);
  pushEvent(events, EventKind.phaseBegan, 1, Phase.processing);
  for (let unit = 0; unit < war.unitCount; unit++) {
    const action = readUnit(war, unit, unitFields.action);
    if (action === Action.none || !isAlive(war, unit)) continue;
    if (isBlocked(command, unit)) pushEvent(events, EventKind.actionBlocked, 2, unit, action);
    else processUnit(war, unit, events);
  }
  // a new base is where those who did not go out are (seed: at the base by default)
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (readUnit(war, unit, unitFields.action) !== Action.moveBase) continue;
    writeUnit(war, unit, unitFields.area, readPair(war, war.pairOf[unit] ?? 0, pairFields.base));
  }
  return 0;
}
