/** What a recording of a running game counts. */
import type { CheckResult } from './live-check.js';

export interface FollowCounts {
  samples: number;
  /** Written. */
  rows: number;
  /** Read across the end of a frame: thrown away. */
  torn: number;
  /** In the same frame as the one before: not written again. */
  repeated: number;
  /** Frames between samples. */
  unseenFrames: number;
  /** Of these: frames across which the model explains the next sample. */
  bridgedFrames: number;
  /** Rows one frame after the row before that the model made equal, and those that it did not. */
  equal: number;
  different: number;
  /** Of a game: rows one frame after the row before in which no compared cell moved. */
  still: number;
  reconnects: number;
}

/** How a sample follows the one before. */
export interface LiveStep {
  /** Frames since then; 0: the same frame. */
  readonly frames: number;
  /** Undefined: it was not compared. */
  readonly result: CheckResult | undefined;
  /** The clock went elsewhere: another battle or savestate. */
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
