/**
 * The line of a log or plan: its script, and the differences of model and recording. States are the
 * model's; at a difference it continues from the recorded state, as `verify --continue` does. So
 * compared cells have the recorded values, and working cells are known too.
 */

import { createEventBuffer, encodeCommand, errorCode } from '../../../core/system/battle.js';
import { type Battle, type EventBuffer, type Language, RuleError, type System } from '../../../core/system/system.js';
import type { SettledStretches } from '../../base/index.js';
import type { Plan } from '../plan/types.js';
import type { RowCommand, TraceHeader } from '../trace/types.js';
import type { SettledRules } from '../verify/verify-log.js';
import type { Greenzone } from './greenzone.js';
import { type Script, type ScriptCommand, STEPS_GAP, STEPS_ONE } from './script.js';

// Whether a step drew from the generator, for every entry of a log as it is read.

/** Always false for a system whose chance is recorded as commands. */
export function drawsOf(system: System): (events: EventBuffer) => boolean {
  const kind = system.capabilities.evidence?.draws;
  if (kind === undefined) return () => false;
  const lengths: number[] = [];
  for (const shape of system.events) lengths[shape.kind] = 1 + shape.fields.length;
  return ({ words, length }) => {
    for (let at = 0; at < length; at += lengths[words[at] as number] ?? length) if (words[at] === kind) return true;
    return false;
  };
}

/** A cell in which the model differs from the recording or from the plan's expectation. */
export interface DifferingCell {
  readonly cell: string;
  readonly mine: number;
  readonly theirs: number;
}

/** An entry at which they differ. */
export interface LineDifference {
  readonly at: number;
  /**
   * `cell`: values; `gap`: the recording left out steps; `result`: one side rejected; `expect`: a
   * plan's checkpoint; `recording`: a plan and a recording; `branch`: a branch and its recording.
   */
  readonly kind: 'cell' | 'gap' | 'result' | 'expect' | 'recording' | 'branch';
  readonly cells: readonly DifferingCell[];
  readonly note: string;
}

/** Recorded bytes that replace the model's after an entry. */
interface Takeover {
  readonly offsets: Int32Array;
  readonly values: Uint8Array;
}

/** A cell fed from the recording before each step. */
interface FedCell {
  readonly offset: number;
  readonly width: number;
}

export interface RecordedLine {
  readonly script: Script;
  readonly fed: readonly FedCell[];
  /** Ascending by entry. */
  readonly differences: LineDifference[];
  readonly takeovers: Map<number, Takeover>;
}

/** Encodes a command of a row, once for each text. */
export function commandOf(system: System, battle: Battle, script: Script, plain: RowCommand): ScriptCommand {
  return script.intern(JSON.stringify(plain), () => {
    try {
      return { plain, encoded: encodeCommand(system, battle, plain) };
    } catch (error) {
      // A command that cannot even be encoded is rejected like any other.
      if (error instanceof RuleError) return { plain, encoded: error.code };
      throw error;
    }
  });
}

export function writeUnsigned(image: Uint8Array, offset: number, width: number, value: number): void {
  let rest = value;
  for (let byte = 0; byte < width; byte++) {
    image[offset + byte] = rest & 0xff;
    rest >>>= 8;
  }
}

export interface LineStepper {
  /**
   * Steps the battle from position `at` - 1 to `at` of the line.
   * @param events buffer for the events, if wanted
   * @returns code of a rejection, or empty
   */
  step(line: RecordedLine, at: number, events: EventBuffer | undefined): string;
  /** Writes the input cells of an entry. */
  feed(line: RecordedLine, at: number): void;
  /**
   * One step of the model alone.
   * @returns code of a rejection, or empty
   */
  apply(pad: number, command: ScriptCommand | undefined, events: EventBuffer | undefined): string;
}

/** @param frameCode code of the command that takes a pad word; 0 where there is none */
export function createLineStepper(system: System, battle: Battle, frameCode: number): LineStepper {
  const padCommand = new Int32Array(2);
  padCommand[0] = frameCode;
  const { image } = battle;

  function apply(pad: number, command: ScriptCommand | undefined, events: EventBuffer | undefined): string {
    let result: number;
    if (command === undefined) {
      padCommand[1] = pad;
      result = battle.step(padCommand, events);
    } else {
      if (typeof command.encoded === 'string') return command.encoded;
      result = battle.step(command.encoded, events);
    }
    return errorCode(system, result);
  }

  function feedRow({ fed, script }: RecordedLine, row: number): void {
    for (let input = 0; input < fed.length; input++) {
      const { offset, width } = fed[input] as FedCell;
      writeUnsigned(image, offset, width, script.inputIn(row, input));
    }
  }

  return {
    apply,
    feed: (line, at) => feedRow(line, line.script.rowOf(at)),
    step(line, at, events) {
      const { script } = line;
      // looked up once: an entry asks its row for much
      const row = script.rowOf(at);
      let error = '';
      const steps = script.stepsIn(row, at);
      if (steps === STEPS_ONE) {
        feedRow(line, row);
        error = apply(script.padIn(row), script.commandIn(row), events);
      }
      const takeover = line.takeovers.size === 0 ? undefined : line.takeovers.get(at);
      if (takeover !== undefined) {
        for (let index = 0; index < takeover.offsets.length; index++) {
          image[takeover.offsets[index] as number] = takeover.values[index] as number;
        }
      }
      // Shown as recorded; the next step is fed anew, so that the model does not notice.
      if (steps === STEPS_ONE || steps === STEPS_GAP) feedRow(line, row);
      return error;
    },
  };
}

/** Events that one entry may report. */
export const ENTRY_EVENT_WORDS = 1 << 18;

export function entryEvents(): EventBuffer {
  return createEventBuffer(ENTRY_EVENT_WORDS);
}

// A loaded log or plan.

/** Maximum number of differing entries; the line ends there. */
export const MAX_DIFFERENCES = 65_536;

export interface LoadOptions {
  readonly systems: readonly System[];
  /** Open a log of other rules; the shown states follow the present rules. */
  readonly forceRuleset?: boolean;
  readonly signal?: AbortSignal;
  /** Called with the number of entries read so far. */
  readonly progress?: (entries: number) => void;
  /** Called with what a plan expects and does not get, a sentence each, where there is any. */
  readonly onFailures?: (sentences: readonly string[]) => void;
  /** A recording to compare the plan with. */
  readonly against?: string;
  /** Puts a plan under what an owner's image has settled. */
  readonly prepare?: (plan: Plan, system: System) => Plan;
  /** The same for a log of the game. */
  readonly rules?: SettledRules;
  /** Of the names in sentences and lists; English when left out. */
  readonly language?: Language;
  /** Maximum bytes of the greenzone. */
  readonly greenzoneBytes?: number;
  /** False: no search will follow, so that nothing is noted for it; one would look everywhere. */
  readonly isSearched?: boolean;
}

/** The end of a line. */
export interface LineEnd {
  /** The log has its footer, the plan ran to its end. */
  readonly whole: boolean;
  /** In words, empty when whole. */
  readonly reason: string;
}

export interface LoadedLine {
  readonly file: string;
  readonly system: System;
  readonly battle: Battle;
  /** Makes another battle in the starting state. */
  readonly create: () => Battle;
  readonly frameCode: number;
  readonly line: RecordedLine;
  readonly greenzone: Greenzone;
  readonly end: LineEnd;
  /** Of a log; a plan has none. */
  readonly header: TraceHeader | undefined;
  readonly rulesetForced: boolean;
  /** What an owner's image has settled; undefined without a profile. */
  readonly settled: SettledStretches | undefined;
  /** Of a plan: see `Timeline`. */
  readonly moveEnds?: readonly number[];
  readonly labels?: ReadonlyMap<string, number>;
}
