/**
 * Nodes that wait to be expanded, in batches of equal bound and equal cost: the lowest bound first, then the lowest cost. Every move
 * costs something, so that all best ways to a node are known before its batch begins.
 */
import { type Arena, BOUND, COST, NEXT } from './arena.js';

export interface Batch {
  readonly total: number;
  readonly cost: number;
  first: number;
  last: number;
  length: number;
}

export interface Queue {
  /** Adds a node by its cost and bound. */
  push(node: number): void;
  /** Takes the next batch out; undefined when nothing waits. */
  pop(): Batch | undefined;
  /** Lowest cost + bound that waits, or -1. */
  lowest(): number;
  /** Nodes that wait, the dead ones among them included. */
  waiting(): number;
  /** Nodes of a batch, the dead ones among them included. */
  nodesOf(batch: Batch): number[];
  /** All batches, for a checkpoint. */
  batches(): readonly Batch[];
  restore(batches: readonly Batch[]): void;
}

const SPAN = 0x4000_0000;

export function createQueue(arena: Arena): Queue {
  const byKey = new Map<number, Batch>();
  /** A binary heap of the keys. */
  const heap: number[] = [];
  let waiting = 0;

  function up(from: number): void {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const [key, aboveKey] = [heap[at] as number, heap[above] as number];
      if (aboveKey <= key) return;
      heap[at] = aboveKey;
      heap[above] = key;
      at = above;
    }
  }

  function takeKey(): number {
    const top = heap[0] as number;
    const last = heap.pop() as number;
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
  }

  return {
    push(node) {
      const { words, stride } = arena;
      const start = node * stride;
      const cost = words[start + COST] as number;
      const total = cost + (words[start + BOUND] as number);
      const key = total * SPAN + cost;
      words[start + NEXT] = -1;
      waiting++;
      const batch = byKey.get(key);
      if (batch === undefined) {
        byKey.set(key, { total, cost, first: node, last: node, length: 1 });
        heap.push(key);
        up(heap.length - 1);
        return;
      }
      words[batch.last * stride + NEXT] = node;
      batch.last = node;
      batch.length++;
    },
    pop() {
      if (heap.length === 0) return undefined;
      const key = takeKey();
      const batch = byKey.get(key);
      byKey.delete(key);
      waiting -= batch?.length ?? 0;
      return batch;
    },
    nodesOf(batch) {
      const nodes: number[] = [];
      for (let node = batch.first; node >= 0; node = arena.words[node * arena.stride + NEXT] as number)
        nodes.push(node);
      return nodes;
    },
    lowest: () => (heap.length === 0 ? -1 : Math.floor((heap[0] as number) / SPAN)),
    waiting: () => waiting,
    batches: () => [...byKey.values()],
    restore(batches) {
      for (const batch of batches) {
        const key = batch.total * SPAN + batch.cost;
        byKey.set(key, { ...batch });
        heap.push(key);
        up(heap.length - 1);
        waiting += batch.length;
      }
    },
  };
}
