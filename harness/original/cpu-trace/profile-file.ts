/** Profiles from JSON files: those of this package's ROMs, or a user's own. */
import { join } from 'node:path';
import { LockstepError } from '../../base/errors.js';
import { packageRoot } from '../../base/package-root.js';
import { readTextFile } from '../../base/read-text.js';
import { jsonVersionFault } from '../../play/trace/schemas/version-key.js';
import { parseBytes, parseScratch, type ScratchLimits } from '../vectors/format.js';
import { canonical, type Mapping } from './memory.js';
import {
  adapterOfKey,
  cartridgeProfile,
  type EntryState,
  type MovedTable,
  type Profile,
  parseRoutine,
  type RegisterRule,
  type RoutinePlan,
} from './profile.js';

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
  'tables',
  'tableCells',
  'tableBytes',
  'ways',
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

function waysOf(file: string, value: unknown, mapping: Mapping): ReadonlyMap<string, number> {
  if (!isObject(value)) fail(file, 'ways is not an object', value, '{"C1:9357": "008285"}');
  const ways = new Map<string, number>();
  for (const [routine, address] of Object.entries(value)) {
    if (parseRoutine(routine) === undefined) fail(file, 'a way is not named by a routine', routine, 'C1:9357');
    ways.set(routine, canonical(addressOf(file, address, 'the place of a way'), mapping));
  }
  return ways;
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
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    fail(file, 'the profile is not JSON', error instanceof Error ? error.message : '', 'a JSON object');
  }
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
    rom: json['rom'] === undefined ? undefined : String(json['rom']),
    what: String(json['what'] ?? 'a ROM that is not the game'),
    mapping,
    isGame: false,
    otherNames: [],
    plans,
    scratch: parseScratch(json['scratch'] ?? [], file, 1, SCRATCH_LIMITS),
    exitCell,
    tableAddress(address) {
      for (const table of tables) {
        if (address >= table.at && address < table.at + table.bytes) return table.is + address - table.at;
      }
      return address;
    },
    tables,
    tableCells: tableCellsOf(file, json['tableCells'] ?? {}),
    entryState: entryStateOf(file, json['entryState']),
    tableBytes: parseBytes(tableBytes, file, 1),
    ways: waysOf(file, json['ways'] ?? {}, mapping),
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
