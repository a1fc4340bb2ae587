/** The text of `lockstep explain`. */
import { countText } from '../../base/number-text.js';
import type { Explanation, NamedFrame } from './explain-log.js';

const MAX_FRAMES = 20;
const MAX_CELLS = 6;

function frameLines(hole: NamedFrame): string[] {
  const lines = [`frame ${hole.frame} (line ${hole.line}): nothing explains it; nearest:`];
  for (const { action, cells } of hole.nearest) {
    const shown = cells.slice(0, MAX_CELLS).map(({ cell, mine, theirs }) => `${cell} ${mine}, log ${theirs}`);
    const more = cells.length > MAX_CELLS ? `; ${cells.length - MAX_CELLS} more cells` : '';
    lines.push(`  ${action}: ${shown.join('; ')}${more}`);
  }
  return lines;
}

/** @param tells every frame in which something happened has its sentences */
export function explanationText(found: Explanation, tells = false): string {
  const lines = [
    `${found.file}: ${countText(found.frames, 'frame')}, ${countText(found.cells, 'cell')}: ${found.explained} explained, ${found.lag} without a step, ` +
      `${found.unexplained} unexplained; ${found.active} in which something happened`,
  ];
  if (found.missing > 0) lines.push(`missing in the log and filled in: ${countText(found.missing, 'frame')}`);
  for (const [action, times] of found.actions) lines.push(`  ${String(times).padStart(7)}  ${action}`);
  if (tells)
    lines.push(...found.told.flatMap(({ frame, told }) => told.map((sentence) => `frame ${frame}: ${sentence}`)));
  for (const hole of found.holes.slice(0, MAX_FRAMES)) lines.push(...frameLines(hole));
  const more = found.unexplained - Math.min(MAX_FRAMES, found.holes.length);
  if (more > 0) lines.push(`${more} more unexplained frames; --json lists a thousand`);
  return `${lines.join('\n')}\n`;
}
