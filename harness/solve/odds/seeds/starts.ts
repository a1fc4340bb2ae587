/** The starts that a plan is played from, by number. */

import { readCell } from '../../../../core/system/battle.js';
import type { Battle, CellDeclaration, Generator } from '../../../../core/system/system.js';
import { LockstepError } from '../../../base/errors.js';
import { countText } from '../../../base/number-text.js';
import { stateText } from '../position/state-text.js';

export const START_KINDS = ['timers', 'cycles', 'waits'] as const;
export type StartKind = (typeof START_KINDS)[number];

export interface StartChoice {
  readonly kind: StartKind;
  /** Of `timers`: the timer at the start, or undefined: the plan's. */
  readonly timer: number | undefined;
  /** Of `waits`: the most frames waited. */
  readonly frames: number;
}

export interface Starts {
  readonly count: number;
  /** What they are, in words. */
  readonly what: string;
  /** Changes the plan's own starting image. @returns frames to wait before the first command */
  put(battle: Battle, start: number): number;
  /** What a plan writes for it. */
  name(start: number): string;
}

const SEEDS = 0x1_0000;

function cellOf(battle: Battle, name: string): CellDeclaration {
  const cell = battle.cells.find((candidate) => candidate.name === name);
  if (cell === undefined) throw new LockstepError('E_INTERNAL', `there is no cell ${name}`);
  return cell;
}

function write16(image: Uint8Array, { offset }: CellDeclaration, value: number): void {
  image[offset] = value & 0xff;
  image[offset + 1] = value >> 8;
}

/**
 * A first battle: the generator is unseeded, the map's has any value, in the order of its frames.
 */
function timerStarts(generator: Generator, battle: Battle, timer: number | undefined): Starts {
  const { seed } = generator;
  const clock = cellOf(battle, generator.timer);
  const words = new Uint16Array(SEEDS);
  words[0] = seed.read(battle);
  for (let frame = 1; frame < SEEDS; frame++) words[frame] = seed.next(words[frame - 1] as number);
  const time = timer ?? readCell(battle.image, clock);
  return {
    count: SEEDS,
    what: `all ${SEEDS} values of the map's generator before a first battle, timer ${time} at its start`,
    put(other, start) {
      seed.write(other, words[start] as number);
      write16(other.image, clock, time);
      generator.write(other, 0);
      return 0;
    },
    name: (start) => `mapGenerator = ${words[start]}, ${start} map frames later`,
  };
}

function cycleStarts(generator: Generator): Starts {
  const count = generator.cycles.reduce((sum, { length }) => sum + length, 0);
  const states = new Uint32Array(count);
  let at = 0;
  for (const { first, length } of generator.cycles) {
    let state = first;
    for (let step = 0; step < length; step++) {
      states[at++] = state;
      state = generator.next(state);
    }
  }
  return {
    count,
    what: `all ${countText(count, 'state')} of the generator's known cycles`,
    put(battle, start) {
      generator.write(battle, states[start] as number);
      return 0;
    },
    name: (start) => `generator = ${stateText(states[start] as number)}`,
  };
}

/** @param battle the plan's own start */
export function startsOf(generator: Generator, battle: Battle, { kind, timer, frames }: StartChoice): Starts {
  if (kind === 'timers') return timerStarts(generator, battle, timer);
  if (kind === 'cycles') return cycleStarts(generator);
  return {
    count: frames + 1,
    what: `0 to ${countText(frames, 'frame')} of waiting before the first command`,
    put: (_, start) => start,
    name: (start) => `${countText(start, 'frame')} waited`,
  };
}
