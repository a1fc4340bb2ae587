/**
 * A game of one's own under the proof of routines: its windows, domains, plans and the states that
 * a proof begins with are made of what its owner declares.
 */
import { formatBus, type Mapping } from '../../../rom-map/cartridge/index.js';
import { type DomainRow, formatAddress, type InputValues, type Window } from '../../../rom-map/index.js';
import type { Profile, RoutinePlan } from '../cpu-trace/profile.js';
import type { Game, GamePlace } from '../game/game.js';
import { callPlanOf, type ImageUnderTest } from '../proof/choose-image.js';
import { createProofMachine, loadState } from '../proof/compare-sides.js';
import { callOriginal } from '../proof/original-call.js';
import { undoCall } from '../proof/original-machine.js';
import type { ProveSource } from '../proof/prove.js';
import type { ProofState } from '../proof/state.js';
import { createRandom, hashOf, type Random } from '../proof/vary.js';
import type { Adapter } from '../vectors/adapters/adapter.js';
import type { Registers } from '../vectors/format.js';
import type { OwnDomain, OwnEntry, OwnPlace, OwnRegister, OwnRoutine } from './own-routine.js';
import { type BoundRoutine, createOwnSide, largestOf, type NamedBytes } from './own-side.js';

/** A routine with its addresses as numbers; they were checked. */
export interface PlacedRoutine {
  readonly routine: OwnRoutine;
  readonly entry: number;
  readonly addressOf: (place: OwnPlace) => number;
  readonly oneWay: ReadonlyMap<number, string>;
}

/** Bytes of a place, by their addresses. */
export function bytesOf(address: number, { bytes = 1, count = 1, stride = bytes }: OwnPlace): number[] {
  return Array.from({ length: count }, (_, index) => index).flatMap((index) =>
    Array.from({ length: bytes }, (__, byte) => address + index * stride + byte),
  );
}

function placesOfRoutine({
  scratch = {},
  reads = {},
  writes = {},
}: OwnRoutine): readonly (readonly [string, OwnPlace])[] {
  return Object.entries({ ...scratch, ...writes, ...reads });
}

/** Windows of all cells, packed in the order of their addresses. */
function windowsOf(routines: readonly PlacedRoutine[]): readonly Window[] {
  const all = routines.flatMap(({ addressOf, routine }) =>
    placesOfRoutine(routine).flatMap(([, place]) => bytesOf(addressOf(place), place)),
  );
  const windows: { address: number; length: number; offset: number; holds: string }[] = [];
  let offset = 0;
  for (const address of [...new Set(all)].sort((a, b) => a - b)) {
    const last = windows.at(-1);
    if (last !== undefined && last.address + last.length === address) last.length++;
    else windows.push({ address, length: 1, offset, holds: 'cells of the routines' });
    offset++;
  }
  return windows;
}

function valuesOf({ min = 0, max, values }: OwnDomain, largest: number): InputValues {
  if (values === undefined) return { holds: `${min} to ${max ?? largest}`, min, max: max ?? largest, list: undefined };
  const list = [...new Set(values)].sort((a, b) => a - b);
  return { holds: list.join(', '), min: list[0] ?? 0, max: list.at(-1) ?? 0, list };
}

// The states that a proof begins with: the ends of every domain, then numbers inside of it.

/** States of a routine to begin with. */
const BEGIN = 64;

function startValue(random: Random, { list, max, min }: InputValues, turn: number): number {
  if (list !== undefined) return list[turn < list.length ? turn : random.below(list.length)] ?? min;
  if (turn === 0) return min;
  if (turn === 1) return max;
  const ends = [min, max, Math.min(min + 1, max), Math.max(max - 1, min)];
  const kind = random.below(8);
  return ends[kind] ?? min + random.below(max - min + 1);
}

const FLAG_BITS: Readonly<Partial<Record<OwnRegister, number>>> = { N: 0x80, V: 0x40, Z: 0x02, C: 0x01 };
const EIGHT_BIT_A = 0x20;
const EIGHT_BIT_INDEX = 0x10;

function widthsOf({ accumulator = 8, index = 16 }: OwnRoutine): number {
  return (accumulator === 8 ? EIGHT_BIT_A : 0) | (index === 8 ? EIGHT_BIT_INDEX : 0);
}

/** What a register can hold at the entry: X and Y of 8 bits have no high byte. */
function registerValues(name: OwnRegister, domain: OwnDomain, { index = 16 }: OwnRoutine): InputValues {
  const isByte = index === 8 && (name === 'X' || name === 'Y');
  return valuesOf(domain, isByte ? 0xff : largestOf(name));
}

/** Registers that are not taken hold anything: a function that needs one of them is found out. */
function startRegisters(random: Random, routine: OwnRoutine, turn: number): Registers {
  const { direct, dataBank, takes = {} } = routine;
  const value = (name: OwnRegister): number =>
    startValue(random, registerValues(name, takes[name] ?? {}, routine), takes[name] === undefined ? BEGIN : turn);
  const A = takes.A8 === undefined ? value('A') : (value('A') & 0xff00) | value('A8');
  let P = widthsOf(routine);
  for (const [name, bit] of Object.entries(FLAG_BITS)) if (value(name as OwnRegister) === 1) P |= bit;
  return {
    A,
    X: value('X'),
    Y: value('Y'),
    P,
    widths: widthsOf(routine),
    ...(direct === undefined ? {} : { D: direct }),
    ...(dataBank === undefined ? {} : { DB: dataBank }),
  };
}

function startStates(
  routine: OwnRoutine,
  names: ReadonlyMap<string, NamedBytes>,
  imageBytes: number,
  seed: number,
): readonly ProofState[] {
  const random = createRandom(seed ^ hashOf(routine.name));
  return Array.from({ length: BEGIN }, (_, turn): ProofState => {
    const memory = new Uint8Array(imageBytes);
    for (const [name, place] of placesOfRoutine(routine)) {
      const { at, bytes, count, stride } = names.get(name) as NamedBytes;
      const isRead = routine.reads?.[name] !== undefined;
      const values = valuesOf(isRead ? (place as OwnDomain) : {}, 2 ** (8 * bytes) - 1);
      for (let index = 0; index < count; index++) {
        const value = startValue(random, values, isRead ? turn : BEGIN);
        for (let byte = 0; byte < bytes; byte++) memory[at + index * stride + byte] = value >>> (8 * byte);
      }
    }
    return { registers: startRegisters(random, routine, turn), memory, tables: new Map(), draws: undefined };
  });
}

// One routine.

function namedBytes(
  { addressOf, routine }: PlacedRoutine,
  offsets: ReadonlyMap<number, number>,
): ReadonlyMap<string, NamedBytes> {
  const { reads = {}, tables = {}, writes = {} } = routine;
  const found = new Map<string, NamedBytes>();
  const add = (
    name: string,
    place: OwnPlace,
    at: number,
    more: Pick<NamedBytes, 'isTable' | 'isRead' | 'isWritten'>,
  ) => {
    const { bytes = 1, count = 1, stride = bytes } = place;
    found.set(name, { name, at, bytes, count, stride, ...more });
  };
  for (const [name, place] of placesOfRoutine(routine)) {
    const [isRead, isWritten] = [reads[name] !== undefined, writes[name] !== undefined];
    const isScratch = !isRead && !isWritten;
    const at = offsets.get(addressOf(place)) ?? -1;
    add(name, place, at, { isTable: false, isRead: isRead || isScratch, isWritten: isWritten || isScratch });
  }
  for (const [name, place] of Object.entries(tables)) {
    add(name, place, addressOf(place), { isTable: true, isRead: true, isWritten: false });
  }
  return found;
}

function gamePlaces(
  names: ReadonlyMap<string, NamedBytes>,
  addresses: ReadonlyMap<number, number>,
): readonly GamePlace[] {
  const list = [...names.values()].filter(({ isTable }) => !isTable);
  const places = list.flatMap(({ at, bytes, count, name, stride }) => {
    const row = { kind: count === 1 ? 'one' : 'array', name };
    return Array.from({ length: count }, (_, index): GamePlace => {
      const offset = at + index * stride;
      const ownName = count === 1 ? name : `${name}[${index}]`;
      return { name: ownName, address: addresses.get(offset) ?? -1, offset, width: bytes, row };
    });
  });
  return places.sort((a, b) => a.address - b.address);
}

/** Names of table bytes, by address. */
function tableNames(names: ReadonlyMap<string, NamedBytes>): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const { at, bytes, count, isTable, name, stride } of names.values()) {
    for (let index = 0; isTable && index < count; index++) {
      for (let byte = 0; byte < bytes; byte++) {
        const part = bytes === 1 ? '' : byte === 0 ? ' low' : ' high';
        found.set(at + index * stride + byte, `${name}[${index}]${part}`);
      }
    }
  }
  return found;
}

function domainRows(routine: OwnRoutine, id: string): DomainRow[] {
  const source = 'the table of the routine';
  const row = (input: string, values: InputValues): DomainRow => ({ routine: id, input, values, source });
  const registers = Object.entries(routine.takes ?? {}).filter(([name]) => name in { A: 1, A8: 1, X: 1, Y: 1 });
  return [
    ...registers.map(([name, domain]) => row(name, registerValues(name as OwnRegister, domain ?? {}, routine))),
    ...Object.entries(routine.reads ?? {}).map(([name, cell]) =>
      row(name, valuesOf(cell, 2 ** (8 * (cell.bytes ?? 1)) - 1)),
    ),
  ];
}

function adapterOf({ gives = [], name, ours, takes = {} }: OwnRoutine): Adapter {
  return {
    arguments: Object.keys(takes) as OwnRegister[],
    // the side calls it, with a machine that knows the routine's cells
    run: () => undefined,
    returns: 'nothing',
    exits: ['return'],
    results: Object.fromEntries(gives.map((register) => [register, 'value'])),
    function: ours.name === '' ? name : ours.name,
    file: '',
  };
}

/** What proves a game of one's own: its profile, and the states to begin with. */
export interface OwnGame {
  readonly profile: Profile;
  readonly source: ProveSource;
}

/** @param routines checked ones @param seed of the states to begin with */
export function ownGame(
  mapping: Mapping,
  { direct = 0, dataBank = 0, stack = 0x1fef }: OwnEntry,
  routines: readonly PlacedRoutine[],
  seed: number,
): OwnGame {
  const windows = windowsOf(routines);
  const imageBytes = windows.reduce((sum, { length }) => sum + length, 0);
  const offsets = new Map<number, number>();
  for (const window of windows) {
    for (let index = 0; index < window.length; index++) offsets.set(window.address + index, window.offset + index);
  }
  const addresses = new Map([...offsets].map(([address, offset]) => [offset, address]));
  const made = routines.map((one) => {
    const { addressOf, entry, routine } = one;
    const id = formatBus(entry);
    const names = namedBytes(one, offsets);
    const adapter = adapterOf(routine);
    const bytes = (list: Readonly<Record<string, OwnPlace>> = {}): number[] =>
      Object.values(list).flatMap((place) => bytesOf(addressOf(place), place));
    const plan: RoutinePlan = {
      routine: id,
      name: routine.name,
      adapter,
      entry,
      stops: new Map(),
      exits: undefined,
      registers: undefined,
      leftOut: [],
      widths: widthsOf(routine),
      cells: {
        read: new Set(bytes(routine.reads)),
        written: new Set([...bytes(routine.writes), ...bytes(routine.scratch)]),
      },
    };
    const bound: BoundRoutine = { name: routine.name, adapter, names, ours: routine.ours };
    const begin = startStates(routine, names, imageBytes, seed);
    const scratch = new Set(bytes(routine.scratch));
    const tables = Object.values(routine.tables ?? {}).map((place) => {
      const list = bytesOf(addressOf(place), place);
      const at = addressOf(place);
      return { at, is: at, bytes: (list.at(-1) ?? at) + 1 - at };
    });
    return {
      ...{ bound, id, plan, routine, scratch, tables, begin },
      places: gamePlaces(names, addresses),
      tableNames: tableNames(names),
    };
  });
  const byId = new Map(made.map((one) => [one.id, one]));
  const game: Game = {
    windows,
    imageBytes,
    isDeclared: true,
    tableBanks: [],
    generator: undefined,
    unprinted: [],
    unpublishedWays: [],
    domains: made.flatMap(({ id, routine }) => domainRows(routine, id)),
    freeCells: [],
    placesOf: (id) => (id === undefined ? undefined : byId.get(id)?.places) ?? NO_PLACES,
    describe(address, id) {
      const one = byId.get(id);
      const place = one?.places.find((cell) => address >= cell.address && address < cell.address + cell.width);
      const name = place?.name ?? one?.tableNames.get(address);
      return name === undefined ? formatAddress(address) : `${name} (${formatAddress(address)})`;
    },
    createSide: () =>
      createOwnSide(
        made.map(({ bound }) => bound),
        windows,
        imageBytes,
      ),
  };
  const profile: Profile = {
    name: 'a game of your own',
    game,
    rom: undefined,
    what: 'a game of your own',
    mapping,
    isGame: false,
    plans: made.map(({ plan }) => plan),
    otherNames: [],
    scratch: new Set(),
    anyAtEntry: new Set(),
    exitCell: -1,
    tableAddress: (address) => address,
    tables: made.flatMap(({ tables }) => tables),
    tableCells: new Map(),
    freeTableByte: undefined,
    entryState: { direct, dataBank, stack },
    tableBytes: new Map(),
    ways: new Map(),
    oneWay: new Map(routines.flatMap(({ oneWay }) => [...oneWay])),
  };
  const source: ProveSource = {
    area: () => undefined,
    published(plan) {
      const one = byId.get(plan.routine);
      return { cases: [], begin: one?.begin ?? [], scratch: one?.scratch ?? new Set(), stated: new Map() };
    },
  };
  return { profile, source };
}

const NO_PLACES: readonly GamePlace[] = [];

/** States from which a routine is called before anything is proved. */
const TRIED = 4;

/**
 * A routine that comes to no RTS or RTL of its level from any of some states, with what ended it
 * instead; undefined: there is none.
 *
 * @param instructions of one call
 */
export function neverReturns(
  image: ImageUnderTest,
  { published }: ProveSource,
  instructions: number,
): { readonly plan: RoutinePlan; readonly reason: string } | undefined {
  const machine = createProofMachine(image);
  const { profile } = image;
  for (const plan of profile.plans) {
    const ends = (published(plan).begin ?? []).slice(0, TRIED).map((state) => {
      loadState(machine, state);
      const result = callOriginal(machine.original, callPlanOf(profile, plan), state.registers, { instructions });
      undoCall(machine.original);
      return result;
    });
    const [first] = ends;
    if (first === undefined || ends.some(({ exit }) => exit !== undefined)) continue;
    return { plan, reason: `${first.unfinished ?? ''}: ${first.reason}` };
  }
  return undefined;
}
