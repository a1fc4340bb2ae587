/** The list of lines of a timeline, as text. */

import { plainText } from '../../base/plain-text.js';
import { RECORDING, type Timeline } from '../timeline.js';

/**
 * `> 1 early from recording at frame 2346: 2440 frames, 0 writes, 1 inputs`.
 * @param current line that is marked
 */
export function branchLines(timeline: Timeline, current: number): string[] {
  const lines = timeline.lines();
  const { unit } = timeline.system;
  return lines.map((info) => {
    const mark = info.line === current ? '>' : ' ';
    const parent = plainText(lines.find(({ line }) => line === info.parent)?.name ?? '');
    const place = info.fork === 0 ? 'the start' : `${unit} ${timeline.frameOf(info.fork)}`;
    const from = info.line === RECORDING ? '' : ` from ${parent} at ${place}`;
    const changes = info.line === RECORDING ? '' : `, ${info.pokes} writes, ${info.inputs} inputs`;
    return `${mark} ${info.line} ${plainText(info.name)}${from}: ${info.length} ${unit}s${changes}`;
  });
}
