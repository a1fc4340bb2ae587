/**
 * One entry, event by event: its routine calls and events in order, and the bytes that changed
 * between them. The step is the one that everybody uses; the buffer that it reports to scans the
 * image at every event.
 */
import type { EventBuffer, EventShape, System } from '../../../core/system/system.js';
import { ENTRY_EVENT_WORDS } from './recorded-line.js';

/** Scans of one entry; changes after further events come together at the end. */
const MAX_SCANS = 4096;

/** Bytes that changed between two scans of the image. */
export interface ChangedBytes {
  readonly offsets: Int32Array;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** An event with the words it reported. */
export interface EntryEvent {
  readonly shape: EventShape;
  readonly words: Int32Array;
  /** What changed since the event before it (or the entry's start). */
  readonly changed: ChangedBytes;
}

export interface EventScan {
  readonly events: EntryEvent[];
  /** What changed after the last event. */
  rest: ChangedBytes;
  lost: number;
}

export interface EventTap {
  /** The buffer to lend to the step. */
  readonly events: EventBuffer;
  /** To be called before the step. */
  begin(): void;
  /** To be called after it. */
  end(): EventScan;
  /** Begins anew in the middle of a step; the words of its events stay. */
  restart(): void;
}

const NOTHING: ChangedBytes = { offsets: new Int32Array(0), before: new Uint8Array(0), after: new Uint8Array(0) };

/** Bytes that differ from the last ones, which become the present ones. */
function changesSince(last: Uint8Array, image: Uint8Array): ChangedBytes {
  const offsets: number[] = [];
  for (let offset = 0; offset < image.length; offset++) if (image[offset] !== last[offset]) offsets.push(offset);
  if (offsets.length === 0) return NOTHING;
  const places = Int32Array.from(offsets);
  const changed = {
    offsets: places,
    before: Uint8Array.from(places, (offset) => last[offset] ?? 0),
    after: Uint8Array.from(places, (offset) => image[offset] ?? 0),
  };
  last.set(image);
  return changed;
}

export function createEventTap(system: System, image: Uint8Array): EventTap {
  const last = new Uint8Array(image.length);
  const shapes = new Map(system.events.map((shape) => [shape.kind, shape]));
  const words = new Int32Array(ENTRY_EVENT_WORDS);
  /** Where the scanned events begin in the words. */
  let starts: number[] = [];
  let length = 0;
  let scan: EventScan = { events: [], rest: NOTHING, lost: 0 };

  /** A step takes events back: what they changed counts from then on as not yet scanned. */
  function takeBack(to: number): void {
    while (scan.events.length > 0 && (starts.at(-1) as number) >= to) {
      const { offsets, before } = (scan.events.pop() as EntryEvent).changed;
      starts.pop();
      for (let index = offsets.length - 1; index >= 0; index--)
        last[offsets[index] as number] = before[index] as number;
    }
  }

  return {
    events: {
      words,
      lost: 0,
      unread: 0,
      get length() {
        return length;
      },
      // A step appends the words first and the length last: whoever is told of the length sees the
      // whole event.
      set length(value: number) {
        if (value < length) takeBack(value);
        const shape = value > length ? shapes.get(words[length] as number) : undefined;
        // what only tells is no call; the words keep it
        if (shape !== undefined && shape.tells !== true) {
          const full = scan.events.length >= MAX_SCANS;
          starts.push(length);
          scan.events.push({
            shape,
            words: words.slice(length + 1, value),
            changed: full ? NOTHING : changesSince(last, image),
          });
        }
        length = value;
      },
    },
    begin() {
      length = 0;
      this.events.lost = 0;
      this.restart();
    },
    restart() {
      last.set(image);
      starts = [];
      scan = { events: [], rest: NOTHING, lost: 0 };
    },
    end() {
      scan.rest = changesSince(last, image);
      scan.lost = this.events.lost;
      return scan;
    },
  };
}
