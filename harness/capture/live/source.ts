/** A running game whose work RAM can be read. Read-only: nothing here can write, reset or pause. */
import type { MemoryWindow } from '../record/windows.js';

export interface LiveSource {
  /** What is at the other end, in its own words. */
  readonly name: string;
  readonly version: string;
  /**
   * Reads ranges of work RAM (offsets from $7E:0000) one behind the other into `into`.
   * @throws LockstepError `E_LIVE_CLOSED` when the other end goes away, `E_LIVE_REPLY` for an answer that fits no question
   */
  read(ranges: readonly MemoryWindow[], into: Uint8Array): Promise<void>;
  close(): void;
}

/** How long an answer may take. */
export interface LiveTimes {
  readonly answerMilliseconds: number;
}

export const LIVE_TIMES: LiveTimes = { answerMilliseconds: 5000 };

/** Bytes of all ranges together. */
export function bytesOf(ranges: readonly MemoryWindow[]): number {
  return ranges.reduce((sum, range) => sum + range.length, 0);
}
