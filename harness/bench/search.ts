/**
 * What a search does in a second: moves played, packed, hashed and looked up, on battles whose every move is one frame; and what it costs
 * to put a state back, in three ways. The checksum is over the hashes of all visited states in their order.
 */
import { LIVE_A_LIVE } from '../../core/live-a-live/index.js';
import { readPlan } from '../plan/load.js';
import { startPlan } from '../plan/run.js';
import { createCodec } from '../route/search/codec.js';
import { createExpander } from '../route/search/expander.js';
import { NO_LIMIT } from '../route/search/metrics.js';
import { createProblem, type Problem } from '../route/search/problem.js';
import { localExpander, runSearch, startSearch, visitedChecksum } from '../route/search/search.js';
import { ratesOf, type Spread, spreadOf } from './measure.js';
import { benchWorkers, type WorkersBench } from './search-workers.js';

export interface SearchBattle {
  readonly scenario: string;
  readonly states: number;
  readonly moves: number;
  readonly expanded: number;
  readonly stateBytes: number;
  readonly checksum: string;
  /** Moves played, packed, hashed and looked up in a second. */
  readonly movesPerSecond: Spread;
  readonly statesPerSecond: Spread;
}

export interface RestoreTimes {
  /** Nanoseconds: the whole image copied, the deciding words written, only those written that a move changed. */
  readonly image: Spread;
  readonly words: Spread;
  readonly undo: Spread;
}

export interface SearchBench {
  readonly battles: readonly SearchBattle[];
  readonly restore: RestoreTimes;
  readonly workers: WorkersBench;
}

const MEMORY = 900_000_000;
/** States of the search in a played battle. */
const PLAYED_STATES = 12_000;
const RESTORES = 200_000;

/** A goal that no state has: the search looks at states until their number is reached. */
function planText(allies: number, enemies: number): string {
  const rows = (count: number, row: (slot: number) => string): string =>
    Array.from({ length: count }, (_, slot) => row(slot)).join(', ');
  return `
plan = 1
system = "live-a-live"
[setup]
generator = [18, 52, 86, 120]
skills = [{}]
allies = [${rows(allies, (slot) => `{ speed = ${31 + 40 * slot}, x = ${slot}, y = 6 }`)}]
species = [{ speed = 60, intellect = 55, hp = 120 }, { speed = 90, intellect = 120, hp = 240 }]
enemies = [${rows(enemies, (slot) => `{ species = ${slot & 1} }`)}]
[[do]]
command = "wait"
[search]
cost = "frames"
moves = [{ command = "stepInPlace" }, { command = "pass" }, { command = "turn", side = ["left", "right"] }, { command = "wait" }]
enemyMoves = [{ command = "enemyTurn", side = ["left", "right"] }, { command = "enemyStep" }, { command = "enemyNothing" }]
goal = { "enemy[0].hp" = 1 }
`;
}

function problemOf(allies: number, enemies: number): Problem {
  const plan = readPlan(new TextEncoder().encode(planText(allies, enemies)), 'bench');
  return createProblem(LIVE_A_LIVE, startPlan(LIVE_A_LIVE, plan), plan);
}

async function benchBattle(allies: number, enemies: number, states: number, repeats: number): Promise<SearchBattle> {
  const times: number[] = [];
  let result: Omit<SearchBattle, 'movesPerSecond' | 'statesPerSecond'> | undefined;
  for (let repeat = 0; repeat <= repeats; repeat++) {
    const problem = problemOf(allies, enemies);
    const expander = createExpander(problem);
    const state = startSearch(expander, MEMORY, false);
    const began = process.hrtime.bigint();
    await runSearch({
      problem,
      state,
      batches: localExpander(expander, state.arena),
      childWords: expander.childWords,
      limits: { memoryBytes: MEMORY, nodes: states, milliseconds: NO_LIMIT },
    });
    // the first run compiles
    if (repeat > 0) times.push(Number(process.hrtime.bigint() - began));
    result = {
      scenario: `${allies} v ${enemies}`,
      states: state.arena.length,
      moves: expander.played,
      expanded: state.expanded,
      stateBytes: 4 * state.arena.stride,
      checksum: visitedChecksum(state.arena),
    };
  }
  if (result === undefined) throw new Error('no repeat');
  return { ...result, movesPerSecond: ratesOf(times, result.moves), statesPerSecond: ratesOf(times, result.states) };
}

function benchRestore(repeats: number): RestoreTimes {
  const { battle, system } = problemOf(1, 1);
  const codec = createCodec(system, battle);
  const image = battle.image.slice();
  const words = new Int32Array(codec.words);
  codec.pack(words, 0);
  const frame = Int32Array.of(1, 0x4000);
  const after = new Int32Array(codec.words);
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
  if (codec.packAfter(after, 0, words, 0, 0, 0) === 0) throw new Error('nothing changed');
  for (let repeat = 0; repeat < repeats; repeat++) {
    time(times.image, () => battle.image.set(image));
    time(times.words, () => codec.unpack(words, 0));
    // which words changed is known from packing
    time(times.undo, () => codec.undo(words, 0));
  }
  return { image: spreadOf(times.image), words: spreadOf(times.words), undo: spreadOf(times.undo) };
}

/** @param states visited in each battle */
export async function benchSearch(states: number, repeats: number): Promise<SearchBench> {
  const battles = [await benchBattle(1, 1, states, repeats), await benchBattle(4, 5, states, repeats)];
  const workers = await benchWorkers(Math.min(states, PLAYED_STATES), Math.min(repeats, 2));
  return { battles, restore: benchRestore(repeats), workers };
}
