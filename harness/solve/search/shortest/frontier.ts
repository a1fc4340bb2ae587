/**
 * The nodes that wait for expansion, in batches of equal cost plus bound and equal cost: the lowest
 * sum first, then the lowest cost. Every move costs something, so that all best paths to a node are
 * known before its batch begins.
 */
import { type Arena, BOUND, COST, NEXT } from '../state/arena.js';

export interface Batch {
  readonly total: number;
  readonly cost: number;
  first: number;
  last: number;
  length: number;
  /** True when its nodes are in the order of their paths, all equally long. */
  ordered: boolean;
  /** Its own number, and that of the one batch from which all its nodes come; 0: none. */
  readonly serial: number;
  readonly from: number;
}

/** The part of a batch in a checkpoint. */
export type SavedBatch = Pick<Batch, 'total' | 'cost' | 'first' | 'last' | 'length'>;

export interface Frontier {
  /** Adds a node by its cost and bound. @param from its parent's batch */
  push(node: number, from?: Batch): void;
  /** Records that a waiting node has another path. */
  disorder(node: number): void;
  /** Takes out the next batch, or undefined. */
  pop(): Batch | undefined;
  /** Lowest cost plus bound of a waiting node, or -1. */
  lowest(): number;
  /** Number of waiting nodes, dead ones included. */
  waiting(): number;
  /** Nodes of a batch, dead ones included. */
  nodesOf(batch: Batch): number[];
  /** All batches, for a checkpoint. */
  batches(): readonly SavedBatch[];
  restore(batches: readonly SavedBatch[]): void;
}

const SPAN = 0x4000_0000;

export function savedBatch({ total, cost, first, last, length }: Batch): SavedBatch {
  return { total, cost, first, last, length };
}

interface KeyHeap {
  add(key: number): void;
  /** Takes out the lowest key, or returns -1. */
  take(): number;
  /** The lowest key, or -1. */
  lowest(): number;
}

/** A binary heap of numbers from 0 on. */
function createKeyHeap(): KeyHeap {
  const heap: number[] = [];
  return {
    add(key) {
      let at = heap.push(key) - 1;
      while (at > 0) {
        const above = (at - 1) >> 1;
        const aboveKey = heap[above] as number;
        if (aboveKey <= key) break;
        heap[at] = aboveKey;
        at = above;
      }
      heap[at] = key;
    },
    take() {
      const [top, last] = [heap[0] ?? -1, heap.pop() ?? -1];
      if (heap.length === 0) return top;
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child++;
        if ((heap[child] as number) >= last) break;
        heap[at] = heap[child] as number;
        at = child;
      }
      heap[at] = last;
      return top;
    },
    lowest: () => heap[0] ?? -1,
  };
}

export function createFrontier(arena: Arena): Frontier {
  const byKey = new Map<number, Batch>();
  const heap = createKeyHeap();
  let waiting = 0;
  /** The batch of the last added node. */
  let latest: Batch | undefined;
  let serials = 0;

  return {
    push(node, from) {
      const { words, stride } = arena;
      const start = node * stride;
      const cost = words[start + COST] as number;
      const total = cost + (words[start + BOUND] as number);
      words[start + NEXT] = -1;
      waiting++;
      let batch = latest;
      if (batch === undefined || batch.total !== total || batch.cost !== cost) batch = byKey.get(total * SPAN + cost);
      if (batch === undefined) {
        const key = total * SPAN + cost;
        const [ordered, serial] = [from === undefined || from.ordered, ++serials];
        latest = { total, cost, first: node, last: node, length: 1, ordered, serial, from: from?.serial ?? 0 };
        byKey.set(key, latest);
        heap.add(key);
        return;
      }
      latest = batch;
      if (from === undefined || batch.from !== from.serial) batch.ordered = false;
      words[batch.last * stride + NEXT] = node;
      batch.last = node;
      batch.length++;
    },
    disorder(node) {
      const start = node * arena.stride;
      const cost = arena.words[start + COST] as number;
      const batch = byKey.get((cost + (arena.words[start + BOUND] as number)) * SPAN + cost);
      if (batch !== undefined) batch.ordered = false;
    },
    pop() {
      const key = heap.take();
      if (key < 0) return undefined;
      const batch = byKey.get(key);
      byKey.delete(key);
      latest = undefined;
      waiting -= batch?.length ?? 0;
      return batch;
    },
    nodesOf(batch) {
      const nodes: number[] = [];
      for (let node = batch.first; node >= 0; node = arena.words[node * arena.stride + NEXT] as number)
        nodes.push(node);
      return nodes;
    },
    lowest: () => Math.floor(heap.lowest() / SPAN),
    waiting: () => waiting,
    batches: () => [...byKey.values()].map(savedBatch),
    restore(batches) {
      for (const batch of batches) {
        const key = batch.total * SPAN + batch.cost;
        byKey.set(key, { ...batch, ordered: false, serial: ++serials, from: 0 });
        heap.add(key);
        waiting += batch.length;
      }
    },
  };
}
