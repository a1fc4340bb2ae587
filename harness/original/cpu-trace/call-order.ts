/** The order of mirrored routines and unpublished stretches within a frame. */

/** Maximum number of distinct orders; further ones are counted together. */
const MAX_ORDERS = 500;
const MAX_NAMES = 400;

export interface FrameOrder {
  /** Names in order; repetitions of a name are merged. */
  readonly names: readonly string[];
  frames: number;
  readonly firstFrame: number;
}

export interface OrderCollector {
  /** A routine or stretch begins in this frame. */
  begin(name: string, frame: number): void;
  finish(): void;
  /** The orders, the most frequent first. */
  orders(): readonly FrameOrder[];
  /** Frames whose order was not kept. */
  others(): number;
}

export function createOrderCollector(): OrderCollector {
  const found = new Map<string, FrameOrder>();
  let others = 0;
  let current = Number.NaN;
  let names: string[] = [];

  function end(): void {
    if (names.length === 0) return;
    const key = names.join(' ');
    const known = found.get(key);
    if (known !== undefined) known.frames++;
    else if (found.size < MAX_ORDERS) found.set(key, { names, frames: 1, firstFrame: current });
    else others++;
    names = [];
  }

  return {
    begin(name, frame) {
      if (frame !== current) {
        end();
        current = frame;
      }
      if (names.length < MAX_NAMES && names[names.length - 1] !== name) names.push(name);
    },
    finish: end,
    orders: () => [...found.values()].sort((a, b) => b.frames - a.frames || a.firstFrame - b.firstFrame),
    others: () => others,
  };
}
