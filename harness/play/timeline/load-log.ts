/** Reads a log into a line. */
import type { Battle } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { findSystem } from '../../base/find-system.js';
import { createPause } from '../../base/yield-to-event-loop.js';
import { battleOf } from '../trace/bind.js';
import { openTrace, type TraceReader } from '../trace/reader.js';
import { rulesetDiffers } from '../trace/ruleset.js';
import { rulesOfLog } from '../verify/verify-log.js';
import type { LoadedLine, LoadOptions } from './loaded-line.js';
import { createLogLoader, type LogLoader, loadRow } from './log-loader.js';

/**
 * Replays the rows that are there, in a loop without awaiting, which is compiled early.
 * @returns why the line ends, or empty; a promise where a long folded row takes its time
 */
function loadRows(
  loader: LogLoader,
  reader: TraceReader,
  pause: () => Promise<void> | undefined,
): string | Promise<string> {
  while (reader.next()) {
    const end = loadRow(loader, reader.row, pause);
    if (end !== '') return end;
  }
  return '';
}

/**
 * @throws LockstepError for a log that is damaged at its start; a later damage ends the line.
 * `E_INTERRUPTED` when the user interrupts
 */
export async function loadLog(file: string, options: LoadOptions): Promise<LoadedLine> {
  const reader = await openTrace(file, { allowIncomplete: true });
  try {
    const system = findSystem(options.systems, reader.header.system, file, 1, reader.header.setup);
    const rulesetForced = rulesetDiffers(system, reader.header, file, options.forceRuleset === true);
    const { header, settled } = rulesOfLog(system, reader.header, options.rules);
    const create = (): Battle => battleOf(system, header, file);
    const battle = create();
    const loader = createLogLoader(system, battle, header, file, options);
    let ended = '';
    const wait = createPause(options.signal, `${file} was not read to its end`);
    const pause = (): Promise<void> | undefined => {
      const waiting = wait();
      if (waiting !== undefined) options.progress?.(loader.line.script.length);
      return waiting;
    };
    try {
      do {
        let end = loadRows(loader, reader, pause);
        while (typeof end !== 'string') end = (await end) || loadRows(loader, reader, pause);
        ended = end;
        await pause();
      } while (ended === '' && (await reader.fill()));
    } catch (error) {
      // What was read before a damage is shown: it may be all that is left of a recording.
      if (!(error instanceof LockstepError) || loader.line.script.length === 0) throw error;
      if (error.code === 'E_INTERRUPTED') throw error;
      ended = `${error.message} (line ${error.details.line ?? loader.line.script.rows + 2})`;
    }
    if (ended === '' && reader.footer() === undefined) ended = 'the log has no footer: its recording was cut';
    loader.line.script.trim();
    const end = { whole: ended === '', reason: ended };
    const { line, greenzone, side } = loader;
    const { frameCode } = side;
    return { file, system, battle, create, frameCode, line, greenzone, end, header, rulesetForced, settled };
  } finally {
    reader.close();
  }
}
