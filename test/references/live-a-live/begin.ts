/** Slow reference: what a skill begins with, before anybody is hit. */
import { byte, noteSkill, type Skirmish, setByte, setWord, skillByte, stretch } from './memory.js';
import {
  cellsOf,
  extraOf,
  facingOf,
  hitsOf,
  isAlly,
  levelOf,
  origin,
  presentAllies,
  presentEnemies,
  statOf,
  totalOf,
} from './units.js';

/** C1:3D5C: allies and driven enemies by the ally list, others by bit 7 of the species' level byte. */
export function recordAddress(at: Skirmish, user: number, skill: number): number {
  const ownList = (byte(at, user + 1) & 0xbf) === 0 || (byte(at, origin(at, user) + 0x29) & 0x80) !== 0;
  return 0x24cb + 25 * (skill + (isAlly(user) || ownList ? 0 : 256));
}

/** C1:E061: two draws for an enemy of any size. */
function baseCell(at: Skirmish, user: number): [number, number] {
  const [x, y, width, height] = cellsOf(at, user);
  if (isAlly(user)) return [x, y];
  const across = at.draw(0xe061) % 2;
  const down = at.draw(0xe061) % 2;
  return [Math.floor((2 * x + width - 1 + across) / 2), Math.floor((2 * y + height - 1 + down) / 2)];
}

const attributeIn = (attributes: number, mark: number): boolean =>
  mark !== 0 && (attributes & (2 ** (16 - mark))) !== 0;

const bigEndian = (at: Skirmish, address: number): number => 256 * byte(at, address) + byte(at, address + 1);

/** C1:E127: 0 from the front, 1 from the side, 80h from behind. */
function struckFrom(at: Skirmish, enemy: number, [fromX, fromY]: readonly [number, number]): number {
  const [x, y, width, height] = cellsOf(at, enemy);
  const facing = facingOf(at, enemy);
  const axis = (from: number, near: number, far: number, back: boolean): [boolean, boolean] =>
    back ? [from <= far, from >= near] : [from >= near, from <= far];
  const [frontX, behindX] = axis(fromX, x, x + width - 1, facing % 2 === 1);
  const [frontY, behindY] = axis(fromY, y, y + height - 1, facing >= 2);
  if (frontX && frontY) return 0;
  return behindX && behindY ? 0x80 : 1;
}

/** C1:E0B3. */
function prepareEnemy(at: Skirmish, enemy: number, mark: number, base: readonly [number, number]): void {
  const values = hitsOf(enemy);
  for (const cell of [1, 2, 3, 0xc]) setByte(at, values + cell, 0);
  const species = origin(at, enemy);
  setByte(at, totalOf(enemy) + 0xa, attributeIn(bigEndian(at, species + 0x3e), mark) ? 0xff : 0);
  const from = struckFrom(at, enemy, base);
  setByte(at, values + 0xb, from);
  const corrections = byte(at, species + 0x3d);
  const lowered = from === 0 ? 0 : from === 1 ? corrections % 16 : Math.floor(corrections / 16);
  setByte(at, values + 0xa, Math.max(byte(at, values) - lowered, 0));
}

/** C1:D200. */
function prepareAlly(at: Skirmish, ally: number, mark: number, base: readonly [number, number]): void {
  const record = origin(at, ally);
  const evaded = bigEndian(at, record + 0x21) | bigEndian(at, record + 0x32);
  setByte(at, extraOf(ally) + 0x35, attributeIn(evaded, mark) ? 0xff : 0);
  const facing = facingOf(at, ally);
  const place = (from: number, own: number, back: boolean): number => Math.sign(back ? own - from : from - own);
  const places = [
    place(base[0], byte(at, ally + 0x18), facing % 2 === 1),
    place(base[1], byte(at, ally + 0x19), facing >= 2),
  ];
  const inFront = places.filter((one) => one > 0).length;
  const behind = places.filter((one) => one < 0).length;
  let lowered = 0;
  if (inFront === 0) lowered = byte(at, record + 0x1d);
  else if (inFront === 1 && behind === 1) lowered = byte(at, record + 0x1c);
  setByte(at, ally + 0x2e, Math.max(byte(at, ally + 0x38) - lowered, 0));
}

/** Part of the own stat: all, half, a quarter or nothing by the upper two bits of record byte 7. */
export function ownShare(rangeByte: number, stat: number): number {
  const part = Math.floor(rangeByte / 64);
  return part === 3 ? 0 : Math.floor(stat / 2 ** part);
}

/** 9009 to 900F. */
function takeValues(at: Skirmish, user: number): void {
  setByte(at, 0x9009, skillByte(at, 13));
  setByte(at, 0x900a, skillByte(at, 22));
  setByte(at, 0x900b, skillByte(at, 10));
  setByte(at, 0x900c, Math.min((skillByte(at, 17) % 16) + byte(at, levelOf(user)), 255));
  const stat = byte(at, statOf(user, Math.floor(skillByte(at, 7) / 16) % 4));
  setByte(at, 0x900e, ownShare(skillByte(at, 7), stat));
  const byAttack = skillByte(at, 15) % 2 === 1 && isAlly(user);
  setByte(at, 0x900f, byAttack ? byte(at, origin(at, user) + 0x2e) : 0);
  setByte(at, 0x0381, skillByte(at, 13));
}

/** C1:0CF2: in the present day every skill of an enemy is noted, in the last scenario those of the ally list. */
function noteSeen(at: Skirmish, user: number): void {
  const scenario = byte(at, 0x0a00);
  const ownList = (byte(at, origin(at, user) + 0x29) & 0x80) !== 0;
  if (scenario === 5 || (scenario === 7 && ownList)) noteSkill(at);
}

/** Time, the skill before and the base cell, corrections, the record's copy, values. */
export function begin(at: Skirmish, user: number, skill: number, timePasses: boolean): void {
  setWord(at, 0x0378, user);
  stretch(at, 9);
  setByte(at, 0x0386, 0);
  if (timePasses) {
    stretch(at, 0);
    setByte(at, 0x036d, 0x10);
    at.passTime();
  }
  const mark = (skillByte(at, 13) + 1) % 16;
  const base = baseCell(at, user);
  for (const enemy of presentEnemies(at)) prepareEnemy(at, enemy, mark, base);
  for (const ally of [0x1c00, 0x1c40, 0x1c80, 0x1cc0]) {
    setWord(at, ally + 0x3a, 0);
    setWord(at, extraOf(ally) + 0x33, 0);
  }
  for (const ally of presentAllies(at)) prepareAlly(at, ally, mark, base);
  const record = recordAddress(at, user, skill);
  for (let number = 0; number < 25; number += 1) setByte(at, 0x9010 + number, at.bankD5[record + number] ?? 0);
  setWord(at, 0x0368, record);
  setByte(at, 0x036a, skill);
  if (!isAlly(user)) noteSeen(at, user);
  setWord(at, 0x9ef0, 0);
  for (let stat = 0; stat < 5; stat += 1) setByte(at, 0x9ef2 + stat, 0);
  setByte(at, 0x0383, 0);
  setByte(at, 0x0377, 0);
  takeValues(at, user);
}
