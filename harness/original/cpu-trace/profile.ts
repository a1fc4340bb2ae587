/** Profiles: the addresses of mirrored routines in a ROM, the cartridge or another. */

import { join } from 'node:path';
import { jsonOf, LockstepError, packageRoot, readTextFile } from '../../base/index.js';

import { jsonVersionFault } from '../../play/index.js';
import type { Game } from '../game/game.js';
import { LIVE_A_LIVE_GAME } from '../game/live-a-live.js';
import type { Adapter } from '../vectors/adapters/adapter.js';
import { ADAPTERS } from '../vectors/adapters/index.js';
import { parseBytes, parseScratch, type ScratchLimits } from '../vectors/format.js';
import { canonical, type Mapping } from './memory.js';

/** The time at which a ROM sets a register at an exit. */
export type RegisterRule = 'word' | 'low' | 'low on return' | 'low at an exit' | 'Z';

/** A table at another address than the cartridge's. */
interface MovedTable {
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
  /** Flags M and X at entry; undefined: 8-bit accumulator, 16-bit index registers. */
  readonly widths?: number;
  /** Cells that it may access; undefined: all of the game's windows. */
  readonly cells?: PlanCells;
}

/** Addresses of the bytes that a routine is declared to access. */
export interface PlanCells {
  readonly read: ReadonlySet<number>;
  readonly written: ReadonlySet<number>;
}

export interface FreeTableByte {
  /** Bank of the tables, such as D5h. */
  readonly bank: number;
  /** Address of the word with the byte's address. */
  readonly address: number;
  /** Address of the cell with the byte. */
  readonly value: number;
}

export interface Profile {
  readonly name: string;
  /** The game whose routines they are. */
  readonly game: Game;
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
  /** Those of it that may hold anything when a routine is entered; the others hold 0. */
  readonly anyAtEntry: ReadonlySet<number>;
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
  /**
   * Cells that stand for any one table byte, of which a call reads no second one: they hold its
   * address within the bank, and its value. Undefined: the ROM has none.
   */
  readonly freeTableByte: FreeTableByte | undefined;
  readonly entryState: EntryState;
  /** Bytes of the cartridge's tables that a ROM does not read but our functions need. */
  readonly tableBytes: ReadonlyMap<number, number>;
  /**
   * Where whole ways of the ROM's own begin, by the cartridge's routine (`C1:9357`): they pass
   * through what stands in for unpublished stretches, and return.
   */
  readonly ways: ReadonlyMap<string, number>;
  /** Branches that cannot go both ways, by address, each with the reason. */
  readonly oneWay: ReadonlyMap<number, string>;
}

/** `C1:1C02` as a number, or undefined. */
export function parseRoutine(text: string): number | undefined {
  const match = /^([0-9A-F]{2}):([0-9A-F]{4})$/.exec(text);
  return match === null ? undefined : Number.parseInt(`${match[1]}${match[2]}`, 16);
}

/** Adapters by `routine name`; two names of the same function with the same exits count once. */
function adaptersByKey(): ReadonlyMap<string, Adapter> {
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
function adapterOfKey(key: string): Adapter | undefined {
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
const CARTRIDGE_ENTRY: EntryState = { direct: 0x0300, dataBank: 0x00, stack: 0x1fef };

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
    game: LIVE_A_LIVE_GAME,
    rom: undefined,
    what: "the game's cartridge (HiROM), routines at their published addresses",
    mapping: 'hirom',
    isGame: true,
    plans,
    otherNames: others.flatMap(([key, adapter]) => cartridgePlans(key, adapter)),
    scratch: new Set(),
    anyAtEntry: new Set(),
    exitCell: -1,
    tableAddress: (address) => address,
    tables: [],
    tableCells: new Map(),
    freeTableByte: undefined,
    entryState: CARTRIDGE_ENTRY,
    tableBytes: new Map(),
    ways: new Map(),
    oneWay: new Map(),
  };
}

// Profiles from JSON files: those of this package's ROMs, or a user's own.

/** Scratch of a whole image, such as its own work cells: at most all work RAM. */
const SCRATCH_LIMITS: ScratchLimits = { declared: 0x20000, all: 0x20000 };

type Json = Readonly<Record<string, unknown>>;

const MAX_PROFILE_BYTES = 4 * 1024 * 1024;
const KEYS = [
  'profile',
  'name',
  'what',
  'mapping',
  'rom',
  'entryState',
  'exitCell',
  'scratch',
  'anyAtEntry',
  'tables',
  'tableCells',
  'freeTableByte',
  'tableBytes',
  'ways',
  'oneWay',
  'routines',
];
const RULES: readonly string[] = ['word', 'low', 'low on return', 'low at an exit', 'Z'];

function fail(file: string, message: string, found: unknown, expected: string): never {
  throw new LockstepError('E_CPU_PROFILE', message, {
    file,
    found: (JSON.stringify(found) ?? 'nothing').slice(0, 80),
    expected,
    remedy: 'harness/original/cpu-trace/FORMAT.md tells the form of a profile',
  });
}

/** Reads a part that vector files have as well: what is wrong with it is wrong with the profile. */
function ofProfile<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof LockstepError) || error.code !== 'E_VECTOR_FORM') throw error;
    const { found = 'nothing', expected = '' } = error.details;
    const remedy = 'harness/original/cpu-trace/FORMAT.md tells the form of a profile';
    throw new LockstepError('E_CPU_PROFILE', error.sentence, { file, found, expected, remedy }, { cause: error });
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function addressOf(file: string, value: unknown, what: string): number {
  if (typeof value !== 'string' || !/^[0-9A-F]{6}$/.test(value))
    fail(file, `${what} is not an address`, value, 'six hex digits');
  return Number.parseInt(value, 16);
}

function listOf(file: string, json: Json, key: string): readonly unknown[] {
  const value = json[key] ?? [];
  if (!Array.isArray(value)) fail(file, `${key} is not a list`, value, 'a list');
  return value as readonly unknown[];
}

function planOf(file: string, value: unknown, mapping: Mapping, hasExitCell: boolean): RoutinePlan {
  if (!isObject(value)) fail(file, 'a routine is not an object', value, '{"routine", "name", "entry"}');
  const key = `${String(value['routine'])} ${String(value['name'])}`;
  const adapter = adapterOfKey(key);
  if (adapter === undefined) fail(file, 'there is no such mirrored routine', key, 'one of rom-map/ROUTINES.md');
  const exits = value['exits'] ?? ['return'];
  if (!Array.isArray(exits) || exits.some((exit) => typeof exit !== 'string')) {
    fail(file, 'exits is not a list of names', exits, '["return", "C1:9336"]');
  }
  const registers = value['registers'];
  if (
    registers !== undefined &&
    (!isObject(registers) || Object.values(registers).some((rule) => !RULES.includes(String(rule))))
  ) {
    fail(file, 'registers is not understood', registers, `registers with ${RULES.join(', ')}`);
  }
  const stops = new Map<number, string>();
  const addresses = value['stops'] ?? {};
  if (!isObject(addresses)) fail(file, 'stops is not an object', addresses, '{"008123": "C1:9336"}');
  for (const [address, exit] of Object.entries(addresses)) {
    stops.set(canonical(addressOf(file, address, 'a stop'), mapping), String(exit));
  }
  return {
    routine: String(value['routine']),
    name: String(value['name']),
    adapter,
    entry: canonical(addressOf(file, value['entry'], 'the entry of a routine'), mapping),
    stops,
    exits: hasExitCell ? (exits as string[]) : undefined,
    registers: registers as Readonly<Record<string, RegisterRule>> | undefined,
    leftOut: [],
    isPart: value['part'] === true,
  };
}

function tableOf(file: string, value: unknown, mapping: Mapping): MovedTable {
  if (!isObject(value)) fail(file, 'a table is not an object', value, '{"at", "is", "bytes"}');
  const bytes = value['bytes'];
  if (typeof bytes !== 'number' || !Number.isInteger(bytes) || bytes < 1 || bytes > 0x1_0000) {
    fail(file, 'the bytes of a table are not a number', bytes, '1 to 65536');
  }
  return {
    at: canonical(addressOf(file, value['at'], 'the place of a table'), mapping),
    is: addressOf(file, value['is'], "the cartridge's address of a table"),
    bytes,
  };
}

function tableCellsOf(file: string, value: unknown): ReadonlyMap<number, number> {
  if (!isObject(value)) fail(file, 'tableCells is not an object', value, '{"7E1F00": "D50068"}');
  const cells = new Map<number, number>();
  for (const [cell, table] of Object.entries(value)) {
    cells.set(addressOf(file, cell, 'a cell'), addressOf(file, table, 'its table byte'));
  }
  return cells;
}

function freeTableByteOf(file: string, value: unknown): FreeTableByte | undefined {
  if (value === undefined) return undefined;
  const expected = '{"bank": 213, "address": "7E1F02", "value": "7E1F04"}';
  if (!isObject(value)) fail(file, 'freeTableByte is not an object', value, expected);
  const { bank, address, value: cell } = value as { bank?: unknown; address?: unknown; value?: unknown };
  if (typeof bank !== 'number' || !Number.isInteger(bank) || bank < 0xc0 || bank > 0xff) {
    fail(file, 'the bank of freeTableByte is not understood', value, expected);
  }
  return {
    bank,
    address: addressOf(file, address, 'the address of freeTableByte'),
    value: addressOf(file, cell, 'the value of freeTableByte'),
  };
}

function waysOf(file: string, value: unknown, mapping: Mapping): ReadonlyMap<string, number> {
  if (!isObject(value)) fail(file, 'ways is not an object', value, '{"C1:9357": "008285"}');
  const ways = new Map<string, number>();
  for (const [routine, address] of Object.entries(value)) {
    if (parseRoutine(routine) === undefined) fail(file, 'a way is not named by a routine', routine, 'C1:9357');
    ways.set(routine, canonical(addressOf(file, address, 'the place of a way'), mapping));
  }
  return ways;
}

function oneWayOf(file: string, value: unknown, mapping: Mapping): ReadonlyMap<number, string> {
  if (!isObject(value)) fail(file, 'oneWay is not an object', value, '{"009341": "why it cannot go both ways"}');
  return new Map(
    Object.entries(value).map(([address, reason]) => {
      if (typeof reason !== 'string' || reason === '') {
        fail(file, 'a branch that goes one way has no reason', reason, 'a sentence');
      }
      return [canonical(addressOf(file, address, 'a branch that goes one way'), mapping), reason];
    }),
  );
}

/** Of a ROM whose profile names none. */
const UNSTATED_ENTRY: EntryState = { direct: 0, dataBank: 0x7e, stack: 0x1fef };

function entryStateOf(file: string, value: unknown): EntryState {
  if (value === undefined) return UNSTATED_ENTRY;
  const expected = '{"direct": 7744, "dataBank": 126, "stack": 751}';
  if (!isObject(value)) fail(file, 'entryState is not an object', value, expected);
  const [direct, dataBank, stack] = ['direct', 'dataBank', 'stack'].map((name) => value[name]);
  const isWord = (word: unknown): word is number =>
    typeof word === 'number' && Number.isInteger(word) && word >= 0 && word <= 0xffff;
  if (!isWord(direct) || !isWord(dataBank) || !isWord(stack) || dataBank > 0xff || stack < 0xff || stack > 0x1ffc) {
    fail(file, 'entryState is not understood', value, expected);
  }
  return { direct, dataBank, stack };
}

/**
 * Parses a profile.
 * @throws LockstepError `E_CPU_PROFILE`
 */
export function parseProfile(text: string, file: string): Profile {
  const json = jsonOf(text, (found) => fail(file, 'the profile is not JSON', found, 'a JSON object'));
  if (!isObject(json)) fail(file, 'the profile is not an object', json, 'a JSON object');
  const version = jsonVersionFault('profile', json);
  if (version !== undefined) throw new LockstepError('E_CPU_PROFILE', version.message, { file, ...version.rest });
  for (const key of Object.keys(json)) if (!KEYS.includes(key)) fail(file, 'a key is not known', key, KEYS.join(', '));
  const mapping = json['mapping'];
  if (mapping !== 'hirom' && mapping !== 'lorom') fail(file, 'mapping is not known', mapping, 'hirom or lorom');
  const exitCell = json['exitCell'] === undefined ? -1 : addressOf(file, json['exitCell'], 'exitCell');
  const tables = listOf(file, json, 'tables').map((value) => tableOf(file, value, mapping));
  const tableBytes = json['tableBytes'] ?? {};
  if (!isObject(tableBytes)) fail(file, 'tableBytes is not an object', tableBytes, '{"D50060": [75, 100]}');
  const plans = listOf(file, json, 'routines').map((value) => planOf(file, value, mapping, exitCell >= 0));
  if (plans.length === 0) fail(file, 'the profile names no routine', json['routines'], 'a list of routines');
  return {
    name: String(json['name'] ?? file),
    game: LIVE_A_LIVE_GAME,
    rom: json['rom'] === undefined ? undefined : String(json['rom']),
    what: String(json['what'] ?? 'a ROM that is not the game'),
    mapping,
    isGame: false,
    otherNames: [],
    plans,
    scratch: ofProfile(file, () => parseScratch(json['scratch'] ?? [], file, 1, SCRATCH_LIMITS)),
    anyAtEntry: ofProfile(file, () => parseScratch(json['anyAtEntry'] ?? [], file, 1, SCRATCH_LIMITS)),
    exitCell,
    tableAddress(address) {
      for (const table of tables) {
        if (address >= table.at && address < table.at + table.bytes) return table.is + address - table.at;
      }
      return address;
    },
    tables,
    tableCells: tableCellsOf(file, json['tableCells'] ?? {}),
    freeTableByte: freeTableByteOf(file, json['freeTableByte']),
    entryState: entryStateOf(file, json['entryState']),
    tableBytes: ofProfile(file, () => parseBytes(tableBytes, file, 1)),
    ways: waysOf(file, json['ways'] ?? {}, mapping),
    oneWay: oneWayOf(file, json['oneWay'] ?? {}, mapping),
  };
}

/** Names that need no file. */
export const PROFILE_NAMES: readonly string[] = ['cartridge', 'drill', 'drill-battle'];

const BUNDLED: Readonly<Record<string, string>> = {
  drill: 'cpu-profile.json',
  'drill-battle': 'cpu-profile-battle.json',
};

/**
 * Loads a profile.
 * @param name `cartridge`, `drill`, `drill-battle`, or a file
 * @throws LockstepError `E_CPU_PROFILE`, `E_FILE`, `E_TEXT_SIZE`, `E_TEXT`
 */
export function loadProfile(name: string): Profile {
  if (name === 'cartridge') return cartridgeProfile();
  const bundled = BUNDLED[name];
  const file = bundled === undefined ? name : join(packageRoot(), 'traces', 'homebrew', bundled);
  return parseProfile(readTextFile(file, MAX_PROFILE_BYTES), file);
}
