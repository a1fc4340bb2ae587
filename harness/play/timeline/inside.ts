/** The frames inside a command: their states, and what happens in each. */
import { createEventBuffer } from '../../../core/system/battle.js';
import type { Language } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';
import { type ToldLine, toldOf } from '../../base/told.js';
import { watchFrames } from '../plan/watch-frames.js';
import type { EventScan, EventTap } from './event-tap.js';
import { type LinePlayer, moveTo, stepFrom } from './line-player.js';
import { ENTRY_EVENT_WORDS } from './recorded-line.js';
import type { Entry, InnerVisitor } from './timeline.js';

/** Whether commands of the line take frames that can be watched. */
export function hasInside({ loaded: { system } }: LinePlayer): boolean {
  const { views, planning } = system.capabilities;
  return views?.watchFrames !== undefined && planning?.frames !== undefined;
}

/** Steps an entry with a listener that is called after each of its frames. */
function stepWatched(player: LinePlayer, at: number, line: number, tap: EventTap, listener: () => void): string {
  const { system, battle } = player.loaded;
  return watchFrames(system, battle, listener, () => stepFrom(player, line, at, tap.events));
}

function frameNow({ loaded: { system, battle } }: LinePlayer): number {
  return system.capabilities.planning?.frames?.(battle) ?? 0;
}

/** Visits the frames inside an entry; see `Timeline.visitInside`. */
export function visitInside(player: LinePlayer, tap: EventTap, at: number, line: number, visit: InnerVisitor): void {
  const before = moveTo(player, at - 1, line).slice();
  const { image } = player.loaded.battle;
  const own = createEventBuffer(ENTRY_EVENT_WORDS);
  let index = 0;
  let read = 0;
  tap.begin();
  stepWatched(player, at, line, tap, () => {
    own.words.set(tap.events.words.subarray(read, tap.events.length));
    own.length = tap.events.length - read;
    read = tap.events.length;
    visit(++index, frameNow(player), before, image, own);
    before.set(image);
  });
}

/** Number of the frames inside an entry. */
export function countInside(player: LinePlayer, tap: EventTap, at: number, line: number): number {
  if (!hasInside(player)) return 0;
  let count = 0;
  moveTo(player, at - 1, line);
  tap.begin();
  stepWatched(player, at, line, tap, () => {
    count++;
  });
  return count;
}

/** The sentences of a frame: its own, and those of frames before it without a state. */
function toldIn(lines: readonly ToldLine[], frames: readonly number[], index: number): ToldLine[] {
  const from = index === 1 ? Number.NEGATIVE_INFINITY : (frames[index - 2] as number);
  const to = index === frames.length ? Number.POSITIVE_INFINITY : (frames[index - 1] as number);
  return lines.filter(({ frame }) => frame > from && frame <= to);
}

function noSuchFrame(player: LinePlayer, number: number, index: number, count: number): LockstepError {
  const { file, system } = player.loaded;
  return new LockstepError('E_FRAME', `${system.unit} ${number} has no frame ${index} inside`, {
    file,
    found: String(index),
    expected: count === 0 ? 'no frame at all' : `1 to ${count}: it takes ${countText(count, 'frame')} with a state`,
    remedy: 'Choose one of them',
  });
}

/**
 * A frame inside an entry.
 * @param whole the entry, of which the frame is a part; its number and input stay
 * @throws LockstepError `E_FRAME`
 */
export function scanInside(player: LinePlayer, tap: EventTap, whole: Entry, index: number, language: Language): Entry {
  const { at, line } = whole;
  const { system, battle } = player.loaded;
  const { image } = battle;
  const first = moveTo(player, at - 1, line).slice();
  const frames: number[] = [];
  let before = first;
  let after: Uint8Array | undefined;
  let scan: EventScan | undefined;
  tap.begin();
  stepWatched(player, at, line, tap, () => {
    frames.push(frameNow(player));
    if (frames.length === index - 1) before = image.slice();
    if (frames.length === index) {
      after = image.slice();
      scan = tap.end();
    }
    if (frames.length === index || frames.length === index - 1) tap.restart();
  });
  if (after === undefined || scan === undefined) throw noSuchFrame(player, whole.frame, index, frames.length);
  const lines = toldOf({ system, battle, before: first, events: tap.events }, language);
  const inside = { index, count: frames.length, frame: frames[index - 1] as number };
  return { ...whole, ...scan, told: toldIn(lines, frames, index), before, after, inside };
}
