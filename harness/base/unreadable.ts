/** The error for a file that cannot be read, from an error of Node. */
import { LockstepError } from './errors.js';

/** Errors of Node that a user can do something about. */
const KNOWN: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  EISDIR: ['it is a folder', 'Name a file'],
  ESPIPE: ['it is a pipe', 'Save what comes through it as a file, and name that'],
};

/** The error for a file that cannot be read. @param error of Node, with a code such as `ENOENT` */
export function unreadable(file: string, error: unknown): LockstepError {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  const [what, remedy] = KNOWN[code] ?? [code, 'Check its name and permissions'];
  return new LockstepError('E_FILE', `the file cannot be read: ${what}`, { file, remedy }, { cause: error });
}
