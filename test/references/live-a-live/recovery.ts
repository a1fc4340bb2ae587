/** Slow reference: recoveries of HP and statuses on the user's own side. */
import { alliesInMarks, numberEnemies } from './attack.js';
import { changeStats, valueOnAlly, valueOnEnemy } from './hits.js';
import { standUp } from './leaving.js';
import { byte, countHpChange, type Skirmish, setByte, setWord, skillByte, stretch, word } from './memory.js';
import { totalOnAlly } from './totals.js';
import { extraOf, hitsOf, hpOf, isAlly, isObject, origin, presentEnemies, totalOf } from './units.js';

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
  setByte(at, ally + 0x3b, 1);
  const product = word(at, ally + 0x3c) % 32768;
  setByte(at, extraOf(ally) + 0x35, 0);
  totalOnAlly(at, ally, product);
  const record = origin(at, ally);
  const before = word(at, record + 8);
  const after = Math.min(before + product, word(at, record + 0xa));
  setWord(at, record + 8, after);
  countHpChange(at, after - before);
  standUp(at, ally);
  if (byte(at, ally + 0x39) !== 0xff) cure(at, ally + 0x39, extraOf(ally));
  changeTarget(at, ally);
}

/** C1:D978 and CC72: one hit; nothing for an OBJECT. */
function recoverEnemy(at: Skirmish, enemy: number): void {
  if (isObject(at, enemy)) return;
  valueOnEnemy(at, enemy);
  setByte(at, hitsOf(enemy) + 3, 1);
  const product = word(at, hitsOf(enemy) + 4) % 32768;
  const mark = totalOf(enemy) + 0xa;
  setByte(at, mark, byte(at, mark) & byte(at, 0x0381));
  const total = Math.min(byte(at, mark) !== 0 ? Math.floor(product / 2) + 1 : product, 999);
  setWord(at, totalOf(enemy), total);
  const hp = hpOf(enemy);
  const before = word(at, hp);
  const after = Math.min(before + total, word(at, origin(at, enemy) + 0x10));
  setWord(at, hp, after);
  countHpChange(at, after - before);
  cure(at, hp + 7, hp + 8);
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
  for (const enemy of presentEnemies(at)) if (byte(at, hitsOf(enemy) + 1) !== 0) recoverEnemy(at, enemy);
}
