/**
 * Expressions over cells, from text to a tree. `or`, `and`, `not`, comparisons, `+ - &`, numbers, cells, raw addresses,
 * `changed(cell)`, `previous(cell)`, `frame`, `pad`. Loosest first: or, and, not, comparison, sum.
 */
import { ExpressionError } from './error.js';
import { type Token, tokensOf } from './tokens.js';

export type Node =
  | { readonly kind: 'number'; readonly value: number }
  /** A cell, or `frame` or `pad` where no cell is called so. */
  | { readonly kind: 'cell'; readonly token: Token; readonly call: '' | 'changed' | 'previous' }
  | { readonly kind: 'not'; readonly operand: Node }
  | { readonly kind: 'minus'; readonly operand: Node }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Node; readonly right: Node };

const SAME: Readonly<Record<string, string>> = { '=': '==', '||': 'or', '&&': 'and', '!': 'not' };
const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=']);
const SUMS = new Set(['+', '-', '&']);
const MOST_DEPTH = 200;
const LARGEST = 0xffff_ffff;

/** @throws ExpressionError with the column */
export function parseExpression(text: string): Node {
  const tokens = tokensOf(text);
  let at = 0;
  let depth = 0;
  const peek = (): Token => tokens[at] as Token;
  const word = (): string => SAME[peek().text] ?? peek().text;

  function fail(expected: string): never {
    const { text: found, column } = peek();
    const shown = found === '' ? 'the end' : found;
    throw new ExpressionError(text, column, `${expected} is expected`, { found: shown, remedy: 'Correct it there' });
  }

  function take(expected: string): void {
    if (peek().text !== expected) fail(expected);
    at++;
  }

  /** A chain of operators of one strength, from left to right. */
  function chain(operators: ReadonlySet<string>, operand: () => Node): Node {
    let left = operand();
    while (operators.has(word())) {
      const operator = word();
      at++;
      left = { kind: 'binary', operator, left, right: operand() };
    }
    return left;
  }

  function factor(): Node {
    const token = peek();
    if (token.kind === 'number') {
      at++;
      const value = Number(token.text);
      if (value > LARGEST) {
        throw new ExpressionError(text, token.column, 'the number is too large', {
          found: token.text,
          expected: `at most ${LARGEST}`,
          remedy: 'No cell is wider than 32 bits',
        });
      }
      return { kind: 'number', value };
    }
    if (token.text === '(') {
      at++;
      const inner = either();
      take(')');
      return inner;
    }
    if (token.text === '-') {
      at++;
      if (++depth > MOST_DEPTH) fail('a shorter expression');
      const operand = factor();
      depth--;
      return { kind: 'minus', operand };
    }
    if (token.kind === 'address') {
      at++;
      return { kind: 'cell', token, call: '' };
    }
    if (token.kind !== 'name' || ['and', 'or', 'not'].includes(token.text)) return fail('a number or a cell');
    at++;
    if (peek().text !== '(') return { kind: 'cell', token, call: '' };
    if (token.text !== 'changed' && token.text !== 'previous') {
      throw new ExpressionError(text, token.column, `there is no function ${token.text}`, {
        found: token.text,
        expected: 'changed(cell) or previous(cell)',
        remedy: 'Use one of these',
      });
    }
    at++;
    const cell = peek();
    if (cell.kind !== 'name' && cell.kind !== 'address') fail('a cell');
    at++;
    take(')');
    return { kind: 'cell', token: cell, call: token.text };
  }

  function comparison(): Node {
    const left = chain(SUMS, factor);
    if (!COMPARISONS.has(word())) return left;
    const operator = word();
    at++;
    return { kind: 'binary', operator, left, right: chain(SUMS, factor) };
  }

  function negation(): Node {
    if (++depth > MOST_DEPTH) fail('a shorter expression');
    try {
      if (word() !== 'not') return comparison();
      at++;
      return { kind: 'not', operand: negation() };
    } finally {
      depth--;
    }
  }

  const AND = new Set(['and']);
  const OR = new Set(['or']);
  function either(): Node {
    return chain(OR, () => chain(AND, negation));
  }

  const tree = either();
  if (peek().kind !== 'end') fail('an operator or the end');
  return tree;
}
