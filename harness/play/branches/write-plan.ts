/** Writes a branch as a plan: of a log from the fork on, of a plan from its start. */
import { readFileSync } from 'node:fs';
import { parse, stringify } from 'smol-toml';
import { checkOutput, LockstepError, pathBeside, writeFile } from '../../base/index.js';

import { isPlanSource } from '../plan/read-plan.js';
import { startBeside } from '../plan/start.js';
import type { PlanStart } from '../plan/types.js';
import { frameNumber } from '../timeline/script.js';
import type { Timeline } from '../timeline/timeline.js';
import { checkSteps, checkWrites, tablesFrom } from './plan-tables.js';

export interface WrittenPlan {
  readonly entries: number;
  /** Its start, in words. */
  readonly start: string;
}

/**
 * @param book the branch file, never overwritten.
 * @throws LockstepError `E_BRANCH`, `E_OUTPUT_IS_INPUT`, `E_OUTPUT_WRITE`
 */
export function writeBranchPlan(timeline: Timeline, line: number, file: string, book: string): WrittenPlan {
  const inputs = [timeline.file, book];
  checkOutput(file, 'plan', { inputs });
  const info = timeline.lines().find((one) => one.line === line);
  const isPlan = timeline.kind === 'plan' && isPlanSource(timeline.file);
  const shared = timeline.branchSet().branches.get(line)?.shared ?? timeline.length(line);
  const from = isPlan ? 0 : shared;
  checkWrites(timeline, line, from);
  const refusals = checkSteps(timeline, line, from);
  let head: Record<string, unknown>;
  if (isPlan) {
    const { plan, system, ruleset, setup, start } = parse(readFileSync(timeline.file, 'utf8')) as Record<
      string,
      unknown
    >;
    const begin = start as PlanStart | undefined;
    head = {
      plan,
      system,
      title: info?.name ?? '',
      ...(ruleset === undefined ? {} : { ruleset }),
      ...(setup === undefined ? {} : { setup }),
      ...(begin === undefined ? {} : { start: startBeside(begin, timeline.file, file) }),
    };
  } else {
    if (from === 0) {
      throw new LockstepError('E_BRANCH', 'a plan cannot begin before the first entry of a log', {
        file: timeline.file,
        remedy: 'Fork at a later one',
      });
    }
    const { switches } = timeline;
    const start = { trace: pathBeside(file, timeline.file), frame: frameNumber(timeline.script, from) };
    const ruleset = Object.keys(switches.switches).length === 0 ? {} : { ruleset: switches };
    head = { plan: 1, system: timeline.system.id, title: info?.name ?? '', ...ruleset, start };
  }
  writeFile(file, stringify({ ...head, do: tablesFrom(timeline, line, from, refusals) }), 'plan', { inputs });
  const start = isPlan ? 'the start' : `${timeline.system.unit} ${timeline.frameOf(from)}`;
  return { entries: timeline.length(line) - from, start };
}
