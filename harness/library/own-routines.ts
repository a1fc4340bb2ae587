/** Routines of a game of one's own, checked before any is run; a fault names its parameter. */
import { countText } from '../../core/system/names.js';
import { fileOffsetOf, formatBus } from '../../rom-map/cartridge/index.js';
import { isWorkRam, WORK_RAM, WORK_RAM_BYTES } from '../../rom-map/index.js';
import { hexText, LockstepError, nearest } from '../base/index.js';
import {
  bytesOf,
  LOWEST_TABLE,
  largestOf,
  OWN_REGISTERS,
  type OwnCell,
  type OwnDomain,
  type OwnEntry,
  type OwnPlace,
  type OwnRegister,
  type OwnRoutine,
  type PlacedRoutine,
} from '../original/index.js';
import { checkKinds, type Kind } from './parameters.js';

/** How an image of a game of one's own is laid out, and how its routines are entered. */
export interface OwnLayout {
  readonly mapping: 'lorom' | 'hirom';
  readonly entry: OwnEntry;
}

type GivenLayout = { readonly [Name in keyof OwnLayout]?: OwnLayout[Name] | undefined };

function refused(what: string, found: string, expected: string, remedy: string): LockstepError {
  return new LockstepError('E_USAGE', what, { found, expected, remedy });
}

function foundText(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 60);
}

function checkNumber(what: string, value: unknown, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && (value as number) >= least && (value as number) <= most))
    return;
  throw refused(
    `${what} is no such number`,
    foundText(value),
    `a whole number, ${least} to ${most}`,
    'Give such a number',
  );
}

/** Stack pointers with 192 bytes of room below them, and 3 above, in the first 8 KiB. */
const LEAST_STACK = 0xff;
const MOST_STACK = 0x1ffc;
const STACK_ROOM = 0xc0;
const STACK_ABOVE = 3;

/** @throws LockstepError `E_USAGE` for registers that no routine is entered with, or alone */
export function ownLayout({ entry = {}, mapping }: GivenLayout): OwnLayout | undefined {
  checkKinds('openImage: entry', entry, { direct: 'count', dataBank: 'count', stack: 'count' });
  checkNumber('openImage: entry.direct', entry.direct, 0, 0xffff);
  checkNumber('openImage: entry.dataBank', entry.dataBank, 0, 0xff);
  checkNumber('openImage: entry.stack', entry.stack, LEAST_STACK, MOST_STACK);
  if (mapping !== undefined) return { mapping, entry };
  if (Object.keys(entry).length === 0) return undefined;
  throw refused('openImage: entry is of a game of your own', 'no mapping', 'mapping and entry', 'Give mapping as well');
}

const ROUTINE: Readonly<Record<string, Kind>> = {
  name: 'text',
  entry: 'text',
  accumulator: 'count',
  index: 'count',
  direct: 'count',
  dataBank: 'count',
  takes: 'table',
  gives: 'texts',
  reads: 'table',
  writes: 'table',
  scratch: 'table',
  tables: 'table',
  oneWay: 'table',
  ours: 'function',
};
const PLACE: Readonly<Record<string, Kind>> = { at: 'text', bytes: 'count', count: 'count', stride: 'count' };

function addressIn(what: string, text: unknown): number {
  const match = /^\$?([0-9a-f]{2}):?([0-9a-f]{4})$/iu.exec(String(text));
  if (match !== null) return Number.parseInt(`${match[1]}${match[2]}`, 16);
  throw refused(
    `${what} is no bus address`,
    foundText(text),
    'a bank and a word, such as 7E:0010',
    'Give six hexadecimal digits',
  );
}

function checkTable(what: string, value: unknown, kinds: Readonly<Record<string, Kind>>): void {
  if (typeof value !== 'object' || value === null) {
    throw refused(`${what} is no object`, foundText(value), `{ ${Object.keys(kinds).join(', ')} }`, 'Give it as one');
  }
  checkKinds(what, value, kinds);
}

function checkDomain(what: string, { max, min, values }: OwnDomain, most: number): void {
  checkNumber(`${what}.min`, min, 0, max ?? most);
  checkNumber(`${what}.max`, max, 0, most);
  if (values === undefined) return;
  if (!Array.isArray(values) || values.length === 0 || min !== undefined || max !== undefined) {
    throw refused(`${what}.values is no list`, foundText(values), 'numbers, without min and max', 'List every number');
  }
  for (const value of values) checkNumber(`${what}.values`, value, 0, most);
}

/** The last byte of the largest place. */
const MOST_COUNT = 0x1_0000;

function checkPlace(what: string, { bytes, count, stride }: OwnPlace): void {
  checkNumber(`${what}.bytes`, bytes, 1, 2);
  checkNumber(`${what}.count`, count, 1, MOST_COUNT);
  checkNumber(`${what}.stride`, stride, bytes ?? 1, MOST_COUNT);
}

function checkCell(what: string, cell: OwnCell, stack: number): number[] {
  checkTable(what, cell, { ...PLACE, min: 'count', max: 'count', values: 'numbers' });
  checkPlace(what, cell);
  checkDomain(what, cell, 2 ** (8 * (cell.bytes ?? 1)) - 1);
  const list = bytesOf(addressIn(`${what}.at`, cell.at), cell);
  const outside = list.find((address) => !isWorkRam(address));
  if (outside !== undefined) {
    const work = `${formatBus(WORK_RAM)} to ${formatBus(WORK_RAM + WORK_RAM_BYTES - 1)}`;
    throw refused(
      `${what} lies outside of work RAM`,
      formatBus(outside),
      work,
      'Give its address there, with its bank',
    );
  }
  const [low, high] = [WORK_RAM + stack - STACK_ROOM, WORK_RAM + stack + STACK_ABOVE];
  if (list.some((address) => address >= low && address <= high)) {
    const remedy = 'Move the stack away with entry.stack of openImage';
    throw refused(
      `${what} lies in the stack`,
      cell.at,
      `a cell outside of ${formatBus(low)} to ${formatBus(high)}`,
      remedy,
    );
  }
  return list;
}

/** @throws LockstepError for two names of the same byte */
function checkCells(what: string, { reads = {}, scratch = {}, writes = {} }: OwnRoutine, stack: number): void {
  const owner = new Map<number, string>();
  const seen = new Map<string, OwnPlace>();
  for (const [list, cells] of Object.entries({ reads, writes, scratch })) {
    for (const [name, cell] of Object.entries(cells)) {
      const here = `${what}.${list}.${name}`;
      const bytes = checkCell(here, cell, stack);
      const before = seen.get(name);
      seen.set(name, cell);
      if (before !== undefined) {
        const isSame = bytesOf(addressIn(here, before.at), before).join() === bytes.join();
        if (isSame && list !== 'scratch') continue;
        throw refused(
          `${here} is another cell of this name`,
          cell.at,
          `${before.at} as before`,
          'Give it a name of its own',
        );
      }
      for (const address of bytes) {
        const other = owner.get(address);
        owner.set(address, name);
        if (other === undefined || other === name) continue;
        const found = `${formatBus(address)} is of ${other} and ${name}`;
        throw refused(`${here} overlaps another cell`, found, 'one name for each byte', 'Give each byte to one cell');
      }
    }
  }
}

function checkRegisters(what: string, { accumulator, gives = [], index, takes = {} }: OwnRoutine): void {
  for (const [name, bits] of Object.entries({ accumulator, index })) {
    if (bits === undefined || bits === 8 || bits === 16) continue;
    throw refused(`${what}.${name} is no width`, foundText(bits), '8 or 16', 'Give one of them');
  }
  for (const [list, names] of Object.entries({ takes: Object.keys(takes), gives })) {
    for (const name of names) {
      if ((OWN_REGISTERS as readonly string[]).includes(name)) continue;
      throw refused(
        `${what}.${list} has no such register`,
        name,
        OWN_REGISTERS.join(', '),
        nearest(name, OWN_REGISTERS),
      );
    }
  }
  for (const [name, domain] of Object.entries(takes)) {
    checkTable(`${what}.takes.${name}`, domain, { min: 'count', max: 'count', values: 'numbers' });
    const isByte = index === 8 && (name === 'X' || name === 'Y');
    checkDomain(`${what}.takes.${name}`, domain, isByte ? 0xff : largestOf(name as OwnRegister));
  }
  if (takes.A === undefined || takes.A8 === undefined) return;
  throw refused(`${what}.takes names A twice`, 'A and A8', 'one of them', 'Name A for 16 bits, A8 for its low byte');
}

/** Bytes of a bank's ROM, and banks without their mirrors. */
const BANKS = { lorom: { bytes: 0x8000, mask: 0x7f }, hirom: { bytes: 0x1_0000, mask: 0x3f } } as const;

/** @throws LockstepError `E_ROM_ADDRESS` where the image has no byte: mirrors are no part of it */
function checkInImage(what: string, address: number, bytes: number, { mapping }: OwnLayout): void {
  const { bytes: ofBank, mask } = BANKS[mapping];
  const isThere = ((address >>> 16) & mask) * ofBank + (address & (ofBank - 1)) < bytes;
  if (isThere && fileOffsetOf(mapping, address, bytes) >= 0) return;
  const last = hexText(Math.ceil(bytes / ofBank) - 1 + (mapping === 'lorom' ? 0 : 0xc0), 2);
  throw new LockstepError('E_ROM_ADDRESS', `${what} lies outside of the image`, {
    found: `${formatBus(address)}, an image of ${countText(bytes, 'byte')}, ${mapping}`,
    expected: mapping === 'lorom' ? `banks 00 to ${last}, 8000 to FFFF` : `banks C0 to ${last}`,
    remedy: 'Look at the address and at mapping; a cut image lacks its end',
  });
}

function checkedRoutine(what: string, routine: OwnRoutine, bytes: number, layout: OwnLayout): PlacedRoutine {
  checkKinds(what, routine, ROUTINE);
  for (const name of ['name', 'entry', 'ours'] as const) {
    if (routine[name] !== undefined && (routine[name] as unknown) !== '') continue;
    const expected = name === 'ours' ? 'a function' : name === 'entry' ? 'a bus address, such as 00:8010' : 'a name';
    throw refused(`${what}.${name} is missing`, 'nothing', expected, `Give ${name}`);
  }
  const entry = addressIn(`${what}.entry`, routine.entry);
  checkInImage(`${what}.entry`, entry, bytes, layout);
  checkNumber(`${what}.direct`, routine.direct, 0, 0xffff);
  checkNumber(`${what}.dataBank`, routine.dataBank, 0, 0xff);
  checkRegisters(what, routine);
  checkCells(what, routine, layout.entry.stack ?? 0x1fef);
  for (const [name, table] of Object.entries(routine.tables ?? {})) {
    const here = `${what}.tables.${name}`;
    checkTable(here, table, PLACE);
    checkPlace(here, table);
    const list = bytesOf(addressIn(`${here}.at`, table.at), table);
    for (const address of [list[0] ?? 0, list.at(-1) ?? 0]) checkInImage(here, address, bytes, layout);
  }
  const oneWay = new Map<number, string>();
  for (const [at, reason] of Object.entries(routine.oneWay ?? {}))
    oneWay.set(addressIn(`${what}.oneWay`, at), String(reason));
  return { routine, entry, addressOf: ({ at }) => addressIn(what, at), oneWay };
}

/**
 * @param bytes of the image
 * @throws LockstepError `E_USAGE`, `E_ROM_ADDRESS`: the parameter, and what is legal
 */
export function placedRoutines(given: unknown, bytes: number, layout: OwnLayout): readonly PlacedRoutine[] {
  if (!Array.isArray(given) || given.length === 0 || given.some((one) => typeof one !== 'object' || one === null)) {
    const expected = 'a list of { name, entry, reads, writes, ours, ... }';
    throw refused('prove: routines is no list of routines of your own', foundText(given), expected, 'List one or more');
  }
  const placed = (given as readonly OwnRoutine[]).map((routine, index) =>
    checkedRoutine(`prove: routines[${index}]`, routine, bytes, layout),
  );
  placed.forEach(({ entry, routine }, index) => {
    const twin = placed.findIndex((other) => other.entry === entry || other.routine.name === routine.name);
    if (twin === index) return;
    throw refused(
      `prove: routines[${index}] is routines[${twin}] again`,
      `${routine.name} at ${routine.entry}`,
      'one name and one entry for each',
      'Give it a name and an entry of its own',
    );
  });
  const cells = new Set(
    placed.flatMap(({ addressOf, routine: { reads, scratch, writes } }) =>
      Object.values({ ...reads, ...writes, ...scratch }).flatMap((cell) => bytesOf(addressOf(cell), cell)),
    ),
  );
  if (cells.size <= LOWEST_TABLE) return placed;
  throw refused(
    'prove: routines have too many cells',
    countText(cells.size, 'byte'),
    `${countText(LOWEST_TABLE, 'byte')} of work RAM at most`,
    'Prove them in several calls',
  );
}
