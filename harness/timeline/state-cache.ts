/** States of branches that were come by, so that no place of a branch is a long replay away. The room is bounded over all branches. */

/** Entries between kept states while there is room. */
const FIRST_INTERVAL = 256;
/** Bytes over all branches. */
const MOST_BYTES = 16 * 1024 * 1024;
/** States of one branch. */
const MOST_OF_ONE = 512;

interface Kept {
  interval: number;
  /** By position, ascending in the order in which they were come by. */
  readonly states: Map<number, Uint8Array>;
}

export interface KeptStates {
  /** Told of every step of a branch. @param image state after entry `at` */
  after(branch: number, at: number, image: Uint8Array): void;
  /** The nearest kept state at or before a position. */
  nearest(branch: number, at: number): { readonly at: number; readonly image: Uint8Array } | undefined;
  /** A branch begins with the states of its parent. */
  fork(branch: number, parent: number, upTo: number): void;
  /** Forgets the states of a branch from a position on. */
  forget(branch: number, from: number): void;
  bytes(): number;
}

export function createKeptStates(imageBytes: number): KeptStates {
  const byBranch = new Map<number, Kept>();
  const most = Math.max(16, Math.floor(MOST_BYTES / imageBytes));

  const count = (): number => [...byBranch.values()].reduce((sum, { states }) => sum + states.size, 0);

  function thin(kept: Kept): void {
    kept.interval *= 2;
    for (const at of kept.states.keys()) if (at % kept.interval !== 0) kept.states.delete(at);
  }

  /** The branch that was not stepped for longest gives its room. */
  function makeRoom(branch: number): void {
    for (const other of byBranch.keys()) {
      if (count() < most) return;
      if (other !== branch) byBranch.delete(other);
    }
  }

  return {
    after(branch, at, image) {
      const kept = byBranch.get(branch) ?? { interval: FIRST_INTERVAL, states: new Map<number, Uint8Array>() };
      if (at % kept.interval !== 0 || kept.states.has(at)) return;
      // The one in use goes to the end.
      byBranch.delete(branch);
      byBranch.set(branch, kept);
      if (kept.states.size >= Math.min(MOST_OF_ONE, most)) thin(kept);
      makeRoom(branch);
      if (at % kept.interval === 0) kept.states.set(at, image.slice());
    },
    nearest(branch, at) {
      const kept = byBranch.get(branch);
      if (kept === undefined) return undefined;
      for (let place = at - (at % kept.interval); place >= 0; place -= kept.interval) {
        const image = kept.states.get(place);
        if (image !== undefined) return { at: place, image };
      }
      return undefined;
    },
    fork(branch, parent, upTo) {
      const kept = byBranch.get(parent);
      if (kept === undefined) return;
      const states = new Map([...kept.states].filter(([at]) => at <= upTo));
      byBranch.set(branch, { interval: kept.interval, states });
    },
    forget(branch, from) {
      const kept = byBranch.get(branch);
      if (kept === undefined) return;
      for (const at of kept.states.keys()) if (at >= from) kept.states.delete(at);
    },
    bytes: () => count() * imageBytes,
  };
}
