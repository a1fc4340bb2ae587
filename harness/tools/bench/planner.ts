/**
 * What a planner waits for: the legal commands of a party of four, what each of them would do, and
 * all that a kick may come to. The first odds count by themselves, as they include compiling.
 */
import { LIVE_A_LIVE_BATTLE } from '../../../core/live-a-live/index.js';
import { candidatesOf, countEnds, drawGraph, drawnSystem, type Position, ringsOf, weigh } from '../../solve/index.js';

import { checksum } from './measure/checksum.js';
import { type Spread, spreadOf, timed } from './measure/measure.js';
import { benchPreviews, type PreviewResult } from './previews.js';

export interface PlannerResult {
  readonly repeats: number;
  readonly previews: PreviewResult;
  /** Milliseconds of the odds of a kick: the first answer of this process, and later ones. */
  readonly firstOdds: number;
  readonly odds: Spread;
  /** Frames played for the kick, and states of the generator that were followed. */
  readonly plays: number;
  readonly states: number;
  readonly checksum: string;
}

const KICKER = {
  formation: 'tula-han',
  generator: [1, 2, 3, 4],
  party: [{ character: 'akira', x: 2, y: 1, skills: ['low-kick'] }],
};
const KICK = 'low-kick';
const MOST_PLAYS = 100_000;

function kickPosition(): Position {
  const battle = LIVE_A_LIVE_BATTLE.create(KICKER);
  return { ...drawnSystem(LIVE_A_LIVE_BATTLE, KICK), battle, at: 'at its start', switches: {} };
}

/** A kick with chances over unknown draws, and over every state of the cycles. */
function kickOdds(position: Position): { readonly plays: number; readonly ends: Uint32Array; readonly states: number } {
  const [first] = candidatesOf(position, KICK).found;
  const { battle, framePlay, force, generator } = position;
  const options = { horizon: 'effect', plays: MOST_PLAYS, forUnits: true } as const;
  const graph = drawGraph(battle, framePlay(battle), force, first?.words ?? new Int32Array(8), options);
  if (typeof graph === 'number') return { plays: 0, ends: new Uint32Array(0), states: 0 };
  weigh(graph);
  const rings = ringsOf(generator);
  const states = rings.reduce((sum, { values }) => sum + values.length, 0);
  return { plays: graph.plays, ends: countEnds(graph, rings), states };
}

const MILLISECOND = 1e6;

export function benchPlanner(repeats: number): PlannerResult {
  const position = kickPosition();
  let kick = { plays: 0, ends: new Uint32Array(0), states: 0 } as ReturnType<typeof kickOdds>;
  const answer = (): void => {
    kick = kickOdds(position);
  };
  const firstOdds = timed(answer) / MILLISECOND;
  const odds = Array.from({ length: repeats }, () => timed(answer) / MILLISECOND);
  return {
    repeats,
    previews: benchPreviews(repeats),
    firstOdds,
    odds: spreadOf(odds),
    plays: kick.plays,
    states: kick.states,
    checksum: checksum(new Uint8Array(kick.ends.buffer)),
  };
}
