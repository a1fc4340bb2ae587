/**
 * Errors of movie readers, with the member and line inside of an archive, the value found, and a
 * remedy.
 */
import { type ErrorDetails, LockstepError } from '../../base/errors.js';

export type MovieErrorCode = 'E_MOVIE' | 'E_MOVIE_ARCHIVE' | 'E_MOVIE_FORM' | 'E_MOVIE_INPUT' | 'E_MOVIE_START';

const REMEDIES: Readonly<Record<MovieErrorCode, string>> = {
  E_MOVIE: 'Save the movie again in the emulator, or write a pad script',
  E_MOVIE_ARCHIVE: 'Copy the file again, or save the movie again in the emulator',
  E_MOVIE_FORM: 'Name a .bk2, .tasproj, .lsmv, .smv, .mmo or .r16m file',
  E_MOVIE_INPUT: 'Take a movie recorded with a standard pad in port 1',
  E_MOVIE_START: '--rows-only writes its rows alone, without what they begin from',
};

/** Throws the error of a code. `details.remedy` replaces the code's own remedy. */
export function failMovie(code: MovieErrorCode, message: string, details: ErrorDetails): never {
  throw new LockstepError(code, message, { remedy: REMEDIES[code], ...details });
}
