/**
 * Moves and states of a search per second, and the cost of restoring a state in three ways. A
 * counted move is one legal move played from a state by the battle's own routines, with its result
 * packed, hashed and looked up among all states by its whole key; expanded states are counted
 * separately. In the turn engine a move takes one frame; in the whole battle it takes its real
 * number of frames, and a beginning shared by several moves is played once (`shared-prefixes.ts`).
 * The checksum covers the hashes of all visited states in their order.
 */
import { findSystem, SYSTEMS, withSearchLimits } from '../../base/index.js';

import { readPlan, startPlan } from '../../play/index.js';

import {
  CHANGE_WORDS,
  createBranching,
  createCodec,
  createProblem,
  HEADER_WORDS,
  localExpander,
  NO_LIMIT,
  type Problem,
  runSearch,
  startSearch,
  visitedChecksum,
} from '../../solve/index.js';

import { enginePlan, WHOLE_PLAN } from '../search-plans.js';
import { chainPicoseconds } from './chain.js';
import { type Spread, spreadOf } from './measure/measure.js';
import { countFrames, type FramesOf } from './move-frames.js';
import { runThread } from './run-thread.js';
import { benchWorkers, type WorkersBench } from './search-workers.js';

/** Result of one search in a thread of its own. */
interface SearchRunTimes {
  readonly scenario: string;
  /** Whether all rules of a battle apply, or the turn engine alone. */
  readonly whole: boolean;
  readonly states: number;
  /** Number of legal moves played. */
  readonly moves: number;
  /** Number of states with all their moves tried, in finished batches. */
  readonly expanded: number;
  readonly stateBytes: number;
  readonly checksum: string;
  /** The same counts without the first part, during which the compiler is still busy. */
  readonly after: { readonly states: number; readonly moves: number; readonly nanoseconds: number };
  /** Time of the whole search, compilation included. */
  readonly nanoseconds: number;
  /** Speed of the core during the run, see `chainPicoseconds`. */
  readonly chainPicoseconds: number;
}

interface SearchBattle extends Omit<SearchRunTimes, 'after' | 'nanoseconds' | 'chainPicoseconds'> {
  /**
   * Mean number of frames of a move, and of those played: a beginning shared by several moves of a
   * state is played once.
   */
  readonly framesPerMove: { readonly all: number; readonly played: number };
  /** Moves played, packed, hashed and looked up per second of process time, after compilation. */
  readonly movesPerSecond: Spread;
  /** The same from the start of the thread on. */
  readonly movesFromStart: Spread;
  /** Expanded states per second. */
  readonly expandedPerSecond: Spread;
  readonly statesPerSecond: Spread;
  readonly chainPicoseconds: number;
}

interface RestoreTimes {
  /**
   * Nanoseconds to copy the whole image, to write the words kept of a state, and to write only the
   * words that a move changed.
   */
  readonly image: Spread;
  readonly words: Spread;
  readonly undo: Spread;
}

export interface SearchBench {
  readonly battles: readonly SearchBattle[];
  readonly restore: RestoreTimes;
  readonly workers: readonly WorkersBench[];
}

const RESTORES = 200_000;

interface SearchScenario {
  readonly name: string;
  readonly whole: boolean;
  readonly plan: string;
  /** Fraction of the requested states that is visited. */
  readonly share: number;
}

const SEARCH_BATTLES: readonly SearchScenario[] = [
  { name: 'turn engine, 1 v 1', whole: false, plan: enginePlan(1, 1), share: 1 },
  { name: 'turn engine, 4 v 5', whole: false, plan: enginePlan(4, 5), share: 1 },
  { name: 'whole battle, Takahara v Namcat', whole: true, plan: WHOLE_PLAN, share: 0.1 },
];

function problemOf(text: string): Problem {
  const plan = readPlan(new TextEncoder().encode(text), 'bench');
  const system = findSystem(SYSTEMS, plan.system, plan.file, 1, plan.setup);
  return createProblem(system, startPlan(system, plan), plan);
}

/**
 * Mean number of frames of a move, and of those the played ones, measured in runs without timing.
 */
async function framesPerMove(plan: string, states: number): Promise<{ readonly all: number; readonly played: number }> {
  const perMove = async (part: FramesOf): Promise<number> => {
    const counted = countFrames(problemOf(plan), part);
    const { state } = await visit(counted.problem, states, 0);
    return counted.frames() / state.taken;
  };
  return { all: await perMove('whole moves'), played: await perMove('what is played') };
}

interface Clock {
  /** Process time in nanoseconds, moves played and states visited so far. */
  readonly nanoseconds: number;
  readonly moves: number;
  readonly states: number;
}

/**
 * Searches once.
 * @param from number of states before the count begins
 */
async function visit(problem: Problem, states: number, from: number) {
  const branching = createBranching(problem);
  // places for a tenth more than are visited, all words of the battle in them
  const words = HEADER_WORDS + branching.timeWords + branching.searchWords + branching.keyWords;
  const memoryBytes = Math.ceil(1.1 * states) * 4 * (words + 8) + 4096;
  const state = startSearch(branching, memoryBytes, false);
  const now = (): Clock => {
    const { user, system } = process.cpuUsage();
    return { nanoseconds: 1000 * (user + system), moves: state.taken, states: state.arena.length };
  };
  const local = localExpander(branching, state.visited);
  const began = now();
  let counted: Clock | undefined;
  await runSearch({
    problem,
    state,
    batches: {
      run: (nodes, count, take) =>
        local.run(nodes, count, (block, start, end) => {
          if (counted === undefined && state.arena.length >= from) counted = now();
          return take(block, start, end);
        }),
    },
    limits: { memoryBytes, nodes: states, milliseconds: NO_LIMIT },
  });
  return { state, began, counted: counted ?? began, ended: now() };
}

/**
 * Fraction of the states that is not counted, during which the compiler is busy, as its
 * denominator.
 */
const FIRST_PART = 4;

function scenarioAt(battle: number): SearchScenario {
  const scenario = SEARCH_BATTLES[battle];
  if (scenario === undefined) throw new RangeError(`there is no battle ${battle}`);
  return scenario;
}

/**
 * Runs one battle.
 * @param battle index in `SEARCH_BATTLES`
 * @param asked number of states, of which the battle takes its fraction
 */
export async function benchSearchBattle(battle: number, asked: number): Promise<SearchRunTimes> {
  const { name, whole, plan, share } = scenarioAt(battle);
  const states = Math.max(1, Math.round(asked * share));
  const { state, began, counted, ended } = await visit(problemOf(plan), states, states / FIRST_PART);
  return {
    scenario: name,
    whole,
    states: state.arena.length,
    moves: state.taken,
    expanded: state.expanded,
    stateBytes: 4 * state.arena.stride,
    checksum: visitedChecksum(state.arena),
    after: {
      states: ended.states - counted.states,
      moves: ended.moves - counted.moves,
      nanoseconds: ended.nanoseconds - counted.nanoseconds,
    },
    nanoseconds: ended.nanoseconds - began.nanoseconds,
    chainPicoseconds: chainPicoseconds(),
  };
}

/**
 * Runs each repeat in a thread of its own, because a search is normally the first one of its
 * process and the compiler knows only its battle.
 */
async function benchRepeats(battle: number, states: number, repeats: number): Promise<SearchBattle> {
  const runs: SearchRunTimes[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    runs.push(await runThread<SearchRunTimes>({ kind: 'search', battle, states }));
  }
  const [first] = runs;
  if (first === undefined) throw new Error('no repeat');
  const { after: _, nanoseconds: __, ...same } = first;
  const { plan, whole } = scenarioAt(battle);
  const perSecond = (units: (run: SearchRunTimes) => number, time: (run: SearchRunTimes) => number): Spread =>
    spreadOf(runs.map((run) => (units(run) * 1e9) / time(run)));
  const after = ({ after: { nanoseconds } }: SearchRunTimes): number => nanoseconds;
  return {
    ...same,
    framesPerMove: whole ? await framesPerMove(plan, Math.min(same.states, 3000)) : { all: 1, played: 1 },
    movesPerSecond: perSecond((run) => run.after.moves, after),
    movesFromStart: perSecond(
      ({ moves }) => moves,
      ({ nanoseconds }) => nanoseconds,
    ),
    // the part of the states is that of the moves
    expandedPerSecond: perSecond((run) => (run.expanded * run.after.moves) / run.moves, after),
    statesPerSecond: perSecond((run) => run.after.states, after),
    chainPicoseconds: spreadOf(runs.map((run) => run.chainPicoseconds)).median,
  };
}

function benchRestore(repeats: number): RestoreTimes {
  const { battle, system } = problemOf(enginePlan(1, 1));
  const codec = createCodec(system, battle);
  const image = battle.image.slice();
  const frame = Int32Array.of(1, 0x4000);
  const after = new Int32Array(codec.timeWords + CHANGE_WORDS * codec.keyWords);
  const times = { image: [] as number[], words: [] as number[], undo: [] as number[] };
  const time = (list: number[], restore: () => void): void => {
    let total = 0n;
    for (let block = 0; block < RESTORES; block += 100) {
      const began = process.hrtime.bigint();
      for (let count = 100; count > 0; count--) restore();
      total += process.hrtime.bigint() - began;
    }
    list.push(Number(total) / RESTORES);
  };
  battle.step(frame, undefined);
  const count = codec.changes.differences(after, 0, codec.timeWords);
  if (count === 0) throw new Error('nothing changed');
  const change = (place: number, word: number): number =>
    after[codec.timeWords + CHANGE_WORDS * place + word] as number;
  const numbers = Int32Array.from({ length: count }, (_, place) => change(place, 0));
  const state = Int32Array.from({ length: count }, (_, place) => change(place, 1));
  for (let repeat = 0; repeat < repeats; repeat++) {
    // which words changed is known from packing
    time(times.undo, () => codec.changes.undo());
    time(times.words, () => codec.loader.load(state, 0, 0, numbers, count));
    time(times.image, () => battle.image.set(image));
  }
  return { image: spreadOf(times.image), words: spreadOf(times.words), undo: spreadOf(times.undo) };
}

/**
 * Runs each battle in a thread of its own, as a search does.
 * @param states number visited in each battle of the turn engine
 */
export async function benchSearch(states: number, repeats: number): Promise<SearchBench> {
  const battles: SearchBattle[] = [];
  for (const battle of SEARCH_BATTLES.keys()) {
    const { whole } = scenarioAt(battle);
    battles.push(await withSearchLimits(() => benchRepeats(battle, states, repeats), whole ? 'command' : 'frame'));
  }
  const restore = await withSearchLimits(async () => benchRestore(repeats));
  return { battles, restore, workers: await benchWorkers(states, repeats) };
}
