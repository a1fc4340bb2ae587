/**
 * Errors of movie readers: the member and line inside of an archive, what stood there, and what to
 * do.
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

/** Throws one; `details.remedy` replaces the code's own. */
export function failMovie(code: MovieErrorCode, message: string, details: ErrorDetails): never {
  throw new LockstepError(code, message, { remedy: REMEDIES[code], ...details });
}

/** `movie.bk2/Input Log.txt`: how a member is named in an error. */
export function memberPlace(file: string, member: string): string {
  return `${file}/${member}`;
}
