/** The explanation of a log: one entry for each frame, and the unexplained frames. */

/** The kind of a frame's entry: the recording made a step. */
export const STEP = 0;
/** The recording made no step. */
export const LAG = 1;
/** The log left the frame out. */
export const MISSING = 2;
/** No choice explains what the log shows. */
export const UNEXPLAINED = 3;
/** As `UNEXPLAINED`, and the model continued from the cells of the log. */
export const TAKEN_OVER = 4;

/** A choice whose result comes close to an unexplained frame. */
export interface NearChoice {
  /** Index into `InputShape.choices`. */
  readonly choice: number;
  readonly cells: readonly { readonly cell: string; readonly mine: number; readonly theirs: number }[];
}

export interface UnexplainedFrame {
  readonly frame: number;
  /** 1-based line of the log. */
  readonly line: number;
  /** Nearest first. */
  readonly nearest: readonly NearChoice[];
}

/** Entries grow by one in each frame; an entry takes 16 bytes. */
export interface FrameLog {
  /** Number of entries. */
  length(): number;
  /** Number of the frame. */
  frame(at: number): number;
  /** Index into `InputShape.choices`. */
  choice(at: number): number;
  /** `STEP`, `LAG`, `MISSING`, `UNEXPLAINED` or `TAKEN_OVER`. */
  kind(at: number): number;
  /** Replaces the choice of an entry. */
  choose(at: number, choice: number): void;
  add(frame: number, choice: number, kind: number): void;
}

export function createFrameLog(): FrameLog {
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
