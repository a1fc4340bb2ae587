/** Profiles: the addresses of mirrored routines in a ROM, the cartridge or another. */
import type { Adapter } from '../vectors/adapters/adapter.js';
import { ADAPTERS } from '../vectors/adapters/index.js';
import { canonical, type Mapping } from './memory.js';

/** The time at which a ROM sets a register at an exit. */
export type RegisterRule = 'word' | 'low' | 'low on return' | 'low at an exit' | 'Z';

/** A table at another address than the cartridge's. */
export interface MovedTable {
  readonly at: number;
  readonly is: number;
  readonly bytes: number;
}

/** Registers at the entry of a ROM's routines. */
export interface EntryState {
  readonly direct: number;
  readonly dataBank: number;
  /** The stack pointer; 192 bytes below it are free. */
  readonly stack: number;
}

/** A stretch of a routine that its vectors leave out; its effects are not compared. */
export interface LeftOut {
  readonly from: number;
  /** Undefined: a subroutine, left out until it returns. */
  readonly to: number | undefined;
  /** No drawing: the vectors enter the routine behind it, with its effect in place. */
  readonly isRule?: boolean;
}

/** One mirrored routine of a ROM. */
export interface RoutinePlan {
  /** `C1:1C02` */
  readonly routine: string;
  readonly name: string;
  readonly adapter: Adapter;
  readonly entry: number;
  /** Addresses that end a call, with the exit's name. */
  readonly stops: ReadonlyMap<number, string>;
  /** Exits by number in the exit cell, for a ROM that has one. */
  readonly exits: readonly string[] | undefined;
  /** Compared registers; undefined: all that the routine's adapter knows. */
  readonly registers: Readonly<Record<string, RegisterRule>> | undefined;
  readonly leftOut: readonly LeftOut[];
  /**
   * The ROM has only one path through the routine: it is called in states of that path and tests
   * none of them.
   */
  readonly isPart?: boolean;
}

export interface Profile {
  readonly name: string;
  /** SHA-256 of the described image, lower case, or undefined. */
  readonly rom: string | undefined;
  /** One sentence for the report. */
  readonly what: string;
  readonly mapping: Mapping;
  readonly isGame: boolean;
  readonly plans: readonly RoutinePlan[];
  /** The same routines by other names, each with published cases of its own. */
  readonly otherNames: readonly RoutinePlan[];
  /** The ROM's own work RAM. */
  readonly scratch: ReadonlySet<number>;
  /** Cell that holds the number of the exit taken, or -1. */
  readonly exitCell: number;
  /**
   * Tables at other addresses: the cartridge's address of a canonical address, or the address
   * itself.
   */
  readonly tableAddress: (address: number) => number;
  /** The same tables as a list. */
  readonly tables: readonly MovedTable[];
  /** Work RAM in place of table bytes: its address to the cartridge's. */
  readonly tableCells: ReadonlyMap<number, number>;
  readonly entryState: EntryState;
  /** Bytes of the cartridge's tables that a ROM does not read but our functions need. */
  readonly tableBytes: ReadonlyMap<number, number>;
  /**
   * Where whole ways of the ROM's own begin, by the cartridge's routine (`C1:9357`): they pass
   * through what stands in for unpublished stretches, and return.
   */
  readonly ways: ReadonlyMap<string, number>;
}

/** `C1:1C02` as a number, or undefined. */
export function parseRoutine(text: string): number | undefined {
  const match = /^([0-9A-F]{2}):([0-9A-F]{4})$/.exec(text);
  return match === null ? undefined : Number.parseInt(`${match[1]}${match[2]}`, 16);
}

/** Adapters by `routine name`; two names of the same function with the same exits count once. */
export function adaptersByKey(): ReadonlyMap<string, Adapter> {
  const found = new Map<string, Adapter>();
  const seen = new Set<string>();
  for (const table of Object.values(ADAPTERS)) {
    for (const [key, adapter] of Object.entries(table)) {
      const routine = key.slice(0, key.indexOf(' '));
      const same = `${routine} ${adapter.function} ${adapter.exits.join()}`;
      if (seen.has(same)) continue;
      seen.add(same);
      found.set(key, adapter);
    }
  }
  return found;
}

/** The adapter of a vector file's name, or of another name of the same function. */
export function adapterOfKey(key: string): Adapter | undefined {
  for (const table of Object.values(ADAPTERS)) {
    const found = table[key];
    if (found !== undefined) return found;
  }
  return undefined;
}

const DRAWING: readonly LeftOut[] = [
  { from: 0xc1e7bd, to: undefined },
  { from: 0xc1e414, to: undefined },
];
const DIGITS: readonly LeftOut[] = [{ from: 0xc1cdd1, to: 0xc1cde5 }];
const RANGE: readonly LeftOut[] = [
  { from: 0xc13d2b, to: undefined, isRule: true },
  { from: 0xc13924, to: undefined, isRule: true },
];

/** The stretches that the notes of a routine's vectors leave out. */
const LEFT_OUT: Readonly<Record<string, readonly LeftOut[]>> = {
  'C1:1DE3': DIGITS,
  'C1:1ECE': [{ from: 0xc11f64, to: undefined }],
  'C1:1FEA': DIGITS,
  'C1:8F5A': [...DRAWING, { from: 0xc1e3c6, to: undefined }, { from: 0xc1e3dd, to: undefined }],
  'C1:8F8D': DRAWING,
  'C1:CB62': DIGITS,
  'C1:CBA6': DIGITS,
  'C1:E251': RANGE,
  'C1:E327': DRAWING,
  'C1:E348': DRAWING,
  'C1:E372': DRAWING,
  'C1:E393': DRAWING,
  'C1:E429': DRAWING,
  'C1:E44A': DRAWING,
  'C1:E476': DRAWING,
  'C1:F5FB': [{ from: 0xc145ee, to: undefined }],
};

/**
 * As the published cases enter a routine, unless one names D or DB itself: page 03 holds the cells
 * of the turn engine, bank 00 shows the first 8 KiB of work RAM. Page 1F is declared by no routine.
 */
export const CARTRIDGE_ENTRY: EntryState = { direct: 0x0300, dataBank: 0x00, stack: 0x1fef };

/** The plan of a key (`C1:1C02 order-points-idle`); none where the key names no address. */
function cartridgePlans(key: string, adapter: Adapter): readonly RoutinePlan[] {
  const space = key.indexOf(' ');
  const routine = key.slice(0, space);
  const entry = parseRoutine(routine);
  if (entry === undefined) return [];
  const stops = new Map<number, string>();
  for (const exit of adapter.exits) {
    const address = parseRoutine(exit);
    if (address !== undefined) stops.set(canonical(address, 'hirom'), exit);
  }
  return [
    {
      routine,
      name: key.slice(space + 1),
      adapter,
      entry: canonical(entry, 'hirom'),
      stops,
      exits: undefined,
      registers: undefined,
      leftOut: LEFT_OUT[routine] ?? [],
    },
  ];
}

/** The game's cartridge: every routine at its published address. */
export function cartridgeProfile(): Profile {
  const byKey = adaptersByKey();
  const plans = [...byKey].flatMap(([key, adapter]) => cartridgePlans(key, adapter));
  const others = Object.values(ADAPTERS).flatMap((table) => Object.entries(table).filter(([key]) => !byKey.has(key)));
  return {
    name: 'cartridge',
    rom: undefined,
    what: "the game's cartridge (HiROM), routines at their published addresses",
    mapping: 'hirom',
    isGame: true,
    plans,
    otherNames: others.flatMap(([key, adapter]) => cartridgePlans(key, adapter)),
    scratch: new Set(),
    exitCell: -1,
    tableAddress: (address) => address,
    tables: [],
    tableCells: new Map(),
    entryState: CARTRIDGE_ENTRY,
    tableBytes: new Map(),
    ways: new Map(),
  };
}
