/**
 * Writes a plan as one Lua script for BizHawk, Mesen 2 and snes9x-rr that plays it by watching the
 * game's cells: an order is given where the state has come in which the plan gives it, and the
 * script ends with a message where the game leaves the plan. No figure of frames is needed.
 */
import { readUnsigned } from '../../../core/int/uint.js';
import type { Battle, CellDeclaration, System } from '../../../core/system/system.js';
import type { Menus, MenuTargets, PlayedFrame } from '../../../core/system/timed.js';
import { JAPAN_HEADER, KNOWN_IMAGES } from '../../../rom-map/cartridge/known-images.js';
import { isWorkRam, testRomAddress, WORK_RAM } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/index.js';
import { encodeMove, moveText, type Plan, playLedger } from '../../play/index.js';

import type { CellBits, MenuProfile } from '../menus/menu-profile.js';
import { buttonOfOrder, type GivenCommand, type WindowKeys, wayOf, windowsOfOrder } from '../menus/order-rows.js';
import { declaredPlaces } from '../record/declared-cells.js';
import { luaText, scriptPart } from '../scripts/script.js';
import type { ExportedRoute } from './export.js';
import { checkMenusOf } from './through-menus.js';

// What is watched. Where a recording showed the menus, a state is every cell that a log of their
// image declares; else those of the turn, the generator and the units.

/** Cell of the game that is 0 while the player is asked. */
const ASKED = 'playerState';
const OF_THE_TURN = /^(actionPoints|turnFlag|battleGenerator\.a[0-3])$/u;
const OF_A_UNIT =
  /^((ally|enemy)\[\d+\]\.(state|skillState|charge|statuses|level|hp|orderPoints)|ally\[\d+\]\.(cell[XY]|facing)|fieldGrid\[\d+\])$/u;
const HP_OF_A_RECORD = /^record\[(\d+)\]\.hp$/u;

interface Watched {
  readonly cell: CellDeclaration;
  /** Offset in the console's work RAM. */
  readonly offset: number;
}

/** Offset in work RAM of the image's ROM, or -1 for a cell that it does not have. */
function ramOffset(address: number): number {
  const own = testRomAddress(address);
  return isWorkRam(own) ? own - WORK_RAM : -1;
}

/** Numbers of the records that the allies of the battle have. */
function recordsOf(battle: Battle): ReadonlySet<number> {
  const value = (name: string): number => {
    const cell = battle.cells.find((one) => one.name === name);
    return cell === undefined ? -1 : readUnsigned(battle.image, cell.offset, cell.width);
  };
  const pointers = new Set(
    battle.cells.flatMap(({ name }) => (/^ally\[\d+\]\.record$/u.test(name) ? value(name) : [])),
  );
  const found = battle.cells.flatMap(({ name, address }) => {
    const record = /^record\[(\d+)\]\.id$/u.exec(name);
    return record !== null && pointers.has(address & 0xffff) ? [Number(record[1])] : [];
  });
  return new Set(found);
}

function watchedCells(system: System, battle: Battle, { cells, inputs }: MenuProfile): readonly Watched[] {
  const key = system.capabilities.planning?.stateKeyCells?.(battle) ?? battle.cells;
  const records = recordsOf(battle);
  const declared = new Set(declaredPlaces(true, 2).map(({ name }) => name));
  const isWatched = ({ name, scratch, width }: CellDeclaration): boolean => {
    if (scratch === true || width > 2 || inputs.includes(name)) return false;
    if (cells !== undefined) return declared.has(name);
    if (OF_THE_TURN.test(name) || OF_A_UNIT.test(name)) return true;
    return records.has(Number(HP_OF_A_RECORD.exec(name)?.[1] ?? Number.NaN));
  };
  return key
    .filter(isWatched)
    .map((cell) => ({ cell, offset: ramOffset(cell.address) }))
    .filter(({ offset }) => offset >= 0);
}

// The states that a plan passes, and the orders between them.

interface PlayOrder {
  readonly text: string;
  /** Number of the state in which it is given, from 1 on. */
  readonly beat: number;
  readonly keys: string;
}

interface PlayBook {
  readonly watched: readonly Watched[];
  /** Numbers of cells and their new values, in turn; the first state has them all. */
  readonly beats: number[][];
  readonly orders: PlayOrder[];
  readonly values: Int32Array;
}

/**
 * Adds a state that the plan passes.
 * @param always false: one that looks like the last one is none
 */
function addBeat({ watched, beats, values }: PlayBook, image: Uint8Array, always: boolean): void {
  const changes: number[] = [];
  watched.forEach(({ cell: { offset, width } }, index) => {
    const value = readUnsigned(image, offset, width);
    if (values[index] === value) return;
    values[index] = value;
    changes.push(index + 1, value);
  });
  if (always || changes.length > 0) beats.push(changes);
}

/** The command of a plan from which an order comes, and its text with ids for names. */
interface Ordered {
  readonly step: number;
  readonly said: string;
}

/** @throws LockstepError `E_EXPORT` for an order that the menus do not have */
function addOrder(
  book: PlayBook,
  plan: Plan,
  { step, said }: Ordered,
  profile: MenuProfile,
  order: GivenCommand,
  targets: MenuTargets | undefined,
): void {
  const { label } = plan.steps[step] as Plan['steps'][number];
  const text = label === undefined ? said : `${label}: ${said}`;
  const way = wayOf(profile, order);
  const windows = way === undefined ? [] : windowsOfOrder(profile, way, order, targets);
  const button = way === undefined ? undefined : buttonOfOrder(way, order);
  const isWay = button !== undefined || windows.length > 0;
  const why = isWay ? windows.find((keys) => keys.why !== '')?.why : 'the menu profile has no way for it';
  if (why !== undefined) {
    const names = [...new Set(profile.commands.map((one) => one.command))].join(', ');
    throw new LockstepError('E_EXPORT', `a script cannot give an order: ${why}`, {
      file: plan.file,
      line: plan.locate(`do[${step}]`).line,
      found: text,
      expected: isWay ? 'an order that these menus offer' : `a command of the menus: ${names}`,
      remedy: 'Give another command, or name other menus (--menus)',
    });
  }
  book.orders.push({
    text,
    beat: book.beats.length,
    keys: button === undefined ? windowsText(windows) : `button = '${button}'`,
  });
}

function windowsText(windows: readonly WindowKeys[]): string {
  const rows = windows.map(({ window: { name, state }, presses, place }) => {
    const buttons = presses.map((button) => `'${button}'`).join(',');
    return `{name = ${luaText(name)}, state = ${state}, place = ${place}, presses = {${buttons}}}`;
  });
  return `windows = {${rows.join(', ')}}`;
}

function noteFrames(
  system: System,
  menus: Menus,
  battle: Battle,
  plan: Plan,
  profile: MenuProfile,
  book: PlayBook,
): (step: number, command: Int32Array) => void {
  const scratch = system.create(null, plan.ruleset.switches);
  const before = battle.image.slice();
  return (step, command) => {
    if (menus.isOrder(command)) {
      const move = encodeMove(system, battle, (plan.steps[step] as Plan['steps'][number]).command);
      const { words, shape } = move;
      const parameters = Object.fromEntries(shape.parameters.map(({ name }, index) => [name, words[1 + index] ?? 0]));
      scratch.image.set(before);
      const ordered = { step, said: moveText(system, battle, move) };
      addOrder(book, plan, ordered, profile, { name: shape.name, parameters }, menus.targets(scratch, words));
    }
    addBeat(book, battle.image, true);
    before.set(battle.image);
  };
}

/** An order whose buttons are pressed before anything shows that its frame has come. */
function tooSoon(plan: Plan, step: number, said: string): LockstepError {
  return new LockstepError(
    'E_EXPORT',
    'a script cannot watch for the frame of an order: the enemies act in the next one',
    {
      file: plan.file,
      line: plan.locate(`do[${step}]`).line,
      found: said,
      expected: 'an order that may be given a frame later',
      remedy: 'Let the enemies act before it (`command = "wait"`), or export rows',
    },
  );
}

function notePlayed(
  system: System,
  battle: Battle,
  told: (command: Int32Array) => readonly PlayedFrame[],
  plan: Plan,
  profile: MenuProfile,
  book: PlayBook,
): (step: number, command: Int32Array) => void {
  return (step, command) => {
    const shape = system.commands.find(({ code }) => code === command[0]);
    const said = shape === undefined ? '' : moveText(system, battle, { shape, action: undefined, words: command });
    for (const { orders, unknown } of told(command)) {
      if (unknown !== '') {
        throw new LockstepError('E_EXPORT', `a script cannot play a command: ${unknown}`, {
          file: plan.file,
          line: plan.locate(`do[${step}]`).line,
          remedy: 'End the plan before it',
        });
      }
      for (const order of orders) {
        if (!order.mayWait) throw tooSoon(plan, step, said);
        addBeat(book, order.before, false);
        addOrder(book, plan, { step, said }, profile, order, order.targets);
      }
    }
  };
}

// What a script tells its ROM by.

function headerOfCartridge(): string {
  const { title, mapMode, chips, romSize, ramSize, country, developer, version, complement, checksum } = JAPAN_HEADER;
  const bytes = [...title.padEnd(21)].map((character) => character.charCodeAt(0));
  bytes.push(mapMode, chips, romSize, ramSize, country, developer, version);
  bytes.push(complement & 0xff, complement >> 8, checksum & 0xff, checksum >> 8);
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function romText({ image }: MenuProfile, file: string): string {
  if (image === undefined) {
    const [known] = KNOWN_IMAGES;
    const { name = '', sha1 = '', md5 = '' } = known ?? {};
    return `{title = ${luaText(name)}, header = '${headerOfCartridge()}', sha1 = '${sha1}', md5 = '${md5}'}`;
  }
  if (image.header !== undefined) return `{title = ${luaText(image.title)}, header = '${image.header}'}`;
  throw new LockstepError('E_PROFILE_FILE', 'a script could not tell the ROM of these menus', {
    file,
    found: 'an image without its internal header',
    expected: 'image.header: the 32 bytes from 00:FFC0 on, in hexadecimal',
    remedy: 'Add the header; `lockstep rom info IMAGE` reads it',
  });
}

function bitsText(battle: Battle, { cell: name, mask }: CellBits): string {
  const cell = battle.cells.find((one) => one.name === name);
  if (cell === undefined) {
    throw new LockstepError('E_TRACE_CELL_UNKNOWN', `the battle has no cell ${name}, which the profile names`, {
      expected: 'a cell of the system',
      remedy: 'Name another menu profile',
    });
  }
  const low = mask & -mask;
  return `{${ramOffset(cell.address)},${cell.width},${low},${mask / low + 1}}`;
}

function menuText(battle: Battle, { cells, windows, orderState }: MenuProfile): string[] {
  if (cells === undefined) {
    const { address = 0, width = 1 } = battle.cells.find(({ name }) => name === ASKED) ?? {};
    return [`asked = {${ramOffset(address)},${width}}`];
  }
  const busy = [...windows.map(({ state }) => state), orderState].map((state) => `[${state}] = true`);
  const [begin, end] = ['sequenceBegin', 'sequenceEnd'].map((name) => battle.cells.find((cell) => cell.name === name));
  const cursor = { cell: cells.cursor, mask: 0xff };
  return [
    `menu = {state = ${bitsText(battle, cells.state)}, still = ${bitsText(battle, cells.still)}, cursor = ${bitsText(battle, cursor)}, order = ${orderState}, busy = {${busy.join(', ')}}}`,
    ...(begin === undefined || end === undefined
      ? []
      : [`sequence = {${ramOffset(begin.address)},${ramOffset(end.address)}}`]),
  ];
}

function scriptText(battle: Battle, plan: Plan, profile: MenuProfile, rom: string, book: PlayBook): string {
  const { watched, beats, orders } = book;
  const cells = watched.map(({ cell: { name, width }, offset }) => `{${luaText(name)},${offset},${width}}`);
  const fields = [
    `title = ${luaText(plan.title === '' ? plan.file : plan.title)}`,
    `rom = ${rom}`,
    ...menuText(battle, profile),
    `open = '${profile.open}', choose = '${profile.choose}'`,
    `cells = {${cells.join(',')}}`,
    `orders = {\n${orders.map(({ text, beat, keys }) => `    {text = ${luaText(text)}, beat = ${beat}, ${keys}},\n`).join('')}  }`,
    `beats = {\n${beats.map((changes) => `    {${changes.join(',')}},\n`).join('')}  }`,
  ];
  const assumed = (profile.assumed ?? []).map((what) => `-- Assumed of the menus: ${what}.\n`);
  return [
    '-- Plays a plan in BizHawk, Mesen 2 or snes9x-rr, made by `lockstep route export --lua`. Run it before the battle or in\n' +
      '-- it: it waits for the state in which the plan begins. harness/capture/scripts/README.md tells how.\n' +
      assumed.join(''),
    `local LOCKSTEP = {\n  ${fields.join(',\n  ')},\n}\n`,
    `local createPlayer = (function()\n${scriptPart('play')}end)()\n`,
    scriptPart('play-emulators'),
  ].join('\n');
}

export interface PlayScript {
  readonly text: string;
  /** Orders that the script gives, and states that it knows. */
  readonly orders: number;
  readonly states: number;
  readonly failure: ExportedRoute['failure'];
}

/**
 * @param battle at the plan's start
 * @param file of the profile, named in errors
 * @throws LockstepError `E_CAPABILITY`, `E_PROFILE_IMAGE`, `E_PROFILE_FILE` for menus without the
 *   header of their image, `E_EXPORT` for an order that the menus do not have, one that cannot be
 *   watched for, and a plan without any
 */
export function playScript(system: System, battle: Battle, plan: Plan, profile: MenuProfile, file: string): PlayScript {
  const menus = checkMenusOf(system, plan, profile);
  const rom = romText(profile, file);
  const watched = watchedCells(system, battle, profile);
  const book: PlayBook = { watched, beats: [], orders: [], values: new Int32Array(watched.length).fill(-1) };
  addBeat(book, battle.image, true);
  const note =
    'watch' in menus
      ? notePlayed(system, battle, menus.watch(battle), plan, profile, book)
      : noteFrames(system, menus, battle, plan, profile, book);
  const { failure } = playLedger(system, battle, plan, note);
  addBeat(book, battle.image, false);
  if (book.orders.length === 0 && failure === undefined) {
    throw new LockstepError('E_EXPORT', 'the plan gives no order: a script would press nothing', {
      file: plan.file,
      remedy: 'Give commands ([[do]])',
    });
  }
  return {
    text: scriptText(battle, plan, profile, rom, book),
    orders: book.orders.length,
    states: book.beats.length,
    failure,
  };
}
