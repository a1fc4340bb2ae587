/** Why an image's code did not run in stretches that a line has passed. */
import { type NotFilled, notFilledOf } from '../../base/not-filled.js';
import { imageOfSystem } from '../../settle/with-original.js';
import type { Timeline } from '../timeline.js';

/**
 * Reasons by the name of the stretch, of all that the battle has passed up to an entry; empty
 * without an image.
 */
export function notRunUntil(timeline: Timeline, at: number, line: number): NotFilled {
  const { system, battle } = timeline;
  if (imageOfSystem(system) === undefined) return {};
  const notes = system.capabilities.evidence?.unpublished?.(battle);
  timeline.state(at, line);
  return notFilledOf(system, notes?.names() ?? [], true);
}
