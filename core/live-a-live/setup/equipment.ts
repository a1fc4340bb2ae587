/**
 * What a member wears, from a list of items: places, who may wear what, attack, defence, stats and
 * protections. Evidence: guide; the pages d5.html, datamap.html, base03.html and data/soubi.html of
 * hosoboso/livealive say it in words, no listing of the menu's routines is printed.
 *
 * Kept as it is: outside of its main place an item gives half of its stats, rounded down, less the
 * one that its byte 11 names, no attack or defence and no evaded attributes.
 */
import type { CHARACTERS } from '../../../rom-map/tables/characters.js';
import { ITEMS } from '../../../rom-map/tables/items.js';
import { asInt8, write16 } from '../../int/uint.js';
import { listAt, type Place } from '../../system/plain-data.js';
import { RuleError } from '../../system/system.js';
import { statTotal } from '../growth/growth.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { STAT_COUNT, STAT_STRIDE } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { rowAt, tableByte } from '../memory/tables.js';

import { itemRecord } from '../turn/battle-start.js';

/** Places in the order of the record's equipment bytes; the last five are of accessories. */
const PLACES = ['head', 'right', 'left', 'body', 'legs', 'accessory'] as const;
const RIGHT_HAND = 1;
const ACCESSORY = 5;
/** Bytes of a record that hold an item. */
export const EQUIPMENT_SLOTS = 10;
/** Bit of a place in an item's byte 1, by place. */
const PLACE_BITS = [0x80, 0x40, 0x20, 0x10, 0x08, 0x04];
/** Main places by an item's byte 0 are counted from 1; 7 is any place, from 8 on it is a trap. */
const ANY_PLACE = 7;
/** Kinds of weapons, of an item's byte 0 and a character's byte 26. */
const FIRST_KIND = 6;
const LAST_KIND = 13;
const KINDS = ['gun', 'staff', 'daily', 'wild', 'katana', 'glove', 'sword', 'robot'];
/** Bits of a type, of an item's byte 3 and a character's byte 26. */
const TYPES = ['psychic', 'woman', 'special', 'heavy'];

type Character = (typeof CHARACTERS)['rows'][number];
type Item = (typeof ITEMS)['rows'][number];

/** A byte of an item's entry in the machine's tables. */
function itemByte(machine: Machine, item: number, at: number): number {
  return tableByte(machine.tables.bankD5, (itemRecord(machine, item) + at) & 0xffff);
}

/** The place of an equipment byte. */
function placeOfSlot(slot: number): number {
  return Math.min(slot, ACCESSORY);
}

/** Whether an item gives all that it has in a place. */
export function isMainPlace(mainByte: number, place: number): boolean {
  const main = mainByte >> 4;
  return main >= ANY_PLACE || main === 0 || main - 1 === place;
}

/**
 * What a stat changes by outside of an item's main place, 8 bits.
 * @param main the stat's change in the main place, 8 bits @param taken byte 11 of the item
 * @param stat 0 power, 1 speed, 2 body, 3 intellect
 */
function otherPlaceStat(main: number, taken: number, stat: number): number {
  const half = asInt8(main) >> 1;
  return (taken !== 0 && taken >> 6 === stat ? half - (taken & 0x3f) : half) & 0xff;
}

function typeText(bits: number): string {
  return TYPES.filter((_, bit) => ((bits >> bit) & 1) !== 0).join(' and ');
}

/** Why a character may not wear an item in a place, or undefined. */
function unfit(machine: Machine, row: Character, item: Item, place: number): string | undefined {
  const first = itemByte(machine, item.number, 0);
  const kind = first & 0x0f;
  const isWeapon = kind >= FIRST_KIND && kind <= LAST_KIND;
  const { equipKind, equipTypes } = row.values;
  if (place === RIGHT_HAND && isWeapon && isMainPlace(first, place) && kind !== equipKind) {
    return `it is a weapon of the kind ${KINDS[kind - FIRST_KIND]}, ${row.id} uses ${KINDS[equipKind - FIRST_KIND] ?? 'none'}`;
  }
  const wanted = itemByte(machine, item.number, 3) >> 4;
  if ((wanted & equipTypes) === wanted) return undefined;
  return `it is for the type ${typeText(wanted)}, ${row.id} is ${typeText(equipTypes) || 'of no type'}`;
}

function refuse(place: Place, message: string): never {
  throw new RuleError('E_EQUIPMENT', `${place.path}: ${message}`, place.path);
}

/** Places of an item, its main place first. */
function placesOf(machine: Machine, item: number): number[] {
  const bits = itemByte(machine, item, 1);
  const first = itemByte(machine, item, 0);
  const places = PLACE_BITS.flatMap((bit, place) => ((bits & bit) === 0 ? [] : [place]));
  const isMain = (place: number): number => Number((first >> 4) - 1 === place);
  return places.sort((a, b) => isMain(b) - isMain(a));
}

/** The free equipment byte of a place, or -1. */
function freeSlot(worn: readonly number[], place: number): number {
  const last = place === ACCESSORY ? EQUIPMENT_SLOTS - 1 : place;
  for (let slot = place; slot <= last; slot++) if (worn[slot] === 0) return slot;
  return -1;
}

/** Puts an item into the first place that is free and fits. @throws RuleError `E_EQUIPMENT` */
function wear(machine: Machine, row: Character, given: Place, worn: number[]): void {
  const item = rowAt(given, 'item', ITEMS.rows);
  const places = item.number === 0 ? [] : placesOf(machine, item.number);
  if (places.length === 0) refuse(given, `${item.id} is nothing to wear`);
  // what a character begins with it wears whatever its kind and type are
  const own = [
    row.values.headGear,
    row.values.rightGear,
    row.values.leftGear,
    row.values.bodyGear,
    row.values.legsGear,
  ];
  const reasons: string[] = [];
  for (const place of places) {
    const reason = own[place] === item.number ? undefined : unfit(machine, row, item, place);
    const slot = freeSlot(worn, place);
    const name = PLACES[place] as string;
    if (reason !== undefined) reasons.push(`${name}: ${reason}`);
    else if (place === ACCESSORY && worn.indexOf(item.number, ACCESSORY) >= 0) {
      reasons.push(`${name}: it is worn already, and accessories are of different kinds`);
    } else if (slot < 0) {
      const taken = place === ACCESSORY ? 'five accessories are' : `${ITEMS.rows[worn[place] as number]?.id} is`;
      reasons.push(`${name}: ${taken} there already`);
    } else {
      worn[slot] = item.number;
      return;
    }
  }
  refuse(given, `${row.id} cannot wear ${item.id} (${reasons.join('; ')})`);
}

/**
 * The ten equipment bytes of a list. A weapon that is not named stays: the right hand is never
 * emptied.
 * @throws RuleError `E_UNKNOWN_ID`, `E_EQUIPMENT` with the reason
 */
export function wornItems(machine: Machine, row: Character, list: Place): number[] {
  const worn = new Array<number>(EQUIPMENT_SLOTS).fill(0);
  for (const given of listAt(list, EQUIPMENT_SLOTS)) wear(machine, row, given, worn);
  if (worn[RIGHT_HAND] === 0) worn[RIGHT_HAND] = row.values.rightGear;
  return worn;
}

/** The stats that an equipment changes, a byte each. */
export function gearStats(machine: Machine, worn: readonly number[]): number[] {
  return Array.from({ length: STAT_COUNT }, (_, stat) =>
    worn.reduce((sum, item, slot) => {
      if (item === 0) return sum;
      const main = itemByte(machine, item, 6 + stat);
      const isMain = isMainPlace(itemByte(machine, item, 0), placeOfSlot(slot));
      return (sum + (isMain ? main : otherPlaceStat(main, itemByte(machine, item, 11), stat))) & 0xff;
    }, 0),
  );
}

/** Attack of the right hand and defence of the rest, of items in their main place. */
export function gearStrength(machine: Machine, worn: readonly number[]): { attack: number; defence: number } {
  const strength = { attack: 0, defence: 0 };
  worn.forEach((item, slot) => {
    if (item === 0 || !isMainPlace(itemByte(machine, item, 0), placeOfSlot(slot))) return;
    const value = itemByte(machine, item, 14) & 0x3f;
    if (slot === RIGHT_HAND) strength.attack = value;
    else strength.defence = Math.min(strength.defence + value, 0xff);
  });
  return strength;
}

/** Statuses that the right hand inflicts, as every battle's start takes them. */
export function weaponStatuses(machine: Machine, worn: readonly number[]): number {
  const weapon = worn[RIGHT_HAND] as number;
  return weapon === 0 ? 0 : itemByte(machine, weapon, 15);
}

/**
 * What a record holds of its equipment once the menu has been open: totals of the stats,
 * immunities, evaded attributes, absorbed fields, skills that a robot gets of its accessories.
 */
export function putGear(machine: Machine, row: Character, record: number, worn: readonly number[]): void {
  const ram = machine.ram;
  let immunity = row.values.immuneStatuses;
  let absorbs = 0;
  let evades = 0;
  worn.forEach((item, slot) => {
    ram[record + PartyRecord.EQUIPMENT + slot] = item;
    if (item === 0) return;
    immunity |= itemByte(machine, item, 2);
    absorbs |= itemByte(machine, item, 3) & 0x0f;
    if (isMainPlace(itemByte(machine, item, 0), placeOfSlot(slot))) {
      evades |= itemByte(machine, item, 4) | (itemByte(machine, item, 5) << 8);
    }
  });
  ram[record + PartyRecord.IMMUNITY] = immunity;
  ram[record + PartyRecord.FIELD_ABSORB] = absorbs;
  write16(ram, record + PartyRecord.GEAR_EVADE, evades);
  gearStats(machine, worn).forEach((gear, stat) => {
    const at = record + STAT_STRIDE * stat;
    ram[at + PartyRecord.POWER_GEAR] = gear;
    ram[at + PartyRecord.POWER] = statTotal(ram[at + PartyRecord.POWER_BASE] as number, gear);
  });
}

/** Bits of the skills that accessories give: the slot that an item names holds the item's skill. */
export function gearSkills(machine: Machine, skills: readonly number[], worn: readonly number[]): number {
  return worn.slice(ACCESSORY).reduce((bits, item) => {
    const slot = item === 0 ? 0 : itemByte(machine, item, 12);
    const isHis = slot !== 0 && slot < skills.length && skills[slot] === itemByte(machine, item, 10);
    return isHis ? bits | (1 << slot) : bits;
  }, 0);
}
