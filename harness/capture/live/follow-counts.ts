/** The counts of a recording of a running game. */
import type { CheckResult } from './live-check.js';

export interface FollowCounts {
  samples: number;
  /** Written. */
  rows: number;
  /** Samples read across the end of a frame, and dropped. */
  torn: number;
  /** Samples of the same frame as the one before, not written again. */
  repeated: number;
  /** Frames between samples. */
  unseenFrames: number;
  /** Of these: frames across which the model explains the next sample. */
  bridgedFrames: number;
  /**
   * Rows one frame after the row before: those that the model made equal, and those that it did
   * not.
   */
  equal: number;
  different: number;
  /** For a game: rows one frame after the row before without a change of a compared cell. */
  still: number;
  reconnects: number;
}

/** The relation of a sample to the one before. */
export interface LiveStep {
  /** Frames since then; 0: the same frame. */
  readonly frames: number;
  /** Undefined: it was not compared. */
  readonly result: CheckResult | undefined;
  /** The clock jumped: another battle or savestate. */
  readonly jumped: boolean;
}

export function newCounts(): FollowCounts {
  return {
    samples: 0,
    rows: 0,
    torn: 0,
    repeated: 0,
    unseenFrames: 0,
    bridgedFrames: 0,
    equal: 0,
    different: 0,
    still: 0,
    reconnects: 0,
  };
}

export function noteResult(counts: FollowCounts, { frames, result, jumped }: LiveStep): void {
  if (!jumped) counts.unseenFrames += frames - 1;
  if (result === 'bridged') counts.bridgedFrames += frames - 1;
  if (result === 'equal' || result === 'still' || result === 'different') counts[result]++;
}
