/**
 * Finds for every frame of a log a choice of the system that leads to the log's cells. While one
 * state is possible, a frame costs a few steps of the model: the idle choice first, then the last
 * used ones. Where frames are missing or unexplained, several states are followed until the log
 * distinguishes them.
 */
import type { Battle, InputShape } from '../../../core/system/system.js';
import { readBoundCell } from '../trace/bind.js';
import type { TraceHeader, TraceRow } from '../trace/types.js';
import { createHiddenDials, type HiddenDials } from './hidden-dials.js';
import {
  createFrameLog,
  createObserved,
  type FrameLog,
  LAG,
  MISSING,
  type NearChoice,
  type Observed,
  STEP,
  TAKEN_OVER,
  UNEXPLAINED,
  type UnexplainedFrame,
} from './observed.js';

// The possible states of a battle, each with its own entries since the states diverged.

/** An entry outside the frame log. */
interface PendingEntry {
  readonly frame: number;
  readonly choice: number;
  readonly kind: number;
  readonly before: PendingEntry | undefined;
}

interface Hypothesis {
  readonly image: Uint8Array;
  /** The last entry; it links to the earlier ones. */
  readonly last: PendingEntry | undefined;
  /** Choices other than idle since the states diverged; fewer are more likely. */
  readonly presses: number;
}

/** The hypothesis after a further frame. @param image the state after it, which is copied */
function followed(from: Hypothesis, image: Uint8Array, frame: number, choice: number, kind: number): Hypothesis {
  return {
    image: image.slice(),
    last: { frame, choice, kind, before: from.last },
    presses: from.presses + (choice === 0 ? 0 : 1),
  };
}

/** The pending entries of a hypothesis, oldest first. */
function entriesOf(hypothesis: Hypothesis): PendingEntry[] {
  const found: PendingEntry[] = [];
  for (let entry = hypothesis.last; entry !== undefined; entry = entry.before) found.push(entry);
  return found.reverse();
}

interface Collection {
  /** Adds a hypothesis; of two with equal states the one with fewer presses stays. */
  add(hypothesis: Hypothesis): void;
  /** The hypotheses in order of presses, the fewest first. */
  best(): Hypothesis[];
}

/**
 * Creates a collection. @param keyOf equal for equal battles
 * @param max maximum number of hypotheses in `best`
 */
function createCollection(keyOf: (image: Uint8Array) => number, max: number): Collection {
  const byKey = new Map<number, Hypothesis>();
  return {
    add(hypothesis) {
      const key = keyOf(hypothesis.image);
      const same = byKey.get(key);
      if (same === undefined || hypothesis.presses < same.presses) byKey.set(key, hypothesis);
    },
    best: () => [...byKey.values()].sort((a, b) => a.presses - b.presses).slice(0, max),
  };
}

// Keys of battle states: all bytes count except scratch and the cells with input.

/**
 * @returns a function giving a number that is equal for equal battles (53 bits of two FNV-1a sums)
 */
function createStateKey(battle: Battle, inputs: InputShape): (image: Uint8Array) => number {
  const skipped = new Set(inputs.cells);
  const counts = new Uint8Array(battle.image.length).fill(1);
  for (const cell of battle.cells) {
    if (cell.scratch === true || skipped.has(cell.name)) counts.fill(0, cell.offset, cell.offset + cell.width);
  }
  const places = Int32Array.from(counts.keys()).filter((offset) => counts[offset] === 1);
  return (image) => {
    let first = 0x811c9dc5;
    let second = 0x1234567;
    for (let at = 0; at < places.length; at++) {
      const byte = image[places[at] as number] as number;
      first = Math.imul(first ^ byte, 0x01000193);
      second = Math.imul(second ^ byte, 0x01000193) + 0x9e37;
    }
    return (first >>> 0) * 0x20_0000 + ((second >>> 0) >>> 11);
  };
}

// The state of an explainer, and its trial steps of the model.

/** Frames after which states that are still equal in the log are dropped. */
const MAX_UNDECIDED_FRAMES = 256;

interface ExplainerState {
  /** The battle for trial steps. */
  readonly battle: Battle;
  readonly header: TraceHeader;
  readonly observed: Observed;
  readonly keyOf: (image: Uint8Array) => number;
  /** Encoded choices. */
  readonly commands: readonly Int32Array[];
  /** Choices in the order of trial: the idle one, then the last used ones. */
  readonly order: Uint8Array;
  readonly log: FrameLog;
  readonly unexplained: UnexplainedFrame[];
  /** Values of the log's cells in unexplained frames, by frame. */
  readonly shown: Map<number, Uint32Array>;
  /** The only state while there is one; its image is kept up to date in place. */
  readonly only: Uint8Array;
  readonly dials: HiddenDials | undefined;
  /** The possible states while there are several. */
  several: Hypothesis[];
  /** Number of frames with several states. */
  severalFor: number;
  /** Unexplained frames in a row. */
  unexplainedInRow: number;
  lastFrame: number;
}

function createExplainerState(battle: Battle, inputs: InputShape, header: TraceHeader, file: string): ExplainerState {
  const observed = createObserved(header, battle, inputs, file);
  const only = battle.image.slice();
  const dials = createHiddenDials(battle, inputs, observed.seen);
  dials?.forget(only);
  return {
    battle,
    header,
    observed,
    keyOf: createStateKey(battle, inputs),
    commands: inputs.choices.map((choice) => Int32Array.from(choice.command)),
    order: Uint8Array.from({ length: inputs.choices.length }, (_, index) => index),
    log: createFrameLog(),
    unexplained: [],
    shown: new Map(),
    only,
    dials,
    several: [],
    severalFor: 0,
    unexplainedInRow: 0,
    lastFrame: -1,
  };
}

/** Steps from a state. False: the model rejects the choice. */
function tryStep({ battle, commands }: ExplainerState, from: Uint8Array, choice: number): boolean {
  battle.image.set(from);
  return battle.step(commands[choice] as Int32Array, undefined) === 0;
}

/** First choice that leads to the log's cells, or -1; the image is then the state after it. */
function findChoice(state: ExplainerState, from: Uint8Array): number {
  const { order, observed } = state;
  for (let at = 0; at < order.length; at++) {
    const choice = order[at] as number;
    if (!tryStep(state, from, choice) || !observed.agrees()) continue;
    if (at > 1) {
      order.copyWithin(2, 1, at);
      order[1] = choice;
    }
    return choice;
  }
  return -1;
}

/** The states possible now. */
function possibleStates({ several, only }: ExplainerState): readonly Hypothesis[] {
  return several.length > 0 ? several : [{ image: only.slice(), last: undefined, presses: 0 }];
}

/** Writes the entries of a hypothesis into the frame log and continues from its state alone. */
function adopt(state: ExplainerState, hypothesis: Hypothesis): void {
  const { log, only, dials } = state;
  for (const entry of entriesOf(hypothesis)) log.add(entry.frame, entry.choice, entry.kind);
  only.set(hypothesis.image);
  dials?.forget(only);
  state.several = [];
  state.severalFor = 0;
}

/** Continues from these states, or from the first alone after too long without a distinction. */
function continueFrom(state: ExplainerState, next: readonly Hypothesis[]): void {
  const [first] = next;
  if (first === undefined) return;
  if (next.length === 1 || state.severalFor >= MAX_UNDECIDED_FRAMES) {
    adopt(state, first);
    return;
  }
  state.several = [...next];
  state.severalFor++;
}

// Continues after an unexplained frame: from the nearest states, with the log's cells and without.

/** States followed after an unexplained frame without the log's cells. */
const MAX_UNEXPLAINED_STATES = 24;
/** Nearest choices in the report, and states followed with the log's cells. */
const MAX_NEAREST = 3;
/** Consecutive unexplained frames after which only one state is followed. */
const MAX_UNEXPLAINED_IN_ROW = 4;
const MAX_REPORTED = 1000;

interface Attempt {
  readonly from: Hypothesis;
  readonly choice: number;
  /** Cells that differ. */
  readonly distance: number;
}

/** Every choice from every state, those with the fewest differing cells first. */
function attemptsFrom(state: ExplainerState, from: readonly Hypothesis[]): Attempt[] {
  const attempts: Attempt[] = [];
  for (const hypothesis of from) {
    for (let choice = 0; choice < state.commands.length; choice++) {
      if (!tryStep(state, hypothesis.image, choice)) continue;
      attempts.push({ from: hypothesis, choice, distance: state.observed.distance() });
    }
  }
  return attempts.sort((a, b) => a.distance - b.distance || a.from.presses - b.from.presses);
}

/** The cells in which the image differs from the log. */
function nearChoice({ battle, header, observed }: ExplainerState, choice: number, row: TraceRow): NearChoice {
  const cells = observed.differing().map((index) => ({
    cell: header.cells[index]?.[0] ?? '',
    mine: readBoundCell(battle.image, observed.bound, index),
    theirs: row.values[index] ?? 0,
  }));
  return { choice, cells };
}

/** @param from the states before the frame */
function noteUnexplained(state: ExplainerState, from: readonly Hypothesis[], row: TraceRow, frame: number): void {
  const { battle, observed, unexplained } = state;
  const nearest: NearChoice[] = [];
  const withCells = createCollection(state.keyOf, MAX_NEAREST);
  const without = createCollection(state.keyOf, MAX_UNEXPLAINED_STATES);
  for (const { from: hypothesis, choice } of attemptsFrom(state, from)) {
    tryStep(state, hypothesis.image, choice);
    if (nearest.length < MAX_NEAREST && !nearest.some((one) => one.choice === choice)) {
      nearest.push(nearChoice(state, choice, row));
    }
    without.add(followed(hypothesis, battle.image, frame, choice, UNEXPLAINED));
    observed.takeOver();
    withCells.add(followed(hypothesis, battle.image, frame, choice, TAKEN_OVER));
  }
  if (unexplained.length < MAX_REPORTED) unexplained.push({ frame, line: row.line, nearest });
  state.shown.set(frame, row.values.slice());
  state.unexplainedInRow++;
  state.severalFor = 0;
  const isLost = state.unexplainedInRow > MAX_UNEXPLAINED_IN_ROW;
  continueFrom(state, isLost ? withCells.best().slice(0, 1) : [...withCells.best(), ...without.best()]);
}

/** States followed over missing frames. */
const MAX_STATES = 128;
/** Missing frames in which every choice is tried; of a longer gap only the last ones. */
const MAX_TRIED_FRAMES = 6;

export interface Explainer {
  readonly observed: Observed;
  readonly log: FrameLog;
  /** Unexplained frames, at most the first thousand. */
  readonly unexplained: readonly UnexplainedFrame[];
  /** Cells of the log in unexplained frames, by frame. */
  readonly shown: ReadonlyMap<number, Uint32Array>;
  /** Explains the frames of a row. */
  row(row: TraceRow): void;
  /** Ends the log with the first of the possible states. */
  finish(): void;
}

/** Every state after `frames` further missing frames. */
function overMissing(
  state: ExplainerState,
  from: readonly Hypothesis[],
  firstFrame: number,
  frames: number,
): readonly Hypothesis[] {
  let front = from;
  for (let index = 0; index < frames; index++) {
    const collection = createCollection(state.keyOf, MAX_STATES);
    const choices = frames - index > MAX_TRIED_FRAMES ? 1 : state.commands.length;
    for (const hypothesis of front) {
      for (let choice = 0; choice < choices; choice++) {
        if (!tryStep(state, hypothesis.image, choice)) continue;
        collection.add(followed(hypothesis, state.battle.image, firstFrame + index, choice, MISSING));
      }
    }
    front = collection.best();
  }
  return front;
}

/** States after a step that leads to the log's cells. */
function afterStep(state: ExplainerState, from: readonly Hypothesis[], frame: number): Hypothesis[] {
  const collection = createCollection(state.keyOf, MAX_STATES);
  for (const hypothesis of from) {
    const choice = findChoice(state, hypothesis.image);
    if (choice >= 0) collection.add(followed(hypothesis, state.battle.image, frame, choice, STEP));
  }
  return collection.best();
}

/** States that equal the log without a step. */
function afterLag({ battle, observed }: ExplainerState, from: readonly Hypothesis[], frame: number): Hypothesis[] {
  return from.flatMap((hypothesis) => {
    battle.image.set(hypothesis.image);
    return observed.agrees() ? [followed(hypothesis, battle.image, frame, 0, LAG)] : [];
  });
}

/** Explains the frame by one step from the only state. False: no choice does. */
function explainFromOnly(state: ExplainerState, frame: number): boolean {
  const { only, dials, log, battle } = state;
  let choice = findChoice(state, only);
  if (choice < 0 && dials !== undefined) choice = dials.repair(log, (from) => findChoice(state, from));
  if (choice < 0) return false;
  only.set(battle.image);
  dials?.remember(only);
  log.add(frame, choice, STEP);
  state.unexplainedInRow = 0;
  return true;
}

function explainFrame(state: ExplainerState, row: TraceRow, frame: number): void {
  const missing = state.lastFrame < 0 ? 0 : frame - state.lastFrame - 1;
  if (missing === 0 && state.several.length === 0 && explainFromOnly(state, frame)) return;
  const before = overMissing(state, possibleStates(state), frame - missing, missing);
  let next = afterStep(state, before, frame);
  if (next.length === 0) next = afterLag(state, before, frame);
  if (next.length === 0) {
    noteUnexplained(state, before, row, frame);
    return;
  }
  state.unexplainedInRow = 0;
  continueFrom(state, next);
}

/** Creates an explainer. @param battle in the state before the first row; trial steps change it */
export function createExplainer(battle: Battle, inputs: InputShape, header: TraceHeader, file: string): Explainer {
  const state = createExplainerState(battle, inputs, header, file);
  return {
    observed: state.observed,
    log: state.log,
    unexplained: state.unexplained,
    shown: state.shown,
    row(row) {
      for (let index = 0; index < row.count; index++) {
        const frame = row.frame + index;
        state.observed.enter(row, frame, index === 0);
        explainFrame(state, row, frame);
        state.lastFrame = frame;
      }
    },
    finish() {
      const [first] = state.several;
      if (first !== undefined) adopt(state, first);
    },
  };
}
