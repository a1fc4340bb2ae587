/** What was found out about a log: one entry per frame, and the frames that nothing explains. */

/** How a frame came about. */
export const STEP = 0;
/** The recording made no step. */
export const LAG = 1;
/** The log left the frame out. */
export const MISSING = 2;
/** No choice explains what the log shows. */
export const UNEXPLAINED = 3;
/** As `UNEXPLAINED`, and the model went on from the cells of the log. */
export const TAKEN_OVER = 4;

/** A choice that comes close to an unexplained frame. */
export interface Near {
  /** Index into `InputShape.choices`. */
  readonly choice: number;
  readonly cells: readonly { readonly cell: string; readonly mine: number; readonly theirs: number }[];
}

export interface Hole {
  readonly frame: number;
  /** 1-based line of the log. */
  readonly line: number;
  /** Nearest first. */
  readonly nearest: readonly Near[];
}

/** Entries grow by one per frame; a frame takes 16 bytes. */
export interface Story {
  /** Frames told so far. */
  length(): number;
  frame(at: number): number;
  choice(at: number): number;
  kind(at: number): number;
  /** Tells a frame anew. */
  choose(at: number, choice: number): void;
  add(frame: number, choice: number, kind: number): void;
}

export function createStory(): Story {
  let frames = new Float64Array(4096);
  let codes = new Uint16Array(4096);
  let used = 0;
  return {
    length: () => used,
    frame: (at) => frames[at] ?? -1,
    choice: (at) => (codes[at] ?? 0) & 0xff,
    kind: (at) => (codes[at] ?? 0) >> 8,
    choose(at, choice) {
      codes[at] = choice | ((codes[at] ?? 0) & 0xff00);
    },
    add(frame, choice, kind) {
      if (used === frames.length) {
        const [oldFrames, oldCodes] = [frames, codes];
        frames = new Float64Array(2 * used);
        codes = new Uint16Array(2 * used);
        frames.set(oldFrames);
        codes.set(oldCodes);
      }
      frames[used] = frame;
      codes[used++] = choice | (kind << 8);
    },
  };
}
