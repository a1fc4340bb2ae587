/** Random choices for tests that must be the same everywhere. */
export interface Dice {
  below(limit: number): number;
  among<T>(list: readonly T[]): T;
}

/** A linear congruential generator: the same commands from the same seed everywhere. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * limit);
  };
  return { below, among: (list) => list[below(list.length)] as never };
}
