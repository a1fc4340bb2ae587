/** Marsaglia's xorshift with 32 bits: the same plays from the same seed on every machine. */
export interface Dice {
  /** 0 to `count` - 1. */
  below(count: number): number;
  /** `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True in `times` of `of` cases. */
  chance(times: number, of: number): boolean;
  pick<Value>(list: readonly Value[]): Value;
}

/** @param seed not 0 */
export function createDice(seed: number): Dice {
  let state = seed;
  const below = (count: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % count;
  };
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (times, of) => below(of) < times,
    pick: (list) => {
      const element = list[below(list.length)];
      if (element === undefined) throw new Error('nothing to pick from');
      return element;
    },
  };
}
