/**
 * Finds for every frame of a log a choice of the system that leads to what the log shows. As long as one state is possible a frame costs a
 * few steps of the model: the idle choice first, then the choices that were used last. Where frames are missing or nothing explains a
 * frame, several states are followed until the log tells them apart.
 */
import type { Battle, InputShape } from '../../../core/system.js';
import type { TraceHeader, TraceRow } from '../../trace/types.js';
import { createHidden } from './hidden.js';
import { createCollection, followed, type Hypothesis, toldInOrder } from './hypotheses.js';
import { createObserved, type Observed } from './observed.js';
import { createStateKey } from './state-key.js';
import { createStory, type Hole, LAG, MISSING, type Near, STEP, type Story, TAKEN_OVER, UNEXPLAINED } from './story.js';

/** States followed over missing frames, and after an unexplained one. */
const MOST_STATES = 128;
const MOST_AFTER_HOLE = 24;
/** Missing frames in which every choice is tried; of more, only in the last ones. */
const MOST_TRIED = 6;
const NEAREST = 3;
/** Holes in a row after which one state only is followed. */
const LOST = 4;
/** Frames after which states that are still not told apart are not followed any more. */
const PATIENCE = 256;
const MOST_HOLES = 1000;

export interface Explainer {
  readonly observed: Observed;
  readonly story: Story;
  /** Frames that nothing explains, the first thousand of them. */
  readonly holes: readonly Hole[];
  /** Cells of the log in frames that nothing explains, by frame. */
  readonly shown: ReadonlyMap<number, Uint32Array>;
  row(row: TraceRow): void;
  finish(): void;
}

/** @param battle holds the state before the first row; used as the place where steps are tried */
export function createExplainer(battle: Battle, inputs: InputShape, header: TraceHeader, file: string): Explainer {
  const { image } = battle;
  const observed = createObserved(header, battle, inputs, file);
  const keyOf = createStateKey(battle, inputs);
  const commands = inputs.choices.map((choice) => Int32Array.from(choice.command));
  const count = commands.length;
  const story = createStory();
  const holes: Hole[] = [];
  const shown = new Map<number, Uint32Array>();
  /** The only state while there is one; its image is kept up to date in place. */
  const only = image.slice();
  const hidden = createHidden(battle, inputs, observed.seen);
  hidden?.forget(only);
  let several: Hypothesis[] = [];
  let severalFor = 0;
  let holesInRow = 0;
  let lastFrame = -1;
  /** Choices in the order in which they are tried: the idle one, then those used last. */
  const order = Uint8Array.from({ length: count }, (_, index) => index);

  function step(from: Uint8Array, choice: number): boolean {
    image.set(from);
    return battle.step(commands[choice] as Int32Array, undefined) === 0;
  }

  /** First choice that leads to what the log shows, or -1; the image is then the state after it. */
  function explain(from: Uint8Array): number {
    for (let at = 0; at < count; at++) {
      const choice = order[at] as number;
      if (!step(from, choice) || !observed.agrees()) continue;
      if (at > 1) {
        order.copyWithin(2, 1, at);
        order[1] = choice;
      }
      return choice;
    }
    return -1;
  }

  function states(): Hypothesis[] {
    return several.length > 0 ? several : [{ image: only.slice(), told: undefined, presses: 0 }];
  }

  /** Goes on with these states. */
  function settle(next: readonly Hypothesis[]): void {
    const [first] = next;
    if (first === undefined) return;
    if (next.length > 1 && severalFor < PATIENCE) {
      several = [...next];
      severalFor++;
      return;
    }
    for (const told of toldInOrder(first)) story.add(told.frame, told.choice, told.kind);
    only.set(first.image);
    hidden?.forget(only);
    several = [];
    severalFor = 0;
  }

  /** Every state after `steps` further missing frames. */
  function overMissing(from: readonly Hypothesis[], firstFrame: number, steps: number): Hypothesis[] {
    let front = [...from];
    for (let index = 0; index < steps; index++) {
      const collection = createCollection(keyOf, MOST_STATES);
      const choices = steps - index > MOST_TRIED ? 1 : count;
      for (const state of front) {
        for (let choice = 0; choice < choices; choice++) {
          if (step(state.image, choice)) collection.add(followed(state, image, firstFrame + index, choice, MISSING));
        }
      }
      front = collection.best();
    }
    return front;
  }

  /** States in which the log's frame is right. */
  function explained(from: readonly Hypothesis[], frame: number): Hypothesis[] {
    const collection = createCollection(keyOf, MOST_STATES);
    for (const state of from) {
      const choice = explain(state.image);
      if (choice >= 0) collection.add(followed(state, image, frame, choice, STEP));
    }
    return collection.best();
  }

  /** States that made no step at all, `lags` times. */
  function waited(from: readonly Hypothesis[], frame: number): Hypothesis[] {
    return from.flatMap((state) => {
      image.set(state.image);
      return observed.agrees() ? [followed(state, image, frame, 0, LAG)] : [];
    });
  }

  function near(choice: number, row: TraceRow): Near {
    const { bound } = observed;
    const cells = observed.differing().map((index) => {
      let mine = 0;
      const offset = bound.offsets[index] ?? 0;
      for (let byte = (bound.widths[index] ?? 0) - 1; byte >= 0; byte--)
        mine = 256 * mine + (image[offset + byte] ?? 0);
      return { cell: header.cells[index]?.[0] ?? '', mine, theirs: row.values[index] ?? 0 };
    });
    return { choice, cells };
  }

  /** Nothing explains the frame: goes on from the nearest states, with the log's cells and without them. */
  function hole(from: readonly Hypothesis[], row: TraceRow, frame: number): void {
    const tried: { state: Hypothesis; choice: number; distance: number }[] = [];
    for (const state of from) {
      for (let choice = 0; choice < count; choice++) {
        if (step(state.image, choice)) tried.push({ state, choice, distance: observed.distance() });
      }
    }
    tried.sort((a, b) => a.distance - b.distance || a.state.presses - b.state.presses);
    const nearest: Near[] = [];
    const trusting = createCollection(keyOf, NEAREST);
    const doubting = createCollection(keyOf, MOST_AFTER_HOLE);
    for (const { state, choice } of tried) {
      step(state.image, choice);
      if (nearest.length < NEAREST && !nearest.some((one) => one.choice === choice)) nearest.push(near(choice, row));
      doubting.add(followed(state, image, frame, choice, UNEXPLAINED));
      observed.takeOver();
      trusting.add(followed(state, image, frame, choice, TAKEN_OVER));
    }
    if (holes.length < MOST_HOLES) holes.push({ frame, line: row.line, nearest });
    shown.set(frame, row.values.slice());
    holesInRow++;
    severalFor = 0;
    settle(holesInRow > LOST ? trusting.best().slice(0, 1) : [...trusting.best(), ...doubting.best()]);
  }

  function oneFrame(row: TraceRow, frame: number): void {
    const missing = lastFrame < 0 ? 0 : frame - lastFrame - 1;
    if (missing === 0 && several.length === 0) {
      let choice = explain(only);
      if (choice < 0 && hidden !== undefined) choice = hidden.repair(story, explain);
      if (choice >= 0) {
        only.set(image);
        hidden?.remember(only);
        story.add(frame, choice, STEP);
        holesInRow = 0;
        return;
      }
    }
    const before = overMissing(states(), frame - missing, missing);
    let next = explained(before, frame);
    if (next.length === 0) next = waited(before, frame);
    if (next.length === 0) {
      hole(before, row, frame);
      return;
    }
    holesInRow = 0;
    settle(next);
  }

  return {
    observed,
    story,
    holes,
    shown,
    row(row) {
      for (let index = 0; index < row.count; index++) {
        observed.enter(row, row.frame + index, index === 0);
        oneFrame(row, row.frame + index);
        lastFrame = row.frame + index;
      }
    },
    finish() {
      const [first] = several;
      severalFor = PATIENCE;
      if (first !== undefined) settle([first]);
    },
  };
}
