/**
 * Finds for every frame of a log a choice of the system that leads to the log's cells. While one
 * state is possible, a frame costs a few steps of the model: the idle choice first, then the last
 * used ones. Where frames are missing or unexplained, several states are followed until the log
 * distinguishes them.
 */
import type { Battle, InputShape } from '../../../core/system/system.js';
import type { TraceHeader, TraceRow } from '../trace/types.js';
import {
  adopt,
  continueFrom,
  createExplainerState,
  type ExplainerState,
  findChoice,
  possibleStates,
  tryStep,
} from './explainer-state.js';
import { type FrameLog, LAG, MISSING, STEP, type UnexplainedFrame } from './frame-log.js';
import { createCollection, followed, type Hypothesis } from './hypotheses.js';
import type { Observed } from './observed.js';
import { noteUnexplained } from './unexplained-frame.js';

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
