/**
 * Cost of a savestate: one copy of the packed image with all declared windows, into a lent buffer
 * and into a new one.
 */

import { createFrameBattle } from '../../../core/live-a-live/index.js';
import { snapshot } from '../../../core/system/battle.js';
import { DRILL_BATTLES } from '../drill-battles.js';
import { checksum } from './measure/checksum.js';
import { type Spread, spreadOf, timed } from './measure/measure.js';

export interface SnapshotResult {
  readonly bytes: number;
  readonly copies: number;
  readonly repeats: number;
  /** Nanoseconds of a copy into an existing buffer. */
  readonly lent: Spread;
  /** Nanoseconds of a copy into a new buffer. */
  readonly allocated: Spread;
  readonly checksum: string;
}

export function benchSnapshot(copies: number, repeats: number): SnapshotResult {
  const battle = createFrameBattle(DRILL_BATTLES[0]?.setup);
  const { image } = battle;
  const target = new Uint8Array(image.length);
  let kept: Uint8Array = target;
  const lend = (): void => {
    for (let count = copies; count > 0; count--) target.set(image);
  };
  const allocate = (): void => {
    for (let count = copies; count > 0; count--) kept = snapshot(battle);
  };
  lend();
  allocate();
  const lent: number[] = [];
  const allocated: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    lent.push(timed(lend) / copies);
    allocated.push(timed(allocate) / copies);
  }
  return {
    bytes: image.length,
    copies,
    repeats,
    lent: spreadOf(lent),
    allocated: spreadOf(allocated),
    checksum: checksum(kept),
  };
}
