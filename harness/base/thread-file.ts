/** File of the code that the command's threads run: the bundle, or the module without a bundle. */
import { LockstepError } from './errors.js';
import { compiledFile } from './package-root.js';

/** @throws LockstepError E_INTERNAL when the package holds neither */
export function threadFile(): string {
  const file = compiledFile('harness/cli/thread.js') ?? compiledFile('harness/cli/thread-main.js');
  if (file === undefined) throw new LockstepError('E_INTERNAL', 'the code of the threads was not found');
  return file;
}
