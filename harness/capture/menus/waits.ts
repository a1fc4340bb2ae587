/**
 * What the commands of a battle show on the console's screen, in frames: learned, assumed, unknown.
 * Windows and cursors are not among it: `route export` counts those.
 */

import { countText } from '../../../core/system/names.js';
import type { EventBuffer, System } from '../../../core/system/system.js';
import { ENEMY_SKILLS, type TimedThing } from '../../../core/system/timed.js';
import { LockstepError } from '../../base/index.js';
import type { Figure, TimedKey, TimingFigures, TimingProfile } from './menu-profile.js';

// Looks a figure up in a timing profile: learned, assumed or unknown.

/** Where a number of frames comes from. */
type Standing = 'learned' | 'assumed' | 'unknown';

interface Lookup {
  readonly frames: number;
  readonly standing: Standing;
}

const UNKNOWN: Lookup = { frames: 0, standing: 'unknown' };

function isExact({ least, most }: Figure): boolean {
  return least === most;
}

/**
 * The frames of a thing. Learned: seen, always with the same number. Assumed: the same skill was
 * seen with two other numbers of units, and a straight line through them gives a whole number.
 * Unknown: all else, a figure with a spread too.
 */
export function framesOf({ figures }: TimingFigures, { what, number, units, textSpeed }: TimedKey): Lookup {
  const alike = figures.filter(
    (figure) => figure.what === what && figure.number === number && figure.textSpeed === textSpeed,
  );
  const own = alike.find((figure) => figure.units === units);
  if (own !== undefined) return isExact(own) ? { frames: own.least, standing: 'learned' } : UNKNOWN;
  const [first, second] = alike.filter(isExact);
  if (what !== 'skill' || first === undefined || second === undefined) return UNKNOWN;
  const slope = (second.least - first.least) / (second.units - first.units);
  const frames = first.least + slope * (units - first.units);
  if (!Number.isInteger(frames) || frames < 0) return UNKNOWN;
  return { frames, standing: 'assumed' };
}

/** Waits of one standing. */
interface Sum {
  readonly waits: number;
  readonly frames: number;
}

export interface Waits {
  readonly textSpeed: number;
  readonly learned: Sum;
  readonly assumed: Sum;
  readonly unknown: number;
  /** What has no known length, each once, in order of first sight. */
  readonly unknownThings: readonly string[];
}

export interface WaitTally {
  /** To be called with the events of every command that was accepted. */
  add(events: EventBuffer): void;
  waits(): Waits;
}

/** `skill 45 on 1 unit`, `turn`. */
export function thingText({ what, number, units }: TimedThing): string {
  if (what !== 'skill') return what;
  const [side, own] = number < ENEMY_SKILLS ? ['', number] : ['enemies’ ', number - ENEMY_SKILLS];
  return `${side}skill ${own} on ${countText(units, 'unit')}`;
}

/** The only text speed of a profile, or the first. */
function textSpeedOf({ figures }: TimingProfile): number {
  const speeds = new Set(figures.map(({ textSpeed }) => textSpeed));
  return speeds.size === 1 ? (figures[0]?.textSpeed ?? 0) : 0;
}

/**
 * @param file of the profile, for its errors
 * @throws LockstepError `E_CAPABILITY` for a system that shows nothing, `E_PROFILE_IMAGE` for a
 * profile of another system
 */
export function createWaitTally(system: System, timing: TimingProfile, file: string): WaitTally {
  const timed = system.capabilities.menus?.timed ?? system.capabilities.playedMenus?.timed;
  if (timed === undefined) {
    throw new LockstepError('E_CAPABILITY', `${system.id} shows nothing that takes frames of a console`, {
      found: system.id,
      remedy: 'Leave --timing out',
    });
  }
  if (timing.system !== system.id) {
    throw new LockstepError('E_PROFILE_IMAGE', 'the timing profile is of another system', {
      file,
      found: timing.system,
      expected: system.id,
      remedy: 'Name a profile of this system, or leave --timing out',
    });
  }
  const textSpeed = textSpeedOf(timing);
  const sums = { learned: { waits: 0, frames: 0 }, assumed: { waits: 0, frames: 0 }, unknown: { waits: 0, frames: 0 } };
  const unknownThings = new Set<string>();
  return {
    add(events) {
      for (const thing of timed(events)) {
        const { frames, standing } = framesOf(timing, { ...thing, textSpeed });
        sums[standing].waits++;
        sums[standing].frames += frames;
        if (standing === 'unknown') unknownThings.add(thingText(thing));
      }
      // the buffer was too small: nobody knows what else there was
      if (events.lost > 0) {
        sums.unknown.waits++;
        unknownThings.add('more than could be told of one command');
      }
    },
    waits: () => ({
      textSpeed,
      learned: sums.learned,
      assumed: sums.assumed,
      unknown: sums.unknown.waits,
      unknownThings: [...unknownThings],
    }),
  };
}

/** The waits in words, a line each. */
export function waitLines({ textSpeed, learned, assumed, unknown, unknownThings }: Waits): string[] {
  const sum = ({ waits, frames }: Sum, what: string): string =>
    `${countText(frames, 'frame')} ${what} (${countText(waits, 'wait')})`;
  const head = `shown at text speed ${textSpeed}: ${sum(learned, 'learned')}, ${sum(assumed, 'assumed')}, ${countText(unknown, 'wait')} of unknown length`;
  return [head, ...(unknown === 0 ? [] : [`of unknown length: ${unknownThings.join(', ')}`])];
}
