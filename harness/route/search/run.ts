/** A whole search of a problem: from its start, or from a checkpoint, to the answer. */
import { snapshot } from '../../../core/battle.js';
import { type Answer, answerOf } from './answer.js';
import { COST } from './arena.js';
import { createExpander, type Expander } from './expander.js';
import {
  createKeeper,
  type Keeper,
  type KeepOptions,
  keepSearch,
  keepWorst,
  resumeSearch,
  resumeWorst,
} from './keep.js';
import { createPool } from './pool.js';
import type { Problem } from './problem.js';
import { localExpander, pathTo, runSearch, type SearchProgress, startSearch } from './search.js';
import { rootWorst, searchWorst } from './worst.js';
import { createGraph } from './worst-graph.js';

export interface SearchOptions {
  readonly memoryBytes: number;
  readonly nodes: number;
  readonly milliseconds: number;
  /** Threads that expand; 1: only this one. */
  readonly workers: number;
  readonly signal?: AbortSignal;
  readonly progress?: (progress: SearchProgress) => void;
  readonly keep?: KeepOptions;
}

export async function searchPlan(problem: Problem, options: SearchOptions): Promise<Answer> {
  const start = snapshot(problem.battle);
  const expander = createExpander(problem);
  const keeper = createKeeper(problem, start, expander, options.keep);
  if (problem.enemies === 'worst') return answerWorst(problem, start, expander, keeper, options);
  const state = startSearch(expander, options.memoryBytes, options.workers > 1);
  if (keeper?.options.resume === true) resumeSearch(keeper, state);
  const { arena } = state;
  const pool = options.workers > 1 ? createPool(problem, start, expander, arena, options.workers) : undefined;
  const end = await runSearch({
    problem,
    state,
    batches: pool ?? localExpander(expander, arena),
    childWords: expander.childWords,
    limits: options,
    ...listeners(options),
    save: (current, last) => {
      if (keeper !== undefined && (last || keeper.isDue())) keepSearch(keeper, state, current);
    },
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

function listeners({ signal, progress }: SearchOptions): Pick<SearchOptions, 'signal' | 'progress'> {
  return { ...(signal === undefined ? {} : { signal }), ...(progress === undefined ? {} : { progress }) };
}

async function answerWorst(
  problem: Problem,
  start: Uint8Array,
  expander: Expander,
  keeper: Keeper | undefined,
  options: SearchOptions,
): Promise<Answer> {
  const graph = createGraph(options.memoryBytes, expander.keyWords, expander.stateWords);
  if (keeper?.options.resume === true) resumeWorst(keeper, graph);
  else rootWorst(graph, expander);
  const { reason, path, cost, bound } = await searchWorst({
    problem,
    expander,
    graph,
    limits: options,
    ...listeners(options),
    save: (last) => {
      if (keeper !== undefined && (last || keeper.isDue())) keepWorst(keeper, graph);
    },
  });
  const found = path.length === 0 ? [] : [{ path, cost }];
  const [nodes, expanded] = [graph.arena.length, graph.expanded];
  return answerOf(problem, start, { reason, proven: reason === 'proven', bound, found, nodes, expanded });
}
