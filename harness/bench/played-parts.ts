/**
 * What the parts of a played battle take: each part by itself, over and over on images that were recorded where it begins. The image
 * is put back before each time, which is timed alone and taken off. A part by itself has its code and its branches at hand; what a
 * whole battle takes beyond the sum of its parts is that they alternate, and the commands between them.
 */
import { createEventBuffer } from '../../core/battle.js';
import { createBattle } from '../../core/live-a-live/index.js';
import type { Machine } from '../../core/live-a-live/machine.js';
import { passDecisions } from '../../core/live-a-live/play/decision-frames.js';
import { passIdleFrames } from '../../core/live-a-live/play/idle-frames.js';
import { COMMAND_WORDS, choosePolicy } from '../../core/live-a-live/play/policies.js';
import { LONGEST_WAIT, playFrame } from '../../core/live-a-live/play/run.js';
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

const ROUNDS = 200;
const REPEATS = 15;
/** Repeats that are not counted. */
const WARM_REPEATS = 10;

interface Bench {
  readonly machine: Machine;
  readonly scratch: Machine;
  readonly command: Int32Array;
}

/** What is done once on an image. @returns how many choices or frames that were */
const RUNS: Readonly<Record<BattlePart, (bench: Bench, number: number) => number>> = {
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
function timePart(bench: Bench, images: readonly Uint8Array[], run: (bench: Bench, number: number) => number): number {
  const { machine } = bench;
  const { ram, events } = machine;
  let done = 0;
  const rounds = (work: boolean): void => {
    for (let round = 0; round < ROUNDS; round++) {
      for (const image of images) {
        ram.set(image);
        if (events !== undefined) events.length = 0;
        if (work) done += run(bench, round);
      }
    }
  };
  const times: number[] = [];
  for (let repeat = 0; repeat < WARM_REPEATS + REPEATS; repeat++) {
    const alone = ownTime(() => rounds(false));
    done = 0;
    const both = ownTime(() => rounds(true));
    if (repeat >= WARM_REPEATS) times.push((both - alone) / Math.max(done, 1));
  }
  return spreadOf(times).median;
}

/** @param nanosecondsPerBattle of a whole battle */
export function timeParts(inputs: RecordedInputs, nanosecondsPerBattle: number): PartTime[] {
  const { machine } = createBattle(null);
  const bench = { machine, scratch: createBattle(null).machine, command: new Int32Array(COMMAND_WORDS) };
  machine.events = createEventBuffer();
  return PARTS_OF_BATTLE.map((part) => {
    const { timesPerBattle, images } = inputs[part];
    const nanoseconds = timePart(bench, images, RUNS[part]);
    return { part, timesPerBattle, nanoseconds, share: (timesPerBattle * nanoseconds) / nanosecondsPerBattle };
  });
}
