/** What the shared prefixes of commands changed in a loaded state, saved to be applied again. */

export interface StateDeltas {
  /**
   * Saves the battle as it is.
   * @param slot 0..`slots` - 1 @param from slot that was put before, -1: the loaded state
   * @param count of the places in the list of changed words, ascending
   */
  save(slot: number, from: number, count: number): void;
  /**
   * Puts the battle to what was saved. It is in the loaded state, or in what the slot was saved
   * from.
   */
  apply(slot: number): void;
  /**
   * Writes the places that differ from the loaded state into the list of changed words.
   * @returns how many
   */
  list(slot: number): number;
}

interface Delta {
  readonly places: Int32Array;
  readonly words: Int32Array;
  /**
   * Places that differ from the loaded state; behind them those that differ only in what it was
   * saved from.
   */
  changed: number;
  count: number;
  readonly times: Int32Array;
}

/**
 * @param image by words
 * @param times places of the words of time, saved whether they changed or not
 * @param changed the list of changed words
 * @param slots number of deltas
 */
export function createStateDeltas(
  image: Int32Array,
  times: Int32Array,
  changed: Int32Array,
  slots: number,
): StateDeltas {
  const all = Array.from(
    { length: slots },
    (): Delta => ({
      places: new Int32Array(2 * changed.length),
      words: new Int32Array(2 * changed.length),
      changed: 0,
      count: 0,
      times: new Int32Array(times.length),
    }),
  );
  const at = (slot: number): Delta => all[slot] as Delta;
  return {
    save(slot, from, count) {
      const delta = at(slot);
      const { places, words } = delta;
      for (let index = 0; index < count; index++) places[index] = changed[index] as number;
      delta.changed = count;
      delta.count = count;
      if (from >= 0) {
        const before = at(from);
        for (let index = 0; index < before.changed; index++) places[delta.count++] = before.places[index] as number;
      }
      for (let index = 0; index < delta.count; index++) words[index] = image[places[index] as number] as number;
      for (let index = 0; index < times.length; index++) delta.times[index] = image[times[index] as number] as number;
    },
    apply(slot) {
      const { places, words, count, times: ownTimes } = at(slot);
      for (let index = 0; index < count; index++) image[places[index] as number] = words[index] as number;
      for (let index = 0; index < times.length; index++) image[times[index] as number] = ownTimes[index] as number;
    },
    list(slot) {
      const { places, changed: count } = at(slot);
      for (let index = 0; index < count; index++) changed[index] = places[index] as number;
      return count;
    },
  };
}
