/** Slow reference: numbers of hits, the check of a hit and its value, statuses and changed stats, for both sides. */
import { ALLY, CELL, ENEMY, RECORD, SPECIES } from './addresses.js';
import { byte, noteSkill, type Skirmish, setByte, setWord, share, skillByte, stretch, word } from './memory.js';
import { isAlly, isObject, levelOf, origin, statOf } from './units.js';

/** C1:D6B9, D614: undefined for one hit on everybody in the area. */
export function countHits(at: Skirmish, user: number): number | undefined {
  const pattern = skillByte(at, 19);
  const most = pattern % 16;
  if ((pattern & 0x80) !== 0 || (pattern & 0x30) === 0x20) return undefined;
  if ((pattern & 0x30) === 0x10) return share(16 * most, Math.min(byte(at, levelOf(user)), 15)) + 1;
  if ((pattern & 0x30) === 0x30) return share(at.draw(isAlly(user) ? 0xd6b9 : 0xd614), most) + 1;
  return most;
}

/** C1:77CE: the level sum, coefficients, own stat and attack are in 900B to 900F. */
export function singleHit(at: Skirmish, level: number, stat: number): number {
  const lead = Math.min(8 + byte(at, CELL.levelSum), 255) - level;
  const difference = lead < 0 ? 1 : Math.min(lead, 24);
  const strength =
    Math.floor((difference * (byte(at, CELL.skillCoefficients) & 0xfc)) / 8) + byte(at, CELL.statTimesCoefficient);
  const base = Math.floor((strength * Math.floor((255 - stat) / 2)) / 256) * 2 + byte(at, CELL.attackPower);
  return base + share(at.draw(0x7835), Math.floor(base / 4) % 256);
}

/** A recovery by coefficient: allies four times as much as enemies. */
export function recovery(at: Skirmish, onAlly: boolean): number {
  const coefficient = byte(at, CELL.skillCoefficients) & 0xfc;
  const draw = at.draw(0x7835);
  return onAlly ? 4 * coefficient + share(draw, coefficient) : coefficient + share(draw, coefficient / 4);
}

/** C1:D94A. */
function wakeAlly(at: Skirmish, ally: number): void {
  if (byte(at, ally + ALLY.statuses) === 0xff) return;
  setByte(at, ally + ALLY.statuses, byte(at, ally + ALLY.statuses) & 0xdf);
  setByte(at, ally + ALLY.timerSleep, 0);
}

/** C1:D900. */
export function valueOnAlly(at: Skirmish, ally: number): void {
  const stat = byte(at, statOf(ally, byte(at, CELL.skillCoefficients) % 4));
  const heals = (byte(at, CELL.absorbFlag) & 0x80) !== 0;
  setWord(
    at,
    ally + ALLY.singleHit,
    heals ? recovery(at, true) : singleHit(at, byte(at, ally + ALLY.correctedLevel), stat),
  );
  wakeAlly(at, ally);
}

/** C1:D95D, D978; the Odio Mole takes 1 whatever it is, the old master's skill is noted. */
export function valueOnEnemy(at: Skirmish, enemy: number): void {
  const stat = byte(at, statOf(enemy, byte(at, CELL.skillCoefficients) % 4));
  const heals = (byte(at, CELL.absorbFlag) & 0x80) !== 0;
  if (!heals && byte(at, word(at, CELL.skillUser)) === 8) noteSkill(at);
  const value = heals ? recovery(at, false) : singleHit(at, byte(at, enemy + ENEMY.correctedLevel), stat);
  setWord(at, enemy + ENEMY.singleHit, byte(at, enemy) === 0xd0 ? 1 : value);
  setByte(at, enemy + ENEMY.statuses, byte(at, enemy + ENEMY.statuses) & 0xdf);
  setByte(at, enemy + ENEMY.timerSleep, 0);
}

/** C1:D870, D8C6: locks that the skill names, sleep and paralysis make it certain, without a draw. */
export function hitCheck(at: Skirmish, target: number): boolean {
  const statuses = byte(at, isAlly(target) ? target + ALLY.statuses : target + ENEMY.statuses);
  const certain = (Math.floor(skillByte(at, 12) / 16) & 7) | 0x30;
  if ((statuses & certain) !== 0) return true;
  const level = byte(at, isAlly(target) ? target + ALLY.correctedLevel : target + ENEMY.correctedLevel);
  return share(at.draw(isAlly(target) ? 0xd8c6 : 0xd870), level) <= byte(at, CELL.levelSum);
}

/** C1:DC66 with DB38 and its mirror image: the statuses that took, immunity not yet in mind; timers are written. */
function takenStatuses(at: Skirmish, user: number, target: number, timers: number): number {
  const formula = skillByte(at, 18);
  const stat = byte(at, statOf(user, Math.floor(formula / 64)));
  const defence = byte(at, statOf(target, Math.floor(formula / 16) % 4));
  const level = byte(at, levelOf(target));
  const bonus = level === 0 ? 255 : Math.floor(stat / level) % 256;
  let taken = 0;
  for (let bit = 0; bit < 8; bit += 1) {
    if ((skillByte(at, 9) & (2 ** bit)) === 0 || byte(at, timers + bit) !== 0) continue;
    const lead = Math.floor((stat + share(at.draw(0xdb64), stat)) / 2) - defence;
    if (lead <= 0) continue;
    const strength = lead * (formula % 16);
    const time = strength >= 2048 ? 255 : Math.min(Math.floor(strength / 8) + bonus, 255);
    if (time < 17) continue;
    setByte(at, timers + bit, time);
    taken += 2 ** bit;
  }
  return taken;
}

/** C1:DBF5. */
function weaponStatuses(at: Skirmish, user: number, enemy: number): void {
  if (skillByte(at, 15) % 2 === 0 || byte(at, user + ALLY.state) === 0x40) return;
  const statuses = byte(at, origin(at, user) + RECORD.weaponStatuses);
  const level = byte(at, levelOf(user));
  if (statuses === 0 || level === 0) return;
  let taken = 0;
  for (let bit = 0; bit < 8; bit += 1) {
    if ((statuses & (2 ** bit)) === 0 || at.draw(0xdc0c) % 16 < byte(at, enemy + ENEMY.level)) continue;
    setByte(at, enemy + ENEMY.timerNeck + bit, 8 * level);
    taken += 2 ** bit;
  }
  setByte(at, enemy + ENEMY.pendingStatuses, taken & ~byte(at, origin(at, enemy) + SPECIES.immunity));
}

export function inflictOnEnemy(at: Skirmish, user: number, enemy: number): void {
  if (skillByte(at, 9) === 0) weaponStatuses(at, user, enemy);
  if (skillByte(at, 9) === 0 || skillByte(at, 18) === 0) return;
  const taken = takenStatuses(at, user, enemy, enemy + ENEMY.timerNeck);
  setByte(at, enemy + ENEMY.pendingStatuses, taken & ~byte(at, origin(at, enemy) + SPECIES.immunity));
}

/** The mirror image: statuses take hold at once; an ally out of the fight takes none. */
export function inflictOnAlly(at: Skirmish, user: number, ally: number): void {
  if (byte(at, ally + ALLY.statuses) === 0xff || skillByte(at, 9) === 0 || skillByte(at, 18) === 0) return;
  stretch(at, 13);
  const taken = takenStatuses(at, user, ally, ally + ALLY.timerNeck);
  setByte(
    at,
    ally + ALLY.statuses,
    byte(at, ally + ALLY.statuses) | (taken & ~byte(at, origin(at, ally) + RECORD.immunity)),
  );
}

/** C1:D9DA: struck from behind, what counts is the abnormality of the attribute 7. */
export function noteOnset(at: Skirmish, enemy: number): void {
  const behind = byte(at, enemy + ENEMY.struckFrom) >= 0x80;
  if (behind) stretch(at, 22);
  const attribute = behind ? 7 : byte(at, CELL.skillType) % 16;
  const pair = byte(at, origin(at, enemy) + SPECIES.counterAbnormality + Math.floor(attribute / 2));
  const nibble = attribute % 2 === 0 ? Math.floor(pair / 16) : pair % 16;
  const field = byte(at, CELL.skillField);
  const own = field >= 0x80 ? 0x80 + (field % 16) : field;
  setByte(at, enemy + ENEMY.pendingAbnormality, nibble === 0 ? own : 0x80 + nibble);
}

/** What of a stat is left or won, by the two bits of the kind. */
export function changed(old: number, change: number): number {
  const factor = [0, 0x20, 0x30, 0x50][Math.floor(change / 32) % 4] ?? 0;
  const scaled = Math.floor((4 * old * factor) / 256);
  return scaled >= 255 ? 255 : scaled + (factor === 0x50 ? 1 : 0);
}

/** C1:DD8F and DCC1: level, intellect, body, speed, power by bits 0 to 4; the corrected level defends. */
export function changeStats(at: Skirmish, unit: number, change: number): void {
  const taken = isAlly(unit) ? unit + ALLY.changedStats : unit + ENEMY.changedStats;
  if (isAlly(unit) && change === 0) return;
  setByte(at, taken, 0);
  const beat = byte(at, isAlly(unit) ? unit + ALLY.correctedLevel : unit + ENEMY.correctedLevel) + 16;
  if (beat >= 64 || (!isAlly(unit) && isObject(at, unit))) return;
  if (isAlly(unit)) stretch(at, 14);
  const parts = [levelOf(unit), statOf(unit, 3), statOf(unit, 2), statOf(unit, 1), statOf(unit, 0)];
  const sums = [0, 4, 3, 2, 1].map((stat) => CELL.changeTotalStat + stat);
  parts.forEach((cell, bit) => {
    if ((change & (2 ** bit)) === 0) return;
    if (at.draw(isAlly(unit) ? 0xdcc1 : 0xdd8f) % 64 <= beat) return;
    const before = byte(at, cell);
    const after = changed(before, change);
    setByte(at, cell, after);
    setByte(at, taken, byte(at, taken) + 2 ** bit);
    const sum = sums[bit] ?? 0;
    setByte(at, sum, Math.min(byte(at, sum) + Math.abs(after - before), 255));
  });
}
