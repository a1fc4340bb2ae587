/** A whole worst-case search of a problem: from its start, or from a checkpoint, to the answer. */
import type { Answer, FoundRoute } from './answer/answer.js';
import { answerOf } from './answer/answer.js';
import { type CheckpointSchedule, resumeWorstCase, saveWorstCase } from './checkpoint/checkpoint-schedule.js';
import { drawnSuccessors } from './expansion/drawn-successors.js';
import { listedSuccessors, type Successors } from './expansion/successors.js';
import { hasDraws } from './problem/planning-access.js';
import type { Problem } from './problem/problem.js';
import type { SearchLimits, SearchProgress } from './shortest/shortest.js';
import { type AndOrGraph, createGraph, type LineStep, stateOf } from './worst-case/and-or-graph.js';
import { addRoot, searchWorstCase, type WorstCaseEnd } from './worst-case/worst-case.js';

export interface WorstCaseOptions extends SearchLimits {
  readonly signal?: AbortSignal;
  readonly progress?: (progress: SearchProgress) => void;
  readonly progressEvery?: number;
}

/** By draws in a played battle, by the enemies' listed moves in others. The battle as it is becomes the root. */
export function successorsOf(problem: Problem): Successors {
  return hasDraws(problem.system, problem.battle) ? drawnSuccessors(problem) : listedSuccessors(problem);
}

/** Names of the unpublished stretches that were run through. @param graph with the root's node first */
export function passedBy(successors: Successors, graph: AndOrGraph): readonly string[] | undefined {
  // what the battle as it is has behind it is named as well: let that be the root, whatever was played last
  successors.note?.(graph.arena.words, stateOf(graph, 0));
  return successors.notes?.names();
}

/** A line of a graph as a route, with its draws where they are chosen. */
export function routeOfLine(
  line: readonly LineStep[],
  cost: number,
  graph: AndOrGraph,
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

export function routeOf({ line, cost }: WorstCaseEnd, graph: AndOrGraph, successors: Successors): FoundRoute {
  return routeOfLine(line, cost, graph, successors);
}

/** @param start image of the problem's start */
export async function runWorstCase(
  problem: Problem,
  start: Uint8Array,
  schedule: CheckpointSchedule | undefined,
  options: WorstCaseOptions,
): Promise<Answer> {
  problem.battle.image.set(start);
  const successors = successorsOf(problem);
  try {
    const graph = createGraph(options.memoryBytes, successors.keyWords, successors.stateWords);
    if (schedule?.options.resume === true) {
      resumeWorstCase(schedule, graph);
      for (let node = 0; node < graph.arena.length; node++) successors.note?.(graph.arena.words, stateOf(graph, node));
    } else addRoot(graph, successors);
    const { signal, progress, progressEvery } = options;
    const end = await searchWorstCase({
      problem,
      successors,
      graph,
      limits: options,
      ...(signal === undefined ? {} : { signal }),
      ...(progress === undefined ? {} : { progress }),
      ...(progressEvery === undefined ? {} : { progressEvery }),
      save: (last) => {
        if (schedule !== undefined && (last || schedule.isDue())) saveWorstCase(schedule, graph);
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
  }
}
