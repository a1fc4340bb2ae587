/** File that the command's threads run: the command itself, as a bundle or without one. */
import { LockstepError } from './errors.js';
import { compiledFile } from './package-root.js';

/** @throws LockstepError E_INTERNAL when the package holds neither */
export function threadFile(): string {
  const file = compiledFile('harness/cli/lockstep.js') ?? compiledFile('harness/cli/main.js');
  if (file === undefined) throw new LockstepError('E_INTERNAL', 'the code of the threads was not found');
  return file;
}
