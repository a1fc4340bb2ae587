/**
 * Times each part of a played battle by itself, over and over on images recorded where the part
 * begins. Restoring the image is timed separately and subtracted. A part by itself has its code and
 * branches in the cache; a whole battle, in which parts and commands alternate, takes longer than
 * their sum.
 */

import { passDecisions, passIdleFrames } from '../../../core/live-a-live/battle/decision-frames.js';

import { COMMAND_WORDS, choosePolicy } from '../../../core/live-a-live/battle/policies.js';
import { LONGEST_WAIT, playFrame } from '../../../core/live-a-live/battle/run.js';
import { createBattle } from '../../../core/live-a-live/index.js';
import type { Machine } from '../../../core/live-a-live/memory/machine.js';
import { createEventBuffer } from '../../../core/system/battle.js';
import { RANDOM } from './bouts.js';
import { ownTime, spreadOf } from './measure/measure.js';
import { type BattlePart, PARTS_OF_BATTLE, type RecordedInputs } from './record-inputs.js';

export interface PartTime {
  readonly part: BattlePart;
  /** Mean number of choices or frames in a battle. */
  readonly timesPerBattle: number;
  /** Nanoseconds of one choice or frame. */
  readonly nanoseconds: number;
  /** Share of the time of a battle, 0..1. */
  readonly share: number;
}

/** Number of whole battles timed for each pass over all images. */
const BATTLES_OF_A_ROUND = 560;
const REPEATS = 60;
/**
 * Uncounted repeats: after them the compiler of the running engine, whose threads count as the
 * process's own, is done.
 */
const WARM_REPEATS = 240;

interface Bench {
  readonly machine: Machine;
  readonly scratch: Machine;
  readonly command: Int32Array;
}

/**
 * Runs a part once on an image.
 * @returns number of choices or frames
 */
type Run = (bench: Bench, number: number) => number;

const RUNS: Readonly<Record<BattlePart, Run>> = {
  choice: ({ machine, scratch, command }, number) => {
    choosePolicy(machine, scratch, RANDOM, number, command);
    return 1;
  },
  idle: ({ machine }) => passIdleFrames(machine, LONGEST_WAIT),
  decision: ({ machine }) => Math.abs(passDecisions(machine, LONGEST_WAIT)),
  skill: ({ machine }) => {
    playFrame(machine);
    return 1;
  },
  other: ({ machine }) => {
    playFrame(machine);
    return 1;
  },
};

/** Median nanoseconds of one choice or frame, without restoring the image. */
function timePart(bench: Bench, rounds: number, images: readonly Uint8Array[], run: Run): number {
  const { machine } = bench;
  const { ram, events } = machine;
  let done = 0;
  const go = (work: boolean): void => {
    for (let round = 0; round < rounds; round++) {
      for (const image of images) {
        ram.set(image);
        if (events !== undefined) events.length = 0;
        if (work) done += run(bench, round);
      }
    }
  };
  const times: number[] = [];
  for (let repeat = 0; repeat < WARM_REPEATS + REPEATS; repeat++) {
    const alone = ownTime(() => go(false));
    done = 0;
    const both = ownTime(() => go(true));
    if (repeat >= WARM_REPEATS) times.push((both - alone) / Math.max(done, 1));
  }
  return spreadOf(times).median;
}

/**
 * Times every part.
 * @param battles whole battles in a repeat
 * @param nanosecondsPerBattle time of one of them
 */
export function timeParts(inputs: RecordedInputs, battles: number, nanosecondsPerBattle: number): PartTime[] {
  const rounds = Math.ceil(battles / BATTLES_OF_A_ROUND);
  const { machine } = createBattle(null);
  const bench = { machine, scratch: createBattle(null).machine, command: new Int32Array(COMMAND_WORDS) };
  machine.events = createEventBuffer();
  return PARTS_OF_BATTLE.map((part) => {
    const { timesPerBattle, images } = inputs[part];
    const nanoseconds = timePart(bench, rounds, images, RUNS[part]);
    return { part, timesPerBattle, nanoseconds, share: (timesPerBattle * nanoseconds) / nanosecondsPerBattle };
  });
}
