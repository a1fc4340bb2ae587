/** Slow reference: who answers an attack, with what. */
import { recordAddress } from './begin.js';
import { markReach } from './marks.js';
import { byte, type Skirmish, setByte, setWord, skillByte, stretch, word } from './memory.js';
import { BATTLE_RESULT } from './own-cells.js';
import {
  extraOf,
  facingOf,
  fieldAt,
  hitsOf,
  hpOf,
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
  setWord(at, 0x0368, recordAddress(at, user, skill));
  markReach(at, word(at, 0x0368), user, facingOf(at, user));
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
  const [start, disabling, high, low] = isAlly(unit)
    ? [extraOf(unit) - 0x100, 0x10, 0x20, 0x30]
    : [origin(at, unit), 0x1a, 0x12, 0x16];
  const skills = isAlly(unit) ? start : start + 0x2b;
  return Array.from({ length: isAlly(unit) ? 16 : 4 }, (_, slot) => ({
    skill: byte(at, skills + slot),
    disabling: byte(at, start + disabling + slot),
    attributes: 256 * byte(at, start + high + slot) + byte(at, start + low + slot),
  })).filter(({ skill }) => skill !== 0);
}

const disabled = (at: Skirmish, unit: number, slot: Slot): boolean =>
  (slot.disabling & byte(at, isAlly(unit) ? unit + 0x39 : hpOf(unit) + 7)) !== 0;

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
  for (let ally = 0x1c00; ally <= 0x1cc0; ally += 0x40) setByte(at, extraOf(ally) + 0x20, byte(at, ally + 0x3b));
  setWord(at, 0x03a8, attacker);
  if (mask === 0) return false;
  setByte(at, 0x0386, Math.floor(mask / 256));
  setByte(at, 0x0387, mask);
  for (let ally = 0x1c00; ally <= 0x1cc0; ally += 0x40) {
    setByte(at, 0x038d, ally);
    if (!presentAllies(at).includes(ally) || byte(at, ally + 0x3b) === 0) continue;
    for (const slot of slotsOf(at, ally)) {
      if ((slot.attributes & mask) === 0) continue;
      setByte(at, 0x036a, slot.skill);
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
  const current = word(at, 0x035a);
  if (!isAlly(attacker) && !searchCounter(at, attacker, skillByte(at, 13) >= 0x80 ? 0 : mask)) return;
  const hit = isAlly(attacker)
    ? presentEnemies(at).filter((enemy) => byte(at, hitsOf(enemy) + 3) !== 0)
    : presentAllies(at).filter((ally) => byte(at, ally + 0x3b) !== 0);
  const isThere = (unit: number): boolean => (isAlly(unit) ? presentAllies(at) : presentEnemies(at)).includes(unit);
  for (const unit of hit) {
    if (isOver(at) || !isThere(attacker)) break;
    if (isThere(unit)) answerOf(at, unit, attacker, mask, use);
  }
  setWord(at, 0x035a, current);
}
