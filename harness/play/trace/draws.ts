/** The draws of the battle generator that a step reported in its event buffer. */
import { createEventBuffer } from '../../../core/system/battle.js';
import type { EventBuffer, Happening, System } from '../../../core/system/system.js';
import { hexText, LockstepError } from '../../base/index.js';

/** One call of the generator. */
interface Draw {
  /** Routine that called it, 24 bits. */
  readonly site: number;
  /** State before and after, 32 bits. */
  readonly before: number;
  readonly after: number;
  /** 0..255 */
  readonly value: number;
}

/** Number of fields by event kind, for walking a buffer. */
export function fieldCounts(system: System): Map<number, number> {
  return new Map(system.events.map((shape) => [shape.kind, shape.fields.length]));
}

/** Calls `use` for every draw in the buffer, in order. */
export function eachDraw(
  system: System,
  counts: ReadonlyMap<number, number>,
  events: EventBuffer,
  use: (site: number, before: number, after: number, value: number) => void,
): void {
  const kind = system.capabilities.evidence?.draws;
  if (kind === undefined) return;
  const { words } = events;
  for (let at = 0; at < events.length; ) {
    const eventKind = words[at] ?? 0;
    if (eventKind === kind) {
      use(
        (words[at + 1] ?? 0) >>> 0,
        (words[at + 2] ?? 0) >>> 0,
        (words[at + 3] ?? 0) >>> 0,
        (words[at + 4] ?? 0) & 0xff,
      );
    }
    at += 1 + (counts.get(eventKind) ?? 0);
  }
}

/** Number of the draws in a buffer. */
export function countDraws(system: System, events: EventBuffer): number {
  let count = 0;
  eachDraw(system, fieldCounts(system), events, () => {
    count++;
  });
  return count;
}

/** All draws of a buffer as plain data. */
export function drawsOf(system: System, events: EventBuffer): Draw[] {
  const draws: Draw[] = [];
  eachDraw(system, fieldCounts(system), events, (site, before, after, value) => {
    draws.push({ site, before, after, value });
  });
  return draws;
}

/** Text of a call site, such as `C1:D870`. */
export function siteText(site: number): string {
  return `${hexText(site >>> 16, 2)}:${hexText(site & 0xffff, 4)}`;
}

/** A 32-bit state as the bytes A0 A1 A2 A3 stand in memory. */
export function stateText(state: number): string {
  return [0, 8, 16, 24].map((shift) => hexText((state >>> shift) & 0xff, 2)).join(' ');
}

/** One line a draw: number, call site, state before and after, value, purpose. */
function drawText(system: System, number: number, draw: Draw): string {
  const purpose = system.capabilities.evidence?.drawPurpose?.(draw.site) ?? '';
  const states = `${stateText(draw.before)} -> ${stateText(draw.after)}`;
  return `${String(number).padStart(5)}  ${siteText(draw.site)}  ${states}  ${String(draw.value).padStart(3)}  ${purpose}`;
}

/** Words of the buffer that holds the events of one command. */
const EVENT_WORDS = 1 << 20;

/** Collects the draws of a run. */
export interface DrawCollector {
  /** Event buffer for the run. */
  readonly events: EventBuffer;
  /** Returns a command's draws as triples of call site, state before, state after. */
  take(): number[];
  plain(): Draw[];
  text(): string;
}

/**
 * A collector for a system's draws.
 * @throws LockstepError `E_CAPABILITY` for a system that reports no draws
 */
export function collectDraws(system: System): DrawCollector {
  if (system.capabilities.evidence?.draws === undefined) {
    throw new LockstepError('E_CAPABILITY', `${system.id} reports no draws`, { remedy: 'Leave --draws out' });
  }
  const events = createEventBuffer(EVENT_WORDS);
  const counts = fieldCounts(system);
  const all: Draw[] = [];
  return {
    events,
    take: () => {
      const triples: number[] = [];
      eachDraw(system, counts, events, (site, before, after, value) => {
        all.push({ site, before, after, value });
        triples.push(site, before, after);
      });
      if (events.lost > 0) throw new LockstepError('E_INTERNAL', 'a command reported more events than fit');
      return triples;
    },
    plain: () => all,
    text: () => all.map((draw, index) => `${drawText(system, index + 1, draw)}\n`).join(''),
  };
}

// A draw below the sentence that it belongs to: frame, call site, value, what it decided.

/** Frame of a line where the system counts frames; else nothing: its command stands above. */
export function frameText(system: System, frame: number): string {
  const counts = system.unit === 'frame' || system.capabilities.planning?.frames !== undefined;
  return counts ? `frame ${String(frame).padStart(5)}  ` : '';
}

export function toldDrawText(
  system: System,
  { frame, site, value, purpose, decided }: Happening['draws'][number],
): string {
  const why = decided === '' ? purpose : `${purpose}: ${decided}`;
  return `${frameText(system, frame)}${siteText(site)}  ${String(value).padStart(3)}  ${why}`;
}

// The text of a row's input: a pad word as four hex digits, or a command as JSON.

export function inputText(pad: number, command: unknown): string {
  return command === undefined ? hexText(pad, 4) : JSON.stringify(command);
}
