/**
 * The model beside a running test ROM. Between two samples that lie one frame apart the pad is known, and the model must make the second
 * out of the first. Between samples further apart the pads of the unseen frames are not known: when one change of the pad explains the
 * second sample the frames count as bridged, otherwise as unseen, and never as different.
 */

import { read16 } from '../../core/int/uint.js';
import { createBattle } from '../../core/live-a-live/index.js';
import { formatAddress, offsetOf, type Place } from '../../rom-map/index.js';
import { DRILL_INPUTS } from '../record/declared-cells.js';

export type CheckResult = 'equal' | 'bridged' | 'unseen' | 'different';

export interface LiveDifference {
  readonly cell: string;
  readonly address: string;
  readonly mine: number;
  readonly theirs: number;
}

export interface LiveCheck {
  /** Takes a sample over without a comparison. */
  start(image: Uint8Array): void;
  /** @param frames frames since the sample before, at least 1 */
  check(image: Uint8Array, frames: number): CheckResult;
  /** Cells of the last difference. */
  differences(): readonly LiveDifference[];
}

/** More unseen frames than this are not tried. */
const LONGEST_BRIDGE = 12;
const PAD_WORD = offsetOf(0x7e1e04);

export function createLiveCheck(places: readonly Place[]): LiveCheck {
  const battle = createBattle(null);
  const compared = places.filter((place) => !(DRILL_INPUTS as readonly string[]).includes(place.name));
  const command = Int32Array.of(1, 0);
  const last = new Uint8Array(battle.image.length);
  let differences: LiveDifference[] = [];

  const cellValue = (image: Uint8Array, place: Place): number => {
    let value = 0;
    for (let byte = place.width - 1; byte >= 0; byte--) value = value * 256 + (image[place.offset + byte] as number);
    return value;
  };
  const equals = (image: Uint8Array): boolean =>
    compared.every((place) => cellValue(image, place) === cellValue(battle.image, place));

  /** Steps from the last sample: `held` for the first frames, then `pad`. */
  function run(frames: number, held: number, heldFrames: number, pad: number): void {
    battle.image.set(last);
    for (let frame = 0; frame < frames; frame++) {
      command[1] = frame < heldFrames ? held : pad;
      battle.step(command, undefined);
    }
  }

  function start(image: Uint8Array): void {
    last.set(image);
  }

  function check(image: Uint8Array, frames: number): CheckResult {
    const pad = read16(image, PAD_WORD);
    const held = read16(last, PAD_WORD);
    let result: CheckResult = frames === 1 ? 'different' : 'unseen';
    for (let heldFrames = 0; heldFrames < frames && frames <= LONGEST_BRIDGE; heldFrames++) {
      run(frames, held, heldFrames, pad);
      if (!equals(image)) continue;
      result = frames === 1 ? 'equal' : 'bridged';
      break;
    }
    if (result === 'different') {
      differences = compared.flatMap((place) => {
        const [mine, theirs] = [cellValue(battle.image, place), cellValue(image, place)];
        return mine === theirs ? [] : [{ cell: place.name, address: formatAddress(place.address), mine, theirs }];
      });
    }
    start(image);
    return result;
  }

  return { start, check, differences: () => differences };
}
