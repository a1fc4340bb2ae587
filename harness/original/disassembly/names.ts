/** Names of addresses: cells, fields of blocks, registers, tables, routines. */
import {
  BLOCKS,
  type BlockKind,
  CELLS,
  FORMATION_PLACE,
  isWorkRam,
  placeAt,
  TABLES,
  type TablePlace,
} from '../../../rom-map/index.js';
import { canonical, type Mapping } from '../cpu-trace/memory.js';
import { hardwareName } from './hardware-names.js';

/** A routine of an image: where it is entered, and what it is called. */
export interface NamedRoutine {
  /** 24 bits, canonical. */
  readonly entry: number;
  /** `C1:1C02`, or '' for one that is not of the routine table. */
  readonly routine: string;
  readonly name: string;
}

export interface Names {
  /** Of a routine that begins there. */
  readonly code: (address: number) => string | undefined;
  /**
   * Of what is read or written there.
   *
   * @param isIndexed the address is a base to which an index is added
   */
  readonly data: (address: number, isIndexed: boolean) => string | undefined;
}

const SIZE_OF_BLOCK = 0x100;
/** Alternatives that one line can hold. */
const MAX_FIELDS = 4;

/** Fields of blocks by what is added to a block's address. */
const FIELDS = new Map<number, string[]>();
for (const row of CELLS) {
  if (row.kind === 'one' || row.kind === 'array') continue;
  const base = (row.address - BLOCKS[row.kind as BlockKind].base) & 0xffff;
  for (let index = 0; index < row.width; index++) {
    const name = `${row.kind}.${row.name}${index === 0 ? '' : `+${index}`}`;
    FIELDS.set(base + index, [...(FIELDS.get(base + index) ?? []), name]);
  }
}

function offsetText(offset: number): string {
  return offset === 0 ? '' : `+${offset < 10 ? offset : `${offset.toString(16).toUpperCase()}h`}`;
}

function cellName(address: number): string | undefined {
  const place = placeAt(address);
  return place === undefined ? undefined : `${place.name}${offsetText(address - place.address)}`;
}

/**
 * What a base means to which an index is added: a field where the index points to a block, or a
 * cell where it counts.
 */
function indexedName(address: number): string | undefined {
  const low = address & 0xffff;
  const cell = low < SIZE_OF_BLOCK ? undefined : cellName(address);
  const found = [...(FIELDS.get(low) ?? []), ...(cell === undefined ? [] : [cell])];
  if (found.length === 0) return low < SIZE_OF_BLOCK ? `block${offsetText(low)}` : undefined;
  const shown = found.slice(0, MAX_FIELDS).join(' or ');
  return found.length > MAX_FIELDS ? `${shown} ...` : shown;
}

function tableBytes(place: TablePlace): number {
  return place.recordBytes === 0 ? 1 : place.records * place.recordBytes;
}

/** @param address the cartridge's own */
function tableName(address: number): string | undefined {
  for (const { place } of TABLES) {
    const first = (place.bank << 16) | place.address;
    const offset = address - first;
    if (offset >= 0 && offset < tableBytes(place)) {
      if (place === FORMATION_PLACE || offset === 0) return `table ${place.name}`;
      const record = Math.floor(offset / place.recordBytes);
      return `table ${place.name}[${record}]${offsetText(offset % place.recordBytes)}`;
    }
    if (place.pointer !== undefined && address - ((place.bank << 16) | place.pointer) === 0) {
      return `pointer to table ${place.name}`;
    }
  }
  return undefined;
}

/** @param tableAddress the cartridge's address of what stands at an address of the image */
export function createNames(
  mapping: Mapping,
  routines: readonly NamedRoutine[],
  tableAddress: (address: number) => number = (address) => address,
): Names {
  const byEntry = new Map<number, string>();
  for (const { entry, routine, name } of routines) {
    const text = routine === '' ? name : `${routine} ${name}`;
    const before = byEntry.get(entry);
    byEntry.set(entry, before === undefined ? text : `${before}, ${text}`);
  }
  return {
    code: (address) => byEntry.get(canonical(address, mapping)),
    data(address, isIndexed) {
      const place = canonical(address, mapping);
      if (isWorkRam(place)) {
        return isIndexed && place < 0x7f_0000 ? indexedName(place) : cellName(place);
      }
      if (place < 0x6000) return hardwareName(place);
      return tableName(tableAddress(place)) ?? byEntry.get(place);
    },
  };
}
