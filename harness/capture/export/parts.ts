/** An exported route: rows of pad masks, and gaps where they are unknown. */
import { countText } from '../../base/number-text.js';

export interface Marker {
  /** Row of its part, from 0. */
  readonly row: number;
  readonly text: string;
}

export interface ExportedRows {
  readonly kind: 'rows';
  /** Frame of the first row, from power-on; undefined after a gap of unknown length. */
  readonly from: number | undefined;
  /** One 12-bit mask for each frame, in the bits of a pad script. */
  readonly masks: number[];
  readonly markers: Marker[];
}

export interface ExportedGap {
  readonly kind: 'gap';
  readonly from: number | undefined;
  /** Undefined: not known. */
  readonly frames: number | undefined;
  readonly why: string;
}

export type ExportedPart = ExportedRows | ExportedGap;

export interface PartBuilder {
  row(mask: number): void;
  /** Names the next row. */
  marker(text: string): void;
  gap(frames: number | undefined, why: string): void;
  readonly parts: readonly ExportedPart[];
}

export function createParts(): PartBuilder {
  const parts: ExportedPart[] = [];
  let frame: number | undefined = 0;
  let pending: string[] = [];

  function rows(): ExportedRows {
    const last = parts.at(-1);
    if (last?.kind === 'rows') return last;
    const part: ExportedRows = { kind: 'rows', from: frame, masks: [], markers: [] };
    parts.push(part);
    return part;
  }

  return {
    parts,
    row(mask) {
      const part = rows();
      for (const text of pending) part.markers.push({ row: part.masks.length, text });
      pending = [];
      part.masks.push(mask);
      if (frame !== undefined) frame++;
    },
    marker(text) {
      pending.push(text);
    },
    gap(frames, why) {
      parts.push({ kind: 'gap', from: frame, frames, why: [...pending, why].join(': ') });
      pending = [];
      frame = frame === undefined || frames === undefined ? undefined : frame + frames;
    },
  };
}

/** `61 frames, 0 to 60`, `from frame 61 on, of unknown length`. */
export function gapPlace({ from, frames }: ExportedGap): string {
  if (frames === undefined)
    return from === undefined ? 'of unknown length' : `from frame ${from} on, of unknown length`;
  const count = countText(frames, 'frame');
  return from === undefined ? count : `${count}, ${from} to ${from + frames - 1}`;
}
