/** The states that a battle may be in, each with its own entries since the states parted. */

/** An entry that is not in the frame log yet. */
export interface PendingEntry {
  readonly frame: number;
  readonly choice: number;
  readonly kind: number;
  readonly before: PendingEntry | undefined;
}

export interface Hypothesis {
  readonly image: Uint8Array;
  /** The last entry; the earlier ones hang on it. */
  readonly last: PendingEntry | undefined;
  /** Choices since the states parted that are not the idle one; fewer are believed first. */
  readonly presses: number;
}

/** The hypothesis after a further frame. @param image the state after it, which is copied */
export function followed(from: Hypothesis, image: Uint8Array, frame: number, choice: number, kind: number): Hypothesis {
  return {
    image: image.slice(),
    last: { frame, choice, kind, before: from.last },
    presses: from.presses + (choice === 0 ? 0 : 1),
  };
}

/** The pending entries of a hypothesis, oldest first. */
export function entriesOf(hypothesis: Hypothesis): PendingEntry[] {
  const found: PendingEntry[] = [];
  for (let entry = hypothesis.last; entry !== undefined; entry = entry.before) found.push(entry);
  return found.reverse();
}

export interface Collection {
  /** Adds a hypothesis; of two with one state the one with fewer presses stays. */
  add(hypothesis: Hypothesis): void;
  /** The hypotheses with the fewest presses, those first. */
  best(): Hypothesis[];
}

/** @param keyOf equal for equal battles @param max hypotheses that `best` gives */
export function createCollection(keyOf: (image: Uint8Array) => number, max: number): Collection {
  const byKey = new Map<number, Hypothesis>();
  return {
    add(hypothesis) {
      const key = keyOf(hypothesis.image);
      const same = byKey.get(key);
      if (same === undefined || hypothesis.presses < same.presses) byKey.set(key, hypothesis);
    },
    best: () => [...byKey.values()].sort((a, b) => a.presses - b.presses).slice(0, max),
  };
}
