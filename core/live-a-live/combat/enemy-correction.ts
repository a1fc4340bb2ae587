/**
 * Before a skill, for every enemy: what the skill before left is cleared, an evaded attribute is
 * marked and the level is corrected for the side it is struck from. C1:E0B3, E127. Evidence:
 * executed; the facing tests but that of the lower right go through deduced bytes.
 */
import { read8, read16 } from '../../int/uint.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { byteOf, type Machine, wordOf } from '../memory/machine.js';
import { ENEMY_LIST_DONE, ENEMY_PRESENT, nextEnemy, WALK_BLOCKS, walkWithoutEnd } from '../memory/presence.js';
import { bitShiftedOut } from '../memory/state-bits.js';
import * as Work from '../memory/work-cells.js';

/** Where an enemy is struck from. */
export const FROM_FRONT = 0;
export const FROM_SIDE = 1;
export const FROM_BACK = 0x80;

/** Mark of an evaded attribute. */
export const EVADED = 0xff;

const LEFT = 0x40;
const UP = 0x80;

/**
 * Whether a coordinate is not behind the near edge, seen in the direction faced. @param reverse
 * faces left or up
 */
function isAhead(at: number, corner: number, size: number, reverse: boolean): boolean {
  return reverse ? at <= ((corner + size - 1) & 0xff) : at >= corner;
}

/** Whether it is not beyond the far edge. */
function isBehind(at: number, corner: number, size: number, reverse: boolean): boolean {
  return isAhead(at, corner, size, !reverse);
}

/**
 * Where a cell lies from an enemy: `FROM_FRONT`, `FROM_SIDE` or `FROM_BACK`. Its own span counts
 * for both.
 */
export function sideOfCell(ram: Uint8Array, enemy: number, atX: number, atY: number): number {
  const species = read16(ram, enemy + Enemy.SPECIES);
  const facing = read8(ram, enemy + Enemy.FACING);
  const left = (facing & LEFT) !== 0;
  const up = (facing & UP) !== 0;
  const x = read8(ram, enemy + Enemy.CELL_X);
  const y = read8(ram, enemy + Enemy.CELL_Y);
  const width = read8(ram, species + Species.WIDTH);
  const height = read8(ram, species + Species.HEIGHT);
  if (isAhead(atX, x, width, left) && isAhead(atY, y, height, up)) return FROM_FRONT;
  return isBehind(atX, x, width, left) && isBehind(atY, y, height, up) ? FROM_BACK : FROM_SIDE;
}

/** C1:E127, where the base cell lies from an enemy. */
export function struckFrom(machine: Machine, enemy: number): number {
  const ram = machine.ram;
  return sideOfCell(ram, enemy, read8(ram, Work.BASE_X), read8(ram, Work.BASE_Y));
}

/** Correction of a species: back in the high nibble, side in the low one. */
export function enemyCorrection(corrections: number, from: number): number {
  if (from === FROM_FRONT) return 0;
  return from === FROM_BACK ? corrections >> 4 : corrections & 0x0f;
}

/** Level after a correction, 0 and more. */
export function correctedLevel(level: number, correction: number): number {
  return Math.max(level - correction, 0);
}

/** Marks an enemy that evades the attribute of the skill before. */
function markEvaded(ram: Uint8Array, enemy: number, species: number): void {
  const shifts = read16(ram, Work.COUNTER);
  const bit = bitShiftedOut(read8(ram, species + Species.EVADE), read8(ram, species + Species.EVADE + 1), shifts);
  ram[Work.COUNTER] = 0;
  ram[Work.SECOND_COUNTER] = 0;
  ram[enemy + Enemy.ATTRIBUTE_MARK] = bit === 0 ? 0 : EVADED;
}

function prepareEnemy(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const species = read16(ram, enemy + Enemy.SPECIES);
  ram[enemy + Enemy.IN_RANGE] = 0;
  ram[enemy + Enemy.HITS_ASSIGNED] = 0;
  ram[enemy + Enemy.HITS_LANDED] = 0;
  ram[enemy + Enemy.PENDING_STATUSES] = 0;
  const attribute = read8(ram, Work.PREVIOUS_ATTRIBUTE);
  if (attribute === 0) ram[enemy + Enemy.ATTRIBUTE_MARK] = 0;
  else {
    ram[Work.COUNTER] = attribute;
    markEvaded(ram, enemy, species);
  }
  const from = struckFrom(machine, enemy);
  ram[enemy + Enemy.STRUCK_FROM] = from;
  const level = read8(ram, enemy + Enemy.LEVEL);
  const correction = enemyCorrection(read8(ram, species + Species.CORRECTIONS), from);
  const corrected = correctedLevel(level, correction);
  ram[Work.TARGET] = corrected;
  if (from !== FROM_FRONT) ram[Work.TARGET + 1] = correction;
  ram[enemy + Enemy.CORRECTED_LEVEL] = corrected;
}

/**
 * C1:E0B3. @param before one block before the first
 * @throws RuleError `E_NO_END` where the original never returns
 */
export function prepareEnemies(machine: Machine, before: number): void {
  let enemy = before;
  for (let blocks = 0; blocks < WALK_BLOCKS; blocks++) {
    const next = nextEnemy(machine, enemy);
    enemy = wordOf(next);
    if (byteOf(next) === ENEMY_LIST_DONE) return;
    if (byteOf(next) === ENEMY_PRESENT) prepareEnemy(machine, enemy);
  }
  throw walkWithoutEnd(before);
}
