/**
 * A fingerprint of the packing and hashing of states: only a search with the same one can resume a
 * checkpoint. It is computed from packed states, so that every change of packing, numbering or hash
 * changes it.
 */
import { createHash } from 'node:crypto';
import { createBranching } from '../expansion/branching.js';
import { expandListedMoves } from '../expansion/listed-moves.js';
import { branchNode, createVisited } from '../expansion/visited.js';
import type { Problem } from '../problem/problem.js';
import { BOUND, COST, DEPTH, HASH, HEADER_WORDS, MOVE, mixWord, NEXT, PARENT, ROOT_HASH } from '../state/arena.js';

const PROBE_BYTES = 1 << 20;
/** Numbers and words of the compared mixtures. */
const NUMBERS = [0, 1, 2, 700];
const WORDS = [0, 1, 0x80, 0x1234_5678, -1];

/** The root and its children as nodes of an exact search. */
function nodesOf(problem: Problem): Int32Array {
  const branching = createBranching(problem);
  const visited = createVisited(branching, PROBE_BYTES, false);
  const { arena, varying } = visited;
  const block = new Int32Array(branching.maxWords);
  const end = branchNode(branching, arena, varying, 0, block, 0);
  for (let child = 0; child < end; child = visited.after(block, child)) {
    while (!visited.read(block, child) && visited.widen());
    if (visited.find(block, child) < 0) visited.add(block, child);
  }
  branching.root(new Int32Array(branching.timeWords), 0);
  return arena.words.slice(0, arena.length * arena.stride);
}

/** The root's children as whole states, each after its parent, move, cost, bound and hash. */
function childrenOf(problem: Problem): number[] {
  const expander = expandListedMoves(problem);
  const root = new Int32Array(expander.stateWords);
  expander.packRoot(root, 0);
  const children: number[] = [];
  expander.expand(root, 0, {
    child(source, at, hash, move, cost, bound) {
      children.push(0, move, cost, bound, hash, ...source.subarray(at, at + expander.stateWords));
      return true;
    },
    open: () => true,
    drop: () => undefined,
  });
  expander.packRoot(root, 0);
  return children;
}

/** SHA-256, first 16 hexadecimal digits. The problem's battle is at its root before and after. */
export function packingOf(problem: Problem): string {
  const header = [PARENT, MOVE, COST, BOUND, DEPTH, NEXT, HASH, HEADER_WORDS, ROOT_HASH];
  const mixed = NUMBERS.flatMap((number) => WORDS.map((word) => mixWord(number, word)));
  const lists = [header, mixed, nodesOf(problem), childrenOf(problem)];
  const images = `image layout ${problem.system.layout?.version ?? 1}`;
  const text = [images, createBranching(problem).layout, ...lists.map((list) => list.join(' '))].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
