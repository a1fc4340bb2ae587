/**
 * Slow reference: what a value of one hit does to HP where nobody attacks (fields, poison). Sources: C1:1DF8, 1E26, 1E71, 1EA3 (one hit is
 * set), CBA6, CB62, CC72, CCA5, CD09 (HP), CE60 (sum of changes), 1CAC (order points of whoever is hurt), CDE7 (bonus of steps). An ally
 * without HP is out of the fight, statuses FFh; when he is already, he leaves (the stand-in for C1:7BCE).
 */
import { ALLY, CELL, ENEMY, RECORD, SPECIES } from './addresses.js';
import { FIELD, type Memory } from './played-memory.js';

/** Sixteen rows of the abnormalities: what an enemy's order points grow by for each sixteenth of its HP. */
const DAMAGE_CONSTANT = [2, 3, 5, 2, 1, 3, 3, 3, 15, 1, 8, 2, 15, 8, 15, 15];

/** C1:CE60: the sum of all HP changes. */
function noteChange(memory: Memory, change: number): void {
  const sum = (memory.word(CELL.changeTotalHp) + Math.abs(change)) & 0xffff;
  memory.setWord(CELL.changeTotalHp, sum >= 0x8000 ? 0xffff : sum);
}

/** C1:CDE7. */
function stepBonus(memory: Memory): number {
  const steps = memory.get(CELL.stepCount);
  return (memory.get(CELL.driver) & 0x0f) === 8 ? 10 * (steps >> 4) + (steps & 15) : 0;
}

export function hurtAlly(memory: Memory, ally: number, value: number): void {
  const block = memory.allyBlock(ally);
  memory.set(block + ALLY.hitsAssigned, 1);
  memory.set(block + ALLY.hitsLanded, 1);
  memory.setWord(block + ALLY.singleHit, value);
  memory.set(memory.allyBlock(ally) + ALLY.bonus, 0);
  memory.set(memory.allyBlock(ally) + ALLY.attributeMark, 0);
  const total = Math.min(value + stepBonus(memory), 999);
  memory.setWord(memory.allyBlock(ally) + ALLY.totalDamage, total);
  const hpAt = memory.recordOf(ally) + RECORD.hp;
  const left = Math.max(memory.word(hpAt) - total, 0);
  noteChange(memory, memory.word(hpAt) - left);
  memory.setWord(hpAt, left);
  if (left !== 0) return;
  if (memory.get(block + ALLY.statuses) === 0xff) leaveTheBattle(memory, ally);
  else leaveTheFight(memory, ally);
}

/** Nobody stands on its cell any more. */
function leaveTheBattle(memory: Memory, ally: number): void {
  const block = memory.allyBlock(ally);
  memory.set(block + ALLY.state, 0);
  const cell = FIELD + 8 * memory.get(block + ALLY.cellY) + memory.get(block + ALLY.cellX);
  memory.set(cell, memory.get(cell) & 0xe0);
}

/** Out of the fight: neither timers nor a charge go on. */
function leaveTheFight(memory: Memory, ally: number): void {
  const block = memory.allyBlock(ally);
  memory.set(block + ALLY.statuses, 0xff);
  memory.set(block + ALLY.skillState, 0);
  for (let timer = 0; timer < 8; timer++) memory.set(memory.allyBlock(ally) + ALLY.timerNeck + timer, 0);
}

export function healAlly(memory: Memory, ally: number, value: number): void {
  const block = memory.allyBlock(ally);
  memory.set(block + ALLY.hitsAssigned, 0xff);
  memory.set(block + ALLY.hitsLanded, 0);
  memory.setWord(block + ALLY.singleHit, value);
  memory.set(memory.allyBlock(ally) + ALLY.attributeMark, 0);
  memory.setWord(memory.allyBlock(ally) + ALLY.totalDamage, Math.min(value + stepBonus(memory), 999));
  const record = memory.recordOf(ally);
  const hp = memory.word(record + RECORD.hp);
  const healed = Math.min(hp + value, memory.word(record + RECORD.maxHp));
  noteChange(memory, healed - hp);
  memory.setWord(record + RECORD.hp, healed);
  if (memory.get(block + ALLY.statuses) === 0xff) memory.set(block + ALLY.statuses, 0);
}

/** C1:CC72 with a cleared mark: 0 is damage. */
function setEnemyTotal(memory: Memory, enemy: number, value: number): number {
  const total = Math.min(value + stepBonus(memory), 999);
  memory.set(memory.enemyBlock(enemy) + ENEMY.attributeMark, 0);
  memory.setWord(memory.enemyBlock(enemy) + ENEMY.totalDamage, total);
  return total;
}

/** C1:1CAC. */
function raiseOrderPoints(memory: Memory, enemy: number, damage: number): void {
  const maxHp = memory.word(memory.speciesOf(enemy) + SPECIES.maxHp);
  const sixteenth = Math.max(maxHp >> 4, 1) & 0xff;
  const quotient = sixteenth === 0 ? 0xffff : Math.floor(damage / sixteenth);
  const steps = Math.min(((quotient & 0xff) + 1) & 0xff, 15);
  const row = memory.get(memory.enemyBlock(enemy) + ENEMY.abnormality) & 15;
  const points = memory.word(memory.enemyBlock(enemy) + ENEMY.orderPoints) + steps * (DAMAGE_CONSTANT[row] ?? 0);
  memory.setWord(memory.enemyBlock(enemy) + ENEMY.orderPoints, Math.min(points, 0xffff));
}

export function hurtEnemy(memory: Memory, enemy: number, value: number): void {
  memory.set(CELL.absorbFlag, 0);
  memory.set(memory.enemyBlock(enemy) + ENEMY.hitsAssigned, 1);
  memory.set(memory.enemyBlock(enemy) + ENEMY.hitsLanded, 1);
  memory.setWord(memory.enemyBlock(enemy) + ENEMY.singleHit, value);
  memory.set(memory.enemyBlock(enemy) + ENEMY.bonus, 0);
  const total = setEnemyTotal(memory, enemy, value);
  const hpAt = memory.enemyBlock(enemy) + ENEMY.hp;
  const left = Math.max(memory.word(hpAt) - total, 0);
  noteChange(memory, memory.word(hpAt) - left);
  memory.setWord(hpAt, left);
  raiseOrderPoints(memory, enemy, value);
}

export function healEnemy(memory: Memory, enemy: number, value: number): void {
  memory.set(CELL.absorbFlag, 0x80);
  memory.set(memory.enemyBlock(enemy) + ENEMY.hitsAssigned, 0xff);
  memory.set(memory.enemyBlock(enemy) + ENEMY.hitsLanded, 0);
  memory.setWord(memory.enemyBlock(enemy) + ENEMY.singleHit, value);
  const total = setEnemyTotal(memory, enemy, value);
  const species = memory.speciesOf(enemy);
  if ((memory.get(species + SPECIES.type) & 4) !== 0) return;
  const hpAt = memory.enemyBlock(enemy) + ENEMY.hp;
  const healed = Math.min(memory.word(hpAt) + total, memory.word(species + SPECIES.maxHp));
  noteChange(memory, healed - memory.word(hpAt));
  memory.setWord(hpAt, healed);
}
