/** Finds the cells of a battle by name and by address, and maps addresses to the image. */

import { countText } from '../../../core/system/names.js';
import type { Battle, CellDeclaration, System } from '../../../core/system/system.js';
import { formatAddress } from '../../../rom-map/windows.js';
import { type CellNames, cellNamesOf, type LaterUnits, LockstepError } from '../../base/index.js';

/** A range of addresses that is contiguous in the image. */
interface MemoryRegion {
  readonly address: number;
  readonly length: number;
  readonly offset: number;
}

export interface CellIndex {
  readonly cells: readonly CellDeclaration[];
  /** Ascending by address; each reaches from its first to its last cell. */
  readonly regions: readonly MemoryRegion[];
  /** The cell of exactly that name. */
  find(name: string): CellDeclaration | undefined;
  /** What people may type for a cell. */
  readonly names: CellNames;
  /** Units that may be named beside those of the battle. */
  readonly later: LaterUnits;
  /** @throws LockstepError `E_UNKNOWN_ID` with the nearest name */
  get(name: string): CellDeclaration;
  /** The narrowest cell that covers an address. */
  at(address: number): CellDeclaration | undefined;
  /** Offset in the image, or -1. */
  offsetOf(address: number): number;
  /** The narrowest cell that covers an offset of the image. */
  atOffset(offset: number): CellDeclaration | undefined;
  /**
   * The declared cell of this address and width, else a cell named by its address; undefined
   * outside.
   */
  raw(address: number, width: 1 | 2 | 4): CellDeclaration | undefined;
}

/** `$7E03AE`, `$HOST:0010`: how a raw address is written. */
export function addressText(address: number): string {
  return `$${formatAddress(address)}`;
}

function regionsOf(cells: readonly CellDeclaration[]): MemoryRegion[] {
  const sorted = [...cells].sort((first, second) => first.address - second.address);
  const regions: { address: number; length: number; offset: number }[] = [];
  for (const cell of sorted) {
    const last = regions.at(-1);
    if (last !== undefined && last.offset - last.address === cell.offset - cell.address) {
      last.length = Math.max(last.length, cell.address + cell.width - last.address);
    } else regions.push({ address: cell.address, length: cell.width, offset: cell.offset });
  }
  return regions;
}

/**
 * @param later units that an expression may name beside those of the battle; left out: any cells
 */
export function createCellIndex(system: System, battle: Battle, later: LaterUnits = 'any'): CellIndex {
  const { cells } = battle;
  const names = cellNamesOf(system, battle);
  const byName = new Map(cells.map((cell) => [cell.name, cell]));
  const regions = regionsOf(cells);
  const byOffset: (CellDeclaration | undefined)[] = new Array(battle.image.length).fill(undefined);
  for (const cell of cells) {
    for (let byte = 0; byte < cell.width; byte++) {
      const other = byOffset[cell.offset + byte];
      if (other === undefined || other.width > cell.width) byOffset[cell.offset + byte] = cell;
    }
  }
  function offsetOf(address: number): number {
    for (const region of regions) {
      const within = address - region.address;
      if (within >= 0 && within < region.length) return region.offset + within;
    }
    return -1;
  }
  return {
    cells,
    regions,
    find: (name) => byName.get(name),
    names,
    later,
    get(name) {
      const cell = names.find(name);
      if (cell !== undefined) return cell;
      throw new LockstepError('E_UNKNOWN_ID', `there is no cell ${name}`, { found: name, remedy: names.remedy(name) });
    },
    at(address) {
      const offset = offsetOf(address);
      return offset < 0 ? undefined : byOffset[offset];
    },
    offsetOf,
    atOffset: (offset) => byOffset[offset],
    raw(address, width) {
      const offset = offsetOf(address);
      if (offset < 0 || offsetOf(address + width - 1) !== offset + width - 1) return undefined;
      const declared = cells.find((cell) => cell.address === address && cell.width === width);
      if (declared !== undefined) return declared;
      const name = width === 1 ? addressText(address) : `${addressText(address)}.${width}`;
      return { name, address, offset, width, meaning: `${countText(width, 'byte')} at ${addressText(address)}` };
    },
  };
}

/** Offsets of the bytes of cells. */
export function offsetsOf(cells: readonly CellDeclaration[]): Int32Array {
  return Int32Array.from(cells.flatMap((cell) => Array.from({ length: cell.width }, (_, byte) => cell.offset + byte)));
}
