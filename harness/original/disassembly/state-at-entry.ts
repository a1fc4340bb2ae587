/** What is known of the processor where a listing begins. */
import type { ChosenImage, ChosenPlace } from './chosen-image.js';
import { entryState, type FlowState } from './flow-state.js';

/**
 * Routines are entered with 8-bit accumulator and 16-bit index, the reset in emulation mode;
 * elsewhere nothing is known.
 * @param given widths that the user knows better
 */
export function stateAtEntry(
  image: ChosenImage,
  place: ChosenPlace,
  given: { readonly m?: 0 | 1 | undefined; readonly x?: 0 | 1 | undefined } = {},
): FlowState {
  const { direct, dataBank } = image.entry;
  const isMirrored = place.routine !== undefined && place.routine.routine !== '';
  if (place.routine?.name === 'reset' && given.m === undefined && given.x === undefined) {
    return entryState({ m: 1, x: 1, e: 1, direct: 0, dataBank: 0 });
  }
  const m = given.m ?? (isMirrored ? 1 : undefined);
  const x = given.x ?? (isMirrored ? 0 : undefined);
  if (place.routine !== undefined && !isMirrored) return entryState({ m, x, direct: -1, dataBank: -1 });
  return entryState({ m, x, direct, dataBank });
}
