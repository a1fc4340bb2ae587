/** Runs a plan into a line: the plan is the script, its checkpoints replace the recording. */
import { loadPlan } from '../plan/load.js';
import { checkPlanLength } from '../plan/plan-length.js';
import { findPlanSystem, startBattle } from '../plan/start.js';
import { startFrame } from '../plan/types.js';
import { compareWithRecording } from '../route/against.js';
import type { LoadedLine, LoadOptions } from './loaded-line.js';
import { playLine } from './plan-line.js';
import { recordedDifference } from './plan-recording.js';

/** @throws LockstepError with file, line and column when the plan is wrong */
export async function loadPlanLine(file: string, options: LoadOptions): Promise<LoadedLine> {
  const written = loadPlan(file);
  checkPlanLength(written);
  const system = await findPlanSystem(options.systems, written);
  const plan = options.prepare?.(written, system) ?? written;
  const battle = await startBattle(system, plan);
  const comparison =
    options.against === undefined
      ? undefined
      : await compareWithRecording(system, battle, plan.ruleset.switches, options.against, startFrame(plan));
  const loaded = await playLine(system, plan, battle, options, comparison);
  const { line } = loaded;
  if (line.differences.length > 0) options.onFailures?.(line.differences.flatMap(({ note }) => note.split('\n')));
  if (comparison !== undefined) line.differences.push(...(await recordedDifference(comparison, line.script.length)));
  line.differences.sort((first, second) => first.at - second.at);
  return { ...loaded, file };
}
