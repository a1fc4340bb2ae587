/**
 * A timeline: a log or plan of any system, stepped both ways, with branches. Position 0 is the
 * state before the first entry, position n the state after entry n. Call k of position n is the
 * moment of the k-th event of entry n + 1.
 */

import { ruleErrorOf } from '../../../core/system/battle.js';
import type { Battle, EventBuffer, Language, System } from '../../../core/system/system.js';
import type { SettledStretches, ToldLine } from '../../base/index.js';

import type { CellIndex } from '../expression/cell-index.js';
import type { TraceSource } from '../trace/types.js';
import type { BranchEdits } from './branch-edits.js';
import { type LineInfo, type Poke, RECORDING } from './branch-store.js';
import type { EventScan } from './event-tap.js';
import type { Greenzone } from './greenzone.js';
import type { LineDifference, LineEnd } from './recorded-line.js';
import type { Script, ScriptCommand } from './script.js';

export interface Position {
  /** 0: the recording; else the number of a branch. */
  readonly line: number;
  /** Entries done. */
  readonly at: number;
  /** Events of the next entry that were reported; 0: the end of entry `at`. */
  readonly call: number;
  /** Frames of the next entry that were done, where a command takes several; left out: none. */
  readonly inner?: number;
}

/** Where a frame inside a command stands. */
export interface InnerPlace {
  /** Its number in the command, from 1 on; only frames with a state of their own count. */
  readonly index: number;
  /** How many there are. */
  readonly count: number;
  /** Its number in the battle. */
  readonly frame: number;
}

/** Takes a frame inside a command: its place, the states around it, its events. */
export type InnerVisitor = (
  index: number,
  frame: number,
  before: Uint8Array,
  after: Uint8Array,
  events: EventBuffer,
) => void;

/** The input of an entry. */
export interface EntryInput {
  /** Pad word, or -1 for a command. */
  readonly pad: number;
  readonly command: ScriptCommand | undefined;
  /** Pad word as four hex digits, or the command as JSON. */
  readonly text: string;
}

/** One entry in full detail. */
export interface Entry extends EventScan {
  readonly line: number;
  readonly at: number;
  /** Its number as people see it: see `Timeline.frameOf`. */
  readonly frame: number;
  readonly input: EntryInput;
  /** Code with which the model rejected the input, or empty. */
  readonly error: string;
  /** The recording made no step in this entry. */
  readonly repeated: boolean;
  /** The recording was written in the middle of a tick. */
  readonly torn: boolean;
  /** What happened, a sentence for each thing. */
  readonly told: readonly ToldLine[];
  /** Copies of the image. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Of a frame inside a command; the entry is then that frame alone. */
  readonly inside: InnerPlace | undefined;
}

export interface Timeline extends BranchEdits {
  readonly file: string;
  readonly system: System;
  /** Of the names in sentences and lists. */
  readonly language: Language;
  /** Its image is the state of the last position asked for. Never step it. */
  readonly battle: Battle;
  readonly cells: CellIndex;
  readonly end: LineEnd;
  readonly rulesetForced: boolean;
  /** What an owner's image has settled; undefined without a profile. */
  readonly settled: SettledStretches | undefined;
  /** `source.kind` of the log, or `plan`. */
  readonly kind: string;
  /** Of a log: where it was recorded. */
  readonly source: TraceSource | undefined;
  /** Offsets of cells that are fed from the recording. */
  readonly fed: ReadonlySet<number>;
  /** Name and switches of the rules that a log was made under. */
  readonly switches: { readonly name: string; readonly switches: Readonly<Record<string, string | number>> };
  /** True when the entries hold pad words. */
  readonly isByFrame: boolean;
  readonly script: Script;
  readonly greenzone: Greenzone;
  /** Differences of model and recording, ascending. */
  readonly differences: readonly LineDifference[];
  /** Of a plan: the last entry of each command, repeats counted; undefined for a log. */
  readonly moveEnds: readonly number[] | undefined;
  /** Of a plan: the last entry of each label's command. */
  readonly labels: ReadonlyMap<string, number>;
  lines(): LineInfo[];
  /** Number of entries. @throws LockstepError `E_BRANCH` */
  length(line?: number): number;
  /** Number of a position: frames as the log counts, commands and steps from 1. */
  frameOf(at: number): number;
  /**
   * Entry of such a number.
   * @throws LockstepError `E_FRAME`
   */
  entryOf(frame: number, line?: number): number;
  /**
   * Moves the battle to a position.
   * @returns its image, valid until the next call and never to be written
   */
  state(at: number, line?: number): Uint8Array;
  /** State within an entry, see `Position.call`. */
  stateAt(position: Position): Uint8Array;
  /** Steps to the next entry without look-up or copy, for searches. */
  advance(events?: EventBuffer): Uint8Array;
  input(at: number, line?: number): EntryInput;
  /** The pad word of an entry alone, -1 for a command; for passes over a whole line. */
  padOf(at: number, line?: number): number;
  entry(at: number, line?: number): Entry;
  /** Commands take frames that can be looked at one by one. */
  readonly hasInside: boolean;
  /** Visits the frames inside an entry, in order; the images are valid until the next one. */
  visitInside(at: number, line: number, visit: InnerVisitor): void;
  /** Number of the frames inside an entry that have a state of their own. */
  framesInside(at: number, line?: number): number;
  /**
   * A frame inside an entry.
   * @throws LockstepError `E_FRAME` when there is no such frame
   */
  inside(at: number, index: number, line?: number): Entry;
  /**
   * Steps an entry from a changed state in a separate battle, to find its dependencies.
   * @param pad a pad word instead of the entry's own
   * @returns the image after it, valid until the next call
   */
  probe(before: Uint8Array, at: number, line?: number, pad?: number): Uint8Array;
  /** Drops the separate battle after an interrupted probe. */
  forgetProbe(): void;
  /** Writes at a position of a branch. */
  pokesAt(at: number, line: number): readonly Poke[];
  /** Offsets of bytes that the recording replaced after an entry. */
  takenOver(at: number): Int32Array | undefined;
  /** The recording's entry that an entry of a line follows; 0: none. */
  recordedEntry(at: number, line: number): number;
  /** @throws LockstepError unless it is a branch's own entry, or the one after its last */
  checkOwnEntry(at: number, line: number, max?: number): void;
  /** Bytes of the stored states of branches. */
  stateCacheBytes(): number;
  /** Makes a separate battle with this state. */
  createTrial(image: Uint8Array): Battle;
}

// Entries of a recording that the rules refused.

/**
 * A sentence where the recording has an entry that was refused, as a list of one or none; of
 * branches it is not known.
 */
export function rejectionLines({ script, system }: Timeline, at: number, line: number): string[] {
  const error = line === RECORDING && at <= script.length ? script.errorOf(at) : '';
  if (error === '') return [];
  const meaning = ruleErrorOf(system, error)?.meaning ?? '';
  return [`rejected with ${error}${meaning === '' ? '' : `: ${meaning}`}`];
}
