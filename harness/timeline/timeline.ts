/**
 * Time that can be gone through both ways: a log or a plan of any system, and branches off it. Position 0 is the state
 * before the first entry, position n the state after entry n. A position within an entry also has a call: (n, k) is the
 * moment at which the k-th event of entry n + 1 was reported.
 */
import type { Battle, EventBuffer, System } from '../../core/system.js';
import { LockstepError } from '../errors.js';
import { inputText } from '../verify/context-ring.js';
import { type Branch, createBranch, forgetFrom, type Poke } from './branch.js';
import { type CellIndex, createCellIndex } from './cell-index.js';
import { createLookingGlass, type Look } from './entry.js';
import type { Greenzone } from './greenzone.js';
import type { LineEnd, LoadedLine } from './loaded-line.js';
import { createLineStepper, type LineDifference, type LineStepper } from './recorded-line.js';
import type { Script, ScriptCommand } from './script.js';
import { STEPS_NONE } from './script.js';

/** Number of the line that the log or the plan tells. */
export const RECORDING = 0;

/** Entries between kept states of a branch, and how many of them it keeps. */
const BRANCH_INTERVAL = 256;
const BRANCH_STATES = 512;

export interface Position {
  /** 0: the recording; else the number of a branch. */
  readonly line: number;
  /** Entries done. */
  readonly at: number;
  /** Events of the next entry that were reported; 0: the end of entry `at`. */
  readonly call: number;
}

/** A line as lists of branches show it. */
export interface LineInfo {
  readonly line: number;
  readonly name: string;
  /** The parent, or -1 for the recording. */
  readonly parent: number;
  readonly fork: number;
  readonly length: number;
  /** Number of positions with writes. */
  readonly pokes: number;
  /** Number of changed inputs. */
  readonly inputs: number;
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

export interface Timeline {
  readonly file: string;
  readonly system: System;
  /** Its image is the state of the last position asked for; never step it. */
  readonly battle: Battle;
  readonly cells: CellIndex;
  readonly end: LineEnd;
  readonly rulesetForced: boolean;
  /** `source.kind` of the log, or `plan`. */
  readonly kind: string;
  /** True when the entries hold pad words. */
  readonly isByFrame: boolean;
  readonly script: Script;
  readonly greenzone: Greenzone;
  /** Where the model and the recording part, ascending. */
  readonly differences: readonly LineDifference[];
  lines(): LineInfo[];
  /** Number of entries. @throws LockstepError `E_BRANCH` */
  length(line?: number): number;
  /** Frame (or command, or step) number of an entry; of position 0 that of the first entry minus 1. */
  frameOf(at: number): number;
  /** Entry of a frame number. @throws LockstepError `E_FRAME` */
  entryOf(frame: number): number;
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
  /** @returns number of the new branch */
  branch(at: number, line?: number, name?: string): number;
  removeBranch(line: number): void;
  /** Writes bytes at a position of a branch. @throws LockstepError `E_BRANCH` on the recording */
  poke(line: number, at: number, offset: number, bytes: Uint8Array): void;
  /** Changes an input of a branch, or appends one at its length + 1. @throws LockstepError */
  setInput(line: number, at: number, pad: number, command?: ScriptCommand): void;
}

export function createTimeline(loaded: LoadedLine): Timeline {
  const { system, battle, line: recorded, greenzone } = loaded;
  const { image } = battle;
  const { script } = recorded;
  const stepper = createLineStepper(system, battle, loaded.frameCode);
  const glass = createLookingGlass(system, image);
  const branches = new Map<number, Branch>();
  let nextBranch = 1;
  // Where the battle's image stands. -1: somewhere unknown.
  let nowLine = -1;
  let now = -1;

  let trial: { readonly battle: Battle; readonly stepper: LineStepper } | undefined;

  function createTrial(): { readonly battle: Battle; readonly stepper: LineStepper } {
    const other = loaded.create();
    return { battle: other, stepper: createLineStepper(system, other, loaded.frameCode) };
  }

  function branchOf(line: number): Branch {
    const branch = branches.get(line);
    if (branch !== undefined) return branch;
    throw new LockstepError('E_BRANCH', `there is no branch ${line}`, {
      remedy: `There are 0 (the recording)${[...branches.keys()].map((id) => `, ${id}`).join('')}`,
    });
  }

  const length = (line = RECORDING): number => (line === RECORDING ? script.length : branchOf(line).length);

  function checkAt(at: number, line: number, least: number): void {
    if (Number.isInteger(at) && at >= least && at <= length(line)) return;
    throw new LockstepError('E_FRAME', 'there is no such entry', {
      file: loaded.file,
      found: String(at),
      expected: `${least} to ${length(line)}`,
      remedy: 'Choose one of them',
    });
  }

  function branchInput(branch: Branch, at: number): { pad: number; command: ScriptCommand | undefined } {
    const own = branch.inputs.get(at);
    if (own !== undefined) return own;
    if (branch.parent === RECORDING || at > length(branch.parent)) {
      return at <= script.length
        ? { pad: script.padOf(at), command: script.commandOf(at) }
        : { pad: 0, command: undefined };
    }
    return branchInput(branchOf(branch.parent), at);
  }

  /** One entry on from the image's position; the image stands on `line` at `at` - 1. */
  function stepLine(line: number, at: number, events: EventBuffer | undefined): string {
    if (line === RECORDING) return stepper.step(recorded, at, events);
    const branch = branchOf(line);
    let error = '';
    if (at <= branch.fork) {
      error = stepLine(branch.parent, at, events);
      if (at === branch.fork) writePokes(branch, at);
      return error;
    }
    const isScripted = at <= script.length;
    if (!isScripted || script.stepsOf(at) !== STEPS_NONE || branch.inputs.has(at)) {
      const { pad, command } = branchInput(branch, at);
      if (isScripted) stepper.feed(recorded, at);
      error = stepper.apply(pad, command, events);
    }
    writePokes(branch, at);
    if (at % BRANCH_INTERVAL === 0 && !branch.kept.has(at)) {
      if (branch.kept.size >= BRANCH_STATES) branch.kept.delete(branch.kept.keys().next().value as number);
      branch.kept.set(at, image.slice());
    }
    return error;
  }

  function writePokes(branch: Branch, at: number): void {
    for (const poke of branch.pokes.get(at) ?? []) image.set(poke.bytes, poke.offset);
  }

  /** Loads the nearest kept state at or before a position of a line. @returns its position */
  function load(line: number, at: number): number {
    if (line === RECORDING) {
      const kept = greenzone.nearest(at);
      image.set(kept.image);
      return kept.at;
    }
    const branch = branchOf(line);
    let best = -1;
    for (const kept of branch.kept.keys()) if (kept <= at && kept > best) best = kept;
    if (best >= 0) {
      image.set(branch.kept.get(best) as Uint8Array);
      return best;
    }
    const loaded = load(branch.parent, Math.min(at, branch.fork));
    if (loaded === branch.fork) writePokes(branch, loaded);
    return loaded;
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
      line === RECORDING || at <= branchOf(line).fork
        ? { pad: script.padOf(at), command: script.commandOf(at) }
        : branchInput(branchOf(line), at);
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
    const isScripted = at <= script.length;
    return {
      ...look,
      line,
      at,
      frame: frameOf(at),
      input: input(at, line),
      error,
      repeated: isScripted && script.stepsOf(at) === STEPS_NONE,
      torn: line === RECORDING && script.isTorn(at),
      before,
      after: image.slice(),
    };
  }

  function frameOf(at: number): number {
    if (at >= 1 && at <= script.length) return script.frameOf(at);
    if (script.length === 0) return at - 1;
    return at === 0 ? script.frameOf(1) - 1 : script.frameOf(script.length) + at - script.length;
  }

  function ownBranch(line: number): Branch {
    if (line !== RECORDING) return branchOf(line);
    throw new LockstepError('E_BRANCH', 'the recording is never written', { remedy: 'Make a branch and write there' });
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
    script,
    greenzone,
    differences: recorded.differences,
    lines: () => [
      { line: RECORDING, name: 'recording', parent: -1, fork: 0, length: script.length, pokes: 0, inputs: 0 },
      ...[...branches.values()].map((branch) => ({
        line: branch.id,
        name: branch.name,
        parent: branch.parent,
        fork: branch.fork,
        length: branch.length,
        pokes: branch.pokes.size,
        inputs: branch.inputs.size,
      })),
    ],
    length,
    frameOf,
    entryOf(frame) {
      const at = script.entryOf(frame);
      if (at > 0) return at;
      const { unit } = system;
      throw new LockstepError('E_FRAME', `there is no ${unit} ${frame}`, {
        file: loaded.file,
        found: String(frame),
        expected:
          script.length === 0 ? `no ${unit} at all` : `${script.frameOf(1)} to ${script.frameOf(script.length)}`,
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
      const isScripted = at <= script.length;
      if (!isScripted || script.stepsOf(at) !== STEPS_NONE) {
        if (isScripted) trial.stepper.feed(recorded, at);
        trial.stepper.apply(pad ?? own, command, undefined);
      }
      return trial.battle.image;
    },
    forgetProbe() {
      trial = undefined;
    },
    pokesAt: (at, line) => (line === RECORDING ? [] : (branchOf(line).pokes.get(at) ?? [])),
    takenOver: (at) => recorded.takeovers.get(at)?.offsets,
    branch(at, line = RECORDING, name) {
      checkAt(at, line, 0);
      const id = nextBranch++;
      branches.set(id, createBranch(id, name ?? `branch ${id}`, line, at, length(line)));
      return id;
    },
    removeBranch(line) {
      ownBranch(line);
      const child = [...branches.values()].find((branch) => branch.parent === line);
      if (child !== undefined) {
        throw new LockstepError('E_BRANCH', `branch ${line} has branches of its own`, {
          found: child.name,
          remedy: 'Remove those first',
        });
      }
      branches.delete(line);
      nowLine = -1;
    },
    poke(line, at, offset, bytes) {
      const branch = ownBranch(line);
      checkAt(at, line, branch.fork);
      if (offset < 0 || offset + bytes.length > image.length) {
        throw new LockstepError('E_BRANCH', 'the write leaves the image', {
          remedy: 'Write within the memory windows',
        });
      }
      changed(branch, at);
      branch.pokes.set(at, [...(branch.pokes.get(at) ?? []), { offset, bytes: bytes.slice() }]);
    },
    setInput(line, at, pad, command) {
      const branch = ownBranch(line);
      if (at !== branch.length + 1) checkAt(at, line, branch.fork + 1);
      if (command === undefined && (system.unit !== 'frame' || !(pad >= 0 && pad <= 0xffff))) {
        throw new LockstepError('E_BRANCH', 'this is no input', {
          found: String(pad),
          remedy: 'Give a 16-bit pad word',
        });
      }
      changed(branch, at);
      branch.inputs.set(at, { pad: command === undefined ? pad : -1, command });
      branch.length = Math.max(branch.length, at);
    },
  };

  /** Forgets what a change made wrong, here and in branches of this branch. */
  function changed(branch: Branch, at: number): void {
    forgetFrom(branch, at);
    for (const other of branches.values()) if (other.parent === branch.id && other.fork >= at) changed(other, at);
    nowLine = -1;
  }
}
