/** The last frames before a difference, in reused memory. */
import { inputText } from '../trace/input-text.js';
import type { TraceRow } from '../trace/types.js';

export const CONTEXT_FRAMES = 10;

/** One frame of context: what the recording changed in it. */
export interface ContextFrame {
  readonly frame: number;
  /** Pad word as four hex digits, or the command as JSON. */
  readonly input: string;
  readonly changes: readonly { readonly cell: string; readonly before: number; readonly after: number }[];
}

interface Slot {
  frame: number;
  pad: number;
  command: unknown;
  length: number;
  /** Triples: cell index, value before, value after. */
  words: Uint32Array;
}

export interface ContextRing {
  /**
   * Adds a frame.
   * @param before values of the changed cells before the row, in the order of `row.changes`
   */
  add(row: TraceRow, frame: number, before: Uint32Array): void;
  frames(): ContextFrame[];
}

export function createContextRing(cellNames: readonly string[]): ContextRing {
  const slots: Slot[] = Array.from({ length: CONTEXT_FRAMES }, () => ({
    frame: -1,
    pad: -1,
    command: undefined,
    length: 0,
    words: new Uint32Array(3 * cellNames.length),
  }));
  let used = 0;

  return {
    add(row, frame, before) {
      const slot = slots[used++ % CONTEXT_FRAMES] as Slot;
      slot.frame = frame;
      slot.pad = row.pad;
      slot.command = row.command;
      slot.length = 0;
      // Of a folded row only the first frame changes anything.
      if (frame !== row.frame) return;
      for (let pair = 0; pair < row.changed; pair++) {
        const value = row.changes[2 * pair + 1] as number;
        if (value === before[pair]) continue;
        slot.words[slot.length] = row.changes[2 * pair] as number;
        slot.words[slot.length + 1] = before[pair] as number;
        slot.words[slot.length + 2] = value;
        slot.length += 3;
      }
    },
    frames() {
      const kept = Math.min(used, CONTEXT_FRAMES);
      return Array.from({ length: kept }, (_, index) => {
        const slot = slots[(used - kept + index) % CONTEXT_FRAMES] as Slot;
        const changes = [];
        for (let at = 0; at < slot.length; at += 3) {
          changes.push({
            cell: cellNames[slot.words[at] ?? 0] ?? '',
            before: slot.words[at + 1] ?? 0,
            after: slot.words[at + 2] ?? 0,
          });
        }
        return { frame: slot.frame, input: inputText(slot.pad, slot.command), changes };
      });
    },
  };
}
