/**
 * How fast the core is that a benchmark gets: other programs and other machines on the same
 * hardware slow even its own time down.
 */
import { ownTime, spreadOf } from './measure.js';

const LENGTH = 2_000_000;
const REPEATS = 11;

/** The end of the chain has to be looked at, or there is none. */
let last = 0;

function chain(): void {
  let value = last;
  for (let step = 0; step < LENGTH; step++) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  last = value;
}

/**
 * Picoseconds of one multiplication and addition that wait for the ones before: four cycles, 1,333
 * at 3 GHz.
 */
export function chainPicoseconds(): number {
  chain();
  return Math.round((1000 * spreadOf(Array.from({ length: REPEATS }, () => ownTime(chain))).median) / LENGTH);
}
