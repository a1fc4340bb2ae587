/**
 * The symbols of watch and label files: the table of cells with numbered blocks and whole arrays.
 */
import {
  BLOCKS,
  CELLS,
  type CellEvidence,
  type CellRow,
  isHostAddress,
  ROUTINES,
  testRomAddress,
} from '../../../../rom-map/index.js';

/** One named place, or one named routine. */
export interface MemorySymbol {
  /**
   * `actionPoints`, `enemy[3].orderPoints`, `fieldGrid` (an array as a whole), `order-points-idle`
   * (a routine).
   */
  readonly name: string;
  /** The name as an ASCII identifier, for label files: `enemy3_orderPoints`. */
  readonly label: string;
  /** 24-bit bus address. */
  readonly address: number;
  /** Bytes of one element, little-endian; 0 for a routine. */
  readonly width: 0 | 1 | 2 | 4;
  /** 1, or the elements of an array. */
  readonly count: number;
  readonly meaning: string;
  readonly evidence: CellEvidence;
}

/** `enemy[3].orderPoints` as `enemy3_orderPoints`: a letter first, then letters, digits and `_`. */
export function labelOf(name: string): string {
  return name.replaceAll(/\[(\d+)\]/g, '$1').replaceAll(/[^A-Za-z0-9]+/g, '_');
}

function symbolsOf(row: CellRow): MemorySymbol[] {
  const { kind, name, address, width, count, meaning, evidence } = row;
  const make = (full: string, at: number, elements: number): MemorySymbol => {
    return { name: full, label: labelOf(full), address: at, width, count: elements, meaning, evidence };
  };
  if (kind === 'one' || kind === 'array') return [make(name, address, count)];
  const { stride, count: blocks } = BLOCKS[kind];
  return Array.from({ length: blocks }, (_, index) => make(`${kind}[${index}].${name}`, address + stride * index, 1));
}

const byAddress = (one: MemorySymbol, other: MemorySymbol): number =>
  one.address - other.address || one.width - other.width;

/**
 * The game's cells in ascending order of address. Cells of our own are left out: no emulator of the
 * game has them.
 * @param drill adds those of our own that the test ROM has, at its addresses
 */
export function cellSymbols(drill: boolean): readonly MemorySymbol[] {
  const rows = CELLS.flatMap((row) => {
    if (!isHostAddress(row.address)) return [row];
    const address = testRomAddress(row.address);
    return drill && address >= 0 ? [{ ...row, address }] : [];
  });
  return rows.flatMap(symbolsOf).sort(byAddress);
}

/**
 * Entries of the original routines; of several names for one address the first. Names used twice
 * get their address.
 */
export function routineSymbols(): readonly MemorySymbol[] {
  const entries = new Map<string, string>();
  for (const { routine, name } of ROUTINES) if (!entries.has(routine)) entries.set(routine, name);
  const names = [...entries.values()];
  const symbols = [...entries].map(([routine, name]): MemorySymbol => {
    const twice = names.indexOf(name) !== names.lastIndexOf(name);
    return {
      name: twice ? `${name} ${routine}` : name,
      label: labelOf(twice ? `${name} ${routine}` : name),
      address: Number.parseInt(routine.replace(':', ''), 16),
      width: 0,
      count: 1,
      meaning: `original routine ${routine}`,
      evidence: 'executed',
    };
  });
  return symbols.sort(byAddress);
}

/** The meaning of a symbol, with a warning if no evidence shows the original's use of the cell. */
export function remark(symbol: MemorySymbol): string {
  return symbol.evidence === 'executed' ? symbol.meaning : `${symbol.meaning} [${symbol.evidence}]`;
}
