/** The changes that shared prefixes made in a loaded state, saved for reuse. */

export interface StateDeltas {
  /**
   * Saves the present battle.
   * @param slot 0..`slots` - 1
   * @param from the slot applied before, -1: the loaded state
   * @param count number of places in the list of changed words, ascending
   */
  save(slot: number, from: number, count: number): void;
  /** Puts the battle to a saved state, from the loaded state or the slot's predecessor. */
  apply(slot: number): void;
  /**
   * Writes the places that differ from the loaded state into the list of changed words.
   * @returns their number
   */
  list(slot: number): number;
}

interface Delta {
  readonly places: Int32Array;
  readonly words: Int32Array;
  /**
   * Number of places that differ from the loaded state; places after them differ only from the
   * slot's predecessor.
   */
  changed: number;
  count: number;
  readonly times: Int32Array;
}

/**
 * Creates the deltas.
 * @param image as words
 * @param times places of the words of time, always saved
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
