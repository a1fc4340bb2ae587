/** What a move makes of a state: every end with its chance, or the one that a seed leads to. */
import type { FramePlay, Generator, UnpublishedNotes } from '../../../../core/system/system.js';
import { createPlayer, type Player } from '../../../play/index.js';
import { createGoalDistance } from '../../search/beam/beam.js';
import { conditionsHold } from '../../search/problem/lower-bound.js';
import { countMove, evidenceOf, METRICS, NO_LIMIT, planningOf, type SearchMove } from '../../search/problem/outcome.js';
import type { Problem } from '../../search/problem/problem.js';
import { CERTAIN, type Chance, NEVER, productOf, sumOf } from '../graph/chance.js';
import { type DrawGraph, drawGraph, weigh } from '../graph/draw-graph.js';
import { OPEN } from '../graph/explore.js';
import { followState } from '../graph/follow.js';
import { type ActionTally, createActionTally } from '../graph/image-key.js';
import { type DrawnSystem, drawnSystem } from '../position/position.js';
import { limitedMetrics, type States } from './states.js';

// What plays the moves of a policy, and what a state is after one of them.

/** What has become of a line of play: it goes on, has reached the goal, or never will. */
type Fate = 'on' | 'won' | 'lost';

export interface End {
  readonly state: number;
  readonly fate: Fate;
  /** Of each limited metric, and then the cost. */
  readonly amounts: readonly number[];
}

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
  /** Of the enemies' actions, where a limit or the cost asks for them. */
  readonly tally: ActionTally | undefined;
}

const ENEMY_ACTIONS = METRICS.indexOf('enemyActions');

function tallyOf({ system, limits, weights }: Problem): ActionTally | undefined {
  const count = planningOf(system).enemyActions;
  const isAsked = limits[ENEMY_ACTIONS] !== NO_LIMIT || weights[ENEMY_ACTIONS] !== 0;
  return count === undefined || !isAsked ? undefined : createActionTally(count);
}

function playingOf(problem: Problem, states: States): Playing {
  const { system, battle } = problem;
  const { force, framePlay, generator } = drawnSystem(system, problem.plan.file);
  const play = framePlay(battle);
  const tally = tallyOf(problem);
  play.lend(tally?.events);
  return {
    problem,
    states,
    generator,
    player: createPlayer(system, battle),
    play,
    tally,
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
  enemyActions: number,
): End {
  const { system, battle, goal, keep, weights } = problem;
  notes?.note();
  const frames = (planningOf(system).frames?.(battle) ?? 0) - before.frames;
  const amounts = new Int32Array(METRICS.length);
  countMove(amounts, side, kind, { frames, enemyActions, presses: before.presses });
  const cost = weights.reduce((sum, weight, metric) => sum + weight * (amounts[metric] as number), 0);
  const kept = conditionsHold(keep);
  const won = kept && mayEnd && conditionsHold(goal);
  const fate: Fate = won ? 'won' : !kept || play.isOver() ? 'lost' : 'on';
  return { state: states.put(), fate, amounts: [...limited.map((metric) => amounts[metric] as number), cost] };
}

// Every end of a move over unknown draws: of one command, or of several that it chooses itself.

interface WeighedEnd {
  readonly end: End;
  readonly chance: Chance;
}

interface Weighed {
  readonly ends: readonly WeighedEnd[];
  /** What was not looked at. */
  readonly open: Chance;
}

/** Frames played for one command, at most: what is left then is open. */
const PLAYS = 40_000;
/** The graph of a command from a state, or undefined: it is refused. @param plays frames at most */
function graphOf(
  { problem: { battle }, states, play, force, tally }: Playing,
  from: number,
  words: Int32Array,
  plays: number,
) {
  states.load(from);
  // whoever played without a graph took the buffer away
  play.lend(tally?.events);
  const options = { horizon: 'command', plays, ...(tally === undefined ? {} : { tally }) } as const;
  const graph = drawGraph(battle, play, force, words, options);
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
    ends.set(number, endNow(playing, move, before, point.tallied));
  });
  return ends;
}

/** Adds ends that are the same. */
function createMerging(): { readonly add: (end: End, chance: Chance) => void; readonly ends: () => WeighedEnd[] } {
  const merged = new Map<string, WeighedEnd>();
  return {
    add(end, chance) {
      const key = `${end.state} ${end.fate} ${end.amounts.join(' ')}`;
      merged.set(key, { end, chance: sumOf(merged.get(key)?.chance ?? NEVER, chance) });
    },
    ends: () => [...merged.values()],
  };
}

function weighEnds(playing: Playing, state: number, move: SearchMove): Weighed | undefined {
  const { words } = move.move;
  if (playing.play.isSeveral(words[0] as number)) return weighSeveral(playing, state, move);
  const graph = graphOf(playing, state, words, PLAYS);
  if (graph === undefined) return undefined;
  const { chances, open } = weigh(graph);
  const merging = createMerging();
  for (const [number, end] of endsOf(playing, state, move, graph)) merging.add(end, chances[number] ?? NEVER);
  return { ends: merging.ends(), open };
}

/** A state in the middle of several commands. */
interface Between {
  readonly state: number;
  readonly enemyActions: number;
  readonly chance: Chance;
}

/**
 * Several commands, one after the other: each is chosen in every state that the one before it may
 * lead to. Undefined: not even a first one is.
 */
function weighSeveral(playing: Playing, first: number, move: SearchMove): Weighed | undefined {
  const { problem, states, play, notes } = playing;
  const { words } = move.move;
  states.load(first);
  const before = beforeMove(playing, move);
  if (play.chosen(words, 0) === undefined) return undefined;
  const merging = createMerging();
  let open = NEVER;
  let plays = PLAYS;
  let layer: readonly Between[] = [{ state: first, enemyActions: 0, chance: CERTAIN }];
  for (let given = 0; layer.length > 0; given++) {
    const next = new Map<string, Between>();
    for (const { state, enemyActions, chance } of layer) {
      states.load(state);
      const chosen = play.chosen(words, given)?.slice();
      const graph = chosen === undefined ? undefined : graphOf(playing, state, chosen, plays);
      if (graph === undefined) {
        states.load(state);
        merging.add(endNow(playing, move, before, enemyActions), chance);
        continue;
      }
      plays -= graph.plays;
      const weighed = weigh(graph);
      open = sumOf(open, productOf(chance, weighed.open));
      graph.points.forEach((point, number) => {
        if (point.is !== 'end') return;
        problem.battle.image.set(point.image);
        notes?.note();
        const to = { state: states.put(), enemyActions: enemyActions + point.tallied };
        const key = `${to.state} ${to.enemyActions}`;
        const share = productOf(chance, weighed.chances[number] ?? NEVER);
        next.set(key, { ...to, chance: sumOf(next.get(key)?.chance ?? NEVER, share) });
      });
    }
    layer = [...next.values()];
  }
  return { ends: merging.ends(), open };
}

/** A state of the generator, and in the bits above it the map's seed. */
type Seed = number;
export const SEED_STEP = 2 ** 32;

interface SeedEnd {
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
