/** Entries of a recording that the rules refused. */
import { ruleErrorOf } from '../../../core/system/battle.js';
import { RECORDING, type Timeline } from './timeline.js';

/**
 * A sentence where the recording has an entry that was refused, as a list of one or none; of
 * branches it is not known.
 */
export function rejectionLines({ script, system }: Timeline, at: number, line: number): string[] {
  const error = line === RECORDING && at <= script.length ? script.errorOf(at) : '';
  if (error === '') return [];
  const meaning = ruleErrorOf(system, error)?.meaning ?? '';
  return [`rejected with ${error}${meaning === '' ? '' : `: ${meaning}`}`];
}
