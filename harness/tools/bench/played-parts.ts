/**
 * What the parts of a played battle take: each part by itself, over and over on images that were
 * recorded where it begins. The image is put back before each time, which is timed alone and taken
 * off. A part by itself has its code and its branches at hand; what a whole battle takes beyond the
 * sum of its parts is that they alternate, and the commands between them.
 */

import { passDecisions } from '../../../core/live-a-live/battle/decision-frames.js';
import { passIdleFrames } from '../../../core/live-a-live/battle/idle-frames.js';
import { COMMAND_WORDS, choosePolicy } from '../../../core/live-a-live/battle/policies.js';
import { LONGEST_WAIT, playFrame } from '../../../core/live-a-live/battle/run.js';
import { createBattle } from '../../../core/live-a-live/index.js';
import type { Machine } from '../../../core/live-a-live/memory/machine.js';
import { createEventBuffer } from '../../../core/system/battle.js';
import { RANDOM } from './bouts.js';
import { ownTime, spreadOf } from './measure.js';
import { type BattlePart, PARTS_OF_BATTLE, type RecordedInputs } from './record-inputs.js';

export interface PartTime {
  readonly part: BattlePart;
  /** Choices or frames of a battle, in the mean. */
  readonly timesPerBattle: number;
  /** Nanoseconds of one choice or frame. */
  readonly nanoseconds: number;
  /** Of the time of a battle, 0..1. */
  readonly share: number;
}

/** Battles of a repeat of whole battles for each time that all images are gone through here. */
const BATTLES_OF_A_ROUND = 560;
const REPEATS = 60;
/**
 * Repeats that are not counted: the compiler of the running engine is done by then, and its threads
 * count as the process's own.
 */
const WARM_REPEATS = 240;

interface Bench {
  readonly machine: Machine;
  readonly scratch: Machine;
  readonly command: Int32Array;
}

/** What is done once on an image. @returns how many choices or frames that were */
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

/** Median nanoseconds of one choice or frame, without putting the image back. */
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

/** @param battles of a repeat of whole battles @param nanosecondsPerBattle of one of them */
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
