/** Slow reference: who is out of the fight, who leaves it, and how it ends. */
import { byte, countHpChange, type Skirmish, setByte, setWord, stretch, word } from './memory.js';
import { BATTLE_RESULT } from './own-cells.js';
import { extraOf, hpOf, leaveField, origin, presentAllies, presentEnemies } from './units.js';

/** HP of an ally after a damage: without HP out of the fight, hurt once more gone. */
export function hurtAlly(at: Skirmish, ally: number, total: number): void {
  const record = origin(at, ally);
  const before = word(at, record + 8);
  const left = Math.max(before - total, 0);
  setWord(at, record + 8, left);
  countHpChange(at, before - left);
  loseHp(at, ally, left);
}

export function loseHp(at: Skirmish, ally: number, left: number): void {
  if (left > 0) return;
  stretch(at, 16);
  if (byte(at, ally + 0x39) === 0xff) {
    leaveField(at, ally);
    setByte(at, ally + 1, 0);
    return;
  }
  setByte(at, ally + 0x39, 0xff);
  setByte(at, ally + 5, 0);
  for (let timer = 0; timer < 8; timer += 1) setByte(at, extraOf(ally) + timer, 0);
}

/** A recovery brings back who was out of the fight: with HP, no status is left. */
export function standUp(at: Skirmish, ally: number): void {
  if (byte(at, ally + 0x39) === 0xff && word(at, origin(at, ally) + 8) !== 0) setByte(at, ally + 0x39, 0);
}

const typeOf = (at: Skirmish, enemy: number): number => byte(at, origin(at, enemy) + 0x2f);

function remove(at: Skirmish, enemy: number): void {
  leaveField(at, enemy);
  setByte(at, enemy + 1, 0);
  setByte(at, enemy + 5, 0);
}

export function settleDefeats(at: Skirmish): void {
  const before = presentEnemies(at);
  const gone = before.filter((enemy) => word(at, hpOf(enemy)) === 0 || byte(at, hpOf(enemy) + 7) >= 0x80);
  if (gone.length > 0) stretch(at, 16);
  for (const enemy of gone) remove(at, enemy);
  const leads = (enemy: number): boolean => (typeOf(at, enemy) & 8) !== 0;
  if (gone.some(leads) && !presentEnemies(at).some(leads)) {
    for (const enemy of presentEnemies(at)) if ((typeOf(at, enemy) & 2) !== 0) remove(at, enemy);
  }
  if (presentAllies(at).every((ally) => byte(at, ally + 0x39) >= 0x80)) setByte(at, BATTLE_RESULT, 2);
  else if (presentEnemies(at).every((enemy) => (typeOf(at, enemy) & 4) !== 0)) setByte(at, BATTLE_RESULT, 1);
}
