/** The readers that `readers.fuzz.ts` leaves out. */
import { runLong } from './long-run.js';
import { TARGETS } from './targets.js';

runLong(TARGETS.filter((_, number) => number % 2 === 1));
