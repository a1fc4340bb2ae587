/** Slow reference: what the hits come to, for each unit: displacement, onset, total, HP, order points, statuses. */
import { ALLY, CELL, ENEMY, RECORD, SPECIES } from './addresses.js';
import { hurtAlly } from './leaving.js';
import { byte, countHpChange, type Skirmish, setByte, setWord, skillByte, stretch, word } from './memory.js';
import { cellsOf, isAlly, isObject, occupy, origin, presentAllies, presentEnemies } from './units.js';

/** Which of the three displacements succeed: two draws in any case. */
function rolls(at: Skirmish, site: number): number {
  const first = at.draw(site);
  const second = at.draw(site);
  return (first | second) & skillByte(at, 11) & 7;
}

/** Away from the user's box along an axis. */
const away = (user: readonly [number, number], own: readonly [number, number]): number => {
  if (user[0] + user[1] - 1 < own[0]) return 1;
  return user[0] > own[0] + own[1] - 1 ? -1 : 0;
};

/** C1:D052: both ways at once, the row alone, the column alone. @returns where the unit is then */
function knockBack(at: Skirmish, unit: number): readonly [number, number] {
  const user = cellsOf(at, word(at, CELL.skillUser));
  const [x, y, width, height] = cellsOf(at, unit);
  const dx = away([user[0], user[2]], [x, width]);
  const dy = away([user[1], user[3]], [y, height]);
  const steps: [number, number][] = [[dx, dy]];
  if (dx !== 0 && dy !== 0) steps.push([0, dy], [dx, 0]);
  for (const [right, down] of steps) {
    if (right === 0 && down === 0) continue;
    if (occupy(at, unit, x + right, y + down)) return [x + right, y + down];
  }
  return [x, y];
}

/** C1:1CF7: the row of an abnormality to 0320. */
function loadRow(at: Skirmish, enemy: number): void {
  const table = (at.bankD5[0x60] ?? 0) + 256 * (at.bankD5[0x61] ?? 0);
  const row = table + 8 * (byte(at, enemy + ENEMY.abnormality) % 32);
  for (let number = 0; number < 8; number += 1)
    setByte(at, CELL.abnormalityRowDisabled + number, at.bankD5[row + number] ?? 0);
}

/** C1:CC2D with the level change as the switch has it, the other way round for who breaks down. */
function takeOnset(at: Skirmish, enemy: number): void {
  const note = byte(at, enemy + ENEMY.pendingAbnormality);
  if (note < 0x80 || note % 16 === byte(at, enemy + ENEMY.abnormality)) return;
  setByte(at, enemy + ENEMY.abnormality, note % 16);
  loadRow(at, enemy);
  const points = enemy + ENEMY.orderPoints;
  setWord(at, points, Math.floor(word(at, points) / 2) + byte(at, CELL.abnormalityRowOnset));
  if (at.onsetLevel === 'none') return;
  stretch(at, 21);
  const stored = byte(at, CELL.abnormalityRowLevelChange);
  const change = stored < 128 ? stored : stored - 256;
  const breaksDown = (byte(at, origin(at, enemy) + SPECIES.type) & 2) !== 0;
  const falls = breaksDown !== (at.onsetLevel === 'negated');
  const level = byte(at, enemy + ENEMY.level) + (falls ? -change : change);
  setByte(at, enemy + ENEMY.level, Math.min(Math.max(level, 0), 255));
}

/** C1:CDE7. */
function stepBonus(at: Skirmish): number {
  const steps = byte(at, CELL.stepCount);
  return byte(at, CELL.driver) % 16 === 8 ? 10 * Math.floor(steps / 16) + (steps % 16) : 0;
}

const halvedIf = (evaded: boolean, total: number): number => (evaded ? Math.floor(total / 2) + 1 : total);

/** C1:1CAC. */
function raiseOrder(at: Skirmish, enemy: number, product: number): void {
  loadRow(at, enemy);
  const divisor = Math.max(Math.floor(word(at, origin(at, enemy) + SPECIES.maxHp) / 16), 1) % 256;
  const quotient = divisor === 0 ? 0xffff : Math.floor(product / divisor);
  const times = Math.min(((quotient % 256) + 1) % 256, 15);
  const points = enemy + ENEMY.orderPoints;
  setWord(at, points, Math.min(word(at, points) + times * byte(at, CELL.abnormalityRowDamageConstant), 65535));
}

/** C1:CC72, a damage. @returns HP it took */
export function loseTotalOfEnemy(at: Skirmish, enemy: number, hits: number): void {
  const product = ((word(at, enemy + ENEMY.singleHit) % 32768) * hits) % 65536;
  const mark = enemy + ENEMY.attributeMark;
  setByte(at, mark, byte(at, mark) & byte(at, CELL.absorbFlag));
  const total = Math.min(halvedIf(byte(at, mark) !== 0, product) + stepBonus(at), 999);
  setWord(at, enemy + ENEMY.totalDamage, total);
  const before = word(at, enemy + ENEMY.hp);
  const left = Math.max(before - total, 0);
  setWord(at, enemy + ENEMY.hp, left);
  countHpChange(at, before - left);
  raiseOrder(at, enemy, product);
}

function displaceEnemy(at: Skirmish, enemy: number, displaced: number): void {
  if (displaced !== 0 && byte(at, enemy + ENEMY.skillState) === 0x40) setByte(at, enemy + ENEMY.skillState, 0);
  if (displaced !== 0) {
    const [x, y] = (displaced & 1) !== 0 ? knockBack(at, enemy) : cellsOf(at, enemy);
    for (const cell of [ENEMY.wantedX, ENEMY.cellX]) {
      setByte(at, enemy + cell, x);
      setByte(at, enemy + cell + 1, y);
    }
  }
  const facing = Math.floor(byte(at, enemy + ENEMY.facing) / 64);
  if ((displaced & 2) !== 0) setByte(at, enemy + ENEMY.facing, 64 * ([1, 3, 0, 2][facing] ?? 0));
  if ((displaced & 4) !== 0) setByte(at, enemy + ENEMY.facing, byte(at, enemy + ENEMY.facing) ^ 0xc0);
}

export function settleEnemies(at: Skirmish): void {
  for (const enemy of presentEnemies(at)) {
    const rolled = rolls(at, 0xcbe3);
    setWord(at, enemy + ENEMY.bonus, 0);
    const hits = byte(at, enemy + ENEMY.hitsLanded);
    if (hits === 0) continue;
    const firm = isObject(at, enemy) || [0xd0, 0xd1].includes(byte(at, enemy));
    displaceEnemy(at, enemy, firm ? 0 : rolled);
    takeOnset(at, enemy);
    loseTotalOfEnemy(at, enemy, hits % 128);
    setByte(at, enemy + ENEMY.statuses, byte(at, enemy + ENEMY.statuses) | byte(at, enemy + ENEMY.pendingStatuses));
  }
}

/** Part of a defence: a quarter, half, all, nothing. */
export const defenceShare = (choice: number, defence: number): number =>
  choice % 4 === 3 ? 0 : Math.floor(defence / 2 ** (2 - (choice % 4)));

/** C1:CDAC behind the defence. */
export function totalOnAlly(at: Skirmish, ally: number, afterDefence: number): number {
  const evaded = byte(at, ally + ALLY.attributeMark) !== 0;
  const total = Math.min(halvedIf(evaded, afterDefence) + stepBonus(at), 999);
  setWord(at, ally + ALLY.totalDamage, total);
  return total;
}

export function loseTotalOfAlly(at: Skirmish, ally: number, hits: number): void {
  stretch(at, 12);
  const product = ((word(at, ally + ALLY.singleHit) % 32768) * hits) % 65536;
  const defence = defenceShare(skillByte(at, 10), byte(at, origin(at, ally) + RECORD.defence));
  hurtAlly(at, ally, totalOnAlly(at, ally, Math.max(product - defence, 0)));
}

function displaceAlly(at: Skirmish, ally: number, displaced: number): void {
  if (displaced !== 0 && byte(at, ally + ALLY.skillState) === 0x40) setByte(at, ally + ALLY.skillState, 0);
  if ((displaced & 1) !== 0) {
    const [x, y] = knockBack(at, ally);
    const moved = x !== byte(at, ally + ALLY.cellX) || y !== byte(at, ally + ALLY.cellY);
    for (const cell of moved ? [ALLY.cellX, ALLY.wantedX] : []) {
      setByte(at, ally + cell, x);
      setByte(at, ally + cell + 1, y);
    }
  }
  const facing = ally + ALLY.facing;
  if ((displaced & 2) !== 0) setByte(at, facing, [1, 3, 0, 2][byte(at, facing) % 4] ?? 0);
  if ((displaced & 4) !== 0) setByte(at, facing, byte(at, facing) ^ 3);
}

export function settleAllies(at: Skirmish): void {
  stretch(at, 15);
  for (const ally of presentAllies(at)) {
    const rolled = rolls(at, 0xcf13);
    const hits = byte(at, ally + ALLY.hitsLanded);
    if (hits === 0) continue;
    displaceAlly(at, ally, rolled);
    loseTotalOfAlly(at, ally, hits % 128);
  }
}

export const hitsLandedOn = (at: Skirmish, unit: number): number =>
  byte(at, isAlly(unit) ? unit + ALLY.hitsLanded : unit + ENEMY.hitsLanded);
