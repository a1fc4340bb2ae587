/**
 * Played battles per second: legal random play of the seven present-day battles to their end, over
 * a fixed set of seeds, with full rules, by the step that `verify` and plans use. Draws are
 * collected as events, the other kinds of events are left out. The time is the process's own,
 * without that of other programs on the machine.
 */

import { LIVE_A_LIVE_BATTLE } from '../../../core/live-a-live/index.js';
import { EVENT_DRAW, EVENT_ROUTINE } from '../../../core/live-a-live/memory/machine.js';
import { createEventBuffer } from '../../../core/system/battle.js';
import type { EventBuffer } from '../../../core/system/system.js';
import { eachDraw, fieldCounts, siteText } from '../../play/index.js';
import { AUTO, type Bout, beginBout, boutsOf, EVENT_WORDS, MAX_COMMANDS, RANDOM } from './bouts.js';
import { chainPicoseconds } from './chain.js';
import { collector } from './heap.js';
import { checksum } from './measure/checksum.js';
import { ownTime, type Spread, spreadOf } from './measure/measure.js';
import { type PartTime, timeParts } from './played-parts.js';
import type { RecordedInputs } from './record-inputs.js';
import { runThread } from './run-thread.js';

export interface PlayedResult {
  /** Number of battles in a repeat, and of repeats. */
  readonly battles: number;
  readonly repeats: number;
  /** Battles per second of one core's own time. */
  readonly battlesPerSecond: number;
  readonly drawsPerSecond: number;
  readonly spread: Spread;
  readonly commandsPerBattle: number;
  readonly framesPerBattle: number;
  readonly drawsPerBattle: number;
  readonly won: number;
  /** Checksum of the last images of all battles. */
  readonly checksum: string;
  /** Nanoseconds of process time for one battle and for one frame. */
  readonly nanosecondsPerBattle: number;
  readonly nanosecondsPerFrame: number;
  /** Speed of the core during the run, see `chainPicoseconds`. */
  readonly chainPicoseconds: number;
  /** Bytes left after a repeat. */
  readonly heapGrowth: number;
  /** Mean number of reports of each routine in a battle, by address. */
  readonly routinesPerBattle: Readonly<Record<string, number>>;
  /** Time of each part by itself. */
  readonly parts: readonly PartTime[];
}

/**
 * Uncounted repeats, during which the compiler of the running engine is busy; its threads count as
 * the process's own.
 */
const WARM_REPEATS = 10;

interface Count {
  commands: number;
  frames: number;
  draws: number;
  won: number;
  images: number;
  readonly routines: Map<number, number>;
}

const COUNTS = fieldCounts(LIVE_A_LIVE_BATTLE);

/** Kinds of events that a timed battle leaves out: it is asked for its draws. */
const ALL_BUT_DRAWS = ~(1 << EVENT_DRAW);

/**
 * Plays a number of battles.
 * @param counting whether to count commands and draws, which takes time of its own
 */
function play(bouts: readonly Bout[], battles: number, counting: boolean): Count {
  const events = createEventBuffer(EVENT_WORDS, counting ? 0 : ALL_BUT_DRAWS);
  const command = Int32Array.of(AUTO, RANDOM, counting ? 1 : 0, 0, 0, 0, 0, 0);
  const count: Count = { commands: 0, frames: 0, draws: 0, won: 0, images: 0, routines: new Map() };
  for (let number = 0; number < battles; number++) {
    const { battle, offsetOf } = beginBout(bouts, number);
    const { image } = battle;
    command[3] = number;
    const result = offsetOf('battleResult');
    for (let commands = 0; image[result] === 0 && commands < MAX_COMMANDS; commands++) {
      events.length = 0;
      battle.step(command, events);
      if (!counting) continue;
      count.commands++;
      eachDraw(LIVE_A_LIVE_BATTLE, COUNTS, events, () => {
        count.draws++;
      });
      countRoutines(events, count.routines);
    }
    if (!counting) continue;
    const frames = offsetOf('battleFrames');
    count.frames += (image[frames] as number) + 256 * (image[frames + 1] as number);
    if (image[result] === 1) count.won++;
    count.images = (Math.imul(count.images, 31) + Number.parseInt(checksum(image), 16)) >>> 0;
  }
  return count;
}

function countRoutines(events: EventBuffer, routines: Map<number, number>): void {
  for (let at = 0; at < events.length; ) {
    const kind = events.words[at] as number;
    const routine = events.words[at + 1] as number;
    if (kind === EVENT_ROUTINE) routines.set(routine, (routines.get(routine) ?? 0) + 1);
    at += 1 + (COUNTS.get(kind) ?? 0);
  }
}

/** Growth of the heap during one more repeat, with garbage collected before and after. */
function growthOf(run: () => void): number {
  const collect = collector();
  collect();
  const before = process.memoryUsage().heapUsed;
  run();
  collect();
  return process.memoryUsage().heapUsed - before;
}

/**
 * Runs the benchmark.
 * @param battles number of battles in a repeat
 */
export async function benchPlayed(battles: number, repeats: number): Promise<PlayedResult> {
  const bouts = boutsOf();
  const count = play(bouts, battles, true);
  for (let repeat = 0; repeat < WARM_REPEATS; repeat++) play(bouts, battles, false);
  const times = Array.from({ length: repeats }, () => ownTime(() => play(bouts, battles, false)));
  const spread = spreadOf(times.map((nanoseconds) => (battles * 1e9) / nanoseconds));
  const { median } = spreadOf(times);
  const heapGrowth = growthOf(() => play(bouts, battles, false));
  // last of all: what the compiler learns from a part is not what whole battles are timed with
  const inputs = await runThread<RecordedInputs>({ kind: 'inputs' });
  return {
    battles,
    repeats,
    battlesPerSecond: Math.round(spread.median),
    drawsPerSecond: Math.round((spread.median * count.draws) / battles),
    spread,
    commandsPerBattle: count.commands / battles,
    framesPerBattle: count.frames / battles,
    drawsPerBattle: count.draws / battles,
    won: count.won,
    checksum: count.images.toString(16).padStart(8, '0'),
    nanosecondsPerBattle: Math.round(median / battles),
    nanosecondsPerFrame: Math.round(median / count.frames),
    chainPicoseconds: chainPicoseconds(),
    heapGrowth,
    routinesPerBattle: Object.fromEntries(
      [...count.routines]
        .sort(([, a], [, b]) => b - a)
        .map(([routine, times]) => [siteText(routine), Math.round((10 * times) / battles) / 10]),
    ),
    parts: timeParts(inputs, battles, median / battles),
  };
}
