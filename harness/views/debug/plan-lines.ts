/** Lines of a plan's own text as places in its timeline. */
import { extname } from 'node:path';
import { loadPlan } from '../../play/plan/load.js';
import type { Timeline } from '../../play/timeline/index.js';

/** A command of a plan: where its table begins, and its first entry. */
interface PlanLine {
  readonly line: number;
  readonly entry: number;
}

const known = new WeakMap<Timeline, readonly PlanLine[]>();

/** The commands of the plan that a timeline plays, by line; empty where it plays a log. */
function linesOf(timeline: Timeline): readonly PlanLine[] {
  const found = known.get(timeline);
  if (found !== undefined) return found;
  const plan = loadPlan(timeline.file);
  let entry = 1;
  const lines = plan.steps.map(({ repeat }, index) => {
    const line = { line: plan.locate(`do[${index}]`).line, entry };
    entry += repeat;
    return line;
  });
  known.set(timeline, lines);
  return lines;
}

/** Whether a source is the plan's own text and not the text of what was played. */
export function isPlanText(timeline: Timeline, path: unknown): boolean {
  return timeline.kind === 'plan' && typeof path === 'string' && extname(path).toLowerCase() === '.toml';
}

/**
 * The command whose table a line of the plan belongs to; a line above the first is of none.
 * @param textLine from 1 on
 */
export function planLineAt(timeline: Timeline, textLine: number): PlanLine | undefined {
  return linesOf(timeline)
    .filter(({ line }) => line <= textLine)
    .at(-1);
}
