/**
 * A look at TOML before it is parsed: a key of thousands of parts takes the parser seconds, its
 * square of them.
 */
import type { LockstepErrorCode } from './error-codes.js';
import { LockstepError } from './errors.js';

/** Parts of the longest key that a plan, map or branch file of ours has. */
const MAX_KEY_PARTS = 64;

/** What ends a key: the next one begins behind it. */
const ENDS = new Set('=,{}[]\n');

/** Offset of a key of too many parts, or -1. Text and comments do not count. */
function longKeyIn(text: string): number {
  let parts = 1;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (quote !== '') {
      if (character === '\\' && quote === '"') at++;
      else if (character === quote || character === '\n') quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '#') {
      const end = text.indexOf('\n', at);
      at = (end < 0 ? text.length : end) - 1;
    } else if (ENDS.has(character)) parts = 1;
    else if (character === '.' && ++parts > MAX_KEY_PARTS) return at;
  }
  return -1;
}

/**
 * @param code error code of the kind of file
 * @throws LockstepError with `code` for a key of too many parts
 */
export function checkTomlKeys(text: string, file: string, code: LockstepErrorCode): void {
  const at = longKeyIn(text);
  if (at < 0) return;
  throw new LockstepError(code, 'a key has too many parts', {
    file,
    line: text.slice(0, at).split('\n').length,
    expected: `at most ${MAX_KEY_PARTS} with dots between them`,
    remedy: 'Check that this is the right file',
  });
}
