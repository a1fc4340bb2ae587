/** Slow reference: what a skill begins with, before anybody is hit. */
import { ALLY, CELL, ENEMY, RECORD, SKILL_TABLE, SPECIES } from './addresses.js';
import { byte, noteSkill, type Skirmish, setByte, setWord, skillByte, stretch } from './memory.js';
import {
  allyBlocks,
  cellsOf,
  facingOf,
  isAlly,
  levelOf,
  origin,
  presentAllies,
  presentEnemies,
  statOf,
} from './units.js';

/** C1:3D5C: allies and driven enemies by the ally list, others by bit 7 of the species' level byte. */
export function recordAddress(at: Skirmish, user: number, skill: number): number {
  const ownList =
    (byte(at, user + ENEMY.state) & 0xbf) === 0 || (byte(at, origin(at, user) + SPECIES.levelByte) & 0x80) !== 0;
  return SKILL_TABLE + 25 * (skill + (isAlly(user) || ownList ? 0 : 256));
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
  for (const cell of [ENEMY.inRange, ENEMY.hitsAssigned, ENEMY.hitsLanded, ENEMY.pendingStatuses])
    setByte(at, enemy + cell, 0);
  const species = origin(at, enemy);
  setByte(at, enemy + ENEMY.attributeMark, attributeIn(bigEndian(at, species + SPECIES.evade), mark) ? 0xff : 0);
  const from = struckFrom(at, enemy, base);
  setByte(at, enemy + ENEMY.struckFrom, from);
  const corrections = byte(at, species + SPECIES.corrections);
  const lowered = from === 0 ? 0 : from === 1 ? corrections % 16 : Math.floor(corrections / 16);
  setByte(at, enemy + ENEMY.correctedLevel, Math.max(byte(at, enemy + ENEMY.level) - lowered, 0));
}

/** C1:D200. */
function prepareAlly(at: Skirmish, ally: number, mark: number, base: readonly [number, number]): void {
  const record = origin(at, ally);
  const evaded = bigEndian(at, record + RECORD.evade) | bigEndian(at, record + RECORD.gearEvade);
  setByte(at, ally + ALLY.attributeMark, attributeIn(evaded, mark) ? 0xff : 0);
  const facing = facingOf(at, ally);
  const place = (from: number, own: number, back: boolean): number => Math.sign(back ? own - from : from - own);
  const places = [
    place(base[0], byte(at, ally + ALLY.cellX), facing % 2 === 1),
    place(base[1], byte(at, ally + ALLY.cellY), facing >= 2),
  ];
  const inFront = places.filter((one) => one > 0).length;
  const behind = places.filter((one) => one < 0).length;
  let lowered = 0;
  if (inFront === 0) lowered = byte(at, record + RECORD.backCorrection);
  else if (inFront === 1 && behind === 1) lowered = byte(at, record + RECORD.sideCorrection);
  setByte(at, ally + ALLY.correctedLevel, Math.max(byte(at, ally + ALLY.level) - lowered, 0));
}

/** Part of the own stat: all, half, a quarter or nothing by the upper two bits of record byte 7. */
export function ownShare(rangeByte: number, stat: number): number {
  const part = Math.floor(rangeByte / 64);
  return part === 3 ? 0 : Math.floor(stat / 2 ** part);
}

/** 9009 to 900F. */
function takeValues(at: Skirmish, user: number): void {
  setByte(at, CELL.skillType, skillByte(at, 13));
  setByte(at, CELL.skillField, skillByte(at, 22));
  setByte(at, CELL.skillCoefficients, skillByte(at, 10));
  setByte(at, CELL.levelSum, Math.min((skillByte(at, 17) % 16) + byte(at, levelOf(user)), 255));
  const stat = byte(at, statOf(user, Math.floor(skillByte(at, 7) / 16) % 4));
  setByte(at, CELL.statTimesCoefficient, ownShare(skillByte(at, 7), stat));
  const byAttack = skillByte(at, 15) % 2 === 1 && isAlly(user);
  setByte(at, CELL.attackPower, byAttack ? byte(at, origin(at, user) + RECORD.attack) : 0);
  setByte(at, CELL.absorbFlag, skillByte(at, 13));
}

/** C1:0CF2: in the present day every skill of an enemy is noted, in the last scenario those of the ally list. */
function noteSeen(at: Skirmish, user: number): void {
  const scenario = byte(at, CELL.scenario);
  const ownList = (byte(at, origin(at, user) + SPECIES.levelByte) & 0x80) !== 0;
  if (scenario === 5 || (scenario === 7 && ownList)) noteSkill(at);
}

/** Time, the skill before and the base cell, corrections, the record's copy, values. */
export function begin(at: Skirmish, user: number, skill: number, timePasses: boolean): void {
  setWord(at, CELL.skillUser, user);
  stretch(at, 9);
  setByte(at, CELL.noTimePasses, 0);
  if (timePasses) {
    stretch(at, 0);
    setByte(at, CELL.timeStep, 0x10);
    at.passTime();
  }
  const mark = (skillByte(at, 13) + 1) % 16;
  const base = baseCell(at, user);
  for (const enemy of presentEnemies(at)) prepareEnemy(at, enemy, mark, base);
  for (const ally of allyBlocks()) {
    setWord(at, ally + ALLY.hitsAssigned, 0);
    setWord(at, ally + ALLY.bonus, 0);
  }
  for (const ally of presentAllies(at)) prepareAlly(at, ally, mark, base);
  const record = recordAddress(at, user, skill);
  for (let number = 0; number < 25; number += 1)
    setByte(at, CELL.activeSkill + number, at.bankD5[record + number] ?? 0);
  setWord(at, CELL.skillRecordPointer, record);
  setByte(at, CELL.counterSkill, skill);
  if (!isAlly(user)) noteSeen(at, user);
  setWord(at, CELL.changeTotalHp, 0);
  for (let stat = 0; stat < 5; stat += 1) setByte(at, CELL.changeTotalStat + stat, 0);
  setByte(at, CELL.otherHit, 0);
  setByte(at, CELL.driver, 0);
  takeValues(at, user);
}
