/** CPU traces of every dialect for the fuzz suite: rows, interrupts, memory and calls, without the comparison. */
import { gzipSync } from 'node:zlib';
import { createCallFinder } from '../../../../harness/original/cpu-trace/calls.js';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { readCpuTrace } from '../../../../harness/original/cpu-trace/reader.js';
import { createWalk } from '../../../../harness/original/cpu-trace/walk.js';
import { written } from '../../fuzz/scratch.js';
import { readSteps } from './steps.js';
import { WRITERS } from './write-dialects.js';

const some = readSteps()
  .filter((step) => step.frame === 40)
  .slice(40, 60);
const texts = Object.values(WRITERS).map((writer) => Buffer.from(writer(some)));

export const CPU_TRACE_SAMPLES: readonly Buffer[] = [...texts, gzipSync(texts[0] ?? '')];

const profile = loadProfile('drill');
let calls = 0;
const finder = createCallFinder(profile, () => {
  calls++;
});
/** One for all mutants: it must stand whatever comes after whatever. */
const walk = createWalk(profile.mapping, {
  row: (row) => finder.row(row, walk.depth(), walk.frames.frame()),
  read: finder.read,
  write: finder.write,
  gap: finder.cut,
  dma: finder.disturb,
});

export async function readMutant(bytes: Buffer): Promise<string> {
  const summary = await readCpuTrace(written('mutant.log', bytes), walk.take);
  return JSON.stringify([summary.dialect.id, summary.rows, calls]);
}
