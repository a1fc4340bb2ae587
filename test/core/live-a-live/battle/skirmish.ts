/**
 * Battles in the middle, from a number: a machine with allies, enemies and fields placed as the rules want it and every other byte at
 * random, one skill record, and beside it the memory of the slow reference. Both begin with the same bytes; the reference is
 * given the machine's draws, which it must ask for in the same order and from the same routines.
 */

import { fireField, layField } from '../../../../core/live-a-live/combat/fields-and-poison.js';
import { createMachine, EVENT_DRAW, type Machine } from '../../../../core/live-a-live/memory/machine.js';
import { publishedTables } from '../../../../core/live-a-live/memory/published-tables.js';
import { type Settings, settingsOf } from '../../../../core/live-a-live/memory/switches.js';
import { passTime } from '../../../../core/live-a-live/turn/time-passes.js';
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { EventBuffer } from '../../../../core/system/system.js';
import { formatAddress, IMAGE_BYTES, WINDOWS } from '../../../../rom-map/windows.js';
import { cellsOfLine, linesOf } from '../../../references/live-a-live/marks.js';
import type { Skirmish } from '../../../references/live-a-live/memory.js';
import {
  HOST,
  HOST_BYTES,
  PROGRAM,
  referenceAddress,
  UNPUBLISHED_USED,
} from '../../../references/live-a-live/own-cells.js';

const EDGES = [0, 1, 2, 15, 16, 17, 31, 47, 48, 63, 64, 127, 128, 200, 240, 254, 255];
const WORK_RAM = WINDOWS.filter((window) => window.address >= 0x7e0000);
const events = createEventBuffer(1 << 16);
const tables = publishedTables();

/** One machine for each set of settings: an image is filled anew for every battle. */
export function skirmishMachine(switches: Parameters<typeof settingsOf>[0] = {}): Machine & { events: EventBuffer } {
  const settings: Settings = settingsOf(switches);
  return Object.assign(createMachine(IMAGE_BYTES, tables, settings), { events });
}

const pristine = tables.bankD5.slice();

/** A stream of numbers from one number. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e37_79b1) | 1;
  }

  /** 0 to below - 1. */
  next(below: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) | 0;
    return (this.#state >>> 8) % below;
  }

  byte(): number {
    return this.next(3) === 0 ? this.of(EDGES) : this.next(256);
  }

  of<T>(values: readonly T[]): T {
    return values[this.next(values.length)] as T;
  }

  /** True once in so many. */
  once(so: number): boolean {
    return this.next(so) === 0;
  }

  /** A byte of few bits. */
  bits(): number {
    return this.next(256) & this.next(256) & (this.once(2) ? 255 : this.next(256));
  }
}

/** A battle by 16-bit addresses of bank 7E. */
export interface Field {
  readonly machine: Machine & { events: EventBuffer };
  readonly chance: Chance;
  readonly put: (address: number, ...bytes: readonly number[]) => void;
  readonly get: (address: number) => number;
  readonly allies: readonly number[];
  readonly enemies: readonly number[];
}

const OFFSETS = new Int32Array(HOST + HOST_BYTES).fill(-1);
for (const { address, length, offset } of WORK_RAM)
  for (let at = 0; at < length; at++) OFFSETS[referenceAddress(address) + at] = offset + at;

const FIELDS = [0, 0, 0x80, 0xa0, 0xc0, 0xe0];
const STATUSES = [0, 0, 0, 0, 1, 2, 4, 8, 0x10, 0x20, 0x30, 0x40, 0x80, 0x2f];

/** A place for a box, or undefined after a few tries. */
function placeFor(field: Field, width: number, height: number): readonly [number, number] | undefined {
  for (let attempt = 0; attempt < 12; attempt++) {
    const x = field.chance.next(8 - width);
    const y = field.chance.next(8 - height);
    let free = true;
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++)
        if ((field.get(0x04c8 + 8 * row + column) & 15) !== 0) free = false;
    if (free) return [x, y];
  }
  return undefined;
}

function occupy(field: Field, x: number, y: number, width: number, height: number, code: number): void {
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) {
      const cell = 0x04c8 + 8 * row + column;
      field.put(cell, (field.get(cell) & 0xe0) | code);
    }
}

const level = (chance: Chance): number =>
  chance.once(8) ? chance.byte() : chance.once(5) ? chance.of([47, 48, 49, 255]) : chance.next(24);

function putWord(field: Field, address: number, value: number): void {
  field.put(address, value & 255, value >> 8);
}

function putAlly(field: Field, ally: number): boolean {
  const { chance, put } = field;
  const record = 0x0d00 + 0x40 * (2 * ((ally - 0x1c00) / 0x40) + chance.next(2));
  put(ally, chance.of([0, 1, 5, 8, 16, 0xd0]), chance.once(8) ? 0x40 : 0xff);
  putWord(field, ally + 2, record);
  const place = chance.once(8) ? undefined : placeFor(field, 1, 1);
  if (place === undefined) {
    put(ally + 1, chance.of([0, 0x20, 0x80]));
    if (chance.once(2)) put(ally, 0xff, 0);
    return false;
  }
  put(ally + 0x18, ...place);
  occupy(field, ...place, 1, 1, 1 + (ally - 0x1c00) / 0x40);
  put(ally + 5, chance.of([0, 0x40, 0x20, 0xf0]));
  put(ally + 0x1d, chance.next(4));
  put(ally + 0x38, level(chance));
  const most = chance.once(3) ? 999 : 1 + chance.next(999);
  const hp = chance.once(6) ? 0 : chance.once(3) ? 1 + chance.next(Math.min(most, 30)) : 1 + chance.next(most);
  putWord(field, record + 8, hp);
  putWord(field, record + 0xa, Math.max(most, hp));
  put(ally + 0x39, hp === 0 ? 0xff : chance.of(STATUSES));
  put(ally + 0x2d, chance.bits());
  put(ally + 0x3a, 0, 0);
  put(record + 2, chance.once(2) ? 0 : chance.bits());
  put(record + 0x1c, chance.next(6), chance.next(9));
  for (let timer = 0; timer < 8; timer++) if (!chance.once(5)) put(0xea00 + (ally - 0x1c00) + timer, 0);
  for (let slot = 0; slot < 16; slot++) if (chance.once(2)) put(0xe900 + (ally - 0x1c00) + slot, 0);
  for (let slot = 0; slot < 16; slot++) put(0xe910 + (ally - 0x1c00) + slot, chance.bits());
  return true;
}

function putSpecies(field: Field, species: number): void {
  const { chance, put } = field;
  put(species + 1, 0xff);
  put(species + 4, 1 + chance.next(3), 1 + chance.next(3));
  putWord(field, species + 0x10, chance.of([1, 15, 16, 31, 96, 120, 255, 512, 999, 1024, 2032]));
  put(species + 0x2f, chance.of([0, 0, 0, 1, 2, 4, 8, 9]));
  put(species + 0x2a, chance.bits());
  put(species + 0x3d, chance.byte());
  for (let slot = 0; slot < 4; slot++) put(species + 0x1a + slot, chance.bits());
  for (let pair = 0; pair < 8; pair++) if (chance.once(2)) put(species + 0x30 + pair, chance.of([0, 0x0f, 0x70, 0x24]));
}

function putEnemy(field: Field, enemy: number): boolean {
  const { chance, put, get } = field;
  const species = 0x1a00 + 0x40 * chance.next(4);
  const low = enemy & 255;
  put(enemy, chance.once(12) ? chance.of([0xd0, 0xd1]) : chance.next(256), 0xff);
  putWord(field, enemy + 2, species);
  const width = get(species + 4);
  const height = get(species + 5);
  const place = chance.once(8) ? undefined : placeFor(field, width, height);
  put(enemy + 4, 0x40 * chance.next(4), chance.of([0, 0x40, 0x20, 0x80]));
  if (place === undefined) {
    put(enemy + 1, chance.of([0, 0x20]));
    return false;
  }
  put(enemy + 8, ...(chance.once(4) ? [chance.next(7), chance.next(7)] : place), ...place);
  occupy(field, ...place, width, height, 0x11 + (enemy - 0x1b00) / 0x10);
  const most = get(species + 0x10) + 256 * get(species + 0x11);
  putWord(field, 0xaa00 + low, chance.once(4) ? Math.min(most, 1 + chance.next(40)) : 1 + chance.next(most));
  put(0xaa02 + low, chance.next(16));
  put(0xaa07 + low, chance.of(STATUSES) & 0x7f);
  for (let timer = 0; timer < 8; timer++) if (!chance.once(5)) put(0xaa08 + low + timer, 0);
  put(0xab00 + low, level(chance));
  if (chance.once(3)) putWord(field, 0xac04 + low, chance.of([0, 1, 255, 256, 65_000, 65_535]));
  return true;
}

/** The battle of a number: nobody's turn in particular. */
export function battleOf(machine: Machine & { events: EventBuffer }, seed: number): Field {
  const chance = new Chance(seed);
  const { ram } = machine;
  for (let at = 0; at < ram.length; at++) ram[at] = chance.byte();
  tables.bankD5.set(pristine);
  const allies: number[] = [];
  const enemies: number[] = [];
  const offset = (address: number): number => {
    const found = OFFSETS[address] ?? -1;
    if (found < 0) throw new RangeError(`${formatAddress(address)} is not kept`);
    return found;
  };
  const put: Field['put'] = (address, ...bytes) => {
    for (const [at, byte] of bytes.entries()) ram[offset(address + at)] = byte;
  };
  const field: Field = { machine, chance, put, get: (address) => ram[offset(address)] ?? 0, allies, enemies };
  for (let cell = 0; cell < 64; cell++) put(0x04c8 + cell, (cell & 7) === 7 || cell > 55 ? 0 : chance.of(FIELDS));
  for (let cell = 0; cell < 64; cell++) put(0x0488 + cell, 0);
  for (let species = 0x1a00; species < 0x1b00; species += 0x40) putSpecies(field, species);
  for (let ally = 0x1c00; ally < 0x1d00; ally += 0x40) if (putAlly(field, ally)) allies.push(ally);
  const count = 1 + chance.next(7);
  for (let enemy = 0; enemy < count; enemy++)
    if (putEnemy(field, 0x1b00 + 0x10 * enemy)) enemies.push(0x1b00 + 0x10 * enemy);
  put(0x1b01 + 0x10 * count, 0x80);
  put(0x0a00, chance.of([0, 2, 5, 5, 7, 8]));
  put(0x0377, 0);
  put(0x0354, chance.once(10) ? 0x23 : 0);
  for (const sum of [0x9ef0, 0x9ef1]) put(sum, chance.once(3) ? chance.byte() : 0);
  for (let stat = 0x9ef2; stat < 0x9ef7; stat++) put(stat, chance.once(3) ? chance.byte() : 0);
  put(PROGRAM, 1, 0, 0, 0);
  put(0x9200, ...[...Array(chance.next(14)).keys()].map(() => 1 + chance.next(40)), 0);
  put(UNPUBLISHED_USED, 0, 0, 0, 0);
  machine.events.length = 0;
  machine.script = undefined;
  return field;
}

/** A skill record of 25 bytes with something of everything. */
export function skillRecord(chance: Chance): number[] {
  const record = Array.from({ length: 25 }, () => chance.byte());
  record[6] = chance.of([0x83, 0xff, chance.byte()]);
  record[7] = (chance.next(16) << 4) | chance.of([0, 1, 3, 7, 15, 6, 12]);
  record[8] = chance.bits();
  record[9] = chance.once(2) ? 0 : chance.bits();
  record[11] = (chance.once(2) ? 0 : chance.next(4) << 6) | chance.next(8);
  record[12] = chance.byte() & 0x73;
  record[13] = (chance.once(4) ? 0x20 : 0) | chance.next(16);
  record[17] = chance.next(16);
  record[18] = chance.once(4) ? 0 : chance.byte();
  record[19] = (chance.of([0, 1, 1, 2, 3]) << 4) | chance.of([0, 1, 2, 3, 7, 15]);
  record[21] = chance.once(3) ? chance.next(8) : 0;
  record[22] = chance.of([0, 0x40, 0x50, 0x60, 0x70, 0x80 | chance.next(16), 0xc0 | chance.next(16)]);
  record[23] = chance.once(2) ? 0 : chance.next(128);
  return record;
}

/** A cell that a skill may be used on: on a line of the user, or with luck anywhere for one that nothing stops. */
export function targetOf(field: Field, user: number): readonly [number, number] {
  const { chance, get } = field;
  const isAlly = user >= 0x1c00;
  const species = get(user + 2) + 256 * get(user + 3);
  const box = isAlly
    ? ([get(user + 0x18), get(user + 0x19), 1, 1] as const)
    : ([get(user + 0xa), get(user + 0xb), get(species + 4), get(species + 5)] as const);
  const cells = linesOf(box, 0, 0xff).flatMap(cellsOfLine);
  const stops = (field.machine.tables.bankD5[0x24cb + 11] ?? 0) >= 64;
  return cells.length === 0 || (!stops && chance.once(3)) ? [chance.next(7), chance.next(7)] : chance.of(cells);
}

/** The record as number 0 of both lists, with recoveries, changes of the user and special kinds. */
export function putSkill(field: Field): void {
  const { chance, machine } = field;
  const record = skillRecord(chance);
  if (chance.once(5)) record[13] = (record[13] ?? 0) | 0x80;
  if (chance.once(4)) record[23] = (record[23] ?? 0) | 0x80;
  if (chance.once(3)) record[21] = (record[21] ?? 0) | chance.of([0x30, 0x70, 0x80, 0x50]);
  for (const list of [0, 25 * 256]) machine.tables.bankD5.set(record, 0x24cb + list);
}

/** Whoever stands there, and the record of the skill in hand, in the cells of the active skill. */
export function putActiveSkill(field: Field, user: number, record: readonly number[]): void {
  const { put, chance } = field;
  field.machine.tables.bankD5.set(record, 0x24cb);
  put(0x0368, 0xcb, 0x24);
  put(0x9010, ...record);
  putWord(field, 0x0378, user);
  put(0x9009, record[13] ?? 0, record[22] ?? 0, record[10] ?? 0, chance.byte(), chance.byte(), chance.byte());
  put(0x900f, chance.once(2) ? 0 : chance.byte());
  put(0x0381, record[13] ?? 0);
}

/** Puts an area mark on cells: about one in so many, or all. */
export function markCells(field: Field, so: number): void {
  for (let cell = 0; cell < 56; cell++) if ((cell & 7) !== 7 && field.chance.once(so)) field.put(0x0488 + cell, 0x0f);
}

/** Cells that are work space of routines, with those of the generator, which the draws stand for. */
const WORK: readonly (readonly [number, number])[] = [
  [0x0300, 0x0334],
  [0x0338, 0x033b],
  [0x0360, 0x0361],
  [0x036b, 0x036b],
];

const aside = skirmishMachine();

/** Carries a part that has a reference of its own out in the reference's memory, with the reference's draws. */
function elsewhere(at: Skirmish, settings: Settings, part: (machine: Machine) => void): void {
  const machine: Machine = Object.assign(Object.create(aside), { settings, events: undefined });
  machine.script = { values: new Uint8Array(0), next: 0, choose: (_, site) => at.draw(site & 0xffff) };
  for (const { address, length, offset } of WORK_RAM)
    machine.ram.set(at.memory.subarray(referenceAddress(address), referenceAddress(address) + length), offset);
  part(machine);
  for (const { address, length, offset } of WORK_RAM)
    at.memory.set(machine.ram.subarray(offset, offset + length), referenceAddress(address));
}

/**
 * Runs the machine, then the reference, and says where they differ first.
 * @param mine what the machine does @param theirs what the reference does @param free further cells that may hold anything
 */
export function difference(
  field: Field,
  mine: () => void,
  theirs: (at: Skirmish) => void,
  free: readonly (readonly [number, number])[] = [],
): string | undefined {
  const { machine } = field;
  const memory = new Uint8Array(HOST + HOST_BYTES);
  const copy = (): void => {
    for (const { address, length, offset } of WORK_RAM)
      memory.set(machine.ram.subarray(offset, offset + length), referenceAddress(address));
  };
  copy();
  const before = memory.slice();
  mine();
  const draws: [number, number][] = [];
  const { words, length } = machine.events;
  for (let at = 0; at < length; at += words[at] === EVENT_DRAW ? 5 : 3)
    if (words[at] === EVENT_DRAW) draws.push([(words[at + 1] ?? 0) & 0xffff, words[at + 4] ?? 0]);
  const hex = (value: number): string => value.toString(16);
  let wrong: string | undefined;
  let asked = 0;
  const draw = (site: number): number => {
    const given = draws[asked];
    asked++;
    if (given === undefined || given[0] !== site)
      wrong ??= `draw ${asked}: mine ${given === undefined ? 'none' : hex(given[0])}, theirs ${hex(site)}`;
    return given?.[1] ?? 0;
  };
  const at: Skirmish = {
    memory,
    bankD5: machine.tables.bankD5,
    draw,
    onsetLevel: machine.settings.onsetLevel,
    passTime: () => elsewhere(at, machine.settings, passTime),
    layField: () => elsewhere(at, machine.settings, layField),
    fireField: () => elsewhere(at, machine.settings, fireField),
  };
  theirs(at);
  if (wrong !== undefined) return wrong;
  if (asked < draws.length) return `draw ${asked + 1}: mine ${hex(draws[asked]?.[0] ?? 0)}, theirs none`;
  for (const { address, length: bytes, offset } of WORK_RAM) {
    for (let index = 0; index < bytes; index++) {
      const place = referenceAddress(address) + index;
      if (machine.ram[offset + index] === memory[place]) continue;
      if ([...WORK, ...free].some(([from, to]) => place >= from && place <= to)) continue;
      return `${formatAddress(place)}: mine ${hex(machine.ram[offset + index] ?? 0)}, theirs ${hex(memory[place] ?? 0)}, before ${hex(before[place] ?? 0)}`;
    }
  }
  return undefined;
}
