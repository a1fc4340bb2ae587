/**
 * Marks what the constants of a module are made of as free of side effects, so that the bundler of
 * a program leaves out those that nothing needs. Our modules make their constants of each other and
 * touch nothing else: a test bundles each system alone and plays it.
 */
import { childrenOf, type Node, type Program } from './syntax-tree.js';

/** Expressions that every bundler knows to do nothing. */
const IDLE = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'ClassExpression', 'Identifier', 'Literal']);
/** Those that do nothing where their parts do nothing. */
const OF_PARTS = new Set(['ArrayExpression', 'ObjectExpression', 'Property']);

/** Arithmetic of numbers that stand there. */
function isFigure(node: Node): boolean {
  if (node.type === 'UnaryExpression' || node.type === 'BinaryExpression') return childrenOf(node).every(isFigure);
  return node.type === 'Literal';
}

function isIdle(node: Node): boolean {
  if (OF_PARTS.has(node.type)) return node.computed !== true && childrenOf(node).every(isIdle);
  return IDLE.has(node.type) || isFigure(node);
}

/**
 * Rewrites the constants of a bundle, each in a declaration of its own.
 * @param code a module
 * @param program its syntax tree
 */
export function pureConstants(code: string, { body }: Program): string {
  let made = '';
  let at = 0;
  for (const { type, kind, declarations = [] } of body) {
    if (type !== 'VariableDeclaration' || kind === 'let') continue;
    for (const { id, init } of declarations) {
      if (init === null || init === undefined || id?.type !== 'Identifier' || isIdle(init)) continue;
      const text = code.slice(init.start, init.end);
      const value = text.startsWith('{') ? `(${text})` : text;
      made += `${code.slice(at, init.start)}/* @__PURE__ */(()=>${value})()`;
      at = init.end;
    }
  }
  return made + code.slice(at);
}
