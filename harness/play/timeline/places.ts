/** Places of a line as people name them: a number, a label, a frame inside a command. */

import { countText } from '../../../core/system/names.js';
import { LockstepError } from '../../base/index.js';
import { RECORDING } from './branch-store.js';
import type { Position, Timeline } from './timeline.js';

function noPlace(timeline: Timeline, found: string, expected: string): LockstepError {
  return new LockstepError('E_FRAME', 'there is no such place', {
    file: timeline.file,
    found,
    expected,
    remedy: `Name a ${timeline.system.unit} by its number${timeline.labels.size > 0 ? ' or label' : ''}`,
  });
}

/**
 * The place of `12` (the end of command 12; 0 is the start), `12.5` (frame 5 inside it) or a label
 * of the plan.
 * @throws LockstepError `E_FRAME`
 */
export function placeOf(timeline: Timeline, text: string, line = RECORDING): Position {
  const given = text.trim();
  const labelled = timeline.labels.get(given);
  if (labelled !== undefined) return { line, at: labelled, call: 0 };
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/u.exec(given);
  if (match === null) {
    const labels = [...timeline.labels.keys()].map((label) => `"${label}"`);
    throw noPlace(timeline, given, ['12', '12.5 for frame 5 inside it', ...labels].join(', '));
  }
  const number = Number(match[1]);
  if (number === 0 && !timeline.isByFrame && match[2] === undefined) return { line, at: 0, call: 0 };
  const at = timeline.entryOf(number, line);
  if (match[2] === undefined) return { line, at, call: 0 };
  const inner = Number(match[2]);
  const count = timeline.framesInside(at, line);
  if (inner >= 1 && inner <= count) return { line, at: at - 1, call: 0, inner };
  const has = count === 0 ? `no frame inside ${timeline.system.unit} ${number}` : `${number}.1 to ${number}.${count}`;
  throw noPlace(timeline, given, has);
}

/**
 * The place of a frame: an entry of a log of frames; in a battle played by commands the frame of
 * the battle, inside its command. A frame without a state of its own is that of the next one.
 * @throws LockstepError `E_FRAME`
 */
export function placeOfFrame(timeline: Timeline, frame: number, line = RECORDING): Position {
  if (!timeline.hasInside) return { line, at: timeline.entryOf(frame, line), call: 0 };
  const framesNow = timeline.system.capabilities.planning?.frames ?? (() => 0);
  const length = timeline.length(line);
  timeline.state(0, line);
  let last = framesNow(timeline.battle);
  if (frame <= last) return { line, at: 0, call: 0 };
  for (let at = 1; at <= length; at++) {
    timeline.state(at, line);
    last = framesNow(timeline.battle);
    if (frame > last) continue;
    let inner = 0;
    timeline.visitInside(at, line, (index, number) => {
      if (inner === 0 && number >= frame) inner = index;
    });
    return inner === 0 ? { line, at, call: 0 } : { line, at: at - 1, call: 0, inner };
  }
  throw noPlace(timeline, `frame ${frame}`, `frame 0 to ${last}: the battle takes ${countText(last, 'frame')}`);
}

/** The next or last frame: inside a command where it has some, else an entry. */
export function stepFrames(timeline: Timeline, position: Position, direction: 1 | -1): Position {
  const { line, at, call, inner = 0 } = position;
  const end = (entry: number): Position => ({ line, at: entry, call: 0 });
  const into = (entry: number, index: number): Position =>
    index > 0 ? { line, at: entry - 1, call: 0, inner: index } : end(entry);
  const length = timeline.length(line);
  if (direction > 0) {
    if (inner > 0 && inner < timeline.framesInside(at + 1, line)) return into(at + 1, inner + 1);
    const next = inner > 0 ? at + 2 : at + 1;
    if (next > length) return end(length);
    return into(next, Math.min(1, timeline.framesInside(next, line)));
  }
  if (inner > 1) return into(at + 1, inner - 1);
  if (inner === 1 || call > 0) return end(at);
  if (at === 0) return end(0);
  const count = timeline.framesInside(at, line);
  return count > 1 ? into(at, count - 1) : end(at - 1);
}
