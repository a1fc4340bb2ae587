/** Finds a system by its id among the ones that a caller offers. */
import type { System } from '../../core/system/system.js';
import { LockstepError } from './errors.js';
import { nearest } from './nearest.js';
import { systemNamed } from './system-names.js';

/**
 * The system of this id.
 * @param file and `line` name the place that asks for it, for the error
 * @param setup tells systems apart that shared an id
 * @throws LockstepError `E_SYSTEM`, with the nearest id
 */
export function findSystem(
  systems: readonly System[],
  id: string,
  file: string,
  line: number,
  setup: unknown = null,
): System {
  const system = systemNamed(systems, id, setup);
  if (system !== undefined) return system;
  const known = systems.map((candidate) => candidate.id);
  throw new LockstepError('E_SYSTEM', `there is no system ${id}`, { file, line, remedy: nearest(id, known) });
}
