/** Finds a system by its id among the ones that a caller offers. */
import type { System } from '../../core/system.js';
import { LockstepError } from './errors.js';
import { nearest } from './nearest.js';

/**
 * The system of this id.
 * @param file and `line` name the place that asks for it, for the error
 * @throws LockstepError `E_SYSTEM`, with the nearest id
 */
export function findSystem(systems: readonly System[], id: string, file: string, line: number): System {
  const system = systems.find((candidate) => candidate.id === id);
  if (system !== undefined) return system;
  const known = systems.map((candidate) => candidate.id);
  throw new LockstepError('E_SYSTEM', `there is no system ${id}`, { file, line, remedy: nearest(id, known) });
}
