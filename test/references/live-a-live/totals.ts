/** Slow reference: what the hits come to, for each unit: displacement, onset, total, HP, order points, statuses. */
import { hurtAlly } from './leaving.js';
import { byte, countHpChange, type Skirmish, setByte, setWord, skillByte, stretch, word } from './memory.js';
import {
  cellsOf,
  extraOf,
  hitsOf,
  hpOf,
  isAlly,
  isObject,
  occupy,
  origin,
  planOf,
  presentAllies,
  presentEnemies,
  totalOf,
} from './units.js';

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
  const user = cellsOf(at, word(at, 0x0378));
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
  const row = table + 8 * (byte(at, hpOf(enemy) + 2) % 32);
  for (let number = 0; number < 8; number += 1) setByte(at, 0x0320 + number, at.bankD5[row + number] ?? 0);
}

/** C1:CC2D with the level change as the switch has it, the other way round for who breaks down. */
function takeOnset(at: Skirmish, enemy: number): void {
  const note = byte(at, hitsOf(enemy) + 8);
  if (note < 0x80 || note % 16 === byte(at, hpOf(enemy) + 2)) return;
  setByte(at, hpOf(enemy) + 2, note % 16);
  loadRow(at, enemy);
  const points = planOf(enemy) + 4;
  setWord(at, points, Math.floor(word(at, points) / 2) + byte(at, 0x0323));
  if (at.onsetLevel === 'none') return;
  stretch(at, 21);
  const stored = byte(at, 0x0322);
  const change = stored < 128 ? stored : stored - 256;
  const breaksDown = (byte(at, origin(at, enemy) + 0x2f) & 2) !== 0;
  const falls = breaksDown !== (at.onsetLevel === 'negated');
  const level = byte(at, hitsOf(enemy)) + (falls ? -change : change);
  setByte(at, hitsOf(enemy), Math.min(Math.max(level, 0), 255));
}

/** C1:CDE7. */
function stepBonus(at: Skirmish): number {
  const steps = byte(at, 0x036e);
  return byte(at, 0x0377) % 16 === 8 ? 10 * Math.floor(steps / 16) + (steps % 16) : 0;
}

const halvedIf = (evaded: boolean, total: number): number => (evaded ? Math.floor(total / 2) + 1 : total);

/** C1:1CAC. */
function raiseOrder(at: Skirmish, enemy: number, product: number): void {
  loadRow(at, enemy);
  const divisor = Math.max(Math.floor(word(at, origin(at, enemy) + 0x10) / 16), 1) % 256;
  const quotient = divisor === 0 ? 0xffff : Math.floor(product / divisor);
  const times = Math.min(((quotient % 256) + 1) % 256, 15);
  const points = planOf(enemy) + 4;
  setWord(at, points, Math.min(word(at, points) + times * byte(at, 0x0324), 65535));
}

/** C1:CC72, a damage. @returns HP it took */
export function loseTotalOfEnemy(at: Skirmish, enemy: number, hits: number): void {
  const product = ((word(at, hitsOf(enemy) + 4) % 32768) * hits) % 65536;
  const mark = totalOf(enemy) + 0xa;
  setByte(at, mark, byte(at, mark) & byte(at, 0x0381));
  const total = Math.min(halvedIf(byte(at, mark) !== 0, product) + stepBonus(at), 999);
  setWord(at, totalOf(enemy), total);
  const before = word(at, hpOf(enemy));
  const left = Math.max(before - total, 0);
  setWord(at, hpOf(enemy), left);
  countHpChange(at, before - left);
  raiseOrder(at, enemy, product);
}

function displaceEnemy(at: Skirmish, enemy: number, displaced: number): void {
  if (displaced !== 0 && byte(at, enemy + 5) === 0x40) setByte(at, enemy + 5, 0);
  if (displaced !== 0) {
    const [x, y] = (displaced & 1) !== 0 ? knockBack(at, enemy) : cellsOf(at, enemy);
    for (const cell of [8, 0xa]) {
      setByte(at, enemy + cell, x);
      setByte(at, enemy + cell + 1, y);
    }
  }
  const facing = Math.floor(byte(at, enemy + 4) / 64);
  if ((displaced & 2) !== 0) setByte(at, enemy + 4, 64 * ([1, 3, 0, 2][facing] ?? 0));
  if ((displaced & 4) !== 0) setByte(at, enemy + 4, byte(at, enemy + 4) ^ 0xc0);
}

export function settleEnemies(at: Skirmish): void {
  for (const enemy of presentEnemies(at)) {
    const rolled = rolls(at, 0xcbe3);
    setWord(at, totalOf(enemy) + 2, 0);
    const hits = byte(at, hitsOf(enemy) + 3);
    if (hits === 0) continue;
    const firm = isObject(at, enemy) || [0xd0, 0xd1].includes(byte(at, enemy));
    displaceEnemy(at, enemy, firm ? 0 : rolled);
    takeOnset(at, enemy);
    loseTotalOfEnemy(at, enemy, hits % 128);
    setByte(at, hpOf(enemy) + 7, byte(at, hpOf(enemy) + 7) | byte(at, hitsOf(enemy) + 0xc));
  }
}

/** Part of a defence: a quarter, half, all, nothing. */
export const defenceShare = (choice: number, defence: number): number =>
  choice % 4 === 3 ? 0 : Math.floor(defence / 2 ** (2 - (choice % 4)));

/** C1:CDAC behind the defence. */
export function totalOnAlly(at: Skirmish, ally: number, afterDefence: number): number {
  const evaded = byte(at, extraOf(ally) + 0x35) !== 0;
  const total = Math.min(halvedIf(evaded, afterDefence) + stepBonus(at), 999);
  setWord(at, extraOf(ally) + 0x2e, total);
  return total;
}

export function loseTotalOfAlly(at: Skirmish, ally: number, hits: number): void {
  stretch(at, 12);
  const product = ((word(at, ally + 0x3c) % 32768) * hits) % 65536;
  const defence = defenceShare(skillByte(at, 10), byte(at, origin(at, ally) + 0x2f));
  hurtAlly(at, ally, totalOnAlly(at, ally, Math.max(product - defence, 0)));
}

function displaceAlly(at: Skirmish, ally: number, displaced: number): void {
  if (displaced !== 0 && byte(at, ally + 5) === 0x40) setByte(at, ally + 5, 0);
  if ((displaced & 1) !== 0) {
    const [x, y] = knockBack(at, ally);
    const moved = x !== byte(at, ally + 0x18) || y !== byte(at, ally + 0x19);
    for (const cell of moved ? [0x18, 0x1a] : []) {
      setByte(at, ally + cell, x);
      setByte(at, ally + cell + 1, y);
    }
  }
  const facing = ally + 0x1d;
  if ((displaced & 2) !== 0) setByte(at, facing, [1, 3, 0, 2][byte(at, facing) % 4] ?? 0);
  if ((displaced & 4) !== 0) setByte(at, facing, byte(at, facing) ^ 3);
}

export function settleAllies(at: Skirmish): void {
  stretch(at, 15);
  for (const ally of presentAllies(at)) {
    const rolled = rolls(at, 0xcf13);
    const hits = byte(at, ally + 0x3b);
    if (hits === 0) continue;
    displaceAlly(at, ally, rolled);
    loseTotalOfAlly(at, ally, hits % 128);
  }
}

export const hitsLandedOn = (at: Skirmish, unit: number): number =>
  byte(at, isAlly(unit) ? unit + 0x3b : hitsOf(unit) + 3);
