/** A whole worst-case search of a problem: from its start, or from a checkpoint, to the answer. */
import type { Answer, FoundRoute } from './answer.js';
import { answerOf } from './answer.js';
import { drawnSuccessors } from './drawn-successors.js';
import { type Keeper, keepWorst, resumeWorst } from './keep.js';
import type { Problem } from './problem.js';
import type { SearchLimits, SearchProgress } from './search.js';
import { listedSuccessors, type Successors } from './successors.js';
import { rootWorst, searchWorst, type WorstEnd } from './worst.js';
import { createAhead } from './worst-ahead.js';
import { createGraph, type LineStep, stateOf, type WorstGraph } from './worst-graph.js';

export interface WorstOptions extends SearchLimits {
  readonly signal?: AbortSignal;
  readonly progress?: (progress: SearchProgress) => void;
  readonly progressEvery?: number;
  /** Threads that expand; 1: only this one. */
  readonly workers: number;
}

/**
 * By draws in a played battle, by the listed moves of the enemies on the turn engine, whose states take a millionth of a second: threads would
 * wait for each other. The battle as it is becomes the root.
 * @param start image of the problem's start @param workers threads that expand; 1: only this one
 */
export function successorsOf(problem: Problem, start: Uint8Array, workers: number): Successors {
  if (problem.system.capabilities.planning?.forceDraws === undefined) return listedSuccessors(problem);
  const drawn = drawnSuccessors(problem);
  return workers > 1 ? createAhead(problem, start, drawn, workers) : drawn;
}

/** Names of the unpublished stretches that were run through. @param graph with the root's node first */
export function passedBy(successors: Successors, graph: WorstGraph): readonly string[] | undefined {
  // what the battle as it is has behind it is named as well: let that be the root, whatever was played last
  successors.note?.(graph.arena.words, stateOf(graph, 0));
  return successors.notes?.names();
}

/** A line of a graph as a route, with its draws where they are chosen. */
export function routeOfLine(
  line: readonly LineStep[],
  cost: number,
  graph: WorstGraph,
  successors: Successors,
): FoundRoute {
  const { words } = graph.arena;
  const path = line.map(({ move }) => move);
  if (successors.drawsTo === undefined) return { path, cost };
  const draws = line.map(
    ({ node, child, move, cost: paid }) =>
      successors.drawsTo?.(words, stateOf(graph, node), move, words, stateOf(graph, child), paid) ?? [],
  );
  return { path, cost, draws };
}

export function routeOf({ line, cost }: WorstEnd, graph: WorstGraph, successors: Successors): FoundRoute {
  return routeOfLine(line, cost, graph, successors);
}

/** @param start image of the problem's start */
export async function answerWorst(
  problem: Problem,
  start: Uint8Array,
  keeper: Keeper | undefined,
  options: WorstOptions,
): Promise<Answer> {
  problem.battle.image.set(start);
  const successors = successorsOf(problem, start, options.workers);
  try {
    const graph = createGraph(options.memoryBytes, successors.keyWords, successors.stateWords);
    if (keeper?.options.resume === true) {
      resumeWorst(keeper, graph);
      for (let node = 0; node < graph.arena.length; node++) successors.note?.(graph.arena.words, stateOf(graph, node));
    } else rootWorst(graph, successors);
    const { signal, progress, progressEvery } = options;
    const end = await searchWorst({
      problem,
      successors,
      graph,
      limits: options,
      ...(signal === undefined ? {} : { signal }),
      ...(progress === undefined ? {} : { progress }),
      ...(progressEvery === undefined ? {} : { progressEvery }),
      save: (last) => {
        if (keeper !== undefined && (last || keeper.isDue())) keepWorst(keeper, graph);
      },
    });
    const found = end.line.length === 0 ? [] : [routeOf(end, graph, successors)];
    const passed = passedBy(successors, graph);
    const [nodes, expanded] = [graph.arena.length, graph.expanded];
    const { reason, bound } = end;
    const outcome = { reason, proven: reason === 'proven', bound, found, nodes, expanded };
    return answerOf(problem, start, { ...outcome, ...(passed === undefined ? {} : { passed }) });
  } finally {
    successors.finish();
    await successors.close?.();
  }
}
