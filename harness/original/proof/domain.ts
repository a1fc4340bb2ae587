/**
 * Whether the inputs of a call are inside of what is published: the game's rows of domains beside
 * registers and cells. A difference in a state outside says nothing of the game, and one on a way
 * through code that no listing prints has no rule of ours beside it: such a case is counted apart,
 * with the reason.
 */
import {
  canHold,
  type DomainRegister,
  type DomainRow,
  formatAddress,
  type InputValues,
} from '../../../rom-map/index.js';
import { hexWithSuffix } from '../../base/index.js';
import { type Game, type GamePlace, madeOnce } from '../game/game.js';
import type { Registers } from '../vectors/format.js';

/** A place whose values are limited. */
interface LimitedPlace {
  readonly offset: number;
  readonly width: number;
  /** `enemy.species`, or `7E0313`. */
  readonly name: string;
  readonly values: InputValues;
}

interface LimitedRegister {
  readonly register: DomainRegister;
  readonly values: InputValues;
}

/** Cells of the field of which one at least is free. */
interface CellsWithRoom {
  readonly offsets: readonly number[];
  /** `7E04F5, 7E04F6` */
  readonly names: string;
  readonly holds: string;
}

/** What a routine's inputs can hold. */
export interface Domain {
  readonly registers: readonly LimitedRegister[];
  readonly withRoom: readonly CellsWithRoom[];
  readonly limited: readonly LimitedPlace[];
  /** Limits that stand on each offset of the image; undefined: any value. */
  readonly places: readonly (readonly LimitedPlace[] | undefined)[];
}

const REGISTERS: readonly string[] = ['A', 'A8', 'X', 'Y'] satisfies readonly DomainRegister[];

/** Name of a place's row: `enemy.species`, or that of a single cell. */
function rowName({ row: { kind, name } }: GamePlace): string {
  return kind === 'one' || kind === 'array' ? name : `${kind}.${name}`;
}

/** Cells by the names of their rows, and by address. */
interface NamedPlaces {
  readonly ofRow: ReadonlyMap<string, readonly GamePlace[]>;
  readonly at: ReadonlyMap<number, GamePlace>;
}

function namedPlaces(places: readonly GamePlace[]): NamedPlaces {
  const ofRow = new Map<string, GamePlace[]>();
  const at = new Map<number, GamePlace>();
  for (const place of places) {
    const list = ofRow.get(rowName(place)) ?? [];
    ofRow.set(rowName(place), list);
    list.push(place);
    for (let byte = 0; byte < place.width; byte++) at.set(place.address + byte, place);
  }
  return { ofRow, at };
}

/** @throws Error for an input that no cell declares: a fault of the table */
function limitedPlaces({ at, ofRow }: NamedPlaces, { input, values }: DomainRow): readonly LimitedPlace[] {
  if (/^7[EF][0-9A-F]{4}$/.test(input)) {
    const address = Number.parseInt(input, 16);
    const place = at.get(address);
    if (place === undefined) throw new Error(`domains: no cell is at ${input}`);
    return [{ offset: place.offset + address - place.address, width: 1, name: input, values }];
  }
  const places = ofRow.get(input);
  if (places === undefined) throw new Error(`domains: no cell is called ${input}`);
  return places.map(({ offset, width }) => ({ offset, width, name: input, values }));
}

function isRegister({ input }: DomainRow): boolean {
  return REGISTERS.includes(input);
}

function createDomain(game: Game, routine: string | undefined): Domain {
  const { domains, freeCells, imageBytes } = game;
  const own = domains.filter((row) => routine !== undefined && row.routine === routine);
  const replaced = new Set(own.map(({ input }) => input));
  const shared = domains.filter((row) => row.routine === undefined && !replaced.has(row.input));
  const places = new Array<LimitedPlace[] | undefined>(imageBytes).fill(undefined);
  const named = placesNamed(game, routine);
  const limitedCells = [...shared, ...own]
    .filter((row) => !isRegister(row))
    .flatMap((row) => limitedPlaces(named, row));
  for (const limited of limitedCells) {
    for (let byte = 0; byte < limited.width; byte++) {
      const at = limited.offset + byte;
      places[at] = [...(places[at] ?? []), limited];
    }
  }
  const registers = own.filter(isRegister).map(({ input, values }) => ({ register: input as DomainRegister, values }));
  const offsetOf = (address: number): number => {
    const place = named.at.get(address);
    return place === undefined ? -1 : place.offset + address - place.address;
  };
  const rowsWithRoom = freeCells.filter((row) => row.routine === routine);
  const withRoom = rowsWithRoom.map(({ cells, holds }) => ({
    offsets: cells.map(offsetOf),
    names: cells.map(formatAddress).join(', '),
    holds,
  }));
  return { registers, withRoom, limited: limitedCells, places };
}

/** What was made of a game, by routine. */
function byRoutine<Made>(make: (game: Game, routine: string | undefined) => Made) {
  const known = madeOnce(() => new Map<string | undefined, Made>());
  return (game: Game, routine: string | undefined): Made => {
    const list = known(game);
    const before = list.get(routine);
    if (before !== undefined) return before;
    const made = make(game, routine);
    list.set(routine, made);
    return made;
  };
}

const ofPlaces = new WeakMap<readonly GamePlace[], NamedPlaces>();

/** Cells by name, made once for a list of places: many routines may share one. */
function placesNamed(game: Game, routine: string | undefined): NamedPlaces {
  const places = game.placesOf(routine);
  const named = ofPlaces.get(places) ?? namedPlaces(places);
  ofPlaces.set(places, named);
  return named;
}

/** The domain of a routine's inputs. @param routine `C1:285D`; undefined: what holds for all */
export const domainOf = byRoutine(createDomain);

function valueAt(memory: Uint8Array, offset: number, width: number): number {
  let value = 0;
  for (let byte = width - 1; byte >= 0; byte--) value = value * 256 + (memory[offset + byte] as number);
  return value;
}

/** A value that can be held, by any number. */
function heldValue({ min, max, list }: InputValues, number: number): number {
  return list === undefined ? min + (number % (max - min + 1)) : (list[number % list.length] ?? min);
}

/** Gives every limited cell a value that it can hold in a battle, by what stands there. */
export function makePossible(game: Game, memory: Uint8Array): void {
  for (const { offset, width, values } of domainOf(game, undefined).limited) {
    const value = heldValue(values, valueAt(memory, offset, width));
    for (let byte = 0; byte < width; byte++) memory[offset + byte] = (value >>> (8 * byte)) & 0xff;
  }
}

/**
 * A byte that a cell can hold, from any; addresses are left as they are. @param offset in the image
 */
export function possibleByte({ places }: Domain, offset: number, byte: number): number {
  const limit = places[offset]?.[0];
  if (limit === undefined) return byte;
  const { width, values } = limit;
  if (width === 1) return heldValue(values, byte);
  if (values.list !== undefined) return byte;
  return offset > limit.offset ? byte % ((values.max >>> 8) + 1) : byte;
}

/** A value that a register can hold, from any. */
export function heldRegister({ registers }: Domain, name: DomainRegister, value: number): number {
  const limit = registers.find(({ register }) => register === name);
  return limit === undefined ? value : heldValue(limit.values, value);
}

/** What a routine's cases are judged by. */
export interface EntryRules {
  readonly game: Game;
  /** `C1:1C02` */
  readonly routine: string;
  /** Bytes that the routine's vectors state, by address. */
  readonly stated: ReadonlyMap<number, number>;
  /** Offset in the image of an address. */
  readonly offsets: ReadonlyMap<number, number>;
}

/** What a call began with, and which of it the original read. */
interface CallInputs {
  readonly registers: Registers;
  /** A packed image of the declared windows. */
  readonly memory: Uint8Array;
  /** Offsets that the original read before it wrote them. */
  readonly read: readonly number[];
}

function isWhollyRead(read: readonly number[], offset: number, width: number): boolean {
  for (let byte = 0; byte < width; byte++) if (!read.includes(offset + byte)) return false;
  return true;
}

function registerValue(registers: Registers, register: DomainRegister): number {
  return register === 'A8' ? registers.A & 0xff : registers[register];
}

function registerOutside({ registers: limits }: Domain, registers: Registers): string | undefined {
  for (const { register, values } of limits) {
    const value = registerValue(registers, register);
    if (!canHold(values, value)) return `${register} is not ${values.holds}`;
  }
  return undefined;
}

const OCCUPANT_NUMBER = 0x0f;

/** Cells that the original read one after the other, and found all taken. */
function noRoomIn({ withRoom }: Domain, { memory, read }: CallInputs): string | undefined {
  const full = withRoom.find(({ offsets }) =>
    offsets.every((offset) => read.includes(offset) && ((memory[offset] as number) & OCCUPANT_NUMBER) !== 0),
  );
  return full === undefined ? undefined : `${full.names} are not ${full.holds}`;
}

/**
 * Why a call's inputs are outside the published domain, or undefined where they can occur.
 * A cell of which the original did not read every byte judges nothing.
 */
export function outsideDomain(rules: EntryRules, inputs: CallInputs): string | undefined {
  const { memory, read } = inputs;
  for (const [address, value] of rules.stated) {
    const offset = rules.offsets.get(address);
    if (offset !== undefined && memory[offset] !== value) {
      return `the vectors state ${formatAddress(address)} = ${hexWithSuffix(value)}`;
    }
  }
  const domain = domainOf(rules.game, rules.routine);
  const outside = registerOutside(domain, inputs.registers);
  if (outside !== undefined) return outside;
  for (const offset of read) {
    for (const { offset: first, width, name, values } of domain.places[offset] ?? []) {
      if (canHold(values, valueAt(memory, first, width)) || !isWhollyRead(read, first, width)) continue;
      return `${name} is not ${values.holds}`;
    }
  }
  return noRoomIn(domain, inputs);
}

/** What of unpublished code a call's inputs lead through, or undefined. */
function unpublishedWay({ game, routine }: EntryRules, { memory, read }: CallInputs): string | undefined {
  for (const way of game.unpublishedWays) {
    if (way.routine !== routine) continue;
    const places = placesNamed(game, routine).ofRow.get(way.cell) ?? [];
    if (places.some(({ offset }) => memory[offset] === way.value && read.includes(offset))) return way.what;
  }
  return undefined;
}

/** What a difference comes to that proves nothing. */
interface NoDifference {
  readonly outcome: 'outside' | 'stopped';
  readonly reason: string;
}

/** Why a difference from a state proves nothing, or undefined. */
export function whyNoDifference(rules: EntryRules, inputs: CallInputs): NoDifference | undefined {
  const outside = outsideDomain(rules, inputs);
  if (outside !== undefined) return { outcome: 'outside', reason: outside };
  const way = unpublishedWay(rules, inputs);
  return way === undefined ? undefined : { outcome: 'stopped', reason: way };
}
