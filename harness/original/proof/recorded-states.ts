/** What recorded logs gave that were played again: how far they went, states at the calls. */
import type { RoutinePlan } from '../cpu-trace/profile.js';
import type { ProofState } from './state.js';

export interface PlayedLog {
  readonly file: string;
  /** Frames that the log holds and that were equal in every compared cell. */
  readonly frames: number;
  /** The first frame that was not; undefined: all were equal. */
  readonly differs: { readonly frame: number; readonly cell: string } | undefined;
}

/** What the logs gave that were played. */
export interface RecordedStates {
  readonly logs: readonly PlayedLog[];
  /** States at the calls of a routine, in the order of the calls. */
  statesOf(plan: RoutinePlan): readonly ProofState[];
  /** Calls of all routines that are looked for. */
  calls(): number;
}
