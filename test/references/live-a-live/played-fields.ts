/**
 * Slow reference of what happens on the ground after a skill, and of poison. Sources: C1:10B3 (a skill lays its field), 1F06 (whose turn it
 * is), 1ECE (what vanishes), 1FB2, 1FEA, 2029 (what it does), 1DD0, 1E4C (poison).
 */
import { ALLY, CELL, ENEMY, RECORD, SPECIES } from './addresses.js';
import { healAlly, healEnemy, hurtAlly, hurtEnemy } from './played-harm.js';
import { ALLIES, CELLS, FIELD, type Memory, RANGE_MARKS } from './played-memory.js';

/** By the low bits of the counter: code on the grid, damage, bit of those who absorb it. */
const KINDS = [
  { code: 0x80, damage: 8, absorb: 8 },
  { code: 0xa0, damage: 16, absorb: 4 },
  { code: 0xc0, damage: 24, absorb: 2 },
  { code: 0xe0, damage: 32, absorb: 1 },
] as const;
const LAST_CELL = 8 * 6 + 6;

/** C1:10B3. @param effect record byte 22 of the skill */
export function layField(memory: Memory, effect: number): void {
  const code = (effect * 2) & 0xe0;
  if (code === 0 || memory.get(CELL.areaNumber) === 0x23) return;
  for (const cell of CELLS) {
    if ((memory.get(RANGE_MARKS + cell) & 0x0f) === 0) continue;
    memory.set(FIELD + cell, (memory.get(FIELD + cell) & 0x1f) | code);
  }
}

/** Where a field does something, hits of the skill before do not count as hits by it. */
function forgetHits(memory: Memory): void {
  for (const at of ALLIES.map((ally) => memory.allyBlock(ally) + ALLY.hitsAssigned)) memory.setWord(at, 0);
  for (const enemy of memory.listedEnemies()) memory.setWord(memory.enemyBlock(enemy) + ENEMY.hitsAssigned, 0);
}

/** C1:1F06, 1ECE, 1FB2 @param suppresses what the vanished last cell does */
export function fireField(memory: Memory, suppresses: boolean): void {
  memory.set(CELL.fieldCounter, memory.get(CELL.fieldCounter) + 1);
  const kind = KINDS[memory.get(CELL.fieldCounter) & 3] ?? KINDS[0];
  for (let cell = 0; cell < 56; cell++) memory.set(RANGE_MARKS + cell, 0);
  let marked = 0;
  let lastVanished = false;
  for (const cell of CELLS) {
    const held = memory.get(FIELD + cell);
    if ((held & 0xe0) !== kind.code) continue;
    memory.set(RANGE_MARKS + cell, 0x0f);
    marked++;
    if ((memory.draw() & 0x0f) !== 0) continue;
    memory.set(FIELD + cell, held & 0x1f);
    lastVanished = cell === LAST_CELL;
  }
  if (marked === 0 || (suppresses && lastVanished)) return;
  forgetHits(memory);
  for (const cell of CELLS) {
    if (memory.get(RANGE_MARKS + cell) === 0) continue;
    const occupant = memory.get(FIELD + cell) & 0x1f;
    if ((occupant & 0x0f) === 0) continue;
    if (occupant < 0x10) fieldOnAlly(memory, occupant - 1, kind);
    else fieldOnEnemy(memory, (occupant & 0x0f) - 1, kind);
  }
  memory.set(CELL.fieldPassDone, 0x10);
}

type Kind = (typeof KINDS)[number];

function fieldOnAlly(memory: Memory, ally: number, kind: Kind): void {
  if ((memory.get(memory.recordOf(ally) + RECORD.fieldAbsorb) & kind.absorb) !== 0) healAlly(memory, ally, kind.damage);
  else hurtAlly(memory, ally, kind.damage);
}

function fieldOnEnemy(memory: Memory, enemy: number, kind: Kind): void {
  const species = memory.speciesOf(enemy);
  if (
    memory.get(memory.enemyBlock(enemy) + ENEMY.hitsLanded) !== 0 ||
    (memory.get(species + SPECIES.evade + 1) & 1) !== 0
  )
    return;
  if (((memory.get(species + SPECIES.fieldAbsorb) >> 4) & kind.absorb) !== 0) healEnemy(memory, enemy, kind.damage);
  else hurtEnemy(memory, enemy, kind.damage);
}

/** C1:1DD0, 1E4C. */
export function hurtByPoison(memory: Memory): void {
  for (const ally of ALLIES) {
    const statuses = memory.get(memory.allyBlock(ally) + ALLY.statuses);
    if (!memory.allyPresent(ally) || statuses === 0xff || (statuses & 8) === 0) continue;
    hurtAlly(memory, ally, Math.max(memory.word(memory.recordOf(ally) + RECORD.hp) >> 4, 1));
  }
  for (const enemy of memory.presentEnemies()) {
    if ((memory.get(memory.enemyBlock(enemy) + ENEMY.statuses) & 8) === 0) continue;
    hurtEnemy(memory, enemy, Math.max(memory.word(memory.enemyBlock(enemy) + ENEMY.hp) >> 4, 1));
  }
}
