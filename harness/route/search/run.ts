/** A whole search of a problem: from its start to the answer. */
import { snapshot } from '../../../core/battle.js';
import { type Answer, answerOf } from './answer.js';
import { COST } from './arena.js';
import { createExpander, type Expander } from './expander.js';
import { createPool } from './pool.js';
import type { Problem } from './problem.js';
import { localExpander, pathTo, runSearch, type SearchProgress, startSearch } from './search.js';
import { searchWorst } from './worst.js';

export interface SearchOptions {
  readonly memoryBytes: number;
  readonly nodes: number;
  readonly milliseconds: number;
  /** Threads that expand; 1: only this one. */
  readonly workers: number;
  readonly signal?: AbortSignal;
  readonly progress?: (progress: SearchProgress) => void;
}

export async function searchPlan(problem: Problem, options: SearchOptions): Promise<Answer> {
  const start = snapshot(problem.battle);
  const expander = createExpander(problem);
  if (problem.enemies === 'worst') return answerWorst(problem, start, expander, options);
  const state = startSearch(expander, options.memoryBytes, options.workers > 1);
  const { arena } = state;
  const pool = options.workers > 1 ? createPool(problem, start, expander, arena, options.workers) : undefined;
  const end = await runSearch({
    problem,
    state,
    batches: pool ?? localExpander(expander, arena),
    childWords: expander.childWords,
    limits: options,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.progress === undefined ? {} : { progress: options.progress }),
  }).finally(() => pool?.close());
  return answerOf(problem, start, {
    reason: end.reason,
    proven: end.reason === 'proven',
    bound: end.bound,
    found: end.ends.map((node) => ({
      path: pathTo(arena, node),
      cost: arena.words[node * arena.stride + COST] as number,
    })),
    nodes: arena.length,
    expanded: state.expanded,
  });
}

function answerWorst(problem: Problem, start: Uint8Array, expander: Expander, options: SearchOptions): Answer {
  const end = searchWorst({
    problem,
    expander,
    limits: options,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.progress === undefined ? {} : { progress: options.progress }),
  });
  const { reason, path, cost, bound, nodes, expanded } = end;
  const found = path.length === 0 ? [] : [{ path, cost }];
  return answerOf(problem, start, { reason, proven: reason === 'proven', bound, found, nodes, expanded });
}
