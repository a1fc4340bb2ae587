/** Keys of images: equal images have equal keys; two hashes of 32 bits tell the others apart. */
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { EventBuffer, Planning, ShownKind } from '../../../../core/system/system.js';
import { LockstepError } from '../../../base/index.js';

// What no image tells of what is played, by its events: kept as a number, 0 for nothing.

export interface Tally {
  /** Receives the events of what is played. */
  readonly events: EventBuffer;
  /** Something is played anew. */
  begin(): void;
  /** The number for what there was since. */
  now(): number;
  /** The number for what one number stands for, and then another. */
  joined(before: number, then: number): number;
}

/** Counts the enemies' actions. */
export interface ActionTally extends Tally {
  /** Some events had no place: the number is too small. */
  isShort(): boolean;
}

/** Words of events of one command. */
const EVENT_WORDS = 1 << 16;
const ENEMIES = 256;

export function createActionTally(count: NonNullable<Planning['enemyActions']>): ActionTally {
  const events = createEventBuffer(EVENT_WORDS);
  const acted = new Uint8Array(ENEMIES);
  return {
    events,
    begin() {
      events.length = 0;
      events.lost = 0;
    },
    now: () => count(events, acted),
    joined: (before, then) => before + then,
    isShort: () => events.lost > 0,
  };
}

/** Numbers that a screen showed over a unit, added up; undefined: there was none. */
export interface Shown {
  readonly damage: number | undefined;
  readonly heal: number | undefined;
}

/** Keeps the numbers that a screen shows, for each unit. */
export interface ShownTally extends Tally {
  /** What a number of this tally stands for, by the prefix of the unit. */
  of(number: number): ReadonlyMap<string, Shown>;
}

function addedUp(before: number | undefined, then: number | undefined): number | undefined {
  return before === undefined || then === undefined ? (before ?? then) : before + then;
}

function addShown(sums: Map<string, Shown>, unit: string, { damage, heal }: Shown): void {
  const before = sums.get(unit);
  sums.set(unit, { damage: addedUp(before?.damage, damage), heal: addedUp(before?.heal, heal) });
}

/** @throws LockstepError `E_INTERNAL` where a frame has more events than there is place for */
export function createShownTally({ kinds, tell }: NonNullable<Planning['shown']>): ShownTally {
  const events = createEventBuffer(EVENT_WORDS, ~kinds);
  const known: ReadonlyMap<string, Shown>[] = [new Map()];
  const numbers = new Map<string, number>([['', 0]]);
  const numberOf = (sums: ReadonlyMap<string, Shown>): number => {
    const units = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
    const key = units.map(([unit, { damage, heal }]) => `${unit} ${damage} ${heal}`).join(' ');
    const number = numbers.get(key) ?? known.push(sums) - 1;
    numbers.set(key, number);
    return number;
  };
  /** How many words of the events were read last, and what they came to. */
  let [read, last] = [0, 0];
  const of = (number: number): ReadonlyMap<string, Shown> => known[number] as ReadonlyMap<string, Shown>;
  return {
    events,
    begin() {
      events.length = 0;
      events.lost = 0;
      [read, last] = [0, 0];
    },
    now() {
      if (events.lost > 0) throw new LockstepError('E_INTERNAL', 'a frame has more events than there is place for');
      if (events.length === read) return last;
      const sums = new Map<string, Shown>();
      tell(events, (unit, kind, amount) => {
        if (kind === 'damage') addShown(sums, unit, { damage: amount, heal: undefined });
        if (kind === 'heal') addShown(sums, unit, { damage: undefined, heal: amount });
      });
      [read, last] = [events.length, numberOf(sums)];
      return last;
    },
    joined(before, then) {
      if (before === 0 || then === 0) return before + then;
      const sums = new Map(of(before));
      for (const [unit, shown] of of(then)) addShown(sums, unit, shown);
      return numberOf(sums);
    },
    of,
  };
}

/** A number or a miss that somebody saw over a unit. */
export interface Sight {
  /** Prefix of the unit. */
  readonly unit: string;
  readonly kind: ShownKind;
  readonly least: number;
  readonly most: number;
}

/** The sights among what a screen shows, a bit each. */
export function sightsIn(
  tell: NonNullable<Planning['shown']>['tell'],
  events: EventBuffer,
  sights: readonly Sight[],
): number {
  if (events.lost > 0) throw new LockstepError('E_INTERNAL', 'a command has more events than there is place for');
  let seen = 0;
  tell(events, (unit, kind, amount) => {
    sights.forEach((sight, bit) => {
      const isIt = sight.unit === unit && sight.kind === kind && amount >= sight.least && amount <= sight.most;
      if (isIt) seen |= 1 << bit;
    });
  });
  return seen;
}

/** Keeps which of the sights were shown, a bit each: 31 at most. */
export function createSightTally({ kinds, tell }: NonNullable<Planning['shown']>, sights: readonly Sight[]): Tally {
  const events = createEventBuffer(EVENT_WORDS, ~kinds);
  return {
    events,
    begin() {
      events.length = 0;
      events.lost = 0;
    },
    now: () => sightsIn(tell, events, sights),
    joined: (before, then) => before | then,
  };
}

export interface ImageKeys {
  /** Key of the whole image, with more numbers that belong to it. */
  whole(first: number, second: number): string;
  /** Key without the cells that no later frame reads. */
  between(first: number): string;
}

function mixed(hash: number, word: number): number {
  const value = Math.imul(hash ^ word, 0x85eb_ca6b);
  return value ^ (value >>> 15);
}

/**
 * Keys of what an image becomes. Only words that differ from the image as it is now are mixed in:
 * few do, and to compare them costs a fraction.
 * @param scratch bytes that no later frame reads: offset and width of each cell
 */
export function createImageKeys(
  image: Uint8Array,
  scratch: readonly { readonly offset: number; readonly width: number }[],
): ImageKeys {
  const words = new Int32Array(image.buffer, image.byteOffset, image.length >> 2);
  const base = words.slice();
  const rest = image.length & ~3;
  const masks = new Int32Array(words.length).fill(-1);
  const maskBytes = new Uint8Array(masks.buffer);
  for (const { offset, width } of scratch) maskBytes.fill(0, offset, offset + width);

  function keyOf(first: number, second: number, isMasked: boolean): string {
    let high = mixed(0x9e37_79b1, first);
    let low = mixed(0x7feb_352d, second);
    for (let at = 0; at < words.length; at++) {
      let change = (words[at] as number) ^ (base[at] as number);
      if (change === 0) continue;
      if (isMasked) change &= masks[at] as number;
      if (change === 0) continue;
      high = Math.imul(high ^ change, 0x9e37_79b1) ^ at;
      high ^= high >>> 15;
      low = Math.imul(low ^ change, 0x846c_a68b) + at;
      low ^= low >>> 16;
    }
    for (let at = rest; at < image.length; at++) high = mixed(high, image[at] as number);
    return `${high}:${low | 0}`;
  }

  return {
    whole: (first, second) => keyOf(first, second, false),
    between: (first) => keyOf(first, 0, true),
  };
}

/** A hash with one more number. */
export function extended(hash: number, number: number): number {
  return mixed(hash, number + 1);
}
