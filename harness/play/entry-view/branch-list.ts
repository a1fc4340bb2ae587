/** The list of lines of a timeline, as text. */

import { countText } from '../../base/number-text.js';
import { plainText } from '../../base/plain-text.js';
import { RECORDING, type Timeline } from '../timeline/timeline.js';

/** Name of a line for people: the line of a plan is no recording. */
export function lineName(timeline: Timeline, line: number): string {
  if (line === RECORDING && timeline.moveEnds !== undefined) return 'plan';
  return plainText(timeline.lines().find((info) => info.line === line)?.name ?? '');
}

/**
 * `> 1 early from recording at frame 2346: 2440 frames, 0 writes, 1 input`.
 * @param current line that is marked
 */
export function branchLines(timeline: Timeline, current: number): string[] {
  const lines = timeline.lines();
  const { unit } = timeline.system;
  return lines.map((info) => {
    const mark = info.line === current ? '>' : ' ';
    const parent = info.parent < 0 ? '' : lineName(timeline, info.parent);
    const place = info.fork === 0 ? 'the start' : `${unit} ${timeline.frameOf(info.fork)}`;
    const from = info.line === RECORDING ? '' : ` from ${parent} at ${place}`;
    const changes =
      info.line === RECORDING ? '' : `, ${countText(info.pokes, 'write')}, ${countText(info.inputs, 'input')}`;
    return `${mark} ${info.line} ${lineName(timeline, info.line)}${from}: ${countText(info.length, unit)}${changes}`;
  });
}
