/**
 * Slow reference of equipment, from the words of the published pages (d5.html: items 00 to 15, their second stats; soubi.html: kinds and types;
 * base03.html: main places): which place each item of a list takes, and what a record holds then. Bytes of bank D5 only.
 */

import { CHARACTER_TABLE, ITEM_TABLE } from './addresses.js';

/** Names of the places by equipment byte; the last five are accessories. */
const NAMES = [
  'head',
  'right',
  'left',
  'body',
  'legs',
  'accessory',
  'accessory',
  'accessory',
  'accessory',
  'accessory',
];
/** Upper six bits of item byte 01, from accessory up. */
const UPPER_BITS: Readonly<Record<string, number>> = { accessory: 1, legs: 2, body: 4, left: 8, right: 16, head: 32 };
const MAIN: Readonly<Record<number, string>> = {
  1: 'head',
  2: 'right',
  3: 'left',
  4: 'body',
  5: 'legs',
  6: 'accessory',
};

export interface Worn {
  readonly items: readonly number[];
  readonly attack: number;
  readonly defence: number;
  /** Signed changes of power, speed, body, intellect. */
  readonly stats: readonly number[];
  readonly immune: number;
  readonly absorbs: number;
  /** The two bytes of evaded attributes. */
  readonly evades: readonly [number, number];
  readonly inflicts: number;
}

const signed = (byte: number): number => (byte < 0x80 ? byte : byte - 0x100);

export function itemBytes(bankD5: Uint8Array, item: number): number[] {
  return Array.from({ length: 16 }, (_, at) => bankD5[ITEM_TABLE + 16 * item + at] ?? 0);
}

function hasItsMain(bytes: readonly number[], place: string): boolean {
  const main = MAIN[(bytes[0] ?? 0) >> 4];
  return main === undefined || main === place;
}

/** The stats outside of the main place, as the page's three steps have them. */
function secondStat(main: number, taken: number, stat: number): number {
  const half = main < 0x80 ? Math.trunc(main / 2) : Math.trunc((0xff00 + main) / 2) & 0xff;
  if (taken === 0 || Math.trunc(taken / 64) !== stat) return half;
  return (half + ((taken % 64) ^ 0xff) + 1) & 0xff;
}

/** What ten equipment bytes come to. */
export function sumOf(bankD5: Uint8Array, items: readonly number[]): Worn {
  const sum = {
    attack: 0,
    defence: 0,
    stats: [0, 0, 0, 0],
    immune: 0,
    absorbs: 0,
    evades: [0, 0] as [number, number],
    inflicts: 0,
  };
  items.forEach((item, slot) => {
    if (item === 0) return;
    const bytes = itemBytes(bankD5, item);
    const place = NAMES[slot] ?? '';
    const main = hasItsMain(bytes, place);
    const strength = main ? (bytes[14] ?? 0) % 64 : 0;
    if (place === 'right') {
      sum.attack += strength;
      sum.inflicts = bytes[15] ?? 0;
    } else sum.defence += strength;
    sum.immune |= bytes[2] ?? 0;
    sum.absorbs |= (bytes[3] ?? 0) % 16;
    if (main) for (const half of [0, 1] as const) sum.evades[half] |= bytes[4 + half] ?? 0;
    for (const stat of [0, 1, 2, 3]) {
      const change = bytes[6 + stat] ?? 0;
      const counted = main ? change : secondStat(change, bytes[11] ?? 0, stat);
      sum.stats[stat] = (sum.stats[stat] ?? 0) + signed(counted);
    }
  });
  return { items, ...sum };
}

/** Whether a character may put an item there. */
function mayWear(bankD5: Uint8Array, character: number, item: number, place: string): boolean {
  const entry = CHARACTER_TABLE + 45 * character;
  const own = NAMES.indexOf(place);
  if (place !== 'accessory' && bankD5[entry + 32 + own] === item) return true;
  const bytes = itemBytes(bankD5, item);
  const his = bankD5[entry + 26] ?? 0;
  const kind = (bytes[0] ?? 0) % 16;
  if (place === 'right' && kind >= 6 && kind <= 13 && hasItsMain(bytes, place) && kind !== his % 16) return false;
  const wanted = (bytes[3] ?? 0) >> 4;
  return [1, 2, 4, 8].every((bit) => (wanted & bit) === 0 || ((his >> 4) & bit) !== 0);
}

/** The equipment bytes of a list, or undefined where an item finds no place. */
export function wear(bankD5: Uint8Array, character: number, list: readonly number[]): number[] | undefined {
  const items = NAMES.map(() => 0);
  for (const item of list) {
    const bytes = itemBytes(bankD5, item);
    const may = (place: string): boolean => (((bytes[1] ?? 0) >> 2) & (UPPER_BITS[place] ?? 0)) !== 0;
    const main = MAIN[(bytes[0] ?? 0) >> 4];
    const order = ['head', 'right', 'left', 'body', 'legs', 'accessory'].filter(may);
    const places = main !== undefined && may(main) ? [main, ...order.filter((place) => place !== main)] : order;
    const slot = places
      .filter((place) => mayWear(bankD5, character, item, place))
      .filter((place) => place !== 'accessory' || !items.slice(5).includes(item))
      .map((place) => NAMES.findIndex((name, at) => name === place && items[at] === 0))
      .find((found) => found >= 0);
    if (slot === undefined) return undefined;
    items[slot] = item;
  }
  if (items[1] === 0) items[1] = bankD5[CHARACTER_TABLE + 45 * character + 33] ?? 0;
  return items;
}
