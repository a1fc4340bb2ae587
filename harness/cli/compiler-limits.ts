/**
 * Imported first by the command. The turn engine is many small functions, one for each routine; the limits up to which the engine puts
 * functions into each other stop in the middle of a frame. They are raised here, for this process. The numbers are measured
 * (`lockstep bench`); an engine without them would complain, so versions that were not tried keep their own. Larger sums
 * steady the turn engine alone (1.3 times C in every run), but verification took 3.7 times as long while it was compiled.
 */
import { setFlagsFromString } from 'node:v8';

const FLAGS = [
  '--max-inlined-bytecode-size=3000',
  '--max-inlined-bytecode-size-cumulative=20000',
  '--max-inlined-bytecode-size-absolute=40000',
  '--max-optimized-bytecode-size=300000',
  '--min-inlining-frequency=0.01',
];

/** Major releases of Node that were tried. */
const KNOWN_RELEASES = ['20', '22', '24'];

if (KNOWN_RELEASES.includes(process.versions.node.split('.')[0] ?? '')) {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
