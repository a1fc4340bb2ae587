/** What threads of a worst case share: records of moves, slots that are claimed, and what is foreseen. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../core/live-a-live/index.js';
import { readPlan } from '../../../harness/plan/load.js';
import { startPlan } from '../../../harness/plan/run.js';
import { createSlots, slotMemory } from '../../../harness/search/ahead-slots.js';
import { drawnSuccessors } from '../../../harness/search/drawn-successors.js';
import { createForesight, type Foresight } from '../../../harness/search/foresight.js';
import { NO_LIMIT } from '../../../harness/search/metrics.js';
import { createParts } from '../../../harness/search/move-record.js';
import { createProblem } from '../../../harness/search/problem.js';
import type { ChildTaker, Successors } from '../../../harness/search/successors.js';
import { rootWorst, searchWorst } from '../../../harness/search/worst.js';
import { createGraph } from '../../../harness/search/worst-graph.js';

type Play = (take: ChildTaker, flags: Uint8Array) => void;

/** Two words of a key and one of time. */
function partsOf(play: Play) {
  const flags = new Uint8Array(40);
  const notes = { flags, note: () => undefined, names: () => [] };
  const parts = createParts({
    count: 3,
    keyWords: 2,
    stateWords: 3,
    notes,
    play: (_source, _at, _move, take) => play(take, flags),
  });
  return { flags, parts };
}

function replayed(play: Play, room = Number.POSITIVE_INFINITY) {
  const { flags, parts } = partsOf(play);
  flags[7] = 1;
  const { words, length } = parts.record(new Int32Array(0), 0, 2);
  const alone = [...flags.keys()].filter((flag) => flags[flag] === 1);
  // as it stands in a slot: somewhere behind other records
  const memory = new Int32Array(5 + length);
  memory.set(words.subarray(0, length), 5);
  const told: unknown[] = [];
  const went = parts.replay(memory, 5, 2, {
    child(source, at, hash, move, cost, bound) {
      told.push(['child', [...source.subarray(at, at + 3)], hash, move, cost, bound]);
      return told.length < room;
    },
    open: (move) => told.push(['open', move]) > 0,
    drop: (move) => told.push(['drop', move]),
  });
  return { told, went, alone, noted: [...flags.keys()].filter((flag) => flags[flag] === 1) };
}

const children =
  (rows: readonly (readonly [state: readonly number[], hash: number, cost: number, bound: number])[]): Play =>
  (take) => {
    for (const [state, hash, cost, bound] of rows)
      take.child(Int32Array.from([9, ...state, 9]), 1, hash, 2, cost, bound);
  };

test('a record gives children in their order, those of one key once at the dearest cost', () => {
  const { told, went } = replayed(
    children([
      [[1, 2, 3], 7, 10, 1],
      [[1, 3, 3], 7, 4, 0],
      // the same key at another time
      [[1, 2, 8], 7, 12, 1],
      [[1, 3, 3], 7, 3, 0],
    ]),
  );
  expect(went).toBe(true);
  expect(told).toEqual([
    ['child', [1, 2, 3], 7, 2, 12, 1],
    ['child', [1, 3, 3], 7, 2, 4, 0],
  ]);
});

test('as many children as there are', () => {
  const rows = Array.from({ length: 300 }, (_, child) => [[child, 1, 2], child, child, 0] as const);
  const { told } = replayed(children(rows));
  expect(told).toEqual(rows.map(([state, hash, cost, bound]) => ['child', state, hash, 2, cost, bound]));
});

test('a move that is left open, or not to be made, keeps its children: they have numbers', () => {
  const one = [[1, 2, 3], 7, 10, 1] as const;
  const child = ['child', [1, 2, 3], 7, 2, 10, 1];
  const open: Play = (take, flags) => {
    children([one])(take, flags);
    take.drop(2);
    take.open(2);
  };
  expect(replayed(open).told).toEqual([child, ['drop', 2], ['open', 2]]);
  const lost: Play = (take, flags) => {
    children([one])(take, flags);
    take.drop(2);
  };
  expect(replayed(lost).told).toEqual([child, ['drop', 2]]);
  expect(replayed(lost, 1)).toMatchObject({ told: [child], went: false });
});

test('what is noted while a move is played is noted where it is taken over, and not before', () => {
  const play: Play = (_take, flags) => {
    flags[3] = 1;
    flags[31] = 1;
    flags[39] = 1;
  };
  expect(replayed(play)).toMatchObject({ alone: [7], noted: [3, 7, 31, 39] });
});

const SHAPE = { slots: 3, moves: 2, stateWords: 2 };
const state = (first: number): Int32Array => Int32Array.of(0, first, first + 1);

test('moves are claimed once, those of the state first that is wanted first', () => {
  const memory = slotMemory(SHAPE);
  const [here, there] = [createSlots(memory, SHAPE), createSlots(memory, SHAPE)];
  const claim = { slot: -1, move: -1 };
  expect(here.claim(claim)).toBe(false);
  here.open(0, state(10), 1, 5);
  here.open(2, state(20), 1, 1);
  const claimed: string[] = [];
  for (const slots of [here, there, here, there]) if (slots.claim(claim)) claimed.push(`${claim.slot} ${claim.move}`);
  expect(claimed).toEqual(['2 0', '2 1', '0 0', '0 1']);
  expect([there.claim(claim), there.claimIn(0, claim)]).toEqual([false, false]);
  expect([...there.words.subarray(there.stateAt(2), there.stateAt(2) + 2)]).toEqual([20, 21]);
  here.open(1, state(30), 1, 9);
  here.rank(1, 0);
  here.open(0, state(40), 1, 3);
  expect([there.claim(claim), claim]).toEqual([true, { slot: 1, move: 0 }]);
  // who gives a state up waits for what is in work
  expect([here.shut(1), here.doneIn(1)]).toEqual([1, 0]);
  expect(there.claimIn(1, claim)).toBe(false);
  there.write({ slot: 1, move: 0 }, { words: Int32Array.of(5), length: 1 });
  expect(here.doneIn(1)).toBe(1);
});

test('a record is where it was said to be, and one that does not fit is said not to', () => {
  const memory = slotMemory(SHAPE);
  const [here, there] = [createSlots(memory, SHAPE), createSlots(memory, SHAPE)];
  here.open(1, state(10), 1, 0);
  here.open(2, state(20), 1, 1);
  expect([here.isDone(1, 1), here.wait(1, 1)]).toEqual([false, false]);
  there.write({ slot: 1, move: 1 }, { words: Int32Array.of(5, 6, 7), length: 2 });
  there.write({ slot: 1, move: 0 }, { words: Int32Array.of(8, 9), length: 2 });
  const at = here.recordAt(1, 1);
  expect([here.wait(1, 1), [...memory.subarray(at, at + 4)]]).toEqual([true, [5, 6, 8, 9]]);
  const large = { words: new Int32Array(1 << 20), length: 1 << 20 };
  there.write({ slot: 2, move: 0 }, large);
  there.write({ slot: 2, move: 1 }, { words: Int32Array.of(5), length: 1 });
  expect([here.isDone(2, 0), here.recordAt(2, 0)]).toEqual([true, -1]);
  expect([here.isDone(2, 1), here.recordAt(2, 1)]).toEqual([true, -1]);
});

test('who looked before the last news does not sleep', () => {
  const slots = createSlots(slotMemory(SHAPE), SHAPE);
  const { news } = slots;
  slots.stop();
  // would never come back
  slots.sleep(news);
  expect(slots.isStopped).toBe(true);
});

test('the node that is expanded next is foreseen always, and most of those behind it are expanded', async () => {
  const text = readFileSync(new URL('../../../traces/live-a-live/present-day-odie-o.toml', import.meta.url), 'utf8')
    .replace('max = 815', 'max = 580')
    .replace('cost = 30', 'cost = 50')
    .replace('x = [0, 1, 2, 3], y = [0, 1, 2, 3]', 'x = 0, y = [0, 1]')
    .replace(/skill = \[.*\], x = \[0, 1\], y = \[1, 2, 3\]/, 'skill = "烈風正拳づき", x = [0, 1], y = [2, 3]');
  const plan = readPlan(Buffer.from(text), 'worst.toml');
  const problem = createProblem(LIVE_A_LIVE_BATTLE, startPlan(LIVE_A_LIVE_BATTLE, plan), plan);
  const inner = drawnSuccessors(problem);
  const graph = createGraph(50_000_000, inner.keyWords, inner.stateWords);
  rootWorst(graph, inner);
  const expanded: number[] = [];
  const foreseen: number[] = [];
  const soon = new Set<number>();
  let foresight: Foresight | undefined;
  const successors: Successors = {
    ...inner,
    follow(followed) {
      foresight = createForesight(followed, 8);
    },
    expand(source, at, node, take) {
      const count = foresight?.look(8, () => false) ?? 0;
      expanded.push(node);
      foreseen.push(foresight?.nodes[0] ?? -1);
      for (const next of foresight?.nodes.subarray(1, count) ?? []) soon.add(next);
      return inner.expand(source, at, node, take);
    },
  };
  const limits = { memoryBytes: 0, nodes: NO_LIMIT, milliseconds: NO_LIMIT };
  const { reason, upper } = await searchWorst({ problem, successors, graph, limits });
  expect([reason, upper]).toEqual(['proven', 50]);
  expect(expanded.length).toBeGreaterThan(30);
  expect(foreseen).toEqual(expanded);
  const used = expanded.filter((node) => soon.has(node)).length;
  expect(used).toBeGreaterThan(0.8 * soon.size);
  expect(used).toBeGreaterThan(0.4 * expanded.length);
});
