/**
 * The C recorder's source files, wherever this module runs from (TypeScript sources or the compiled tree), and their
 * hash.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LockstepError } from '../../base/errors.js';
import { packageFile } from '../../base/package-root.js';

/** recorder.c includes the others. */
const SOURCE_FILES = [
  'recorder.c',
  'libretro.h',
  'report.h',
  'files.h',
  'scripts.h',
  'core.h',
  'output.h',
  'states.h',
] as const;

export interface RecorderSource {
  /** Path of recorder.c. */
  readonly main: string;
  /** Over names and contents of all source files, in a fixed order. */
  readonly sha256: string;
}

export async function recorderSource(): Promise<RecorderSource> {
  const main = packageFile('harness/capture/native/recorder.c');
  if (main === undefined) {
    throw new LockstepError('E_RECORDER_SOURCE', 'the source of the recorder is not where it belongs', {
      expected: 'harness/capture/native/recorder.c inside the package',
      remedy: 'Install the package again.',
    });
  }
  const hash = createHash('sha256');
  for (const name of SOURCE_FILES) {
    const bytes = await readFile(join(dirname(main), name));
    hash.update(`${name} ${bytes.length}\n`).update(bytes);
  }
  return { main, sha256: hash.digest('hex') };
}
