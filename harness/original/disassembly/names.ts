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

// Names of the console's registers, as its manual and every emulator have them.

const VIDEO = `
  INIDISP OBSEL OAMADDL OAMADDH OAMDATA BGMODE MOSAIC BG1SC BG2SC BG3SC BG4SC BG12NBA BG34NBA BG1HOFS BG1VOFS BG2HOFS
  BG2VOFS BG3HOFS BG3VOFS BG4HOFS BG4VOFS VMAIN VMADDL VMADDH VMDATAL VMDATAH M7SEL M7A M7B M7C M7D M7X
  M7Y CGADD CGDATA W12SEL W34SEL WOBJSEL WH0 WH1 WH2 WH3 WBGLOG WOBJLOG TM TS TMW TSW
  CGWSEL CGADSUB COLDATA SETINI MPYL MPYM MPYH SLHV OAMDATAREAD VMDATALREAD VMDATAHREAD CGDATAREAD OPHCT OPVCT STAT77 STAT78`;
const PROCESSOR = `
  NMITIMEN WRIO WRMPYA WRMPYB WRDIVL WRDIVH WRDIVB HTIMEL HTIMEH VTIMEL VTIMEH MDMAEN HDMAEN MEMSEL - -
  RDNMI TIMEUP HVBJOY RDIO RDDIVL RDDIVH RDMPYL RDMPYH JOY1L JOY1H JOY2L JOY2H JOY3L JOY3H JOY4L JOY4H`;
const CHANNEL = 'DMAP BBAD A1TL A1TH A1B DASL DASH DASB A2AL A2AH NTRL';

const NAMES = new Map<number, string>([
  [0x2180, 'WMDATA'],
  [0x2181, 'WMADDL'],
  [0x2182, 'WMADDM'],
  [0x2183, 'WMADDH'],
  [0x4016, 'JOYSER0'],
  [0x4017, 'JOYSER1'],
]);

function add(first: number, list: string, suffix = ''): void {
  for (const [index, name] of list.trim().split(/\s+/u).entries()) {
    if (name !== '-') NAMES.set(first + index, name + suffix);
  }
}

add(0x2100, VIDEO);
add(0x2140, 'APUIO0 APUIO1 APUIO2 APUIO3');
add(0x4200, PROCESSOR);
for (let channel = 0; channel < 8; channel++) add(0x4300 + channel * 0x10, CHANNEL, String(channel));

/** @param register 2000..5FFF of a system bank */
export function hardwareName(register: number): string | undefined {
  return NAMES.get(register);
}

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
