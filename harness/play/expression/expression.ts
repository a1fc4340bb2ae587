/** Compiles a tree to a function over two images: the states before and after an entry. */

import { readCell } from '../../../core/system/battle.js';
import { countText } from '../../../core/system/names.js';
import type { CellDeclaration } from '../../../core/system/system.js';
import { parseAddress } from '../../../rom-map/windows.js';
import { LockstepError, nearestWord } from '../../base/index.js';

import { type CellIndex, offsetsOf } from './cell-index.js';

// A wrong expression: the error shows the column.

export class ExpressionError extends LockstepError {
  /** @param column 1-based, in characters (a full-width letter is one) */
  constructor(
    readonly text: string,
    readonly column: number,
    message: string,
    details: { readonly found?: string; readonly expected?: string; readonly remedy?: string } = {},
  ) {
    super('E_EXPRESSION', `column ${column}: ${message}`, details);
  }
}

/** The expression with a mark below the column, two lines. */
export function markedText(error: ExpressionError): string {
  return `${error.text}\n${' '.repeat(error.column - 1)}^`;
}

// Words of an expression over cells.

type TokenKind = 'number' | 'name' | 'address' | 'operator' | 'end';

interface Token {
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
function tokensOf(text: string, phrases: readonly string[]): Token[] {
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

// Parses expressions over cells. `or`, `and`, `not`, comparisons, `+ - &`, numbers, cells, raw
// addresses, `changed(cell)`, `previous(cell)`, `frame`, `pad`. Loosest first: or, and, not,
// comparison, sum.

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
function parseExpression(text: string, phrases: readonly string[]): Node {
  const parser: Parser = { text, tokens: tokensOf(text, phrases), at: 0, depth: 0 };
  const tree = disjunction(parser);
  if (peek(parser).kind !== 'end') fail(parser, 'an operator or the end', nearestPhrase(parser, phrases));
  return tree;
}

/**
 * The texts of the parts that `and` joins; the whole text where `or` or nothing joins them.
 * @param text an expression that can be parsed
 */
function partsOfConjunction(text: string, phrases: readonly string[]): string[] {
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

/** What an expression sees besides the images. */
export interface Surroundings {
  /** Number of the frame, command or step. */
  frame: number;
  /** Pad word, or -1. */
  pad: number;
}

export interface Expression {
  readonly text: string;
  /** True and false are 1 and 0. */
  evaluate(before: Uint8Array, after: Uint8Array, around: Surroundings): number;
  /** Bytes that it reads; undefined when it depends on more than cells. */
  readonly offsets: Int32Array | undefined;
  /** It tests a change, so it is true at single entries. */
  readonly isOfChange: boolean;
}

type Evaluate = Expression['evaluate'];

const OPERATORS: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '&': (left, right) => (left & right) >>> 0,
  '==': (left, right) => (left === right ? 1 : 0),
  '!=': (left, right) => (left !== right ? 1 : 0),
  '<': (left, right) => (left < right ? 1 : 0),
  '<=': (left, right) => (left <= right ? 1 : 0),
  '>': (left, right) => (left > right ? 1 : 0),
  '>=': (left, right) => (left >= right ? 1 : 0),
};

/** Words for how a battle ended, with the value of its result. */
const RESULTS: Readonly<Record<string, number>> = { won: 1, lost: 2, escaped: 3 };

function operation(operator: string, left: Evaluate, right: Evaluate): Evaluate {
  if (operator === 'and') {
    return (before, after, around) => (left(before, after, around) !== 0 && right(before, after, around) !== 0 ? 1 : 0);
  }
  if (operator === 'or') {
    return (before, after, around) => (left(before, after, around) !== 0 || right(before, after, around) !== 0 ? 1 : 0);
  }
  const operate = OPERATORS[operator] as (left: number, right: number) => number;
  return (before, after, around) => operate(left(before, after, around), right(before, after, around));
}

/** Names of several words, where a text can hold one. */
function phrasesFor(text: string, index: CellIndex): readonly string[] {
  return text.includes(' ') ? index.names.phrases() : [];
}

/**
 * The parts that all have to hold, each compiled; the whole where it has no parts.
 * @throws ExpressionError with the column
 */
export function compileParts(text: string, index: CellIndex): Expression[] {
  return partsOfConjunction(text, phrasesFor(text, index)).map((part) => compileExpression(part, index));
}

/** @throws ExpressionError with the column */
export function compileExpression(text: string, index: CellIndex): Expression {
  const tree = parseExpression(text, phrasesFor(text, index));
  const used: CellDeclaration[] = [];
  let beyond = false;
  let isOfChange = false;

  function cellOf(token: Token): CellDeclaration {
    if (token.kind === 'address') {
      const [address = '', width = '1'] = token.text.slice(1).split('.');
      const raw = index.raw(parseAddress(address), Number(width) as 1 | 2 | 4);
      if (raw !== undefined) return raw;
      throw new ExpressionError(text, token.column, 'the address lies outside of the memory windows', {
        found: token.text,
        remedy: 'Use an address of a declared window',
      });
    }
    const cell = index.names.find(token.text);
    const absent = index.names.absent(token.text, index.later);
    if (absent !== undefined) {
      throw new ExpressionError(text, token.column, `this battle has no ${absent.unit}`, {
        found: token.text,
        expected: absent.there,
        remedy: 'Name one of them',
      });
    }
    if (cell !== undefined) return cell;
    const words = ['frame', 'pad', ...Object.keys(RESULTS)];
    throw new ExpressionError(text, token.column, `there is no cell ${token.text}`, {
      found: token.text,
      remedy: index.names.remedy(token.text, words),
    });
  }

  function ofCell(node: Extract<Node, { kind: 'cell' }>): Evaluate {
    const { token, call } = node;
    if (call === '' && (token.text === 'frame' || token.text === 'pad') && index.find(token.text) === undefined) {
      beyond = true;
      const key = token.text;
      return (_before, _after, around) => around[key];
    }
    const result = index.find(token.text) === undefined ? RESULTS[token.text] : undefined;
    const cell = result === undefined ? cellOf(token) : cellOf({ ...token, text: 'battleResult' });
    used.push(cell);
    if (result !== undefined && call === '') return (_before, after) => (readCell(after, cell) === result ? 1 : 0);
    if (call !== '') isOfChange = true;
    if (call === 'previous') return (before) => readCell(before, cell);
    if (call === '') return (_before, after) => readCell(after, cell);
    return (before, after) => {
      for (let byte = cell.offset; byte < cell.offset + cell.width; byte++) if (before[byte] !== after[byte]) return 1;
      return 0;
    };
  }

  function compile(node: Node): Evaluate {
    if (node.kind === 'number') return () => node.value;
    if (node.kind === 'cell') return ofCell(node);
    if (node.kind === 'not' || node.kind === 'minus') {
      const operand = compile(node.operand);
      return node.kind === 'not'
        ? (before, after, around) => (operand(before, after, around) === 0 ? 1 : 0)
        : (before, after, around) => -operand(before, after, around);
    }
    const left = compile(node.left);
    const right = compile(node.right);
    return operation(node.operator, left, right);
  }

  const evaluate = compile(tree);
  return { text, evaluate, offsets: beyond ? undefined : offsetsOf(used), isOfChange };
}
