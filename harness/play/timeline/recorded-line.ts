/**
 * The line of a log or plan: its script, and the differences of model and recording. States are the
 * model's; at a difference it continues from the recorded state, as `verify --continue` does. So
 * compared cells have the recorded values, and working cells are known too.
 */
import { createEventBuffer, encodeCommand, errorCode } from '../../../core/system/battle.js';
import { type Battle, type EventBuffer, RuleError, type System } from '../../../core/system/system.js';
import type { RowCommand } from '../trace/types.js';
import type { Script, ScriptCommand } from './script.js';
import { STEPS_GAP, STEPS_ONE } from './script.js';

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
export interface Takeover {
  readonly offsets: Int32Array;
  readonly values: Uint8Array;
}

/** A cell fed from the recording before each step. */
export interface FedCell {
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
