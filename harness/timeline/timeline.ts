/**
 * Time that can be gone through both ways: a log or a plan of any system, and branches off it. Position 0 is the state
 * before the first entry, position n the state after entry n. A position within an entry also has a call: (n, k) is the
 * moment at which the k-th event of entry n + 1 was reported.
 */
import type { Battle, EventBuffer, System } from '../../core/system.js';
import { LockstepError } from '../base/errors.js';
import { inputText } from '../verify/context-ring.js';
import { type Branch, type BranchInput, type Poke, pieceOf } from './branch.js';
import { type BranchEdits, createBranches, type LineInfo, RECORDING } from './branch-store.js';
import { type CellIndex, createCellIndex } from './cells/cell-index.js';
import { createLookingGlass, type Look } from './event-tap.js';
import type { Greenzone } from './greenzone.js';
import type { LineEnd, LoadedLine } from './loaded-line.js';
import { createLineStepper, type LineDifference, type LineStepper } from './recorded-line.js';
import type { Script, ScriptCommand } from './script.js';
import { frameNumber, STEPS_NONE } from './script.js';

export { RECORDING };

export interface Position {
  /** 0: the recording; else the number of a branch. */
  readonly line: number;
  /** Entries done. */
  readonly at: number;
  /** Events of the next entry that were reported; 0: the end of entry `at`. */
  readonly call: number;
}

/** What an entry was fed. */
export interface EntryInput {
  /** Pad word, or -1 for a command. */
  readonly pad: number;
  readonly command: ScriptCommand | undefined;
  /** Pad word as four hex digits, or the command as JSON. */
  readonly text: string;
}

/** One entry, looked at closely. */
export interface Entry extends Look {
  readonly line: number;
  readonly at: number;
  readonly frame: number;
  readonly input: EntryInput;
  /** Code with which the model rejected the input, or empty. */
  readonly error: string;
  /** The recording made no step in this entry. */
  readonly repeated: boolean;
  /** The recording was written in the middle of a tick. */
  readonly torn: boolean;
  /** Copies of the image. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export interface Timeline extends BranchEdits {
  readonly file: string;
  readonly system: System;
  /** Its image is the state of the last position asked for; never step it. */
  readonly battle: Battle;
  readonly cells: CellIndex;
  readonly end: LineEnd;
  readonly rulesetForced: boolean;
  /** `source.kind` of the log, or `plan`. */
  readonly kind: string;
  /** Offsets of cells that are fed from the recording: no step answers for them. */
  readonly fed: ReadonlySet<number>;
  /** Name and switches of the rules that a log was made under. */
  readonly switches: { readonly name: string; readonly switches: Readonly<Record<string, string | number>> };
  /** True when the entries hold pad words. */
  readonly isByFrame: boolean;
  readonly script: Script;
  readonly greenzone: Greenzone;
  /** Where the model and the recording part, ascending. */
  readonly differences: readonly LineDifference[];
  /** Of a plan: the entry with which each of its commands ends, repeats counted; undefined for a log. */
  readonly moveEnds: readonly number[] | undefined;
  /** Of a plan: the entry with which the command of a label ends for the last time. */
  readonly labels: ReadonlyMap<string, number>;
  lines(): LineInfo[];
  /** Number of entries. @throws LockstepError `E_BRANCH` */
  length(line?: number): number;
  /** Frame (or command, or step) number of an entry; of position 0 that of the first entry minus 1. */
  frameOf(at: number): number;
  /** Entry of a frame number; a branch may be longer or shorter than the recording. @throws LockstepError `E_FRAME` */
  entryOf(frame: number, line?: number): number;
  /** Makes a position the battle's state and returns the battle's image: valid until the next call, never written. */
  state(at: number, line?: number): Uint8Array;
  /** State within an entry, see `Position.call`. */
  stateAt(position: Position): Uint8Array;
  /** Goes on by one entry from the state last asked for. For searches: no look-up, no copy. */
  advance(events?: EventBuffer): Uint8Array;
  input(at: number, line?: number): EntryInput;
  entry(at: number, line?: number): Entry;
  /**
   * Tries an entry from a changed state, for asking what an entry depends on: nothing is kept, nothing taken over.
   * @param pad a pad word instead of the entry's own
   * @returns the image after it, valid until the next call
   */
  probe(before: Uint8Array, at: number, line?: number, pad?: number): Uint8Array;
  /** After a trial that was ended halfway: the next one gets a new battle. */
  forgetProbe(): void;
  /** Writes at a position of a branch. */
  pokesAt(at: number, line: number): readonly Poke[];
  /** Offsets that were taken over from the recording after an entry. */
  takenOver(at: number): Int32Array | undefined;
  /** The recording's entry that an entry of a line follows; 0: none. */
  recordedEntry(at: number, line: number): number;
  /** @throws LockstepError unless a branch has this entry for itself, or it follows its last one */
  checkPlace(at: number, line: number, most?: number): void;
  /** Bytes of the states of branches that are kept. */
  keptBytes(): number;
  /** A battle like this one with a state of its own, for trying something out. */
  createTrial(image: Uint8Array): Battle;
}

export function createTimeline(loaded: LoadedLine): Timeline {
  const { system, battle, line: recorded, greenzone } = loaded;
  const { image } = battle;
  const { script } = recorded;
  const stepper = createLineStepper(system, battle, loaded.frameCode);
  const glass = createLookingGlass(system, image);
  const branches = createBranches(loaded.file, system, script, image.length, () => {
    nowLine = -1;
  });
  const { length, checkAt, recordedEntry, kept } = branches;
  const frameOf = (at: number): number => frameNumber(script, at);
  // Where the battle's image stands. -1: somewhere unknown.
  let nowLine = -1;
  let now = -1;

  let trial: { readonly battle: Battle; readonly stepper: LineStepper } | undefined;

  function createTrial(): { readonly battle: Battle; readonly stepper: LineStepper } {
    const other = loaded.create();
    return { battle: other, stepper: createLineStepper(system, other, loaded.frameCode) };
  }

  function inputOf(branch: Branch, at: number): BranchInput {
    const own = branch.pieces[pieceOf(branch, at)]?.input;
    if (own !== undefined) return own;
    const place = recordedEntry(at, branch.id);
    return { pad: script.padOf(place), command: script.commandOf(place) };
  }

  /** One entry on from the image's position; the image stands on `line` at `at` - 1. */
  function stepLine(line: number, at: number, events: EventBuffer | undefined): string {
    if (line === RECORDING) return stepper.step(recorded, at, events);
    const branch = branches.of(line);
    let error = '';
    if (at <= branch.shared) error = stepper.step(recorded, at, events);
    else {
      const place = recordedEntry(at, line);
      const own = branch.pieces[pieceOf(branch, at)]?.input;
      if (own !== undefined || script.stepsOf(place) !== STEPS_NONE) {
        const { pad, command } = own ?? inputOf(branch, at);
        if (place > 0) stepper.feed(recorded, place);
        error = stepper.apply(pad, command, events);
        // As on the recording: shown as recorded, and fed anew before the next step.
        if (place > 0) stepper.feed(recorded, place);
      }
    }
    writePokes(branch, at);
    kept.after(line, at, image);
    return error;
  }

  function writePokes(branch: Branch, at: number): void {
    for (const poke of branch.pokes.get(at) ?? []) image.set(poke.bytes, poke.offset);
  }

  /** Loads the nearest kept state at or before a position of a line. @returns its position */
  function load(line: number, at: number): number {
    const branch = line === RECORDING ? undefined : branches.of(line);
    const near = branch === undefined ? undefined : kept.nearest(line, at);
    const ofRecording = greenzone.nearest(branch === undefined ? at : Math.min(at, branch.shared));
    if (near !== undefined && near.at >= ofRecording.at) {
      image.set(near.image);
      return near.at;
    }
    image.set(ofRecording.image);
    if (branch !== undefined) writePokes(branch, ofRecording.at);
    return ofRecording.at;
  }

  function state(at: number, line = RECORDING): Uint8Array {
    checkAt(at, line, 0);
    const isNear = nowLine === line && now <= at && at - now <= greenzone.interval;
    if (!isNear) {
      nowLine = -1;
      now = load(line, at);
    }
    nowLine = -1;
    for (; now < at; now++) stepLine(line, now + 1, undefined);
    nowLine = line;
    return image;
  }

  function input(at: number, line = RECORDING): EntryInput {
    checkAt(at, line, 1);
    const { pad, command } =
      line === RECORDING ? { pad: script.padOf(at), command: script.commandOf(at) } : inputOf(branches.of(line), at);
    return { pad, command, text: inputText(pad, command?.plain) };
  }

  function entry(at: number, line = RECORDING): Entry {
    checkAt(at, line, 1);
    const before = state(at - 1, line).slice();
    nowLine = -1;
    glass.begin();
    const error = stepLine(line, at, glass.events);
    const look = glass.end();
    nowLine = line;
    now = at;
    const place = recordedEntry(at, line);
    return {
      ...look,
      line,
      at,
      frame: frameOf(at),
      input: input(at, line),
      error,
      repeated: !hasOwnInput(at, line) && place > 0 && script.stepsOf(place) === STEPS_NONE,
      torn: line === RECORDING && script.isTorn(at),
      before,
      after: image.slice(),
    };
  }

  function hasOwnInput(at: number, line: number): boolean {
    if (line === RECORDING) return false;
    const branch = branches.of(line);
    return branch.pieces[pieceOf(branch, at)]?.input !== undefined;
  }

  return {
    file: loaded.file,
    system,
    battle,
    cells: createCellIndex(battle),
    end: loaded.end,
    rulesetForced: loaded.rulesetForced,
    kind: loaded.header?.source.kind ?? 'plan',
    isByFrame: system.unit === 'frame',
    switches: { name: loaded.header?.ruleset.name ?? 'default', switches: loaded.header?.ruleset.switches ?? {} },
    script,
    greenzone,
    differences: recorded.differences,
    fed: new Set(recorded.fed.map(({ offset }) => offset)),
    moveEnds: loaded.moveEnds,
    labels: loaded.labels ?? new Map(),
    lines: branches.infos,
    length,
    frameOf,
    entryOf(frame, line = RECORDING) {
      const behind = frame - frameOf(script.length);
      const at = line !== RECORDING && behind > 0 ? script.length + behind : script.entryOf(frame);
      if (at > 0 && at <= length(line)) return at;
      const { unit } = system;
      throw new LockstepError('E_FRAME', `there is no ${unit} ${frame}`, {
        file: loaded.file,
        found: String(frame),
        expected: length(line) === 0 ? `no ${unit} at all` : `${frameOf(1)} to ${frameOf(length(line))}`,
        remedy: 'Choose one of them',
      });
    },
    state,
    stateAt({ line, at, call }) {
      if (call === 0) return state(at, line);
      const look = entry(at + 1, line);
      state(at, line);
      nowLine = -1;
      for (const event of look.events.slice(0, call)) {
        const { offsets, after } = event.changed;
        for (let index = 0; index < offsets.length; index++) image[offsets[index] as number] = after[index] as number;
      }
      return image;
    },
    advance(events) {
      const line = nowLine;
      checkAt(now + 1, line, 1);
      stepLine(line, now + 1, events);
      now++;
      return image;
    },
    input,
    entry,
    probe(before, at, line = RECORDING, pad) {
      const { pad: own, command } = input(at, line);
      // A battle of its own: a trial may be ended halfway and leave working memory behind that no step expects.
      trial ??= createTrial();
      trial.battle.image.set(before);
      const place = recordedEntry(at, line);
      if (hasOwnInput(at, line) || place === 0 || script.stepsOf(place) !== STEPS_NONE) {
        if (place > 0) trial.stepper.feed(recorded, place);
        trial.stepper.apply(pad ?? own, command, undefined);
      }
      return trial.battle.image;
    },
    forgetProbe() {
      trial = undefined;
    },
    pokesAt: (at, line) => (line === RECORDING ? [] : (branches.of(line).pokes.get(at) ?? [])),
    takenOver: (at) => recorded.takeovers.get(at)?.offsets,
    recordedEntry,
    ...branches.edits,
    checkPlace: branches.checkOwn,
    keptBytes: () => kept.bytes(),
    createTrial(state) {
      const other = loaded.create();
      other.image.set(state);
      return other;
    },
  };
}
