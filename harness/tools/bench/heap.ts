/**
 * Measures leaks of steps: growth of the heap over a million steps, with garbage collected before
 * and after.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { COMMAND_FRAME, createFrameBattle } from '../../../core/live-a-live/index.js';
import { createEventBuffer } from '../../../core/system/battle.js';
import type { EventBuffer } from '../../../core/system/system.js';
import { DRILL_BATTLES, padWords } from '../drill-battles.js';
import { checksum } from './measure/checksum.js';

export interface HeapResult {
  readonly steps: number;
  /** Bytes left after the steps without events, and after those with a lent event buffer. */
  readonly growth: number;
  readonly growthWithEvents: number;
  readonly checksum: string;
}

/** The engine's collection of garbage, on demand. */
export function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new TypeError('this engine has no gc to expose');
  return collect as () => void;
}

export function benchHeap(steps: number): HeapResult {
  const collect = collector();
  const scenario = DRILL_BATTLES[1] ?? { setup: {}, seed: 1 };
  const battle = createFrameBattle(scenario.setup);
  const start = battle.image.slice();
  const pads = padWords(scenario.seed, steps);
  const command = Int32Array.of(COMMAND_FRAME, 0);
  const lent = createEventBuffer();
  const run = (events: EventBuffer | undefined, count: number): void => {
    for (let at = 0; at < count; at++) {
      command[1] = pads[at] as number;
      lent.length = 0;
      battle.step(command, events);
    }
  };
  const growthOf = (events: EventBuffer | undefined): number => {
    // the compiler's own memory belongs to the warm-up
    battle.image.set(start);
    run(events, Math.min(steps, 200_000));
    battle.image.set(start);
    collect();
    const before = process.memoryUsage().heapUsed;
    run(events, steps);
    collect();
    return process.memoryUsage().heapUsed - before;
  };
  return {
    steps,
    growth: growthOf(undefined),
    growthWithEvents: growthOf(lent),
    checksum: checksum(battle.image),
  };
}
