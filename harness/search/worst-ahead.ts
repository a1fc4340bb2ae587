/**
 * Successors by several threads: the moves of the state in hand are dealt out, and while nothing of it is left to be claimed, those of states
 * that will be asked for soon. What a move leads to is the same whoever plays it; this thread alone takes children over, in the order that
 * one thread has, so that the graph is the same word by word.
 */
import { Worker } from 'node:worker_threads';
import { createSlots, type SlotShape, type Slots, slotMemory } from './ahead-slots.js';
import type { AheadTask } from './ahead-worker.js';
import type { DrawnSuccessors } from './drawn-successors.js';
import { createForesight, type Foresight } from './foresight.js';
import type { Problem } from './problem.js';
import type { ChildTaker, Expansion, Successors } from './successors.js';
import { workerFile } from './worker-file.js';
import { problemSetup } from './worker-problem.js';
import { stateOf, type WorstGraph } from './worst-graph.js';

/** A search that takes longer, in milliseconds, will have a use for threads: they are started beside it. */
const START_AFTER = 50;
/** States that are dealt out or kept until they are asked for: for each thread, and at most. */
const SLOTS_EACH = 32;
const MOST_SLOTS = 128;
/** States that are looked for at once, for each thread; expansions until it is looked again when there was none. */
const SOON_EACH = 2;
const AGAIN_AFTER = 3;
/** While there are so many states with moves to be claimed, for each other thread, it is not looked for more. */
const ENOUGH_EACH = 1;
/** Rank of states that were wanted soon once, behind all that are now. */
const LATER = 1 << 20;
const NOBODYS = -1;

/** Moves by who played them, and what became of that. */
export interface AheadCounts {
  /** Taken over from other threads. */
  handed: number;
  /** Taken over that this thread played. */
  own: number;
  /** Played by anybody and not asked for so far. */
  unused: number;
}

export interface Ahead extends Successors {
  /** Starts the threads, and waits until all of them are ready. */
  start(): Promise<void>;
  counts(): AheadCounts;
  close(): Promise<void>;
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** @param start image of the problem's start @param workers number of threads, this one included, from 2 */
export function createAhead(problem: Problem, start: Uint8Array, inner: DrawnSuccessors, workers: number): Ahead {
  const { parts } = inner;
  const others = workers - 1;
  const shape: SlotShape = {
    slots: Math.min(SLOTS_EACH * workers, MOST_SLOTS),
    moves: parts.count,
    stateWords: inner.stateWords,
  };
  /** By slot: whose state it holds, when that was wanted last, moves that this thread played, moves that are in work though nobody wants them. */
  const nodes = new Int32Array(shape.slots).fill(NOBODYS);
  const wanted = new Int32Array(shape.slots);
  const mine = new Int32Array(shape.slots);
  const shut = new Int32Array(shape.slots);
  const sums = { handed: 0, own: 0, unused: 0 };
  const claim = { slot: 0, move: 0 };
  let [time, again] = [0, 0];
  let graph: WorstGraph | undefined;
  let foresight: Foresight | undefined;
  let began = -1;
  let slots: Slots | undefined;
  const threads: Worker[] = [];
  let failure: unknown;
  let isLate = false;

  function startOthers(): Slots {
    const words = slotMemory(shape);
    const task: AheadTask = { kind: 'ahead', setup: problemSetup(problem, start), words, shape };
    for (let thread = 0; thread < others; thread++) {
      const worker = new Worker(workerFile(), { workerData: task });
      worker.once('error', (error) => {
        failure ??= error;
      });
      worker.once('exit', (code) => {
        failure ??= new Error(`a thread of the search ended by itself, with ${code}`);
      });
      threads.push(worker);
    }
    slots = createSlots(words, shape);
    return slots;
  }

  function isReady(): boolean {
    if (slots !== undefined) return slots.ready > 0;
    began = began < 0 ? Date.now() : began;
    if (Date.now() - began >= START_AFTER) startOthers();
    return false;
  }

  /** Lets the event loop run. @throws the error that a thread ended with */
  async function checked(): Promise<void> {
    await turn();
    if (failure !== undefined) throw failure;
  }

  function forget(all: Slots, slot: number): void {
    nodes[slot] = NOBODYS;
    shut[slot] = all.shut(slot);
    sums.unused += shut[slot] as number;
  }

  /** A slot that nobody works in, if need be by forgetting the state that was wanted longest ago; -1: none. */
  function freeSlot(all: Slots): number {
    let [oldest, then] = [-1, time];
    for (let slot = 0; slot < shape.slots; slot++) {
      if (nodes[slot] === NOBODYS) {
        if (shut[slot] === 0 || all.doneIn(slot) === shut[slot]) return slot;
      } else if ((wanted[slot] as number) < then) {
        oldest = slot;
        then = wanted[slot] as number;
      }
    }
    if (oldest < 0) return -1;
    forget(all, oldest);
    return all.doneIn(oldest) === shut[oldest] ? oldest : -1;
  }

  /** Deals out the moves of a state. @returns its slot, or -1 */
  function deal(all: Slots, node: number, source: Int32Array, at: number, rank: number): number {
    const slot = freeSlot(all);
    if (slot < 0) return -1;
    wanted[slot] = time;
    nodes[slot] = node;
    mine[slot] = 0;
    all.open(slot, source, at, rank);
    return slot;
  }

  /** Whether other threads have enough before them. */
  function isEnough(all: Slots): boolean {
    let open = 0;
    for (let slot = 0; slot < shape.slots; slot++) if (all.isOpen(slot)) open++;
    return open > ENOUGH_EACH * others;
  }

  const isKnown = (node: number): boolean => nodes.indexOf(node) >= 0;

  /** Ranks the states that are wanted soon, and deals out those that are not yet. */
  function dealSoon(all: Slots): void {
    if (graph === undefined || foresight === undefined || time < again || isEnough(all)) return;
    const count = foresight.look(SOON_EACH * workers, isKnown);
    for (let slot = 0; slot < shape.slots; slot++) {
      if (nodes[slot] !== NOBODYS && wanted[slot] !== time) all.rank(slot, LATER + time - (wanted[slot] as number));
    }
    for (let index = 0; index < count; index++) {
      const slot = nodes.indexOf(foresight.nodes[index] as number);
      if (slot < 0 || wanted[slot] === time) continue;
      wanted[slot] = time;
      all.rank(slot, 1 + index);
    }
    let dealt = 0;
    for (let index = 0; index < count; index++) {
      const node = foresight.nodes[index] as number;
      if (isKnown(node)) continue;
      if (deal(all, node, graph.arena.words, stateOf(graph, node), 1 + index) < 0) break;
      dealt++;
    }
    if (dealt > 0) all.tell();
    else again = time + AGAIN_AFTER;
  }

  function play(all: Slots): void {
    const { slot, move } = claim;
    all.write(claim, parts.record(all.words, all.stateAt(slot), move));
    mine[slot] = (mine[slot] as number) + 1;
  }

  /** Takes a move over that is done. @returns false when there was no room */
  function takeOver(all: Slots, slot: number, move: number, take: ChildTaker): boolean {
    const record = all.recordAt(slot, move);
    if (record >= 0) return parts.replay(all.words, record, move, take);
    return parts.replay(parts.record(all.words, all.stateAt(slot), move).words, 0, move, take);
  }

  function expandTogether(all: Slots, source: Int32Array, at: number, node: number, take: ChildTaker): Expansion {
    time++;
    const known = nodes.indexOf(node);
    const slot = known >= 0 ? known : deal(all, node, source, at, 0);
    if (slot < 0) return inner.expand(source, at, node, take);
    if (known >= 0) {
      wanted[slot] = time;
      all.rank(slot, 0);
    } else all.tell();
    dealSoon(all);
    for (let move = 0; move < shape.moves; ) {
      if (all.isDone(slot, move)) {
        if (!takeOver(all, slot, move, take)) return 'full';
        move++;
      } else if (all.claimIn(slot, claim) || all.claim(claim)) play(all);
      else if (!all.wait(slot, move)) {
        isLate = true;
        return 'later';
      }
    }
    inner.note(source, at);
    nodes[slot] = NOBODYS;
    shut[slot] = 0;
    sums.own += mine[slot] as number;
    sums.handed += shape.moves - (mine[slot] as number);
    return undefined;
  }

  return {
    ...inner,
    follow(next) {
      // nodes of another graph have the same numbers
      for (let slot = 0; slot < shape.slots; slot++) {
        if (slots !== undefined && nodes[slot] !== NOBODYS) forget(slots, slot);
      }
      graph = next;
      foresight = createForesight(next, shape.slots);
    },
    expand(source, at, node, take) {
      if (graph === undefined || !isReady() || slots === undefined) return inner.expand(source, at, node, take);
      return expandTogether(slots, source, at, node, take);
    },
    pause() {
      if (!isLate && failure === undefined) return undefined;
      isLate = false;
      return checked();
    },
    async start() {
      const all = slots ?? startOthers();
      while (all.ready !== others) await checked();
    },
    counts() {
      let { unused } = sums;
      for (let slot = 0; slot < shape.slots; slot++) {
        if (nodes[slot] !== NOBODYS && slots !== undefined) unused += slots.doneIn(slot);
      }
      return { ...sums, unused };
    },
    async close() {
      slots?.stop();
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}
