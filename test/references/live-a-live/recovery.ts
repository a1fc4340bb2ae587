/** Slow reference: recoveries of HP and statuses on the user's own side. */
import { ALLY, CELL, ENEMY, RECORD, SPECIES } from './addresses.js';
import { alliesInMarks, numberEnemies } from './attack.js';
import { changeStats, valueOnAlly, valueOnEnemy } from './hits.js';
import { standUp } from './leaving.js';
import { byte, countHpChange, type Skirmish, setByte, setWord, skillByte, stretch, word } from './memory.js';
import { totalOnAlly } from './totals.js';
import { isAlly, isObject, origin, presentEnemies } from './units.js';

/** Statuses that are named with a formula byte of 0 are taken away. */
function cure(at: Skirmish, statuses: number, timers: number): void {
  const cured = skillByte(at, 18) === 0 ? skillByte(at, 9) : 0;
  setByte(at, statuses, byte(at, statuses) & ~cured);
  for (let bit = 0; bit < 8; bit += 1) if ((cured & (2 ** bit)) !== 0) setByte(at, timers + bit, 0);
}

const changeTarget = (at: Skirmish, unit: number): void => {
  if (skillByte(at, 23) < 0x80) changeStats(at, unit, skillByte(at, 23));
};

/** C1:D900 and CB62: one hit, of which the uncapped product is added. */
function recoverAlly(at: Skirmish, ally: number): void {
  valueOnAlly(at, ally);
  setByte(at, ally + ALLY.hitsLanded, 1);
  const product = word(at, ally + ALLY.singleHit) % 32768;
  setByte(at, ally + ALLY.attributeMark, 0);
  totalOnAlly(at, ally, product);
  const record = origin(at, ally);
  const before = word(at, record + RECORD.hp);
  const after = Math.min(before + product, word(at, record + RECORD.maxHp));
  setWord(at, record + RECORD.hp, after);
  countHpChange(at, after - before);
  standUp(at, ally);
  if (byte(at, ally + ALLY.statuses) !== 0xff) cure(at, ally + ALLY.statuses, ally + ALLY.timerNeck);
  changeTarget(at, ally);
}

/** C1:D978 and CC72: one hit; nothing for an OBJECT. */
function recoverEnemy(at: Skirmish, enemy: number): void {
  if (isObject(at, enemy)) return;
  valueOnEnemy(at, enemy);
  setByte(at, enemy + ENEMY.hitsLanded, 1);
  const product = word(at, enemy + ENEMY.singleHit) % 32768;
  const mark = enemy + ENEMY.attributeMark;
  setByte(at, mark, byte(at, mark) & byte(at, CELL.absorbFlag));
  const total = Math.min(byte(at, mark) !== 0 ? Math.floor(product / 2) + 1 : product, 999);
  setWord(at, enemy + ENEMY.totalDamage, total);
  const hp = enemy + ENEMY.hp;
  const before = word(at, hp);
  const after = Math.min(before + total, word(at, origin(at, enemy) + SPECIES.maxHp));
  setWord(at, hp, after);
  countHpChange(at, after - before);
  cure(at, enemy + ENEMY.statuses, enemy + ENEMY.timerNeck);
  changeTarget(at, enemy);
}

/** Everybody of the user's side in the marked cells. A recovery inflicts nothing. */
export function recover(at: Skirmish, user: number): void {
  stretch(at, 20);
  if (isAlly(user)) {
    for (const ally of alliesInMarks(at)) recoverAlly(at, ally);
    return;
  }
  numberEnemies(at);
  for (const enemy of presentEnemies(at)) if (byte(at, enemy + ENEMY.inRange) !== 0) recoverEnemy(at, enemy);
}
