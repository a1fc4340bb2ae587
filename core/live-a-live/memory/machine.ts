/**
 * What every routine works on: the packed memory image, the cartridge's table bytes and the lent
 * event buffer.
 *
 * Registers are arguments and results. A routine that has one result returns it; one that has
 * several exits or more than one result register packs them: word (X or Y) in bits 0-15, byte (A)
 * in bits 16-23, number of the exit in bits 24-30.
 */
import { pushTwo } from '../../system/battle.js';
import type { OriginalCode } from '../../system/evidence.js';
import type { Battle, EventBuffer } from '../../system/system.js';
import type { Settings } from './switches.js';
import type { TableBytes } from './tables.js';

export interface Machine {
  /** Packed image of the windows of `rom-map`. */
  readonly ram: Uint8Array;
  /**
   * The same bytes four at a time, for what is the same in every byte: cleared, empty, unchanged
   * (`grid-words.ts`).
   */
  readonly words: Int32Array;
  /** Bytes of the cartridge's tables, read only. */
  readonly tables: TableBytes;
  /** Where events go, or nowhere. */
  events: EventBuffer | undefined;
  /** Settings of what no listing prints. */
  readonly settings: Settings;
  /** What fills holes of ours; the same object for all machines of a battle. */
  readonly holes: Holes;
  /**
   * Flags of the unpublished stretches that were run through, or nowhere; see
   * `unpublished-used.ts`.
   */
  unpublished: Uint8Array | undefined;
  /**
   * What stands in for the battle generator: of vectors recorded with a replaced one, and where
   * every outcome is looked at.
   */
  script: DrawScript | undefined;
  /** Called after every frame of a played battle's command; frames are then not taken together. */
  onFrame: (() => void) | undefined;
}

/** An owner's image whose code runs where ours has a hole, or undefined: stand-ins of ours. */
export interface Holes {
  original: OriginalCode | undefined;
  /** Words in the event buffer when the state was kept. */
  keptEvents: number;
  /** Register X at the return of the routine that the image ran last. */
  returnedX: number;
}

/** Who follows the status timers; `TimeKeeper` of the planning. */
export interface StatusTimers {
  begins(timer: number): void;
  ends(timer: number, step: number): void;
}

export interface DrawScript {
  readonly values: Uint8Array;
  next: number;
  /** In place of the values. @param site routine address of the caller @returns 0..255 */
  readonly choose?: (machine: Machine, site: number) => number;
  /** Told before time takes a status timer to 0, and once one was set. */
  readonly timers?: StatusTimers | undefined;
}

/** Of one battle. @param original an owner's image, or undefined */
export function createHoles(original?: OriginalCode): Holes {
  return { original, keptEvents: 0, returnedX: 0 };
}

/** A machine with an image of its own, all zero. */
export function createMachine(
  bytes: number,
  tables: TableBytes,
  settings: Settings,
  holes: Holes = createHoles(),
): Machine {
  const ram = new Uint8Array(bytes);
  return quietMachine(ram, new Int32Array(ram.buffer), { tables, settings, holes });
}

/** A machine over an image, with nowhere to report to. @param words the image as words */
export function quietMachine(
  ram: Uint8Array,
  words: Int32Array,
  { tables, settings, holes }: Pick<Machine, 'tables' | 'settings' | 'holes'>,
): Machine {
  return {
    ram,
    words,
    tables,
    events: undefined,
    settings,
    holes,
    unpublished: undefined,
    script: undefined,
    onFrame: undefined,
  };
}

/** A battle together with the machine that its routines work on. */
export interface LiveALiveBattle extends Battle {
  readonly machine: Machine;
}

/** The machine of a battle of LIVE A LIVE. */
export function machineOf(battle: Battle): Machine {
  return (battle as LiveALiveBattle).machine;
}

/** Results of a routine in one number: exit, byte and word. */
export type RoutineResult = number;

/**
 * Packs the results of a routine. @param exit 0 = normal return @param word 16-bit result @param
 * byte 8-bit result
 */
export function packResult(exit: number, word: number, byte: number): RoutineResult {
  return (exit << 24) | (byte << 16) | word;
}

/** An exit by itself. */
export function exitWith(exit: number): RoutineResult {
  return exit << 24;
}

/** An exit with a word. */
export function exitWithWord(exit: number, word: number): RoutineResult {
  return (exit << 24) | word;
}

export function exitOf(value: RoutineResult): number {
  return value >>> 24;
}

export function wordOf(value: RoutineResult): number {
  return value & 0xffff;
}

export function byteOf(value: RoutineResult): number {
  return (value >>> 16) & 0xff;
}

/** Kinds of events LIVE A LIVE reports. */
export const EVENT_ROUTINE = 1;
export const EVENT_DRAW = 2;
/** An image's code fills a hole; 3 to 5 are in `happenings.ts`. */
export const EVENT_FILLED = 6;

/** Whether somebody reads the events of a kind. */
export function isRead(events: EventBuffer, kind: number): boolean {
  return ((events.unread >> kind) & 1) === 0;
}

/** Reports that a routine runs. @param routine 24-bit address @param subject block pointer or 0 */
export function reportRoutine({ events }: Machine, routine: number, subject: number): void {
  if (events !== undefined && isRead(events, EVENT_ROUTINE)) pushTwo(events, EVENT_ROUTINE, routine, subject);
}
