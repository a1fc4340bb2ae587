/** A running game whose work RAM can be read. Read-only: nothing here can write, reset or pause. */
import type { MemoryWindow } from '../record/windows.js';

export interface LiveSource {
  /** Name of the server or emulator, as it reports it. */
  readonly name: string;
  readonly version: string;
  /** What the device says that it runs; empty or left out where it says nothing. */
  readonly rom?: string;
  /**
   * Reads ranges of work RAM (offsets from $7E:0000) into `into`, one after the other.
   * @throws LockstepError `E_LIVE_CLOSED` for a lost connection, `E_LIVE_REPLY` for a wrong answer
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
