/**
 * Parses expressions over cells. `or`, `and`, `not`, comparisons, `+ - &`, numbers, cells, raw
 * addresses, `changed(cell)`, `previous(cell)`, `frame`, `pad`. Loosest first: or, and, not,
 * comparison, sum.
 */
import { nearestWord } from '../../base/nearest.js';
import { ExpressionError } from './error.js';
import { type Token, tokensOf } from './tokens.js';

export type Node =
  | { readonly kind: 'number'; readonly value: number }
  /** A cell, or `frame` or `pad` where no cell has that name. */
  | { readonly kind: 'cell'; readonly token: Token; readonly call: '' | 'changed' | 'previous' }
  | { readonly kind: 'not'; readonly operand: Node }
  | { readonly kind: 'minus'; readonly operand: Node }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Node; readonly right: Node };

/** Other spellings of operators. */
const SPELLINGS: Readonly<Record<string, string>> = { '=': '==', '||': 'or', '&&': 'and', '!': 'not' };
const OR = new Set(['or']);
const AND = new Set(['and']);
const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=']);
const SUMS = new Set(['+', '-', '&']);
const WORDS = new Set(['and', 'or', 'not']);
const MAX_DEPTH = 200;
const MAX_NUMBER = 0xffff_ffff;

interface Parser {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Index of the next token. */
  at: number;
  depth: number;
}

function peek({ tokens, at }: Parser): Token {
  return tokens[at] as Token;
}

/** The next operator, in its usual spelling. */
function operatorOf(parser: Parser): string {
  const { text } = peek(parser);
  return SPELLINGS[text] ?? text;
}

/** The name of several words that somebody may have meant by the words here, as a remedy. */
function nearestPhrase({ tokens, at }: Parser, phrases: readonly string[]): string | undefined {
  const before = tokens[at - 1];
  if (before?.kind !== 'name' && before?.kind !== 'number') return undefined;
  let first = at - 1;
  const isWord = (token: Token | undefined): boolean => token?.kind === 'name' && !WORDS.has(token.text);
  while (isWord(tokens[first - 1])) first--;
  let last = at;
  while (isWord(tokens[last + 1])) last++;
  const given = tokens.slice(first, last + 1).map((token) => token.text);
  const guess = nearestWord(given.join(' '), phrases);
  return guess === undefined ? undefined : `Did you mean ${guess}?`;
}

function fail(parser: Parser, expected: string, remedy = 'Correct it there'): never {
  const { text: found, column } = peek(parser);
  const shown = found === '' ? 'the end' : found;
  throw new ExpressionError(parser.text, column, `${expected} is expected`, {
    found: shown,
    remedy,
  });
}

function take(parser: Parser, expected: string): void {
  if (peek(parser).text !== expected) fail(parser, expected);
  parser.at++;
}

function enter(parser: Parser): void {
  if (++parser.depth > MAX_DEPTH) fail(parser, 'a shorter expression');
}

/** A chain of operators of one strength, from left to right. */
function chain(parser: Parser, operators: ReadonlySet<string>, operand: (parser: Parser) => Node): Node {
  let left = operand(parser);
  while (operators.has(operatorOf(parser))) {
    const operator = operatorOf(parser);
    parser.at++;
    left = { kind: 'binary', operator, left, right: operand(parser) };
  }
  return left;
}

function number(parser: Parser, { text, column }: Token): Node {
  parser.at++;
  const value = Number(text);
  if (value <= MAX_NUMBER) return { kind: 'number', value };
  throw new ExpressionError(parser.text, column, 'the number is too large', {
    found: text,
    expected: `at most ${MAX_NUMBER}`,
    remedy: 'Use a number of at most 32 bits',
  });
}

/** A cell by name, `changed(cell)` or `previous(cell)`. */
function named(parser: Parser, token: Token): Node {
  parser.at++;
  if (peek(parser).text !== '(') return { kind: 'cell', token, call: '' };
  if (token.text !== 'changed' && token.text !== 'previous') {
    throw new ExpressionError(parser.text, token.column, `there is no function ${token.text}`, {
      found: token.text,
      expected: 'changed(cell) or previous(cell)',
      remedy: 'Use one of these',
    });
  }
  parser.at++;
  const cell = peek(parser);
  if (cell.kind !== 'name' && cell.kind !== 'address') fail(parser, 'a cell');
  parser.at++;
  take(parser, ')');
  return { kind: 'cell', token: cell, call: token.text };
}

function minus(parser: Parser): Node {
  parser.at++;
  enter(parser);
  const operand = factor(parser);
  parser.depth--;
  return { kind: 'minus', operand };
}

function factor(parser: Parser): Node {
  const token = peek(parser);
  if (token.kind === 'number') return number(parser, token);
  if (token.text === '(') {
    parser.at++;
    const inner = disjunction(parser);
    take(parser, ')');
    return inner;
  }
  if (token.text === '-') return minus(parser);
  if (token.kind === 'address') {
    parser.at++;
    return { kind: 'cell', token, call: '' };
  }
  if (token.kind !== 'name' || WORDS.has(token.text)) return fail(parser, 'a number or a cell');
  return named(parser, token);
}

function sum(parser: Parser): Node {
  return chain(parser, SUMS, factor);
}

function comparison(parser: Parser): Node {
  const left = sum(parser);
  if (!COMPARISONS.has(operatorOf(parser))) return left;
  const operator = operatorOf(parser);
  parser.at++;
  return { kind: 'binary', operator, left, right: sum(parser) };
}

function negation(parser: Parser): Node {
  enter(parser);
  try {
    if (operatorOf(parser) !== 'not') return comparison(parser);
    parser.at++;
    return { kind: 'not', operand: negation(parser) };
  } finally {
    parser.depth--;
  }
}

function conjunction(parser: Parser): Node {
  return chain(parser, AND, negation);
}

function disjunction(parser: Parser): Node {
  return chain(parser, OR, conjunction);
}

/** @throws ExpressionError with the column */
export function parseExpression(text: string, phrases: readonly string[]): Node {
  const parser: Parser = { text, tokens: tokensOf(text, phrases), at: 0, depth: 0 };
  const tree = disjunction(parser);
  if (peek(parser).kind !== 'end') fail(parser, 'an operator or the end', nearestPhrase(parser, phrases));
  return tree;
}

/**
 * The texts of the parts that `and` joins; the whole text where `or` or nothing joins them.
 * @param text an expression that can be parsed
 */
export function partsOfConjunction(text: string, phrases: readonly string[]): string[] {
  const parser: Parser = { text, tokens: tokensOf(text, phrases), at: 0, depth: 0 };
  const characters = [...text];
  const parts: string[] = [];
  for (;;) {
    const from = peek(parser).column;
    negation(parser);
    const { kind, column } = peek(parser);
    const end = kind === 'end' ? characters.length + 1 : column;
    parts.push(
      characters
        .slice(from - 1, end - 1)
        .join('')
        .trim(),
    );
    if (kind === 'end') return parts;
    if (!AND.has(operatorOf(parser))) return [text];
    parser.at++;
  }
}
