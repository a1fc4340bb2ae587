/** The state of an explainer, and its trial steps of the model. */
import type { Battle, InputShape } from '../../../core/system/system.js';
import type { TraceHeader } from '../trace/types.js';
import { createFrameLog, type FrameLog, type UnexplainedFrame } from './frame-log.js';
import { createHiddenDials, type HiddenDials } from './hidden-dials.js';
import { entriesOf, type Hypothesis } from './hypotheses.js';
import { createObserved, type Observed } from './observed.js';
import { createStateKey } from './state-key.js';

/** Frames after which states that are still equal in the log are dropped. */
const MAX_UNDECIDED_FRAMES = 256;

export interface ExplainerState {
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

export function createExplainerState(
  battle: Battle,
  inputs: InputShape,
  header: TraceHeader,
  file: string,
): ExplainerState {
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
export function tryStep({ battle, commands }: ExplainerState, from: Uint8Array, choice: number): boolean {
  battle.image.set(from);
  return battle.step(commands[choice] as Int32Array, undefined) === 0;
}

/** First choice that leads to the log's cells, or -1; the image is then the state after it. */
export function findChoice(state: ExplainerState, from: Uint8Array): number {
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
export function possibleStates({ several, only }: ExplainerState): readonly Hypothesis[] {
  return several.length > 0 ? several : [{ image: only.slice(), last: undefined, presses: 0 }];
}

/** Writes the entries of a hypothesis into the frame log and continues from its state alone. */
export function adopt(state: ExplainerState, hypothesis: Hypothesis): void {
  const { log, only, dials } = state;
  for (const entry of entriesOf(hypothesis)) log.add(entry.frame, entry.choice, entry.kind);
  only.set(hypothesis.image);
  dials?.forget(only);
  state.several = [];
  state.severalFor = 0;
}

/** Continues from these states, or from the first alone after too long without a distinction. */
export function continueFrom(state: ExplainerState, next: readonly Hypothesis[]): void {
  const [first] = next;
  if (first === undefined) return;
  if (next.length === 1 || state.severalFor >= MAX_UNDECIDED_FRAMES) {
    adopt(state, first);
    return;
  }
  state.several = [...next];
  state.severalFor++;
}
