/**
 * Which values the game can hold where not every value occurs: pointers to blocks, sizes, HP. A
 * difference in a state that cannot occur says nothing of the game, and one on a way through
 * unpublished code has no rule of ours beside it: such a case is counted apart.
 */
import { BLOCKS, type BlockKind, formatAddress, IMAGE_BYTES, PLACES, type Place } from '../../rom-map/index.js';
import { hexWithSuffix } from '../base/number-text.js';
import type { Registers } from '../verify/vectors/format.js';

interface Limit {
  /** `enemy.species`, or the name of a single cell. */
  readonly cell: string;
  /** What a value is not, in words: `0 to 7`. */
  readonly holds: string;
  readonly min: number;
  readonly max: number;
  /** Values in full, or undefined: every one from least to most. */
  readonly values: readonly number[] | undefined;
}

/** A pointer that names a block of one of these kinds. @param none it may be 0 */
function pointer(cell: string, kinds: readonly BlockKind[], none = false): Limit {
  const values: number[] = none ? [0] : [];
  for (const kind of kinds) {
    const { base, stride, count } = BLOCKS[kind];
    for (let index = 0; index < count; index++) values.push(base + stride * index);
  }
  const holds = `the block of an ${kinds.join(' or ')}`.replace(/an (?=[^aeiou])/, 'a ');
  return { cell, holds, min: 0, max: 0xffff, values };
}

function between(cell: string, min: number, max: number): Limit {
  return { cell, holds: `${min} to ${max}`, min, max, values: undefined };
}

/** Cells of a side of the battlefield; the tables have sizes of 1 to 4. */
const SIDE = 7;
/** The tables give enemies 2,032 HP at most, an ally's growth ends at 999. */
const MAX_HP = 0x7fff;
/** Every total is held at this before it is stored (C1:CC72, CDAC). */
const MAX_TOTAL = 999;

const LIMITS: readonly Limit[] = [
  pointer('enemy.species', ['species']),
  pointer('enemy.foughtAlly', ['ally']),
  pointer('ally.record', ['record']),
  pointer('actingEnemy', ['enemy'], true),
  pointer('currentAlly', ['ally']),
  pointer('skillUser', ['enemy', 'ally']),
  between('species.width', 1, SIDE),
  between('species.height', 1, SIDE),
  between('enemy.hp', 0, MAX_HP),
  between('species.maxHp', 0, MAX_HP),
  between('record.hp', 0, MAX_HP),
  between('record.maxHp', 0, MAX_HP),
  between('enemy.totalDamage', 0, MAX_TOTAL),
];

/** A value that leads a routine through code that no listing prints, with no exit of its own. */
const UNPUBLISHED_WAYS: readonly {
  readonly routine: string;
  readonly cell: string;
  readonly value: number;
  readonly what: string;
}[] = [{ routine: 'C1:D052', cell: 'enemy.state', value: 0x20, what: 'a driven enemy moves through C1:41FD' }];

/** States that no published case has, where ours and another reading of the rules differ. */
export interface Undecided {
  readonly routine: string;
  /** Cells of one block whose sum is over `over`. */
  readonly cells: readonly [first: string, second: string];
  readonly over: number;
  readonly what: string;
}

export const UNDECIDED: readonly Undecided[] = [
  {
    routine: 'C1:CD09',
    cells: ['enemy.hp', 'enemy.totalDamage'],
    over: 0xffff,
    what: 'a sum of HP and total over 65535 is held at the largest HP by ours, and wraps in 16 bits',
  },
];

interface NamedPlace {
  readonly place: Place;
  /** `enemy.species` */
  readonly cell: string;
  readonly limit: Limit | undefined;
}

/** Places that a rule here speaks of, by each of their offsets. */
function namedPlaces(): readonly (NamedPlace | undefined)[] {
  const list = new Array<NamedPlace | undefined>(IMAGE_BYTES).fill(undefined);
  for (const place of PLACES) {
    const { kind, name } = place.row;
    const cell = kind === 'one' ? name : `${kind}.${name}`;
    const limit = LIMITS.find((one) => one.cell === cell);
    if (limit === undefined && !UNPUBLISHED_WAYS.some((way) => way.cell === cell)) continue;
    for (let byte = 0; byte < place.width; byte++) list[place.offset + byte] = { place, cell, limit };
  }
  return list;
}

const NAMED = namedPlaces();
const LIMITED_PLACES = NAMED.flatMap((named, offset) =>
  named?.limit !== undefined && named.place.offset === offset ? [named as NamedPlace & { readonly limit: Limit }] : [],
);

function allows({ min, max, values }: Limit, value: number): boolean {
  return values === undefined ? value >= min && value <= max : values.includes(value);
}

function placeValue(memory: Uint8Array, { offset, width }: Place): number {
  let value = 0;
  for (let byte = width - 1; byte >= 0; byte--) value = value * 256 + (memory[offset + byte] as number);
  return value;
}

/** Gives every limited cell a value that it can hold, by what stands there. */
export function makePossible(memory: Uint8Array): void {
  for (const { place, limit } of LIMITED_PLACES) {
    const { min, max, values } = limit;
    const number = placeValue(memory, place);
    const value = values === undefined ? min + (number % (max - min + 1)) : (values[number % values.length] ?? 0);
    for (let byte = 0; byte < place.width; byte++) memory[place.offset + byte] = (value >>> (8 * byte)) & 0xff;
  }
}

/**
 * A byte that a cell can hold, from any; pointers are left as they are. @param offset in the image
 */
export function possibleByte(offset: number, byte: number): number {
  const named = NAMED[offset];
  if (named?.limit === undefined || named.limit.values !== undefined) return byte;
  const { min, max } = named.limit;
  if (named.place.width === 1) return min + (byte % (max - min + 1));
  return offset > named.place.offset ? byte % ((max >>> 8) + 1) : byte;
}

/** What a routine's cases are judged by. */
export interface EntryRules {
  /** `C1:1C02` */
  readonly routine: string;
  /** Bytes that the routine's vectors state, by address. */
  readonly stated: ReadonlyMap<number, number>;
  /** Offset in the image of an address. */
  readonly offsets: ReadonlyMap<number, number>;
}

/** What a call began with, and which of it the original read. */
export interface CallInputs {
  readonly registers: Registers;
  /** A packed image of the declared windows. */
  readonly memory: Uint8Array;
  /** Offsets that the original read before it wrote them. */
  readonly read: readonly number[];
}

/** `enemy[2]` */
function blockOf({ name }: Place): string {
  return name.slice(0, name.indexOf('.'));
}

/** The row that leaves a state open, if one does. */
function undecidedBy(routine: string, memory: Uint8Array, inputs: readonly number[]): Undecided | undefined {
  return UNDECIDED.find((row) => {
    if (row.routine !== routine) return false;
    const [first, second] = row.cells.map((cell) =>
      inputs.flatMap((offset) => (NAMED[offset]?.cell === cell ? [NAMED[offset].place] : [])),
    );
    return first?.some((one) =>
      second?.some(
        (other) => blockOf(one) === blockOf(other) && placeValue(memory, one) + placeValue(memory, other) > row.over,
      ),
    );
  });
}

/**
 * Why a call's inputs are outside the published domain, or undefined where they can occur.
 * A cell that the original did not read judges nothing.
 */
export function outsideDomain(rules: EntryRules, { memory, read }: CallInputs): string | undefined {
  for (const [address, value] of rules.stated) {
    const offset = rules.offsets.get(address);
    if (offset !== undefined && memory[offset] !== value) {
      return `the vectors state ${formatAddress(address)} = ${hexWithSuffix(value)}`;
    }
  }
  for (const offset of read) {
    const named = NAMED[offset];
    if (named?.limit === undefined || allows(named.limit, placeValue(memory, named.place))) continue;
    return `${named.cell} is not ${named.limit.holds}`;
  }
  return undefined;
}

/** What of unpublished code a call's inputs lead through, or undefined. */
function unpublishedWay({ routine }: EntryRules, { memory, read }: CallInputs): string | undefined {
  for (const offset of read) {
    const named = NAMED[offset];
    if (named === undefined) continue;
    const value = placeValue(memory, named.place);
    const way = UNPUBLISHED_WAYS.find(
      (one) => one.routine === routine && one.cell === named.cell && one.value === value,
    );
    if (way !== undefined) return way.what;
  }
  return undefined;
}

/** What a difference comes to that proves nothing. */
export interface NoDifference {
  readonly outcome: 'outside' | 'stopped' | 'undecided';
  readonly reason: string;
}

/** Why a difference from a state proves nothing, or undefined. */
export function whyNoDifference(rules: EntryRules, inputs: CallInputs): NoDifference | undefined {
  const undecided = undecidedBy(rules.routine, inputs.memory, inputs.read);
  if (undecided !== undefined) return { outcome: 'undecided', reason: undecided.what };
  const outside = outsideDomain(rules, inputs);
  if (outside !== undefined) return { outcome: 'outside', reason: outside };
  const way = unpublishedWay(rules, inputs);
  return way === undefined ? undefined : { outcome: 'stopped', reason: way };
}
