/** The states that a battle may be in, each with what was told about it since the states parted. */

export interface Told {
  readonly frame: number;
  readonly choice: number;
  readonly kind: number;
  readonly before: Told | undefined;
}

export interface Hypothesis {
  readonly image: Uint8Array;
  readonly told: Told | undefined;
  /** Choices since the states parted that are not the idle one; fewer are believed first. */
  readonly presses: number;
}

/** A hypothesis that goes on from another one. */
export function followed(from: Hypothesis, image: Uint8Array, frame: number, choice: number, kind: number): Hypothesis {
  return {
    image: image.slice(),
    told: { frame, choice, kind, before: from.told },
    presses: from.presses + (choice === 0 ? 0 : 1),
  };
}

/** What was told, oldest first. */
export function toldInOrder(hypothesis: Hypothesis): Told[] {
  const found: Told[] = [];
  for (let told = hypothesis.told; told !== undefined; told = told.before) found.push(told);
  return found.reverse();
}

/** Collects hypotheses, each state once; the one with fewer presses stays. */
export function createCollection(keyOf: (image: Uint8Array) => number, most: number) {
  const byKey = new Map<number, Hypothesis>();
  return {
    add(hypothesis: Hypothesis): void {
      const key = keyOf(hypothesis.image);
      const same = byKey.get(key);
      if (same === undefined || hypothesis.presses < same.presses) byKey.set(key, hypothesis);
    },
    /** At most `most`, those with the fewest presses first. */
    best(): Hypothesis[] {
      return [...byKey.values()].sort((a, b) => a.presses - b.presses).slice(0, most);
    },
  };
}
