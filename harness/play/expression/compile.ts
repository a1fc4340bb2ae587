/** Compiles a tree to a function over two images: the states before and after an entry. */
import { readCell } from '../../../core/system/battle.js';
import type { CellDeclaration } from '../../../core/system/system.js';
import { parseAddress } from '../../../rom-map/windows.js';
import { type CellIndex, offsetsOf } from './cell-index.js';
import { ExpressionError } from './error.js';
import { type Node, parseExpression, partsOfConjunction } from './parse.js';
import type { Token } from './tokens.js';

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
