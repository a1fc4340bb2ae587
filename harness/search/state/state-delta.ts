/** What the first parts of commands changed in a loaded state, kept to be put there again. */

export interface StateDeltas {
  /**
   * Keeps the battle as it is.
   * @param slot 0..`slots` - 1 @param from slot that was put before, -1: the loaded state
   * @param count of the places in the list of changed words, ascending
   */
  keep(slot: number, from: number, count: number): void;
  /** Puts the battle to what was kept. It is in the loaded state, or in what the slot was kept from. */
  put(slot: number): void;
  /** Writes the places that differ from the loaded state into the list of changed words. @returns how many */
  list(slot: number): number;
}

interface Kept {
  readonly places: Int32Array;
  readonly words: Int32Array;
  /** Places that differ from the loaded state; behind them those that differ only in what it was kept from. */
  changed: number;
  count: number;
  readonly times: Int32Array;
}

/**
 * @param image by words
 * @param times places of the words of time, kept whether they changed or not
 * @param changed the list of changed words
 * @param slots so many changes are kept
 */
export function createStateDeltas(
  image: Int32Array,
  times: Int32Array,
  changed: Int32Array,
  slots: number,
): StateDeltas {
  const all = Array.from(
    { length: slots },
    (): Kept => ({
      places: new Int32Array(2 * changed.length),
      words: new Int32Array(2 * changed.length),
      changed: 0,
      count: 0,
      times: new Int32Array(times.length),
    }),
  );
  const at = (slot: number): Kept => all[slot] as Kept;
  return {
    keep(slot, from, count) {
      const kept = at(slot);
      const { places, words } = kept;
      for (let index = 0; index < count; index++) places[index] = changed[index] as number;
      kept.changed = count;
      kept.count = count;
      if (from >= 0) {
        const before = at(from);
        for (let index = 0; index < before.changed; index++) places[kept.count++] = before.places[index] as number;
      }
      for (let index = 0; index < kept.count; index++) words[index] = image[places[index] as number] as number;
      for (let index = 0; index < times.length; index++) kept.times[index] = image[times[index] as number] as number;
    },
    put(slot) {
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
