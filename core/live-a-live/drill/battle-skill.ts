/**
 * What several operations of the drill program share: the record of a battle skill, marks on rows
 * and columns, order points for a product. Evidence: decision (traces/homebrew/PROGRAM.md).
 */
import { multiplySigned16x8 } from '../../int/hardware.js';
import { write16 } from '../../int/uint.js';
import { FIELD_SIDE, GRID_WIDTH } from '../field/occupancy.js';
import { GRID_CELLS } from '../field/targets.js';
import * as Cell from '../memory/cells/cell.js';
import * as Host from '../memory/cells/host.js';
import * as Register from '../memory/cells/register.js';
import { type Machine, reportRoutine } from '../memory/machine.js';
import { loadRow } from '../turn/abnormality.js';
import { orderPointsDamage } from '../turn/order-points.js';

/** A battle skill holds the bytes 9 to 24 of a skill record; those before are 0. */
const BATTLE_SKILL_BYTES = 16;
const FIRST_KEPT_BYTE = 9;

/** The record becomes the active skill. @param number its low four bits count */
export function loadBattleSkillBytes(ram: Uint8Array, number: number): void {
  const record = Host.BATTLE_SKILLS + BATTLE_SKILL_BYTES * (number & 15);
  ram.fill(0, Cell.ACTIVE_SKILL, Cell.ACTIVE_SKILL + FIRST_KEPT_BYTE);
  ram.copyWithin(Cell.ACTIVE_SKILL + FIRST_KEPT_BYTE, record, record + BATTLE_SKILL_BYTES);
}

/**
 * Marks cells whose row has its bit in `rows` and whose column has its bit in `columns`; the others
 * become 0.
 */
export function markLattice(ram: Uint8Array, rows: number, columns: number, mark: number): void {
  ram.fill(0, Cell.RANGE_GRID, Cell.RANGE_GRID + GRID_CELLS);
  for (let y = 0; y < FIELD_SIDE; y++) {
    for (let x = 0; x < FIELD_SIDE; x++) {
      if ((rows & (1 << y)) !== 0 && (columns & (1 << x)) !== 0) ram[Cell.RANGE_GRID + GRID_WIDTH * y + x] = mark;
    }
  }
}

/**
 * The product of a value and hits in the PPU, then order points for it: C1:1CF7, 1CAC. @param
 * single 16 bits @param hits 8 bits, signed
 */
export function damageOrderPoints(machine: Machine, enemy: number, single: number, hits: number): void {
  const ram = machine.ram;
  const product = multiplySigned16x8(single, hits);
  write16(ram, Register.PPU_PRODUCT, product);
  ram[Register.PPU_PRODUCT + 2] = product >>> 16;
  reportRoutine(machine, 0xc11cac, enemy);
  loadRow(machine, enemy);
  orderPointsDamage(machine, enemy);
}
