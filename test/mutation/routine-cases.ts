/** The bundled case files of hits, damage, statuses, fields, enemy decisions and growth, and the sequences. */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ADAPTERS } from '../../harness/vectors/adapters/index.js';
import { createCaseMachine } from '../../harness/vectors/case-machine.js';
import { findVectorFiles, readLines } from '../../harness/vectors/files.js';
import { runSequence } from '../../harness/vectors/sequences.js';
import { testCaseFiles } from './case-files.js';

testCaseFiles({ ...ADAPTERS.combat, ...ADAPTERS.ai }, false, 100);

const target = createCaseMachine();
const folder = fileURLToPath(new URL('../../traces/vectors/sequences', import.meta.url));
for (const file of findVectorFiles([folder])) {
  test(basename(file), () => expect(runSequence(file, readLines(file), target).first).toBeUndefined());
}
