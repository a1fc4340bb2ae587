/**
 * Imported first by the command. The turn engine is many small functions, one for each routine; the limits up to which the engine puts
 * functions into each other stop in the middle of a frame. They are raised here, for this process. The numbers are measured
 * (`lockstep bench`); an engine without them would complain, so versions that were not tried keep their own. Half of these
 * sums left one scenario of the turn engine at 1.8 times the time of C; more only takes longer to compile.
 */
import { setFlagsFromString } from 'node:v8';

const FLAGS = [
  '--max-inlined-bytecode-size=3000',
  '--max-inlined-bytecode-size-cumulative=40000',
  '--max-inlined-bytecode-size-absolute=80000',
  '--max-optimized-bytecode-size=300000',
  '--min-inlining-frequency=0.01',
];

/** Major releases of Node that were tried. */
const KNOWN_RELEASES = ['20', '22', '24'];

if (KNOWN_RELEASES.includes(process.versions.node.split('.')[0] ?? '')) {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
