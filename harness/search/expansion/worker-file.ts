/** File of the worker threads' code: the bundle, or the module itself without a bundle. */
import { LockstepError } from '../../base/errors.js';
import { compiledFile } from '../../base/package-root.js';

/** @throws LockstepError E_INTERNAL when the package holds neither */
export function workerFile(): string {
  const file =
    compiledFile('harness/search/expansion/search-worker.js') ?? compiledFile('harness/search/expansion/worker.js');
  if (file === undefined) throw new LockstepError('E_INTERNAL', 'the code of the search threads was not found');
  return file;
}
