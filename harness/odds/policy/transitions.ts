/** What a move makes of a state: every end with its chance, or the one that a seed leads to. */
import { createPlayer } from '../../plan/moves.js';
import { createGoalDistance } from '../../search/beam/goal-distance.js';
import { conditionsHold } from '../../search/problem/conditions.js';
import { countMove, METRICS, NO_LIMIT } from '../../search/problem/metrics.js';
import { planningOf } from '../../search/problem/planning-access.js';
import type { Problem, SearchMove } from '../../search/problem/problem.js';
import { type Chance, NEVER, sumOf } from '../graph/chance.js';
import { type DrawGraph, drawGraph, OPEN } from '../graph/draw-graph.js';
import { followState } from '../graph/follow.js';
import { weigh } from '../graph/weigh.js';
import { drawnSystem } from '../position/position.js';
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

export interface Transitions {
  /** Every end over unknown draws; undefined: the move is refused. */
  weighed(state: number, move: number): Weighed | undefined;
  /** The end that each seed leads to; undefined: the move is refused. */
  followed(state: number, move: number, seeds: Float64Array): readonly SeedEnd[] | undefined;
  /** The moves that are accepted, as a text. */
  menu(state: number): string;
  /** The moves, those first after which one trial comes nearest to the goal. */
  ranked(state: number): readonly number[];
  readonly bytes: () => number;
}

/** Frames played for one command, at most: what is left then is open. */
const PLAYS = 40_000;
/** Seeds from which the graph of a command is worth its making. */
const FOR_GRAPH = 64;
const END_BYTES = 120;
/** Moves up to which pairs of them are tried for the order. */
const FOR_PAIRS = 40;
/** A state of the generator for trials. */
const TRIAL = 0x1234_5678;
/** Distances of what never comes to the goal. */
const LOST = 1_000_000;
const REFUSED = 2_000_000;

/** @param problem its battle is at the root, with the generator that all states show */
export function createTransitions(problem: Problem, states: States): Transitions {
  const { system, battle, moves, goal, keep, weights } = problem;
  const { force, framePlay, generator } = drawnSystem(system, problem.plan.file);
  const play = framePlay(battle);
  const player = createPlayer(system, battle);
  const planning = planningOf(system);
  const limited = limitedMetrics(problem);
  const amounts = new Int32Array(METRICS.length);
  const neutral = generator.read(battle);
  const seedCell = battle.cells.find(({ name }) => name === generator.seed.cell);
  const seedAt = seedCell?.offset ?? 0;
  const rootSeed = (battle.image[seedAt] as number) | ((battle.image[seedAt + 1] as number) << 8);
  const weighedBy = new Map<number, Weighed | undefined>();
  const menus = new Map<number, string>();
  const ranks = new Map<number, readonly number[]>();
  const distanceNow = createGoalDistance(problem);
  let bytes = 0;

  const framesNow = (): number => planning.frames?.(battle) ?? 0;

  function writeSeed(value: number): void {
    battle.image[seedAt] = value & 0xff;
    battle.image[seedAt + 1] = (value >> 8) & 0xff;
  }

  /** The end that the battle is at after a move. */
  function endNow({ side, kind, mayEnd }: SearchMove, framesBefore: number, presses: number): End {
    countMove(amounts, side, kind, { frames: framesNow() - framesBefore, enemyActions: 0, presses });
    const cost = weights.reduce((sum, weight, metric) => sum + weight * (amounts[metric] as number), 0);
    const kept = conditionsHold(keep);
    const won = kept && mayEnd && conditionsHold(goal);
    const fate: Fate = won ? 'won' : !kept || play.isOver() ? 'lost' : 'on';
    return { state: states.put(), fate, amounts: [...limited.map((metric) => amounts[metric] as number), cost] };
  }

  /** The graph of a move from a state, or undefined: it is refused. */
  function graphOf(state: number, { move }: SearchMove): DrawGraph | undefined {
    states.load(state);
    const graph = drawGraph(battle, play, force, move.words, { horizon: 'command', plays: PLAYS });
    return typeof graph === 'number' ? undefined : graph;
  }

  /** The ends of a graph by the numbers of their points; images are then no longer held. */
  function endsOf(state: number, move: SearchMove, { points }: DrawGraph): ReadonlyMap<number, End> {
    states.load(state);
    const presses = planning.presses?.(battle, move.move.words) ?? 0;
    const before = framesNow();
    const ends = new Map<number, End>();
    points.forEach((point, number) => {
      if (point.is !== 'end') return;
      battle.image.set(point.image);
      ends.set(number, endNow(move, before, presses));
    });
    return ends;
  }

  function weighEnds(state: number, move: SearchMove): Weighed | undefined {
    const graph = graphOf(state, move);
    if (graph === undefined) return undefined;
    const { chances, open } = weigh(graph);
    const merged = new Map<string, WeighedEnd>();
    for (const [number, end] of endsOf(state, move, graph)) {
      const key = `${end.state} ${end.fate} ${end.amounts.join(' ')}`;
      const chance = sumOf(merged.get(key)?.chance ?? NEVER, chances[number] ?? NEVER);
      merged.set(key, { end, chance });
    }
    bytes += END_BYTES * merged.size;
    return { ends: [...merged.values()], open };
  }

  /** Plays a move from a state with a seed, without a graph. */
  function playDirectly(state: number, move: SearchMove, seed: Seed): SeedEnd | undefined {
    states.load(state);
    const presses = planning.presses?.(battle, move.move.words) ?? 0;
    const before = framesNow();
    const map = Math.floor(seed / SEED_STEP);
    writeSeed(map);
    generator.write(battle, seed % SEED_STEP);
    if (player.play(move.move, undefined) !== 0) return undefined;
    const now = generator.read(battle);
    generator.write(battle, neutral);
    writeSeed(rootSeed);
    return { end: endNow(move, before, presses), seed: map * SEED_STEP + now };
  }

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

  function rank(state: number): readonly number[] {
    const all = moves.map((_, move) => move);
    const distances = all.map((move) => {
      const first = tryMoves(state, [move]);
      if (first === undefined || first === 0 || moves.length > FOR_PAIRS) return first ?? REFUSED;
      // a walk pays only with what follows it
      return Math.min(first, ...all.map((next) => 1 + (tryMoves(state, [move, next]) ?? LOST)));
    });
    return all.sort((a, b) => (distances[a] as number) - (distances[b] as number) || a - b);
  }

  return {
    ranked(state) {
      const known = ranks.get(state) ?? rank(state);
      ranks.set(state, known);
      return known;
    },
    weighed(state, move) {
      const key = state * moves.length + move;
      if (!weighedBy.has(key)) weighedBy.set(key, weighEnds(state, moves[move] as SearchMove));
      return weighedBy.get(key);
    },
    followed(state, index, seeds) {
      const move = moves[index] as SearchMove;
      const alive = seeds.reduce((count, seed) => (seed % SEED_STEP === 0 ? count : count + 1), 0);
      const graph = alive < FOR_GRAPH ? undefined : graphOf(state, move);
      const ends = graph === undefined ? undefined : endsOf(state, move, graph);
      const found: SeedEnd[] = [];
      for (const seed of seeds) {
        const now = seed % SEED_STEP;
        if (graph !== undefined && ends !== undefined && now !== 0) {
          const { end, state: then } = followState(graph, generator, now);
          // a state that comes to 0 is seeded anew, by the timer
          if (end !== OPEN && then !== 0) {
            found.push({ end: ends.get(end), seed: seed - now + then });
            continue;
          }
        }
        const direct = playDirectly(state, move, seed);
        if (direct === undefined) return undefined;
        found.push(direct);
      }
      return found;
    },
    menu(state) {
      const known = menus.get(state);
      if (known !== undefined) return known;
      let text = '';
      for (const { move } of moves) {
        states.load(state);
        text += play.give(move.words) === 0 ? '1' : '0';
      }
      menus.set(state, text);
      return text;
    },
    bytes: () => bytes,
  };
}

/** Whether an amount so far, and what is still needed, are within the limits. */
export function createWithinLimits(problem: Problem): (spent: readonly number[], needs: readonly number[]) => boolean {
  const most = [...limitedMetrics(problem).map((metric) => problem.limits[metric] as number), problem.costLimit];
  return (spent, needs) =>
    most.every((limit, at) => limit === NO_LIMIT || (spent[at] as number) + (needs[at] as number) <= limit);
}
