/**
 * What a planner waits for: the legal commands of a party of four, what each of them would do, and
 * all that a kick may come to. The first answer counts by itself, as it includes compiling.
 */
import { choicesOf, createBattle, LIVE_A_LIVE_BATTLE, preview } from '../../../core/live-a-live/index.js';
import { drawGraph } from '../../odds/graph/draw-graph.js';
import { countEnds, ringsOf } from '../../odds/graph/follow.js';
import { weigh } from '../../odds/graph/weigh.js';
import { drawnSystem, type Position } from '../../odds/position/position.js';
import { candidatesOf } from '../../odds/table/candidates.js';
import { checksum } from './checksum.js';
import { type Spread, spreadOf, timed } from './measure.js';

export interface PlannerResult {
  readonly repeats: number;
  /** Commands that the party of four may give. */
  readonly commands: number;
  /** Milliseconds of a list of them all. */
  readonly choices: Spread;
  /** Milliseconds of a preview, over all commands of a repeat. */
  readonly preview: Spread;
  /** Milliseconds of the longest preview in each repeat. */
  readonly longest: Spread;
  /** Milliseconds of the odds of a kick: the first answer of this process, and later ones. */
  readonly firstOdds: number;
  readonly odds: Spread;
  /** Frames played for the kick, and states of the generator that were followed. */
  readonly plays: number;
  readonly states: number;
  readonly checksum: string;
}

const PARTY = {
  formation: 0x10,
  scenario: 0,
  generator: [18, 52, 86, 120],
  party: [
    { character: 'oersted', level: 10 },
    { character: 'straybow', level: 10 },
    { character: 3 },
    { character: 2 },
  ],
};
const KICKER = {
  formation: 'tula-han',
  generator: [1, 2, 3, 4],
  party: [{ character: 'akira', x: 2, y: 1, skills: ['low-kick'] }],
};
const KICK = 'low-kick';
const MOST_PLAYS = 100_000;
const WARM_ROUNDS = 5;

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

  const battle = createBattle(PARTY);
  const commands = choicesOf(battle).groups.flatMap((group) => group.choices.map(({ words }) => words));
  const choices: number[] = [];
  const all: number[] = [];
  const longest: number[] = [];
  for (let round = 0; round < WARM_ROUNDS + repeats; round++) {
    const listed = timed(() => void choicesOf(battle));
    const times = commands.map((words) => timed(() => void preview(battle, words)));
    if (round < WARM_ROUNDS) continue;
    choices.push(listed / MILLISECOND);
    all.push(times.reduce((sum, time) => sum + time, 0) / times.length / MILLISECOND);
    longest.push(Math.max(...times) / MILLISECOND);
  }
  return {
    repeats,
    commands: commands.length,
    choices: spreadOf(choices),
    preview: spreadOf(all),
    longest: spreadOf(longest),
    firstOdds,
    odds: spreadOf(odds),
    plays: kick.plays,
    states: kick.states,
    checksum: checksum(new Uint8Array(kick.ends.buffer)),
  };
}
