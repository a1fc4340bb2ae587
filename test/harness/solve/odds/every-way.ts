/** The slow reference: every way of the draws of a command, one after the other, none put together. */
import type { CommandFrames } from '../../../../core/system/planning.js';
import type { Battle, DrawSource, FramePlay, Planning } from '../../../../core/system/system.js';

export interface Way {
  readonly image: Uint8Array;
  /** Of so many out of 256 to the power of `draws`. */
  readonly weight: bigint;
  readonly draws: number;
}

interface Digit {
  readonly values: readonly number[];
  readonly counts: readonly number[];
  at: number;
}

/**
 * Plays a command until `isEnd` in every way. Every value of a draw is taken when `eachValue`,
 * else one of each kind.
 * @returns undefined when there are more than `most`
 */
export function everyWay(
  battle: Battle,
  { forceDraws }: Planning,
  play: FramePlay,
  command: Int32Array,
  isEnd: (given: Uint8Array, soFar: CommandFrames) => boolean,
  most: number,
  eachValue = false,
): Way[] | undefined {
  const start = battle.image.slice();
  const digits: Digit[] = [];
  let place = 0;
  const kinds = new Uint8Array(256);
  const source: DrawSource = {
    kinds,
    given() {
      const digit = digits[place];
      if (digit === undefined) return -1;
      place++;
      return digit.values[digit.at] as number;
    },
    choose(lent, count) {
      const all = Array.from({ length: 256 }, (_, value) => value);
      const values = eachValue ? all : [...lent.subarray(0, count)];
      const counts = values.map((_, kind) => (eachValue ? 1 : all.filter((value) => kinds[value] === kind).length));
      digits.push({ values, counts, at: 0 });
      place++;
      return values[0] as number;
    },
  };
  const ways: Way[] = [];
  forceDraws?.(battle, source);
  try {
    for (let more = true; more; ) {
      place = 0;
      battle.image.set(start);
      play.give(command);
      const given = battle.image.slice();
      const soFar = { frames: 0, stalls: 0, stepped: false };
      while (!play.isOver() && !isEnd(given, soFar)) {
        soFar.stepped = play.isStepping();
        if (play.frame()) soFar.stalls++;
        soFar.frames++;
      }
      const weight = digits.reduce((product, { counts, at }) => product * BigInt(counts[at] as number), 1n);
      ways.push({ image: battle.image.slice(), weight, draws: digits.length });
      if (ways.length > most) return undefined;
      more = false;
      for (let last = digits.at(-1); last !== undefined && !more; last = digits.at(-1)) {
        if (++last.at < last.values.length) more = true;
        else digits.pop();
      }
    }
    return ways;
  } finally {
    forceDraws?.(battle, undefined);
    battle.image.set(start);
  }
}
