/**
 * Errors of movie readers, with the member and line inside of an archive, the value found, and a
 * remedy.
 */
import { type ErrorDetails, LockstepError } from '../base/errors.js';

export type MovieErrorCode = 'E_MOVIE' | 'E_MOVIE_ARCHIVE' | 'E_MOVIE_FORM' | 'E_MOVIE_INPUT' | 'E_MOVIE_START';

const REMEDIES: Readonly<Record<MovieErrorCode, string>> = {
  E_MOVIE: 'Save the movie again in the emulator, or write a pad script',
  E_MOVIE_ARCHIVE: 'Copy the file again, or save the movie again in the emulator',
  E_MOVIE_FORM: 'Name a .bk2, .tasproj, .lsmv, .smv or .mmo file',
  E_MOVIE_INPUT: 'Take a movie whose input is one standard pad without resets',
  E_MOVIE_START: 'Take a movie that starts at power-on without savestate and save RAM',
};

/** Throws the error of a code. `details.remedy` replaces the code's own remedy. */
export function failMovie(code: MovieErrorCode, message: string, details: ErrorDetails): never {
  throw new LockstepError(code, message, { remedy: REMEDIES[code], ...details });
}

/** Name of a member in an error, such as `movie.bk2/Input Log.txt`. */
export function memberPlace(file: string, member: string): string {
  return `${file}/${member}`;
}
