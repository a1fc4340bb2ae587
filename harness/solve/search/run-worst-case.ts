/** A whole worst-case search of a problem: from its start, or from a checkpoint, to the answer. */
import { type Answer, answerOf } from './answer/answer.js';
import { type CheckpointSchedule, resumeWorstCase, saveWorstCase } from './checkpoint/checkpoint-schedule.js';
import type { SearchLimits, SearchListeners } from './problem/outcome.js';
import type { Problem } from './problem/problem.js';
import { listenersOf } from './run-shortest.js';
import { createGraph, stateOf } from './worst-case/and-or-graph.js';
import { createStateExpander, routeOfLine, stretchesRun } from './worst-case/forced-route.js';
import { addRoot, searchWorstCase } from './worst-case/worst-case.js';

/** @param start image of the problem's start */
export async function runWorstCase(
  problem: Problem,
  start: Uint8Array,
  schedule: CheckpointSchedule | undefined,
  options: SearchLimits & SearchListeners,
): Promise<Answer> {
  problem.battle.image.set(start);
  const expander = createStateExpander(problem);
  try {
    const graph = createGraph(options.memoryBytes, expander.keyWords, expander.stateWords);
    if (schedule?.options.resume === true) {
      resumeWorstCase(schedule, graph);
      for (let node = 0; node < graph.arena.length; node++) expander.note?.(graph.arena.words, stateOf(graph, node));
    } else addRoot(graph, expander);
    const { reason, bound, line, cost } = await searchWorstCase({
      ...listenersOf(options),
      problem,
      expander,
      graph,
      limits: options,
      save: (last) => {
        if (schedule !== undefined && (last || schedule.isDue())) saveWorstCase(schedule, graph);
      },
    });
    const found = line.length === 0 ? [] : [routeOfLine(line, cost, graph, expander)];
    const passed = stretchesRun(expander, graph);
    const [nodes, expanded] = [graph.arena.length, graph.expanded];
    const outcome = { reason, proven: reason === 'proven', bound, found, nodes, expanded };
    return answerOf(problem, start, { ...outcome, ...(passed === undefined ? {} : { passed }) });
  } finally {
    expander.finish();
  }
}
