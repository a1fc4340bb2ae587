/** What `explain` found, for people. */
import type { Explanation, NamedHole } from './explain-log.js';

const MOST_HOLES = 20;
const MOST_CELLS = 6;

function holeLines(hole: NamedHole): string[] {
  const lines = [`frame ${hole.frame} (line ${hole.line}): nothing explains it; nearest:`];
  for (const { action, cells } of hole.nearest) {
    const shown = cells.slice(0, MOST_CELLS).map(({ cell, mine, theirs }) => `${cell} ${mine}, log ${theirs}`);
    const more = cells.length > MOST_CELLS ? `; ${cells.length - MOST_CELLS} more cells` : '';
    lines.push(`  ${action}: ${shown.join('; ')}${more}`);
  }
  return lines;
}

export function explanationText(found: Explanation): string {
  const lines = [
    `${found.file}: ${found.frames} frames, ${found.cells} cells: ${found.explained} explained, ${found.lag} without a step, ` +
      `${found.unexplained} unexplained; ${found.active} in which something happened`,
  ];
  if (found.missing > 0) lines.push(`${found.missing} frames are missing in the log and were filled in`);
  for (const [action, times] of found.actions) lines.push(`  ${String(times).padStart(7)}  ${action}`);
  for (const hole of found.holes.slice(0, MOST_HOLES)) lines.push(...holeLines(hole));
  const more = found.unexplained - Math.min(MOST_HOLES, found.holes.length);
  if (more > 0) lines.push(`${more} more unexplained frames; --json lists a thousand`);
  return `${lines.join('\n')}\n`;
}
