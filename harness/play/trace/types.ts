/** The parts of a trace, version 1. The form itself is described in `FORMAT.md`. */
import type { ImageWitness, SourceKind, TraceUnit } from './schemas/trace.js';

export type { SourceKind, TraceUnit } from './schemas/trace.js';

export interface TraceRuleset {
  readonly name: string;
  /** 16 hex digits, see `state.ts`. */
  readonly hash: string;
  readonly switches: Readonly<Record<string, string | number>>;
}

/** A program, and the SHA-256 of its file (null: not known). */
export interface ProgramIdentity {
  readonly name: string;
  readonly version: string;
  readonly sha256: string | null;
}

/** The published image that a log was recorded from. */
export interface TraceImage {
  /** Of `KNOWN_IMAGES`. */
  readonly id: string;
  /** The published hash that agreed: `sha1:`, `md5:` or `crc32:` and hex digits, lower case. */
  readonly hash: string;
  readonly by: ImageWitness;
  /** Bytes without a copier header; an emulator's script does not know them. */
  readonly size?: number;
  /** Of its internal header, trimmed; missing where it has none or a script named the image. */
  readonly title?: string;
}

export interface TraceRom {
  readonly title: string;
  readonly sha256: string | null;
  /** Missing: nothing identified the image. */
  readonly image?: TraceImage;
}

export interface TraceSource {
  readonly kind: SourceKind;
  readonly emulator: ProgramIdentity | null;
  readonly rom: TraceRom | null;
  readonly input: { readonly sha256: string } | null;
  readonly recorder: ProgramIdentity | null;
}

/**
 * Name, address as `formatAddress` writes it, bytes. Values in rows are unsigned and little-endian
 * in memory.
 */
export type TraceCell = readonly [name: string, address: string, width: 1 | 2 | 4];

/** A cell that is not compared in some frames, and why. */
export interface TraceMask {
  readonly cell: string;
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  readonly evidence: string;
  readonly date: string;
}

export interface TraceHeader {
  readonly trace: 1;
  readonly system: string;
  readonly systemVersion: number;
  readonly ruleset: TraceRuleset;
  readonly source: TraceSource;
  readonly unit: TraceUnit;
  /** In words: where the frame numbers count from. */
  readonly from: string;
  /** Plain data for `System.create`. */
  readonly setup: unknown;
  /** Version of the system's image layout that the addresses below are of; missing: 1. */
  readonly layout?: number;
  readonly cells: readonly TraceCell[];
  /** Cells fed from the recording: never compared. */
  readonly inputs: readonly string[];
  /** Two counters that a tick writes first and last. */
  readonly sequence: { readonly begin: string; readonly end: string } | null;
  readonly masks: readonly TraceMask[];
  /** State before the first row: address -> bytes in hex. Empty: as the system creates it. */
  readonly image: Readonly<Record<string, string>>;
}

export interface TraceFooter {
  readonly end: 1;
  readonly rows: number;
  readonly frames: number;
  /** Lag frames: first frame and number of frames in a row; left out where none is known. */
  readonly lag?: readonly (readonly [first: number, count: number])[];
  /** Over every line before it, each with its LF. */
  readonly sha256: string;
}

/** A plain command in a row. */
export type RowCommand = Readonly<Record<string, unknown>> & { readonly command: string };

/** One row; the reader fills the same object again for every row. */
export interface TraceRow {
  /** 1-based line in the file. */
  line: number;
  /** Number of the (first) frame, command or step. */
  frame: number;
  /** Pad word, or -1 when the row holds a command. */
  pad: number;
  command: RowCommand | undefined;
  /** Code with which the command was rejected, or empty. */
  error: string;
  /** Frames from `frame` on that are equal to it. */
  count: number;
  /** A full row names every cell. */
  full: boolean;
  /** Pairs in `changes`. */
  changed: number;
  /** `[cell index, value, cell index, value ...]`, `changed` pairs. Unsigned. */
  readonly changes: Uint32Array;
  /** All cells after this row, by index. */
  readonly values: Uint32Array;
  /** Number of draws in the row; -1 when the row does not record them. */
  drawCount: number;
  /** `[call site, state before, state after ...]`, `drawCount` triples; replaced when it grows. */
  draws: Uint32Array;
}
