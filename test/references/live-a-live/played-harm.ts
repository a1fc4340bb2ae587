/**
 * Slow reference: what a value of one hit does to HP where nobody attacks (fields, poison). Sources: C1:1DF8, 1E26, 1E71, 1EA3 (one hit is
 * set), CBA6, CB62, CC72, CCA5, CD09 (HP), CE60 (sum of changes), 1CAC (order points of whoever is hurt), CDE7 (bonus of steps). An ally
 * without HP is out of the fight, statuses FFh; when he is already, he leaves (the stand-in for C1:7BCE).
 */
import { FIELD, type Memory } from './played-memory.js';

/** Sixteen rows of the abnormalities: what an enemy's order points grow by for each sixteenth of its HP. */
const DAMAGE_CONSTANT = [2, 3, 5, 2, 1, 3, 3, 3, 15, 1, 8, 2, 15, 8, 15, 15];

/** C1:CE60: the sum of all HP changes. */
function noteChange(memory: Memory, change: number): void {
  const sum = (memory.word(0x9ef0) + Math.abs(change)) & 0xffff;
  memory.setWord(0x9ef0, sum >= 0x8000 ? 0xffff : sum);
}

/** C1:CDE7. */
function stepBonus(memory: Memory): number {
  const steps = memory.get(0x036e);
  return (memory.get(0x0377) & 0x0f) === 8 ? 10 * (steps >> 4) + (steps & 15) : 0;
}

export function hurtAlly(memory: Memory, ally: number, value: number): void {
  const block = memory.allyBlock(ally);
  memory.set(block + 0x3a, 1);
  memory.set(block + 0x3b, 1);
  memory.setWord(block + 0x3c, value);
  memory.set(0xea33 + 0x40 * ally, 0);
  memory.set(0xea35 + 0x40 * ally, 0);
  const total = Math.min(value + stepBonus(memory), 999);
  memory.setWord(0xea2e + 0x40 * ally, total);
  const hpAt = memory.recordOf(ally) + 8;
  const left = Math.max(memory.word(hpAt) - total, 0);
  noteChange(memory, memory.word(hpAt) - left);
  memory.setWord(hpAt, left);
  if (left !== 0) return;
  if (memory.get(block + 0x39) === 0xff) leaveTheBattle(memory, ally);
  else leaveTheFight(memory, ally);
}

/** Nobody stands on its cell any more. */
function leaveTheBattle(memory: Memory, ally: number): void {
  const block = memory.allyBlock(ally);
  memory.set(block + 1, 0);
  const cell = FIELD + 8 * memory.get(block + 0x19) + memory.get(block + 0x18);
  memory.set(cell, memory.get(cell) & 0xe0);
}

/** Out of the fight: neither timers nor a charge go on. */
function leaveTheFight(memory: Memory, ally: number): void {
  const block = memory.allyBlock(ally);
  memory.set(block + 0x39, 0xff);
  memory.set(block + 5, 0);
  for (let timer = 0; timer < 8; timer++) memory.set(0xea00 + 0x40 * ally + timer, 0);
}

export function healAlly(memory: Memory, ally: number, value: number): void {
  const block = memory.allyBlock(ally);
  memory.set(block + 0x3a, 0xff);
  memory.set(block + 0x3b, 0);
  memory.setWord(block + 0x3c, value);
  memory.set(0xea35 + 0x40 * ally, 0);
  memory.setWord(0xea2e + 0x40 * ally, Math.min(value + stepBonus(memory), 999));
  const record = memory.recordOf(ally);
  const hp = memory.word(record + 8);
  const healed = Math.min(hp + value, memory.word(record + 0x0a));
  noteChange(memory, healed - hp);
  memory.setWord(record + 8, healed);
  if (memory.get(block + 0x39) === 0xff) memory.set(block + 0x39, 0);
}

/** C1:CC72 with a cleared mark: 0 is damage. */
function setEnemyTotal(memory: Memory, enemy: number, value: number): number {
  const total = Math.min(value + stepBonus(memory), 999);
  memory.set(0xad0a + 0x10 * enemy, 0);
  memory.setWord(0xad00 + 0x10 * enemy, total);
  return total;
}

/** C1:1CAC. */
function raiseOrderPoints(memory: Memory, enemy: number, damage: number): void {
  const maxHp = memory.word(memory.speciesOf(enemy) + 0x10);
  const sixteenth = Math.max(maxHp >> 4, 1) & 0xff;
  const quotient = sixteenth === 0 ? 0xffff : Math.floor(damage / sixteenth);
  const steps = Math.min(((quotient & 0xff) + 1) & 0xff, 15);
  const row = memory.get(0xaa02 + 0x10 * enemy) & 15;
  const points = memory.word(0xac04 + 0x10 * enemy) + steps * (DAMAGE_CONSTANT[row] ?? 0);
  memory.setWord(0xac04 + 0x10 * enemy, Math.min(points, 0xffff));
}

export function hurtEnemy(memory: Memory, enemy: number, value: number): void {
  memory.set(0x0381, 0);
  memory.set(0xab02 + 0x10 * enemy, 1);
  memory.set(0xab03 + 0x10 * enemy, 1);
  memory.setWord(0xab04 + 0x10 * enemy, value);
  memory.set(0xad02 + 0x10 * enemy, 0);
  const total = setEnemyTotal(memory, enemy, value);
  const hpAt = 0xaa00 + 0x10 * enemy;
  const left = Math.max(memory.word(hpAt) - total, 0);
  noteChange(memory, memory.word(hpAt) - left);
  memory.setWord(hpAt, left);
  raiseOrderPoints(memory, enemy, value);
}

export function healEnemy(memory: Memory, enemy: number, value: number): void {
  memory.set(0x0381, 0x80);
  memory.set(0xab02 + 0x10 * enemy, 0xff);
  memory.set(0xab03 + 0x10 * enemy, 0);
  memory.setWord(0xab04 + 0x10 * enemy, value);
  const total = setEnemyTotal(memory, enemy, value);
  const species = memory.speciesOf(enemy);
  if ((memory.get(species + 0x2f) & 4) !== 0) return;
  const hpAt = 0xaa00 + 0x10 * enemy;
  const healed = Math.min(memory.word(hpAt) + total, memory.word(species + 0x10));
  noteChange(memory, healed - memory.word(hpAt));
  memory.setWord(hpAt, healed);
}
