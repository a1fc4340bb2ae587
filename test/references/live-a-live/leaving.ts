/** Slow reference: who is out of the fight, who leaves it, and how it ends. */
import { ALLY, ENEMY, RECORD, SPECIES } from './addresses.js';
import { byte, countHpChange, type Skirmish, setByte, setWord, stretch, word } from './memory.js';
import { BATTLE_RESULT } from './own-cells.js';
import { leaveField, origin, presentAllies, presentEnemies } from './units.js';

/** HP of an ally after a damage: without HP out of the fight, hurt once more gone. */
export function hurtAlly(at: Skirmish, ally: number, total: number): void {
  const record = origin(at, ally);
  const before = word(at, record + RECORD.hp);
  const left = Math.max(before - total, 0);
  setWord(at, record + RECORD.hp, left);
  countHpChange(at, before - left);
  loseHp(at, ally, left);
}

export function loseHp(at: Skirmish, ally: number, left: number): void {
  if (left > 0) return;
  stretch(at, 16);
  if (byte(at, ally + ALLY.statuses) === 0xff) {
    leaveField(at, ally);
    setByte(at, ally + ALLY.state, 0);
    return;
  }
  setByte(at, ally + ALLY.statuses, 0xff);
  setByte(at, ally + ALLY.skillState, 0);
  for (let timer = 0; timer < 8; timer += 1) setByte(at, ally + ALLY.timerNeck + timer, 0);
}

/** A recovery brings back who was out of the fight: with HP, no status is left. */
export function standUp(at: Skirmish, ally: number): void {
  if (byte(at, ally + ALLY.statuses) === 0xff && word(at, origin(at, ally) + RECORD.hp) !== 0)
    setByte(at, ally + ALLY.statuses, 0);
}

const typeOf = (at: Skirmish, enemy: number): number => byte(at, origin(at, enemy) + SPECIES.type);

function remove(at: Skirmish, enemy: number): void {
  leaveField(at, enemy);
  setByte(at, enemy + ENEMY.state, 0);
  setByte(at, enemy + ENEMY.skillState, 0);
}

export function settleDefeats(at: Skirmish): void {
  const before = presentEnemies(at);
  const gone = before.filter((enemy) => word(at, enemy + ENEMY.hp) === 0 || byte(at, enemy + ENEMY.statuses) >= 0x80);
  if (gone.length > 0) stretch(at, 16);
  for (const enemy of gone) remove(at, enemy);
  const leads = (enemy: number): boolean => (typeOf(at, enemy) & 8) !== 0;
  if (gone.some(leads) && !presentEnemies(at).some(leads)) {
    for (const enemy of presentEnemies(at)) if ((typeOf(at, enemy) & 2) !== 0) remove(at, enemy);
  }
  if (presentAllies(at).every((ally) => byte(at, ally + ALLY.statuses) >= 0x80)) setByte(at, BATTLE_RESULT, 2);
  else if (presentEnemies(at).every((enemy) => (typeOf(at, enemy) & 4) !== 0)) setByte(at, BATTLE_RESULT, 1);
}
