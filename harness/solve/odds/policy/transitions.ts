/** What a move makes of a state: every end with its chance, or the one that a seed leads to. */
import { createGoalDistance } from '../../search/beam/goal-distance.js';
import { conditionsHold } from '../../search/problem/conditions.js';
import { NO_LIMIT } from '../../search/problem/metrics.js';
import type { Problem, SearchMove } from '../../search/problem/problem.js';
import { OPEN } from '../graph/explore.js';
import { followState } from '../graph/follow.js';
import { beforeMove, type End, endNow, type Playing, playingOf } from './playing.js';
import { limitedMetrics, type States } from './states.js';
import { endsOf, graphOf, PLAYS, type Weighed, weighEnds } from './weigh-move.js';

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

/** Plays a move from a state with a seed, without a graph. */
function playDirectly(playing: Playing, state: number, move: SearchMove, seed: Seed): SeedEnd | undefined {
  const { problem, states, generator, player, rootSeed, neutral, tally } = playing;
  const { battle } = problem;
  states.load(state);
  const before = beforeMove(playing, move);
  const map = Math.floor(seed / SEED_STEP);
  generator.seed.write(battle, map);
  generator.write(battle, seed % SEED_STEP);
  tally?.begin();
  if (player.play(move.move, tally?.events) !== 0) return undefined;
  const now = generator.read(battle);
  generator.write(battle, neutral);
  generator.seed.write(battle, rootSeed);
  // actions that nobody could count leave it open
  const isKnown = tally?.isShort() !== true;
  const end = isKnown ? endNow(playing, move, before, tally?.now() ?? 0) : undefined;
  return { end, seed: map * SEED_STEP + now };
}

function followSeeds(
  playing: Playing,
  state: number,
  move: SearchMove,
  seeds: Float64Array,
  mayGoOn: () => boolean,
): readonly SeedEnd[] | typeof STOPPED | undefined {
  const alive = seeds.reduce((count, seed) => (seed % SEED_STEP === 0 ? count : count + 1), 0);
  const { words } = move.move;
  const isPlayed = alive < FOR_GRAPH || playing.play.isSeveral(words[0] as number);
  const graph = isPlayed ? undefined : graphOf(playing, state, words, PLAYS);
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

/** Whether a command may be given in the present state, which it may leave changed. */
function isAccepted({ play }: Playing, words: Int32Array): boolean {
  return play.isSeveral(words[0] as number) ? play.chosen(words, 0) !== undefined : play.give(words) === 0;
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
          return isAccepted(playing, move.words) ? '1' : '0';
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
