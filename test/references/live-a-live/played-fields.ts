/**
 * Slow reference of what happens on the ground after a skill, and of poison. Sources: C1:10B3 (a skill lays its field), 1F06 (whose turn it
 * is), 1ECE (what vanishes), 1FB2, 1FEA, 2029 (what it does), 1DD0, 1E4C (poison).
 */
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
  if (code === 0 || memory.get(0x0354) === 0x23) return;
  for (const cell of CELLS) {
    if ((memory.get(RANGE_MARKS + cell) & 0x0f) === 0) continue;
    memory.set(FIELD + cell, (memory.get(FIELD + cell) & 0x1f) | code);
  }
}

/** Where a field does something, hits of the skill before do not count as hits by it. */
function forgetHits(memory: Memory): void {
  for (const at of ALLIES.map((ally) => memory.allyBlock(ally) + 0x3a)) memory.setWord(at, 0);
  for (const enemy of memory.listedEnemies()) memory.setWord(0xab02 + 0x10 * enemy, 0);
}

/** C1:1F06, 1ECE, 1FB2 @param suppresses what the vanished last cell does */
export function fireField(memory: Memory, suppresses: boolean): void {
  memory.set(0xfefd, memory.get(0xfefd) + 1);
  const kind = KINDS[memory.get(0xfefd) & 3] ?? KINDS[0];
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
  memory.set(0x0385, 0x10);
}

type Kind = (typeof KINDS)[number];

function fieldOnAlly(memory: Memory, ally: number, kind: Kind): void {
  if ((memory.get(memory.recordOf(ally) + 0x31) & kind.absorb) !== 0) healAlly(memory, ally, kind.damage);
  else hurtAlly(memory, ally, kind.damage);
}

function fieldOnEnemy(memory: Memory, enemy: number, kind: Kind): void {
  const species = memory.speciesOf(enemy);
  if (memory.get(0xab03 + 0x10 * enemy) !== 0 || (memory.get(species + 0x3f) & 1) !== 0) return;
  if (((memory.get(species + 0x21) >> 4) & kind.absorb) !== 0) healEnemy(memory, enemy, kind.damage);
  else hurtEnemy(memory, enemy, kind.damage);
}

/** C1:1DD0, 1E4C. */
export function hurtByPoison(memory: Memory): void {
  for (const ally of ALLIES) {
    const statuses = memory.get(memory.allyBlock(ally) + 0x39);
    if (!memory.allyPresent(ally) || statuses === 0xff || (statuses & 8) === 0) continue;
    hurtAlly(memory, ally, Math.max(memory.word(memory.recordOf(ally) + 8) >> 4, 1));
  }
  for (const enemy of memory.presentEnemies()) {
    if ((memory.get(0xaa07 + 0x10 * enemy) & 8) === 0) continue;
    hurtEnemy(memory, enemy, Math.max(memory.word(0xaa00 + 0x10 * enemy) >> 4, 1));
  }
}
