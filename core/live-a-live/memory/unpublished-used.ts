/**
 * Which unpublished stretches (rom-map/unpublished.ts) a played battle has run through: a bit each
 * in the cells `unpublishedUsed` and `unpublishedUsedMore`, so that a snapshot keeps them and a
 * result names them.
 */

import {
  createDependence,
  dependenceNames,
  UNPUBLISHED,
  type UnpublishedRow,
  unpublishedNumber,
} from '../../../rom-map/unpublished.js';
import { read8, read16, read32, write16 } from '../../int/uint.js';
import { pushEvent } from '../../system/battle.js';
import type { DrawListener, FrameWay } from '../../system/evidence.js';
import type { UnpublishedNotes } from '../../system/system.js';
import * as Host from './cells/host.js';
import { EVENT_DRAW, EVENT_FILLED, type Machine } from './machine.js';

export const TIME_PASSES = 0;
export const FRAME_ORDER = 1;
export const LATE_DECISION = 2;
export const SKILL_CHOSEN = 3;
export const ENEMY_STEP = 4;
export const RANGE_LINES = 5;
export const SURROUNDINGS_RANGE = 6;
export const AREA_SHAPES = 7;
export const ENEMY_TARGETS = 8;
export const SKILL_ORDER = 9;
export const ONE_HIT = 10;
export const HITS_ON_ALLIES = 11;
export const ALLY_DEFENCE = 12;
export const STATUS_ON_ALLIES = 13;
export const CHANGES_OF_ALLIES = 14;
export const ALLY_DISPLACEMENT = 15;
export const DEFEAT = 16;
export const FIELD_CALLER = 17;
export const POISON_CALLER = 18;
export const COUNTER_FIRES = 19;
export const CURES = 20;
export const ONSET_LEVEL = 21;
export const BLOW_FROM_BEHIND = 22;
export const TRAJECTORIES = 23;
export const TARGET_FACING = 24;
export const SPOILS = 25;
export const NEXT_ALLY = 26;
export const SPECIAL_TYPES = 27;
export const PLAYER_MOVES = 28;
/** The first bit of `unpublishedUsedMore`: logs of version 0.1 know those before. */
const MORE = 29;
export const CUT_IN = 29;
export const START_PLACES = 30;
/** Only where an image's own list came to no return. */
export const EMPTY_SLOTS = 31;
export const RECORDED_PLACES = 32;
/**
 * Bits of the cell `holesFilled`, and from 16 on of `unpublishedUsedMore` from its top: an image's
 * code ran, and nothing of ours stood in.
 */
export const FILLED_CAP = 0;
export const FILLED_ONE_HIT = 1;
export const FILLED_BLOW = 2;
export const FILLED_ALLY_CHANGE = 3;
export const FILLED_ODIO_MOLE = 4;
export const FILLED_FORMATION = 5;
export const FILLED_AREA = 6;
export const FILLED_ENEMY_TARGET = 7;
export const FILLED_LEARNING = 8;
export const FILLED_START = 9;
export const FILLED_RETRY = 10;
export const FILLED_SKILL_LIST = 11;
export const FILLED_RECOVERY = 12;
export const FILLED_DEFEAT = 13;
export const FILLED_COUNTER = 14;
export const FILLED_ALLY_HIT = 15;
export const FILLED_ALLY_DEFENCE = 16;
export const FILLED_BUTTONS = 17;

/** Names in the table, in the order of the bits. */
const NAMES = [
  'timePassOrder',
  'enemyDueScan',
  'decisionPasses',
  'afterChosenSkill',
  'enemyStepEnd',
  'rangeDirections',
  'surroundings',
  'areas',
  'enemyHealCell',
  'skillOrder',
  'oneHitInArea',
  'allyHitCheck',
  'allyDefence',
  'enemyUserStats',
  'allyStatChange',
  'enemyKnockback',
  'defeat',
  'fieldLastCell',
  'poisonLists',
  'counterFiring',
  'cures',
  'onsetLevel',
  'onsetFromBack',
  'trajectories',
  'targetFacing',
  'growthRest',
  'allyOrderRetry',
  'specialTypes',
  'buttonsToActions',
  'decisionInput',
  'startOffset',
  'emptySkillSlots',
  'startPlaces',
] as const;

/** Rows whose hole an image's code can fill, in the order of the bits. */
export const FILLED_NAMES = [
  'statChangeCap',
  'oneHitInArea',
  'onsetFromBack',
  'allyStatChange',
  'odioMoleHits',
  'specialFormations',
  'areas',
  'enemyHealCell',
  'growthRest',
  'battleStartRest',
  'allyOrderRetry',
  'emptySkillSlots',
  'healOnObject',
  'defeat',
  'counterFiring',
  'allyHitCheck',
  'allyDefence',
  'buttonsToActions',
] as const;

/** Why an image's code does not fill a hole, or not everywhere, by name. */
export const NOT_FILLED: Readonly<Record<string, string>> = Object.fromEntries(
  UNPUBLISHED.filter(({ notRun }) => notRun !== '').map(({ name, notRun }) => [name, notRun]),
);

const ROWS: readonly UnpublishedRow[] = NAMES.map((name) => UNPUBLISHED[unpublishedNumber(name)] as UnpublishedRow);

/** No further address ends a call. */
const NO_STOP = -1;

/** Room of the cell `holesFilled`; further holes stand in the other cell, from bit 7 down. */
const FIRST_WORD = 16;
const TOP_BIT = 0x80;

/** Notes that the battle ran through a stretch. @param bit one of the numbers above */
export function assume(machine: Machine, bit: number): void {
  const ram = machine.ram;
  const isMore = bit >= MORE;
  const at = isMore ? Host.UNPUBLISHED_USED_MORE : Host.UNPUBLISHED_USED + (bit >> 3);
  ram[at] = (ram[at] as number) | (1 << (isMore ? bit - MORE : bit & 7));
}

/** Whether a battle's image notes a stretch. @param bit one of the numbers above */
export function isAssumed(ram: Uint8Array, bit: number): boolean {
  const isMore = bit >= MORE;
  const word = isMore ? read8(ram, Host.UNPUBLISHED_USED_MORE) : read32(ram, Host.UNPUBLISHED_USED);
  return ((word >>> (isMore ? bit - MORE : bit)) & 1) !== 0;
}

/** Rows of the stretches that a battle's image notes. */
export function stretchesUsed(ram: Uint8Array): readonly UnpublishedRow[] {
  return ROWS.filter((_, bit) => isAssumed(ram, bit));
}

/** Keeps the state that a routine begins with, where an image's code fills its hole. */
export function keepForHole(machine: Machine): void {
  const { holes, events, ram } = machine;
  if (holes.original === undefined) return;
  holes.original.keep(ram);
  holes.keptEvents = events?.length ?? 0;
}

/** Tells of a call of the image's code. @returns who tells of its draws, where anybody listens */
function beginTelling({ events }: Machine, call: readonly number[]): DrawListener | undefined {
  if (events === undefined) return undefined;
  pushEvent(events, EVENT_FILLED, call.length, ...call);
  return (...words: number[]) => pushEvent(events, EVENT_DRAW, words.length, ...words);
}

function noteFilled(ram: Uint8Array, bit: number): void {
  if (bit < FIRST_WORD) write16(ram, Host.HOLES_FILLED, read16(ram, Host.HOLES_FILLED) | (1 << bit));
  else ram[Host.UNPUBLISHED_USED_MORE] = read8(ram, Host.UNPUBLISHED_USED_MORE) | (TOP_BIT >> (bit - FIRST_WORD));
}

/**
 * A routine of ours came to a hole: the image's code runs the whole routine from the kept state.
 * @param bit the filled hole @param routine 24-bit address @param x,y index registers at its entry
 * @returns false without an image: then a stand-in of ours follows
 */
export function fillHole(machine: Machine, bit: number, routine: number, x: number, y = 0): boolean {
  const { events, holes, ram } = machine;
  const { original } = holes;
  if (original === undefined) return false;
  // what ours reported on its way to the hole is done again
  if (events !== undefined) events.length = holes.keptEvents;
  const draw = beginTelling(machine, [bit, routine, x, y]);
  holes.returnedX = original.rerun(ram, routine, x, y, draw);
  noteFilled(ram, bit);
  return true;
}

/**
 * The image's code runs a routine from the present state, in place of ours, where it comes to an
 * end within itself.
 * @param bit the filled hole @param routine 24-bit address @param x index register at its entry
 * @param stop 24-bit address that ends it as well
 * @returns undefined without an image, and where it came to no end: nothing has changed then, and a
 *   stand-in of ours follows
 */
export function tryHole(machine: Machine, bit: number, routine: number, x: number, stop = NO_STOP) {
  const { events, holes, ram } = machine;
  const { original } = holes;
  if (original === undefined) return undefined;
  original.keep(ram);
  const before = events?.length ?? 0;
  const draw = beginTelling(machine, [bit, routine, x, 0]);
  const end = original.attempt(ram, routine, x, stop, draw);
  if (end !== undefined) noteFilled(ram, bit);
  else if (events !== undefined) events.length = before;
  return end;
}

/** A byte that is not known in part, what may stand there, and what has to agree. */
interface OpenByte {
  /** Its offset. */
  readonly at: number;
  /** Its bits that are not known; the others stay. */
  readonly mask: number;
  readonly values: readonly number[];
  /** Offsets of the words that the routine is run for. */
  readonly words: readonly number[];
}

/**
 * As `tryHole`, of a routine that reads a byte which is not known: the image's code runs with every
 * value, and counts where all of them leave the same words.
 * @param open its byte becomes again what it was
 * @returns false without an image, where a call came to no end and where two values differ: nothing
 *   has changed then
 */
export function tryEveryValue(machine: Machine, bit: number, routine: number, x: number, open: OpenByte): boolean {
  const { holes, ram } = machine;
  const { original } = holes;
  if (original === undefined) return false;
  const before = ram.slice();
  const byte = before[open.at] as number;
  let first: readonly number[] | undefined;
  for (const value of open.values) {
    ram.set(before);
    ram[open.at] = (byte & ~open.mask) | value;
    original.keep(ram);
    const isEnd = original.attempt(ram, routine, x, NO_STOP) !== undefined;
    const words = open.words.map((at) => read16(ram, at));
    first ??= words;
    const expected = first;
    if (isEnd && words.every((word, index) => word === expected[index])) continue;
    ram.set(before);
    return false;
  }
  ram[open.at] = byte;
  beginTelling(machine, [bit, routine, x, 0]);
  noteFilled(ram, bit);
  return true;
}

/**
 * The image's code runs over frames, from the present state.
 * @param bit the filled hole
 * @returns frames, or -1 without an image and where it came to no end: nothing has changed then
 */
export function playOriginal(machine: Machine, bit: number, way: FrameWay): number {
  const { events, holes, ram } = machine;
  const { original } = holes;
  if (original === undefined) return -1;
  const before = events?.length ?? 0;
  const draw = beginTelling(machine, [bit, way.from, way.pads.length, 0]);
  const frames = original.playFrames(ram, way, draw);
  if (frames >= 0) noteFilled(ram, bit);
  else if (events !== undefined) events.length = before;
  return frames;
}

/** Names of the holes that the image's code has filled. */
export function holesFilled(ram: Uint8Array): readonly string[] {
  const filled = read16(ram, Host.HOLES_FILLED);
  const more = read8(ram, Host.UNPUBLISHED_USED_MORE);
  return FILLED_NAMES.filter((_, bit) =>
    bit < FIRST_WORD ? ((filled >>> bit) & 1) !== 0 : (more & (TOP_BIT >> (bit - FIRST_WORD))) !== 0,
  );
}

// Notes which unpublished stretches (rom-map/unpublished.ts) a battle runs through. Nothing is
// noted, and nothing is computed for it, until flags are lent to the machine.

export const IDLE_ACTION_POINTS = unpublishedNumber('idleActionPoints');
export const IDLE_CHARGE_FRAMES = unpublishedNumber('idleChargeFrames');
export const STATUS_TIMERS = unpublishedNumber('statusTimers');

const NUMBERS = new Map(UNPUBLISHED.map((row, number) => [row, number]));

/** From here on a machine notes, by the numbers of the table. */
export function noteUnpublished(machine: Machine): UnpublishedNotes {
  const flags = createDependence();
  machine.unpublished = flags;
  const note = (): void => {
    for (const row of stretchesUsed(machine.ram)) flags[NUMBERS.get(row) as number] = 1;
  };
  return {
    flags,
    note,
    names() {
      note();
      return dependenceNames(flags);
    },
  };
}
