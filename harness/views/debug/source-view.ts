/**
 * The annotated trace as text: line n is frame (command, step) n with the gauges that changed.
 * Missing frames are empty lines. A log that counts from 0 has frame 0 in line 1.
 */
import { rowNumber } from '../../base/entry-number.js';
import { createLedger } from '../../play/entry-view/index.js';
import { rejectionLines, type Timeline } from '../../play/timeline/index.js';
import { entryEvents } from '../../play/timeline/recorded-line.js';

function lineShift(timeline: Timeline): number {
  return timeline.script.length > 0 && timeline.frameOf(1) === 0 ? 1 : 0;
}

/** Line of an entry; the state before the first entry is shown on the first entry's line. */
export function lineOfEntry(timeline: Timeline, at: number): number {
  return Math.max(1, timeline.frameOf(Math.max(at, 1)) + lineShift(timeline));
}

/** Entry of a line, or 0. @param line of time: a branch may be longer than the recording */
export function entryOfLine(timeline: Timeline, textLine: number, line: number): number {
  const { script } = timeline;
  const frame = textLine - lineShift(timeline);
  const last = script.length === 0 ? 0 : timeline.frameOf(script.length);
  if (frame <= last) return script.entryOf(rowNumber(timeline.system, frame));
  const at = script.length + frame - last;
  return at <= timeline.length(line) ? at : 0;
}

/** Lines of the text; line 1 is at index 0. */
export function sourceLines(timeline: Timeline, line: number): string[] {
  const ledger = createLedger(timeline, line, timeline.state(0, line));
  const lines: string[] = [];
  const events = entryEvents();
  for (let at = 1; at <= timeline.length(line); at++) {
    events.length = 0;
    const text = ledger.line(at, timeline.advance(events), events);
    const place = lineOfEntry(timeline, at) - 1;
    while (lines.length < place) lines.push('');
    lines.push([text, ...rejectionLines(timeline, at, line)].join('  '));
  }
  return lines;
}
