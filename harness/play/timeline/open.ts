/** Opens a log or plan as a timeline. */
import { LockstepError } from '../../base/errors.js';
import { createTimeline } from './create-timeline.js';
import { loadLog } from './load-log.js';
import { loadPlanLine } from './load-plan.js';
import type { LoadOptions } from './loaded-line.js';
import type { Timeline } from './timeline.js';

/** A plan is a `.toml` file, everything else is read as a trace. @throws LockstepError */
export async function openTimeline(file: string, options: LoadOptions): Promise<Timeline> {
  const isPlan = file.toLowerCase().endsWith('.toml');
  if (!isPlan && options.against !== undefined) {
    throw new LockstepError('E_OPTION', 'only a plan is compared with a recording', {
      file,
      remedy: 'A log is its own recording; `lockstep compare` compares two',
    });
  }
  const loaded = await (isPlan ? loadPlanLine(file, options) : loadLog(file, options));
  if (loaded.line.script.length === 0 && loaded.end.whole) {
    const [message, remedy] = isPlan
      ? ['the plan has no command', 'Add a [[do]] table, or find commands with `lockstep route search`']
      : ['the file holds no entry', 'Record it again'];
    throw new LockstepError('E_NOTHING_COMPARED', message, { file, remedy });
  }
  return createTimeline(loaded, options.language);
}
