/**
 * Measures the speed of the processor core, which other programs and other virtual machines slow
 * down.
 */
import { ownTime, spreadOf } from './measure/measure.js';

const LENGTH = 2_000_000;
const REPEATS = 11;

/** Result of the chain: without a use the compiler would remove it. */
let last = 0;

function chain(): void {
  let value = last;
  for (let step = 0; step < LENGTH; step++) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  last = value;
}

/** Picoseconds of one dependent multiplication and addition: four cycles, 1,333 at 3 GHz. */
export function chainPicoseconds(): number {
  chain();
  return Math.round((1000 * spreadOf(Array.from({ length: REPEATS }, () => ownTime(chain))).median) / LENGTH);
}
