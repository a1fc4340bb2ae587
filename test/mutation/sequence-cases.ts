/** The bundled sequences of restoration, combat, enemy decisions and growth, each a test of its own. */
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { createCaseMachine } from '../../harness/original/vectors/case-machine.js';
import { findVectorFiles } from '../../harness/original/vectors/files.js';
import { runSequence } from '../../harness/original/vectors/sequences.js';
import { linesOf, VECTORS } from './read-cases.js';

const target = createCaseMachine();

for (const file of findVectorFiles([join(VECTORS, 'sequences')])) {
  const name = basename(file).replace(/\.jsonl(\.gz)?$/, '');
  // 01 to 04 are the turn engine's
  if (!/^0[5-8]-/.test(name)) continue;
  test(name, () => {
    const { cases, equal, first } = runSequence(name, linesOf(file), target);
    expect([equal, first]).toEqual([cases, undefined]);
  });
}
