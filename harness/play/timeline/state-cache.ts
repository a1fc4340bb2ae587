/**
 * Caches states of branches, so that any position is a short replay away. Its memory is bounded.
 */

/** Entries between states while there is room. */
const FIRST_INTERVAL = 256;
/** Bytes over all branches. */
const MAX_BYTES = 16 * 1024 * 1024;
/** States of one branch. */
const MAX_STATES_OF_BRANCH = 512;
const MIN_STATES = 16;

interface BranchStates {
  interval: number;
  /** By position, in the order in which they were added. */
  readonly states: Map<number, Uint8Array>;
}

export interface StateCache {
  /** To be called after every step of a branch. @param image state after entry `at` */
  add(branch: number, at: number, image: Uint8Array): void;
  /** The nearest state at or before a position. */
  nearest(branch: number, at: number): { readonly at: number; readonly image: Uint8Array } | undefined;
  /** Gives a new branch the states of its parent. */
  fork(branch: number, parent: number, upTo: number): void;
  /** Forgets the states of a branch from a position on. */
  forget(branch: number, from: number): void;
  /** Bytes in use. */
  bytes(): number;
}

export function createStateCache(imageBytes: number): StateCache {
  const byBranch = new Map<number, BranchStates>();
  const maxStates = Math.max(MIN_STATES, Math.floor(MAX_BYTES / imageBytes));

  const count = (): number => [...byBranch.values()].reduce((sum, { states }) => sum + states.size, 0);

  function thin(own: BranchStates): void {
    own.interval *= 2;
    for (const at of own.states.keys()) if (at % own.interval !== 0) own.states.delete(at);
  }

  /** Drops the states of the branches that were stepped least recently. */
  function makeRoom(branch: number): void {
    for (const other of byBranch.keys()) {
      if (count() < maxStates) return;
      if (other !== branch) byBranch.delete(other);
    }
  }

  return {
    add(branch, at, image) {
      const own = byBranch.get(branch) ?? { interval: FIRST_INTERVAL, states: new Map<number, Uint8Array>() };
      if (at % own.interval !== 0 || own.states.has(at)) return;
      // The one in use goes to the end.
      byBranch.delete(branch);
      byBranch.set(branch, own);
      if (own.states.size >= Math.min(MAX_STATES_OF_BRANCH, maxStates)) thin(own);
      makeRoom(branch);
      if (at % own.interval === 0) own.states.set(at, image.slice());
    },
    nearest(branch, at) {
      const own = byBranch.get(branch);
      if (own === undefined) return undefined;
      for (let place = at - (at % own.interval); place >= 0; place -= own.interval) {
        const image = own.states.get(place);
        if (image !== undefined) return { at: place, image };
      }
      return undefined;
    },
    fork(branch, parent, upTo) {
      const own = byBranch.get(parent);
      if (own === undefined) return;
      const states = new Map([...own.states].filter(([at]) => at <= upTo));
      byBranch.set(branch, { interval: own.interval, states });
    },
    forget(branch, from) {
      const own = byBranch.get(branch);
      if (own === undefined) return;
      for (const at of own.states.keys()) if (at >= from) own.states.delete(at);
    },
    bytes: () => count() * imageBytes,
  };
}
