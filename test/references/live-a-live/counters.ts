/** Slow reference: who answers an attack, with what. */
import { ALLY, CELL, ENEMY, SPECIES } from './addresses.js';
import { recordAddress } from './begin.js';
import { markReach } from './marks.js';
import { byte, type Skirmish, setByte, setWord, skillByte, stretch, word } from './memory.js';
import { BATTLE_RESULT } from './own-cells.js';
import {
  allyBlocks,
  facingOf,
  fieldAt,
  isAlly,
  markAt,
  occupantCode,
  origin,
  presentAllies,
  presentEnemies,
} from './units.js';

/** How a counter is carried out. */
export type Answer = (user: number, skill: number, x: number, y: number) => void;

/** The attacker's first cell, by rows, that a skill reaches. */
function reachedCell(at: Skirmish, user: number, skill: number, attacker: number): [number, number] | undefined {
  setWord(at, CELL.skillRecordPointer, recordAddress(at, user, skill));
  markReach(at, word(at, CELL.skillRecordPointer), user, facingOf(at, user));
  for (let y = 0; y < 7; y += 1) {
    for (let x = 0; x < 7; x += 1) {
      const isHere = byte(at, fieldAt(x, y)) % 32 === occupantCode(attacker);
      if (isHere && byte(at, markAt(x, y)) !== 0) return [x, y];
    }
  }
  return undefined;
}

interface Slot {
  readonly skill: number;
  readonly disabling: number;
  readonly attributes: number;
}

function slotsOf(at: Skirmish, unit: number): Slot[] {
  const start = isAlly(unit) ? unit : origin(at, unit);
  const [skills, disabling, high, low] = isAlly(unit)
    ? [ALLY.listSkill, ALLY.listDisabling, ALLY.listCounterHigh, ALLY.listFlags]
    : [SPECIES.skill1, SPECIES.skillDisabling, SPECIES.counterHigh, SPECIES.skillFlags];
  return Array.from({ length: isAlly(unit) ? 16 : 4 }, (_, slot) => ({
    skill: byte(at, start + skills + slot),
    disabling: byte(at, start + disabling + slot),
    attributes: 256 * byte(at, start + high + slot) + byte(at, start + low + slot),
  })).filter(({ skill }) => skill !== 0);
}

const disabled = (at: Skirmish, unit: number, slot: Slot): boolean =>
  (slot.disabling & byte(at, isAlly(unit) ? unit + ALLY.statuses : unit + ENEMY.statuses)) !== 0;

/** The first slot that counters the attribute, is not disabled and reaches the attacker. */
function answerOf(at: Skirmish, unit: number, attacker: number, mask: number, use: Answer): void {
  for (const slot of slotsOf(at, unit)) {
    if ((slot.attributes & mask) === 0 || disabled(at, unit, slot)) continue;
    const cell = reachedCell(at, unit, slot.skill, attacker);
    if (cell === undefined) continue;
    stretch(at, 19);
    use(unit, slot.skill, ...cell);
    return;
  }
}

/** C1:A12C: copies of the hits, then the first ally with a slot that may be used. @returns whether there is one */
function searchCounter(at: Skirmish, attacker: number, mask: number): boolean {
  for (const ally of allyBlocks()) setByte(at, ally + ALLY.hitsCopy, byte(at, ally + ALLY.hitsLanded));
  setWord(at, CELL.attackerOffset, attacker);
  if (mask === 0) return false;
  setByte(at, CELL.noTimePasses, Math.floor(mask / 256));
  setByte(at, CELL.noTimePasses + 1, mask);
  for (const ally of allyBlocks()) {
    setByte(at, CELL.counterAlly, ally);
    if (!presentAllies(at).includes(ally) || byte(at, ally + ALLY.hitsLanded) === 0) continue;
    for (const slot of slotsOf(at, ally)) {
      if ((slot.attributes & mask) === 0) continue;
      setByte(at, CELL.counterSkill, slot.skill);
      if (!disabled(at, ally, slot)) return true;
    }
  }
  return false;
}

const isOver = (at: Skirmish): boolean => byte(at, BATTLE_RESULT) !== 0;

/** Everybody of the other side who was hit, by block, while the attacker is there and the battle runs; attribute 15 is not answered. */
export function answer(at: Skirmish, attacker: number, use: Answer): void {
  const attribute = skillByte(at, 13) % 16;
  if (attribute === 15) return;
  const mask = 2 ** (15 - attribute);
  const current = word(at, CELL.currentAlly);
  if (!isAlly(attacker) && !searchCounter(at, attacker, skillByte(at, 13) >= 0x80 ? 0 : mask)) return;
  const hit = isAlly(attacker)
    ? presentEnemies(at).filter((enemy) => byte(at, enemy + ENEMY.hitsLanded) !== 0)
    : presentAllies(at).filter((ally) => byte(at, ally + ALLY.hitsLanded) !== 0);
  const isThere = (unit: number): boolean => (isAlly(unit) ? presentAllies(at) : presentEnemies(at)).includes(unit);
  for (const unit of hit) {
    if (isOver(at) || !isThere(attacker)) break;
    if (isThere(unit)) answerOf(at, unit, attacker, mask, use);
  }
  setWord(at, CELL.currentAlly, current);
}
