/**
 * Continues after an unexplained frame: from the nearest states, with the log's cells and without.
 */
import { readBoundCell } from '../trace/bind.js';
import type { TraceRow } from '../trace/types.js';
import { continueFrom, type ExplainerState, tryStep } from './explainer-state.js';
import { type NearChoice, TAKEN_OVER, UNEXPLAINED } from './frame-log.js';
import { createCollection, followed, type Hypothesis } from './hypotheses.js';

/** States followed after an unexplained frame without the log's cells. */
const MAX_STATES = 24;
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
export function noteUnexplained(
  state: ExplainerState,
  from: readonly Hypothesis[],
  row: TraceRow,
  frame: number,
): void {
  const { battle, observed, unexplained } = state;
  const nearest: NearChoice[] = [];
  const withCells = createCollection(state.keyOf, MAX_NEAREST);
  const without = createCollection(state.keyOf, MAX_STATES);
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
