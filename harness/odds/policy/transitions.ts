/** What a move makes of a state: every end with its chance, or the one that a seed leads to. */
import type { FramePlay, Generator } from '../../../core/system/system.js';
import { createPlayer, type Player } from '../../plan/moves.js';
import { createGoalDistance } from '../../search/beam/goal-distance.js';
import { conditionsHold } from '../../search/problem/conditions.js';
import { countMove, METRICS, NO_LIMIT } from '../../search/problem/metrics.js';
import { evidenceOf, planningOf, type UnpublishedNotes } from '../../search/problem/planning-access.js';
import type { Problem, SearchMove } from '../../search/problem/problem.js';
import { type Chance, NEVER, sumOf } from '../graph/chance.js';
import { type DrawGraph, drawGraph } from '../graph/draw-graph.js';
import { OPEN } from '../graph/explore.js';
import { followState } from '../graph/follow.js';
import { weigh } from '../graph/weigh.js';
import { type DrawnSystem, drawnSystem } from '../position/position.js';
import { limitedMetrics, type States } from './states.js';

/** What has become of a line of play: it goes on, has reached the goal, or never will. */
export type Fate = 'on' | 'won' | 'lost';

export interface End {
  readonly state: number;
  readonly fate: Fate;
  /** Of each limited metric, and then the cost. */
  readonly amounts: readonly number[];
}

export interface WeighedEnd {
  readonly end: End;
  readonly chance: Chance;
}

export interface Weighed {
  readonly ends: readonly WeighedEnd[];
  /** What was not looked at. */
  readonly open: Chance;
}

/** A state of the generator, and in the bits above it the map's seed. */
export type Seed = number;
export const SEED_STEP = 2 ** 32;

export interface SeedEnd {
  readonly end: End | undefined;
  readonly seed: Seed;
}

/** Stands for ends that were not all looked at. */
export const STOPPED = 'stopped';

export interface Transitions {
  /** Every end over unknown draws; undefined: the move is refused. */
  weighed(state: number, move: number): Weighed | undefined;
  /**
   * The end that each seed leads to; undefined: the move is refused.
   * @returns `STOPPED` once it may not go on
   */
  followed(
    state: number,
    move: number,
    seeds: Float64Array,
    mayGoOn: () => boolean,
  ): readonly SeedEnd[] | typeof STOPPED | undefined;
  /** The moves that are accepted, as a text. */
  menu(state: number): string;
  /** The moves, those first after which one trial comes nearest to the goal. */
  ranked(state: number): readonly number[];
  readonly bytes: () => number;
  /** Unpublished stretches behind all that was played. */
  readonly unpublished: () => readonly string[];
}

/** Frames played for one command, at most: what is left then is open. */
const PLAYS = 40_000;
/** Seeds from which the graph of a command is worth its making. */
const FOR_GRAPH = 64;
/** Seeds after which it is asked whether to go on. */
const ASK_EVERY = 64;
const END_BYTES = 120;
/** Moves up to which pairs of them are tried for the order. */
const FOR_PAIRS = 40;
/** A state of the generator for trials. */
const TRIAL = 0x1234_5678;
/** Distances of what never comes to the goal. */
const LOST = 1_000_000;
const REFUSED = 2_000_000;

/** What the parts of the transitions share. */
interface Playing {
  readonly problem: Problem;
  readonly states: States;
  readonly generator: Generator;
  readonly player: Player;
  readonly play: FramePlay;
  readonly force: DrawnSystem['force'];
  readonly limited: readonly number[];
  /** What all states show in the cell that seeds the battle. */
  readonly rootSeed: number;
  /** State of the generator that all states show. */
  readonly neutral: number;
  readonly notes: UnpublishedNotes | undefined;
}

function playingOf(problem: Problem, states: States): Playing {
  const { system, battle } = problem;
  const { force, framePlay, generator } = drawnSystem(system, problem.plan.file);
  return {
    problem,
    states,
    generator,
    player: createPlayer(system, battle),
    play: framePlay(battle),
    force,
    limited: limitedMetrics(problem),
    rootSeed: generator.seed.read(battle),
    neutral: generator.read(battle),
    notes: evidenceOf(system)?.unpublished?.(battle),
  };
}

/** What a move is measured against: its presses, and the frames before it. */
interface Before {
  readonly frames: number;
  readonly presses: number;
}

function beforeMove({ problem: { system, battle } }: Playing, { move }: SearchMove): Before {
  const { frames, presses } = planningOf(system);
  return { frames: frames?.(battle) ?? 0, presses: presses?.(battle, move.words) ?? 0 };
}

/** The end that the battle is at after a move. */
function endNow(
  { problem, states, play, limited, notes }: Playing,
  { side, kind, mayEnd }: SearchMove,
  before: Before,
): End {
  const { system, battle, goal, keep, weights } = problem;
  notes?.note();
  const frames = (planningOf(system).frames?.(battle) ?? 0) - before.frames;
  const amounts = new Int32Array(METRICS.length);
  countMove(amounts, side, kind, { frames, enemyActions: 0, presses: before.presses });
  const cost = weights.reduce((sum, weight, metric) => sum + weight * (amounts[metric] as number), 0);
  const kept = conditionsHold(keep);
  const won = kept && mayEnd && conditionsHold(goal);
  const fate: Fate = won ? 'won' : !kept || play.isOver() ? 'lost' : 'on';
  return { state: states.put(), fate, amounts: [...limited.map((metric) => amounts[metric] as number), cost] };
}

/** The graph of a move from a state, or undefined: it is refused. */
function graphOf({ problem: { battle }, states, play, force }: Playing, state: number, { move }: SearchMove) {
  states.load(state);
  const graph = drawGraph(battle, play, force, move.words, { horizon: 'command', plays: PLAYS });
  return typeof graph === 'number' ? undefined : graph;
}

/** The ends of a graph by the numbers of their points. */
function endsOf(playing: Playing, state: number, move: SearchMove, { points }: DrawGraph): ReadonlyMap<number, End> {
  const { problem, states } = playing;
  states.load(state);
  const before = beforeMove(playing, move);
  const ends = new Map<number, End>();
  points.forEach((point, number) => {
    if (point.is !== 'end') return;
    problem.battle.image.set(point.image);
    ends.set(number, endNow(playing, move, before));
  });
  return ends;
}

function weighEnds(playing: Playing, state: number, move: SearchMove): Weighed | undefined {
  const graph = graphOf(playing, state, move);
  if (graph === undefined) return undefined;
  const { chances, open } = weigh(graph);
  const merged = new Map<string, WeighedEnd>();
  for (const [number, end] of endsOf(playing, state, move, graph)) {
    const key = `${end.state} ${end.fate} ${end.amounts.join(' ')}`;
    const chance = sumOf(merged.get(key)?.chance ?? NEVER, chances[number] ?? NEVER);
    merged.set(key, { end, chance });
  }
  return { ends: [...merged.values()], open };
}

/** Plays a move from a state with a seed, without a graph. */
function playDirectly(playing: Playing, state: number, move: SearchMove, seed: Seed): SeedEnd | undefined {
  const { problem, states, generator, player, rootSeed, neutral } = playing;
  const { battle } = problem;
  states.load(state);
  const before = beforeMove(playing, move);
  const map = Math.floor(seed / SEED_STEP);
  generator.seed.write(battle, map);
  generator.write(battle, seed % SEED_STEP);
  if (player.play(move.move, undefined) !== 0) return undefined;
  const now = generator.read(battle);
  generator.write(battle, neutral);
  generator.seed.write(battle, rootSeed);
  return { end: endNow(playing, move, before), seed: map * SEED_STEP + now };
}

function followSeeds(
  playing: Playing,
  state: number,
  move: SearchMove,
  seeds: Float64Array,
  mayGoOn: () => boolean,
): readonly SeedEnd[] | typeof STOPPED | undefined {
  const alive = seeds.reduce((count, seed) => (seed % SEED_STEP === 0 ? count : count + 1), 0);
  const graph = alive < FOR_GRAPH ? undefined : graphOf(playing, state, move);
  const ends = graph === undefined ? undefined : endsOf(playing, state, move, graph);
  const found: SeedEnd[] = [];
  for (const [at, seed] of seeds.entries()) {
    if (at % ASK_EVERY === 0 && !mayGoOn()) return STOPPED;
    const now = seed % SEED_STEP;
    if (graph !== undefined && ends !== undefined && now !== 0) {
      const { end, state: then } = followState(graph, playing.generator, now);
      // a state that comes to 0 is seeded anew, by the timer
      if (end !== OPEN && then !== 0) {
        found.push({ end: ends.get(end), seed: seed - now + then });
        continue;
      }
    }
    const direct = playDirectly(playing, state, move, seed);
    if (direct === undefined) return undefined;
    found.push(direct);
  }
  return found;
}

/** Makes the order of the moves of a state. */
function createRanking({ problem, states, generator, player, play }: Playing): (state: number) => readonly number[] {
  const { battle, moves, keep, goal } = problem;
  const distanceNow = createGoalDistance(problem);

  /** Distance from the goal after moves by the trial's own draws; undefined: one is refused. */
  function tryMoves(state: number, path: readonly number[]): number | undefined {
    states.load(state);
    generator.write(battle, TRIAL);
    for (const index of path) {
      const { move, mayEnd } = moves[index] as SearchMove;
      if (player.play(move, undefined) !== 0) return undefined;
      if (!conditionsHold(keep)) return LOST;
      if (mayEnd && conditionsHold(goal)) return 0;
      if (play.isOver()) return LOST;
    }
    return distanceNow();
  }

  return (state) => {
    const all = moves.map((_, move) => move);
    const distances = all.map((move) => {
      const first = tryMoves(state, [move]);
      if (first === undefined || first === 0 || moves.length > FOR_PAIRS) return first ?? REFUSED;
      // a walk pays only with what follows it
      return Math.min(first, ...all.map((next) => 1 + (tryMoves(state, [move, next]) ?? LOST)));
    });
    return all.sort((a, b) => (distances[a] as number) - (distances[b] as number) || a - b);
  };
}

/** A function that remembers what it gave for each number. */
function remembered<Value>(make: (number: number) => Value): (number: number) => Value {
  const known = new Map<number, Value>();
  return (number) => {
    if (!known.has(number)) known.set(number, make(number));
    return known.get(number) as Value;
  };
}

/** @param problem its battle is at the root, with the generator that all states show */
export function createTransitions(problem: Problem, states: States): Transitions {
  const { moves } = problem;
  const playing = playingOf(problem, states);
  let bytes = 0;
  const weighed = remembered((key) => {
    const found = weighEnds(playing, Math.floor(key / moves.length), moves[key % moves.length] as SearchMove);
    bytes += END_BYTES * (found?.ends.length ?? 0);
    return found;
  });
  return {
    weighed: (state, move) => weighed(state * moves.length + move),
    followed: (state, move, seeds, mayGoOn) => followSeeds(playing, state, moves[move] as SearchMove, seeds, mayGoOn),
    ranked: remembered(createRanking(playing)),
    menu: remembered((state) =>
      moves
        .map(({ move }) => {
          states.load(state);
          return playing.play.give(move.words) === 0 ? '1' : '0';
        })
        .join(''),
    ),
    bytes: () => bytes,
    unpublished: () => playing.notes?.names() ?? [],
  };
}

/** Whether an amount so far, and what is still needed, are within the limits. */
export function createWithinLimits(problem: Problem): (spent: readonly number[], needs: readonly number[]) => boolean {
  const most = [...limitedMetrics(problem).map((metric) => problem.limits[metric] as number), problem.costLimit];
  return (spent, needs) =>
    most.every((limit, at) => limit === NO_LIMIT || (spent[at] as number) + (needs[at] as number) <= limit);
}
