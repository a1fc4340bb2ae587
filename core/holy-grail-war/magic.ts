/**
 * MP: income and upkeep, distribution, overflow, healing. Source: H3 to H6, H10; HA4, HA14, HA15.
 */
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { pairFields, unitFields, warFields } from './cells.js';
import { ErrorNumber } from './errors.js';
import { EventKind } from './events.js';
import { Action, NONE, Phase, Stat, Status } from './names.js';
import { bareStat, injuryLevel, isAlive, setHp } from './stats.js';
import { partnerOf, readPair, readUnit, readWar, type War, writePair, writeUnit, writeWar } from './war.js';

/** MP that the Grail gives to a master with a servant. */
const grailSupply = 15;
/** MP for one HP, and MP for each injury level (H4). */
const mpPerHp = 2;
const levelFee = 10;

/**
 * H3: the income of a pair. A unit alone gets no supply; a master alone has neither upkeep nor a
 * servant's magic.
 */
export function preparationIncome(masterMag: number, servantMag: number, upkeep: number, together: boolean): number {
  return 2 * masterMag + servantMag + (together ? grailSupply : 0) - upkeep;
}

/**
 * H4: MP for healing `amount` HP from `hp`. With `perLevel`, 10 MP for each level crossed instead
 * of once (HA4).
 */
export function healCost(hp: number, maxHp: number, amount: number, perLevel: boolean): number {
  const crossed = injuryLevel(hp, maxHp) - injuryLevel(hp + amount, maxHp);
  const fees = perLevel || crossed === 0 ? crossed : 1;
  return mpPerHp * amount + levelFee * fees;
}

export function setMp(war: War, unit: number, mp: number, events: EventBuffer | undefined): void {
  const before = readUnit(war, unit, unitFields.mp);
  if (mp === before) return;
  writeUnit(war, unit, unitFields.mp, mp);
  pushEvent(events, EventKind.mpChanged, 3, unit, before, mp);
}

/** Gives MP. MP above the maximum goes to the living partner, then is lost (HA14). */
export function gainMp(war: War, unit: number, amount: number, events: EventBuffer | undefined): void {
  const sum = readUnit(war, unit, unitFields.mp) + amount;
  const maxMp = readUnit(war, unit, unitFields.maxMp);
  setMp(war, unit, Math.min(sum, maxMp), events);
  const partner = partnerOf(war, unit);
  if (sum <= maxMp || !war.rules.spill || !isAlive(war, partner)) return;
  const partnerSum = readUnit(war, partner, unitFields.mp) + sum - maxMp;
  setMp(war, partner, Math.min(partnerSum, readUnit(war, partner, unitFields.maxMp)), events);
}

/** The income of a pair with its living members (H3). */
export function incomeOf(war: War, pair: number): number {
  const master = war.masterOf[pair] ?? NONE;
  const servant = war.servantOf[pair] ?? NONE;
  const masterHere = isAlive(war, master);
  const servantHere = isAlive(war, servant);
  return preparationIncome(
    masterHere ? bareStat(war, master, Stat.mag) : 0,
    servantHere ? bareStat(war, servant, Stat.mag) : 0,
    servantHere ? readUnit(war, servant, unitFields.upkeep) : 0,
    masterHere && servantHere,
  );
}

/** Returns 0, or the error that refuses healing this much with this much MP. */
function checkHeal(war: War, unit: number, amount: number, mp: number): number {
  if (amount === 0) return 0;
  if (!isAlive(war, unit)) return unit === NONE ? ErrorNumber.alone : ErrorNumber.dead;
  const hp = readUnit(war, unit, unitFields.hp);
  const maxHp = readUnit(war, unit, unitFields.maxHp);
  if (hp + amount > maxHp) return ErrorNumber.overheal;
  return healCost(hp, maxHp, amount, war.rules.feePerLevel) > mp ? ErrorNumber.mp : 0;
}

/** Heals by a checked amount. */
function heal(war: War, unit: number, amount: number, events: EventBuffer | undefined): void {
  if (amount === 0) return;
  const hp = readUnit(war, unit, unitFields.hp);
  const cost = healCost(hp, readUnit(war, unit, unitFields.maxHp), amount, war.rules.feePerLevel);
  pushEvent(events, EventKind.healed, 3, unit, amount, cost);
  setMp(war, unit, readUnit(war, unit, unitFields.mp) - cost, events);
  setHp(war, unit, hp + amount, events);
}

function vanish(war: War, servant: number, events: EventBuffer | undefined): void {
  writeUnit(war, servant, unitFields.status, Status.vanished);
  pushEvent(events, EventKind.vanished, 1, servant);
}

/** Ends the phase after the last pair with a living unit. */
export function settlePreparation(war: War, events: EventBuffer | undefined): void {
  if (readWar(war, warFields.phase) !== Phase.preparation) return;
  for (let pair = 0; pair < war.pairCount; pair++) {
    const somebody = isAlive(war, war.masterOf[pair] ?? NONE) || isAlive(war, war.servantOf[pair] ?? NONE);
    if (somebody && readPair(war, pair, pairFields.prepared) === 0) return;
  }
  writeWar(war, warFields.phase, Phase.active);
  pushEvent(events, EventKind.phaseBegan, 1, Phase.active);
}

/**
 * Runs `prepare pair servantShare healMaster healServant`.
 *
 * H5: a gain, 0 included, is distributed freely. A loss has a fixed order, the master first (HA15),
 * so that a `servantShare` with a loss is refused (`E_RANGE`). HA14: with any share, MP above a
 * unit's maximum goes to the partner.
 */
export function prepare(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const pair = command[1] ?? 0;
  const asked = command[2] as number;
  const healMaster = command[3] ?? 0;
  const healServant = command[4] ?? 0;
  if (readPair(war, pair, pairFields.prepared) === 1) return ErrorNumber.again;
  const master = war.masterOf[pair] ?? NONE;
  const servant = war.servantOf[pair] ?? NONE;
  const masterHere = isAlive(war, master);
  const servantHere = isAlive(war, servant);
  if (!masterHere && !servantHere) return ErrorNumber.dead;
  if (asked >= 0 && !(masterHere && servantHere)) return ErrorNumber.alone;
  const delta = incomeOf(war, pair);
  if (asked >= 0 && asked > delta) return ErrorNumber.parameter;

  let masterMp = masterHere ? readUnit(war, master, unitFields.mp) : 0;
  let servantMp = servantHere ? readUnit(war, servant, unitFields.mp) : 0;
  let short = 0;
  if (delta >= 0) {
    const masterMax = masterHere ? readUnit(war, master, unitFields.maxMp) : 0;
    const servantMax = servantHere ? readUnit(war, servant, unitFields.maxMp) : 0;
    const share = servantHere ? (asked >= 0 ? asked : delta) : 0;
    const spill = war.rules.spill;
    const servantSum = servantMp + share;
    const masterSum = masterMp + delta - share + (spill ? Math.max(0, servantSum - servantMax) : 0);
    masterMp = Math.min(masterMax, masterSum);
    servantMp = Math.min(servantMax, servantSum + (spill ? Math.max(0, masterSum - masterMax) : 0));
  } else {
    const fromMaster = Math.min(masterMp, -delta);
    const fromServant = Math.min(servantMp, -delta - fromMaster);
    masterMp -= fromMaster;
    servantMp -= fromServant;
    short = -delta - fromMaster - fromServant;
  }
  if (short > 0 && healServant > 0) return ErrorNumber.dead;
  const failure = checkHeal(war, master, healMaster, masterMp) || checkHeal(war, servant, healServant, servantMp);
  if (failure !== 0) return failure;

  pushEvent(events, EventKind.mpIncome, 2, pair, delta);
  if (masterHere) setMp(war, master, masterMp, events);
  if (servantHere) setMp(war, servant, servantMp, events);
  if (short > 0 && servantHere) vanish(war, servant, events);
  heal(war, master, healMaster, events);
  heal(war, servant, healServant, events);
  writePair(war, pair, pairFields.prepared, 1);
  return 0;
}

/** Runs `restHeal unit hp`, once for a unit with a processed rest (H10). */
export function restHeal(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const unit = command[1] ?? 0;
  const amount = command[2] ?? 0;
  if (readUnit(war, unit, unitFields.action) !== Action.rest) return ErrorNumber.phase;
  if (readUnit(war, unit, unitFields.actionOpen) === 0) return ErrorNumber.again;
  const failure = checkHeal(war, unit, amount, readUnit(war, unit, unitFields.mp));
  if (failure !== 0) return failure;
  heal(war, unit, amount, events);
  writeUnit(war, unit, unitFields.actionOpen, 0);
  return 0;
}
