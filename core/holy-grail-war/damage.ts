/**
 * Damage of all opposing front units at once, with reflection. Source: H24, H25; HA2, HA9, HA12;
 * signed 16-bit width note.
 */
import { pushEvent, pushFour } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { unitFields } from './cells.js';
import { ErrorNumber } from './errors.js';
import { EventKind } from './events.js';
import { revealUsedStats, usedFacts } from './knowledge.js';
import { beginStep, clearExchanges } from './lines.js';
import { BattleStep, Line, Stat, Status } from './names.js';
import { battleStat, isAlive, maxStat, setHp } from './stats.js';
import { readUnit, type War, writeExchange, writeUnit } from './war.js';

/**
 * H24: the attack value. An attacker's has no lower limit; that of a unit that renounced attacking
 * is at least 0 (H21).
 */
export function attackValue(ownStr: number, enemyCon: number, attacks: boolean): number {
  const value = ownStr - enemyCon + 2;
  return attacks ? value : Math.max(0, value);
}

/** H24: the number of hits. */
export function hitCount(ownAgi: number, enemyAgi: number): number {
  return Math.max(0, ownAgi - enemyAgi + 2);
}

/**
 * H24, H21: the damage; a negative value falls on the attacker. `clamped`: a unit that renounced
 * attacking deals its clamped value (HA2).
 */
export function damageValue(attack: number, hits: number, attacks: boolean, clamped: boolean): number {
  // `| 0`: no hit with a negative attack is 0, not minus zero
  return attacks || clamped ? (attack * hits) | 0 : 0;
}

/** Whether two units are living front units of different sides. */
export function opposes(war: War, attacker: number, defender: number): boolean {
  return (
    readUnit(war, attacker, unitFields.line) === Line.front &&
    readUnit(war, defender, unitFields.line) === Line.front &&
    readUnit(war, attacker, unitFields.side) !== readUnit(war, defender, unitFields.side) &&
    isAlive(war, attacker) &&
    isAlive(war, defender)
  );
}

export function attackNow(war: War, attacker: number, defender: number): number {
  const attacks = readUnit(war, attacker, unitFields.noAttack) === 0;
  return attackValue(battleStat(war, attacker, Stat.str), battleStat(war, defender, Stat.con), attacks);
}

export function hitsNow(war: War, attacker: number, defender: number): number {
  return hitCount(battleStat(war, attacker, Stat.agi), battleStat(war, defender, Stat.agi));
}

export function damageNow(war: War, attacker: number, defender: number): number {
  const attacks = readUnit(war, attacker, unitFields.noAttack) === 0;
  const attack = attackNow(war, attacker, defender);
  return damageValue(attack, hitsNow(war, attacker, defender), attacks, war.rules.nonAttackClamped);
}

/** Whether every stat is at most 179 and every attack and damage fits in signed 16 bits. */
export function widthsHold(war: War): boolean {
  for (let attacker = 0; attacker < war.unitCount; attacker++) {
    for (let defender = 0; defender < war.unitCount; defender++) {
      if (!opposes(war, attacker, defender)) continue;
      for (let stat = Stat.str as number; stat <= Stat.agi; stat++) {
        if (battleStat(war, attacker, stat) > maxStat) return false;
      }
      if (hitsNow(war, attacker, defender) > 255) return false;
      const damage = damageNow(war, attacker, defender);
      if (damage > 0x7fff || damage < -0x8000) return false;
    }
  }
  return true;
}

function credit(war: War, unit: number, field: typeof unitFields.taken, amount: number): void {
  writeUnit(war, unit, field, readUnit(war, unit, field) + amount);
}

/** The stats that make an attack and its hits (H24). */
function tellCompared(war: War, attacker: number, defender: number, events: EventBuffer | undefined): void {
  if (events === undefined) return;
  const str = battleStat(war, attacker, Stat.str);
  const con = battleStat(war, defender, Stat.con);
  const ownAgi = battleStat(war, attacker, Stat.agi);
  pushFour(events, EventKind.compared, str, con, ownAgi, battleStat(war, defender, Stat.agi));
}

/** Runs `damageStep`: all values come from the same state and are applied together (HA12). */
export function damageStep(war: War, _command: Int32Array, events: EventBuffer | undefined): number {
  if (!widthsHold(war)) return ErrorNumber.statWidth;
  clearExchanges(war);
  for (let attacker = 0; attacker < war.unitCount; attacker++) {
    for (let defender = 0; defender < war.unitCount; defender++) {
      if (!opposes(war, attacker, defender)) continue;
      const attack = attackNow(war, attacker, defender);
      const hits = hitsNow(war, attacker, defender);
      const damage = damageNow(war, attacker, defender);
      writeExchange(war, attacker, defender, attack, hits, damage);
      pushFour(events, EventKind.exchange, attacker, defender, attack, hits);
      tellCompared(war, attacker, defender, events);
      pushEvent(events, EventKind.damage, 3, attacker, defender, damage);
      if (damage >= 0) {
        credit(war, defender, unitFields.taken, damage);
        credit(war, attacker, unitFields.dealt, damage);
      } else {
        credit(war, attacker, unitFields.taken, -damage);
        if (war.rules.reflectDealt) credit(war, defender, unitFields.dealt, -damage);
      }
    }
  }
  revealAll(war, events);
  for (let unit = 0; unit < war.unitCount; unit++) {
    setHp(war, unit, Math.max(0, readUnit(war, unit, unitFields.hp) - readUnit(war, unit, unitFields.taken)), events);
  }
  beginStep(war, BattleStep.end, events);
  return 0;
}

/** Reveals the stats used in an exchange (H30), and the points paid for in any line. */
function revealAll(war: War, events: EventBuffer | undefined): void {
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (isAlive(war, unit)) revealUsedStats(war, unit, usedFacts(war, unit), events);
  }
}

/**
 * Runs `avoidLethal unit lpCost`: the cost is a ruling (HA13). HP returns to its earlier value, or
 * to 1 (switch lethalAvoidance).
 */
export function avoidLethal(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const unit = command[1] ?? 0;
  const cost = command[2] ?? 0;
  const status = readUnit(war, unit, unitFields.status);
  if (status === Status.dead || status === Status.vanished) return ErrorNumber.dead;
  if (status !== Status.dying) return ErrorNumber.phase;
  const lp = readUnit(war, unit, unitFields.lp);
  if (cost > lp) return ErrorNumber.luck;
  const hp = war.rules.lethalLeavesOne ? 1 : readUnit(war, unit, unitFields.hpBefore);
  writeUnit(war, unit, unitFields.lp, lp - cost);
  writeUnit(war, unit, unitFields.status, Status.alive);
  pushEvent(events, EventKind.lethalAvoided, 3, unit, cost, hp);
  setHp(war, unit, hp, events);
  writeUnit(war, unit, unitFields.hpBefore, 0);
  return 0;
}
