/**
 * What an enemy's attack comes to on each ally: displacement, defence, HP. Evidence: the total
 * after the defence (C1:CDAC) is executed; defence (C1:CD78) and displacement (C1:CF13, CF36) are
 * unpublished (`unpublished.ts`).
 */

import { read8, read16, write16 } from '../../int/uint.js';
import type { Box } from '../field/lines.js';
import { boxOf } from '../field/marks.js';
import { FIELD_BITS, FIELD_SIDE, GRID_WIDTH, OCCUPANT_NUMBER } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { drawBattle } from '../memory/generators.js';
import { Effect, reportChange, reportEffect } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { HALF_TURN, KNOCKBACK, QUARTER_TURN, SKILL_DISPLACEMENT } from '../memory/skill-record.js';
import {
  ALLY_DEFENCE,
  ALLY_DISPLACEMENT,
  assume,
  FILLED_ALLY_DEFENCE,
  tryEveryValue,
} from '../memory/unpublished-used.js';
import * as Work from '../memory/work-cells.js';
import { ALLY_CHARGING } from '../turn/ally-actions.js';
import { loseHp } from './defeat.js';
import { displaced } from './displacement.js';
import { isOnField } from './hits-on-allies.js';
import { activeByte } from './skill-copy.js';
import { changeSum, takeStepBonus, totalOfHits, totalOnAlly } from './totals.js';

const SITE = 0xc1cf13;
/** Facing 0..3 after a quarter turn clockwise: lower right, lower left, upper left, upper right. */
const QUARTER = Uint8Array.of(1, 3, 0, 2);

/** Part of the defence that counts, by the low two bits of record byte 10: 1/4, 1/2, 1, 0. */
export function defenceShare(choice: number, defence: number): number {
  return choice === 3 ? 0 : defence >> (2 - choice);
}

const box: Box = { x: 0, y: 0, width: 1, height: 1 };

function away(user: number, corner: number, size: number): number {
  if (user > corner + size - 1) return 1;
  return user < corner ? -1 : 0;
}

/** Moves the ally when the cell is free; his own is not. */
function push(ram: Uint8Array, ally: number, stepX: number, stepY: number): boolean {
  const x = read8(ram, ally + Ally.CELL_X) + stepX;
  const y = read8(ram, ally + Ally.CELL_Y) + stepY;
  if (x < 0 || x >= FIELD_SIDE || y < 0 || y >= FIELD_SIDE) return false;
  const to = Cell.FIELD_GRID + GRID_WIDTH * y + x;
  if ((read8(ram, to) & OCCUPANT_NUMBER) !== 0) return false;
  const from = Cell.FIELD_GRID + GRID_WIDTH * read8(ram, ally + Ally.CELL_Y) + read8(ram, ally + Ally.CELL_X);
  ram[to] = (read8(ram, to) & FIELD_BITS) | (read8(ram, from) & ~FIELD_BITS);
  ram[from] = read8(ram, from) & FIELD_BITS;
  write16(ram, ally + Ally.CELL_X, x | (y << 8));
  write16(ram, ally + Ally.WANTED_X, x | (y << 8));
  return true;
}

/** Away from the attacker's box: both ways at once, then the row alone, then the column alone. */
function knockBack(machine: Machine, ally: number): void {
  const ram = machine.ram;
  boxOf(machine, read16(ram, Cell.SKILL_USER), box);
  const stepX = away(read8(ram, ally + Ally.CELL_X), box.x, box.width);
  const stepY = away(read8(ram, ally + Ally.CELL_Y), box.y, box.height);
  if (push(ram, ally, stepX, stepY) || push(ram, ally, 0, stepY)) return;
  push(ram, ally, stepX, 0);
}

/** Number of the ally's cell. */
function cellOf(ram: Uint8Array, ally: number): number {
  return GRID_WIDTH * read8(ram, ally + Ally.CELL_Y) + read8(ram, ally + Ally.CELL_X);
}

/** Two draws for every ally on the field, as for enemies. */
function displace(machine: Machine, ally: number): void {
  const ram = machine.ram;
  const first = drawBattle(machine, SITE);
  const displacement = displaced(first, drawBattle(machine, SITE), activeByte(ram, SKILL_DISPLACEMENT));
  if (displacement === 0 || read8(ram, ally + Ally.HITS_LANDED) === 0) return;
  reportEffect(machine, ally, Effect.DISPLACED, displacement);
  if (ram[ally + Ally.SKILL_STATE] === ALLY_CHARGING) {
    ram[ally + Ally.SKILL_STATE] = 0;
    reportEffect(machine, ally, Effect.CHARGE_LOST, read8(ram, ally + Ally.LAST_SKILL));
  }
  const facing = read8(ram, ally + Ally.FACING);
  const cell = cellOf(ram, ally);
  if ((displacement & QUARTER_TURN) !== 0)
    ram[ally + Ally.FACING] = QUARTER[read8(ram, ally + Ally.FACING) & 3] as number;
  if ((displacement & HALF_TURN) !== 0) ram[ally + Ally.FACING] = (read8(ram, ally + Ally.FACING) & 3) ^ 3;
  reportChange(machine, ally, Effect.TURNED, facing & 3, read8(ram, ally + Ally.FACING) & 3);
  if ((displacement & KNOCKBACK) !== 0) knockBack(machine, ally);
  reportChange(machine, ally, Effect.KNOCKED, cell, cellOf(ram, ally));
}

/** C1:CBA6, which goes on at the defence where the low nibble of 0377 is not 0. */
const DAMAGE = 0xc1cba6;
const KIND_BITS = 0x0f;
const DEFENCE_KINDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/**
 * What an enemy's attack writes to 0377 is not printed: the image decides where every kind of
 * defence comes to the same total and HP.
 */
function loseTotalOfImage(machine: Machine, ally: number, hits: number, record: number): boolean {
  const ram = machine.ram;
  const before = read16(ram, Work.HITS);
  ram[Work.HITS] = hits;
  const isDone = tryEveryValue(machine, FILLED_ALLY_DEFENCE, DAMAGE, ally, {
    at: Cell.DRIVER,
    mask: KIND_BITS,
    values: DEFENCE_KINDS,
    words: [ally + Ally.TOTAL, record + PartyRecord.HP, Cell.CHANGE_TOTAL_HP],
  });
  if (!isDone) write16(ram, Work.HITS, before);
  return isDone;
}

/** Total of the hits on an ally after its defence, and its effect on HP. */
export function loseTotal(machine: Machine, ally: number, hits: number): void {
  const ram = machine.ram;
  const record = read16(ram, ally + Ally.RECORD);
  if (machine.holes.original !== undefined && loseTotalOfImage(machine, ally, hits, record)) {
    const left = read16(ram, record + PartyRecord.HP);
    reportEffect(machine, ally, Effect.DAMAGE, read16(ram, ally + Ally.TOTAL), left);
    loseHp(machine, ally, left);
    return;
  }
  const share = defenceShare(read8(ram, Cell.SKILL_COEFFICIENTS) & 3, read8(ram, record + PartyRecord.DEFENCE));
  assume(machine, ALLY_DEFENCE);
  takeStepBonus(machine);
  totalOnAlly(machine, Math.max(totalOfHits(read16(ram, ally + Ally.SINGLE_HIT), hits) - share, 0), ally);
  const hp = read16(ram, record + PartyRecord.HP);
  const left = Math.max(hp - read16(ram, ally + Ally.TOTAL), 0);
  write16(ram, Cell.CHANGE_TOTAL_HP, changeSum(read16(ram, Cell.CHANGE_TOTAL_HP), hp - left));
  reportEffect(machine, ally, Effect.DAMAGE, read16(ram, ally + Ally.TOTAL), left);
  loseHp(machine, ally, left);
}

/**
 * All allies in the order of their blocks; the two draws are made for everybody on the field, hit
 * or not.
 */
export function settleAllies(machine: Machine): void {
  const ram = machine.ram;
  assume(machine, ALLY_DISPLACEMENT);
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (!isOnField(ram, ally)) continue;
    displace(machine, ally);
    const hits = read8(ram, ally + Ally.HITS_LANDED) & 0x7f;
    if (hits !== 0) loseTotal(machine, ally, hits);
  }
}

/** Whether any ally was hit. */
export function anyAllyHit(ram: Uint8Array): boolean {
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (isOnField(ram, ally) && read8(ram, ally + Ally.HITS_LANDED) !== 0) return true;
  }
  return false;
}

/** The user's own displacements (record byte 11, bits 3-5) are not carried out. */
export const LEFT_OUT_DISPLACEMENTS = 0x38;
