/** Words of an expression over cells. */
import { countText } from '../../base/number-text.js';
import { ExpressionError } from './error.js';

export type TokenKind = 'number' | 'name' | 'address' | 'operator' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** 1-based, in characters. */
  readonly column: number;
}

/** Longest expression: thousands of terms would be too deep to compile. */
const MAX_CHARACTERS = 4096;

/**
 * `enemy[3].orderPoints`, `moveMap[7,1]`, `exchange[a][b].damage`: an index may hold any character
 * but a bracket.
 */
const NAME = /^[\p{L}_][\p{L}\p{N}_]*(?:\[[^[\]]*\]|\.[\p{L}_][\p{L}\p{N}_]*)*/u;
const ADDRESS = /^\$((?:HOST:)?[0-9A-F]{1,6})(?:\.([124]))?(?![0-9A-Z_.])/i;
const NUMBER = /^(?:0[xX][0-9A-Fa-f]+|[0-9]+)(?![0-9A-Za-z_.])/;
const OPERATOR = /^(?:\|\||&&|==|!=|<=|>=|[=<>!&+\-()])/;

const PATTERNS: readonly (readonly [TokenKind, RegExp])[] = [
  ['number', NUMBER],
  ['address', ADDRESS],
  ['name', NAME],
  ['operator', OPERATOR],
];

/** The name of several words that a text begins with, or empty. */
function phraseAt(text: string, phrases: readonly string[]): string {
  const small = text.toLowerCase();
  const found = phrases.find(
    (phrase) => small.startsWith(phrase) && !/^[\p{L}\p{N}_.[]/u.test(small.slice(phrase.length)),
  );
  return text.slice(0, found?.length ?? 0);
}

/**
 * @param phrases names of several words in small letters, longest first
 * @throws ExpressionError
 */
export function tokensOf(text: string, phrases: readonly string[]): Token[] {
  if (text.length > MAX_CHARACTERS) {
    throw new ExpressionError(text.slice(0, 40), 1, 'the expression is too long', {
      found: countText(text.length, 'character'),
      remedy: `Use at most ${MAX_CHARACTERS}`,
    });
  }
  const tokens: Token[] = [];
  let rest = text;
  let column = 1;
  const skip = (part: string): void => {
    rest = rest.slice(part.length);
    column += [...part].length;
  };
  for (;;) {
    skip(/^\s*/u.exec(rest)?.[0] ?? '');
    if (rest === '') {
      tokens.push({ kind: 'end', text: '', column });
      return tokens;
    }
    const phrase = phraseAt(rest, phrases);
    if (phrase !== '') {
      tokens.push({ kind: 'name', text: phrase, column });
      skip(phrase);
      continue;
    }
    const found = PATTERNS.map(([kind, pattern]) => [kind, pattern.exec(rest)?.[0]] as const).find(
      ([, match]) => match !== undefined,
    );
    if (found === undefined) {
      const [shown = ''] = /^(?:[\p{L}\p{N}_$.]+|.)/u.exec(rest) ?? [];
      const remedy = 'Numbers are 12 or 0x0C, addresses $7E03AE or $7E03AE.2, cells as `lockstep` lists them';
      throw new ExpressionError(text, column, 'this cannot be read', { found: shown, remedy });
    }
    const [kind, match = ''] = found;
    tokens.push({ kind, text: match, column });
    skip(match);
  }
}
