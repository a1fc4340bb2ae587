/**
 * Slow reference of an enemy's range: lines from each cell of the side that a direction leaves by, the surroundings of its box for skills round
 * the user (type bit 20h), its own cell as well for recoveries (C1:3924, 3C3D and their stand-ins in `lockstep rom routines`).
 */
import { ENEMY, SPECIES } from './addresses.js';
import { type Memory, RANGE_MARKS } from './played-memory.js';

type Tables = Uint8Array;

/** Steps of direction bits 0 to 7 for somebody who faces down and right: clockwise from the diagonal. */
const ACROSS = [1, 0, -1, -1, -1, 0, 1, 1];
const DOWN = [1, 1, 1, 0, -1, -1, -1, 0];

const inField = (x: number, y: number): boolean => x >= 0 && x < 7 && y >= 0 && y < 7;

/** Half sizes of an area: byte 21 names stripes, byte 12 squares; 3 is everything. Stripe 6 is not described: its one skill is published as 3 x 3. */
export function halfSizes(tables: Tables, record: number): [number, number] {
  const stripe = (tables[record + 21] ?? 0) & 7;
  const size = (tables[record + 12] ?? 0) & 3;
  if (stripe === 0 || stripe === 6) return size === 3 ? [7, 7] : [size, size];
  if (stripe < 4) return [7, stripe - 1];
  return [stripe === 7 ? 2 : stripe - 4, 7];
}

export function markEnemyRange(memory: Memory, tables: Tables, enemy: number, record: number): void {
  const block = memory.enemyBlock(enemy);
  const species = memory.speciesOf(enemy);
  const [left, top] = [memory.get(block + ENEMY.cellX), memory.get(block + ENEMY.cellY)];
  const [width, height] = [memory.get(species + SPECIES.width), memory.get(species + SPECIES.height)];
  const facing = memory.get(block + ENEMY.facing) >> 6;
  const type = tables[record + 13] ?? 0;
  for (let cell = 0; cell < 56; cell++) memory.set(RANGE_MARKS + cell, 0);
  const mark = (x: number, y: number): void => {
    if (inField(x, y)) memory.set(RANGE_MARKS + 8 * y + x, 0xf0);
  };
  if ((type & 0x20) !== 0) {
    const [across, down] = halfSizes(tables, record);
    for (let x = left - across; x < left + width + across; x++) {
      for (let y = top - down; y < top + height + down; y++) mark(x, y);
    }
    return;
  }
  const range = (tables[record + 7] ?? 0) & 15;
  if (range === 0 || (type & 0x80) !== 0) mark(left, top);
  for (let bit = 0; bit < 8; bit++) {
    if ((((tables[record + 6] ?? 0) >> bit) & 1) === 0) continue;
    const stepX = (ACROSS[bit] ?? 0) * ((facing & 1) === 0 ? 1 : -1);
    const stepY = (DOWN[bit] ?? 0) * ((facing & 2) === 0 ? 1 : -1);
    for (let x = left; x < left + width; x++) {
      for (let y = top; y < top + height; y++) {
        if (stepX !== 0 && x !== (stepX > 0 ? left + width - 1 : left)) continue;
        if (stepY !== 0 && y !== (stepY > 0 ? top + height - 1 : top)) continue;
        for (let far = 1; inField(x + far * stepX, y + far * stepY); far++) {
          if ((range & (1 << Math.min(far - 1, 3))) !== 0) mark(x + far * stepX, y + far * stepY);
        }
      }
    }
  }
}
