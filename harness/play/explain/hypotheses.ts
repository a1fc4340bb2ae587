/** The possible states of a battle, each with its own entries since the states diverged. */

/** An entry outside the frame log. */
export interface PendingEntry {
  readonly frame: number;
  readonly choice: number;
  readonly kind: number;
  readonly before: PendingEntry | undefined;
}

export interface Hypothesis {
  readonly image: Uint8Array;
  /** The last entry; it links to the earlier ones. */
  readonly last: PendingEntry | undefined;
  /** Choices other than idle since the states diverged; fewer are more likely. */
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
  /** Adds a hypothesis; of two with equal states the one with fewer presses stays. */
  add(hypothesis: Hypothesis): void;
  /** The hypotheses in order of presses, the fewest first. */
  best(): Hypothesis[];
}

/**
 * Creates a collection. @param keyOf equal for equal battles
 * @param max maximum number of hypotheses in `best`
 */
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
