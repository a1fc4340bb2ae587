/** What a line stands on, up to an entry. */
import { type Standing, standingLines, standingOf } from '../../base/standing.js';
import { doubtOf } from '../../files/rom/notes.js';
import { imageOfSystem } from '../../files/rom/with-image.js';
import type { Timeline } from '../../play/timeline/timeline.js';

/**
 * Names of the stretches that were passed: of a battle by commands all up to an entry, its image
 * keeps them; of one by frame those of the entry.
 */
function passedUntil(
  { isByFrame, system, battle, state, entry }: Timeline,
  at: number,
  line: number,
): readonly string[] {
  const notes = system.capabilities.evidence?.unpublished;
  if (notes === undefined || (isByFrame && at === 0)) return [];
  state(isByFrame ? at - 1 : at, line);
  const passed = notes(battle);
  if (isByFrame) entry(at, line);
  return passed.names();
}

/** Of what the battle has passed: see `passedUntil`. */
export function standingUntil(timeline: Timeline, at: number, line: number): Standing {
  const { system, battle, settled } = timeline;
  const passed = passedUntil(timeline, at, line);
  return standingOf(system, battle, passed, settled, imageOfSystem(system) !== undefined);
}

/** For the terminal; without an image and without a profile a viewer says nothing of it. */
export function standingText({ system, settled }: Timeline, standing: Standing): string[] {
  const image = imageOfSystem(system);
  if (image === undefined && settled === undefined) return [];
  const doubt = image === undefined ? '' : doubtOf(image);
  return [...(doubt === '' ? [] : [doubt]), ...standingLines(standing, settled?.by, image?.identity.sha256)];
}
