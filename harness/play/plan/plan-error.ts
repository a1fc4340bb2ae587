/** Errors of plans: always with file, line and column. */
import { LockstepError } from '../../base/errors.js';
import type { PlanPlace } from './types.js';

export interface PlanFault {
  readonly found?: string;
  readonly expected?: string;
  readonly remedy: string;
}

export function planError(
  code: string,
  file: string,
  place: PlanPlace,
  message: string,
  fault: PlanFault,
): LockstepError {
  return new LockstepError(code, `column ${place.column}: ${message}`, { file, line: place.line, ...fault });
}
