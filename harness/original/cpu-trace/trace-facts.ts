/** What every reading of a CPU trace says of the trace itself. */
import type { Profile } from './profile.js';
import type { CpuTraceSummary } from './reader.js';

export interface TraceFacts {
  readonly summary: CpuTraceSummary;
  readonly profile: Profile;
  readonly frames: number;
  readonly framesHow: string;
  readonly interrupts: number;
  readonly gaps: number;
  /** Line of the first row that does not follow from the row before, or 0. */
  readonly firstGap: number;
}
