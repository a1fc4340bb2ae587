/**
 * Goes through a line place by place. A place is an entry of a log; of a battle played by commands
 * it is a frame inside a command, so that what enemies do in a `wait` is seen.
 */

import { plainText } from '../../base/plain-text.js';
import { newsOf } from '../../base/told.js';
import { createPause } from '../../base/yield-to-event-loop.js';
import { drawsOf } from '../../play/timeline/draws.js';
import { rejectionLines, type Timeline } from '../../play/timeline/index.js';
import { entryEvents } from '../../play/timeline/recorded-line.js';

/** Entries between two looks at the clock. */
const ENTRIES_AT_ONCE = 64;

/** A place, and how the line came to it. */
export interface Place {
  /** From 1 on; 0 is the start. */
  readonly at: number;
  /** Its number as people see it. */
  readonly number: number;
  /** Entry that it belongs to. */
  readonly entry: number;
  /** Frame inside the entry, from 1 on; 0: the entry as a whole. */
  readonly inner: number;
  /** The entry begins with it. */
  readonly isFirst: boolean;
  readonly image: Uint8Array;
  readonly drew: boolean;
  /** A sentence for each thing that happened. */
  readonly told: readonly string[];
}

type Visit = (place: Place) => void;

/** Whether places are frames inside commands. */
export function countsInside(timeline: Timeline): boolean {
  return timeline.hasInside && timeline.system.capabilities.planning?.frames !== undefined;
}

async function walkEntries(timeline: Timeline, line: number, visit: Visit, signal: AbortSignal | undefined) {
  const { system, battle, language } = timeline;
  const pause = createPause(signal, 'no page is written');
  const events = entryEvents();
  const drew = drawsOf(system);
  const before = timeline.state(0, line).slice();
  for (let at = 1; at <= timeline.length(line); at++) {
    events.length = 0;
    const image = timeline.advance(events);
    const number = timeline.frameOf(at);
    const news = events.length === 0 ? [] : newsOf({ system, battle, before, events, frame: number }, language);
    const told = [...news.map(({ sentence }) => plainText(sentence)), ...rejectionLines(timeline, at, line)];
    visit({ at, number, entry: at, inner: 0, isFirst: true, image, drew: drew(events), told });
    before.set(image);
    if (at % ENTRIES_AT_ONCE === 0) await pause();
  }
}

/** A frame inside a command. */
interface InnerFrame {
  readonly frame: number;
  readonly image: Uint8Array;
  readonly drew: boolean;
}

/** The frames inside an entry; its end is one of them. */
function framesInside(timeline: Timeline, entry: number, line: number, after: Uint8Array, end: number): InnerFrame[] {
  const drew = drawsOf(timeline.system);
  const frames: InnerFrame[] = [];
  timeline.visitInside(entry, line, (_index, frame, _before, image, events) => {
    frames.push({ frame, image: image.slice(), drew: drew(events) });
  });
  const last = frames.at(-1);
  if (last === undefined || last.frame !== end) frames.push({ frame: end, image: after, drew: false });
  return frames;
}

async function walkFrames(timeline: Timeline, line: number, visit: Visit, signal: AbortSignal | undefined) {
  const { battle } = timeline;
  const pause = createPause(signal, 'no page is written');
  const framesOf = timeline.system.capabilities.planning?.frames ?? (() => 0);
  let at = 0;
  for (let entry = 1; entry <= timeline.length(line); entry++) {
    const whole = timeline.entry(entry, line);
    const news = whole.told.filter(({ kind }) => kind !== 'nothing' && kind !== 'next');
    const frames = framesInside(timeline, entry, line, whole.after, framesOf(battle));
    let next = 0;
    for (const [index, { frame, image, drew }] of frames.entries()) {
      const told = index === 0 ? rejectionLines(timeline, entry, line) : [];
      const isLast = index === frames.length - 1;
      for (; next < news.length && (isLast || (news[next]?.frame ?? 0) <= frame); next++) {
        told.push(plainText(news[next]?.sentence ?? ''));
      }
      battle.image.set(image);
      visit({ at: ++at, number: frame, entry, inner: index + 1, isFirst: index === 0, image, drew, told });
    }
    // the timeline has to find its way again: the image was changed above
    timeline.state(0, line);
    timeline.state(entry, line);
    await pause();
  }
}

/**
 * Visits every place but the start, in order. While one is visited the timeline's battle has its
 * state.
 * @throws LockstepError `E_INTERRUPTED`
 */
export async function walk(timeline: Timeline, line: number, visit: Visit, signal?: AbortSignal): Promise<void> {
  timeline.state(0, line);
  await (countsInside(timeline) ? walkFrames : walkEntries)(timeline, line, visit, signal);
}
