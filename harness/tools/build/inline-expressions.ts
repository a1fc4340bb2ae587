/**
 * Replaces calls of small functions that are one pure expression (`return expression`) by the
 * expression. The running engine inlines them too, but only after their result has become a value,
 * while a condition in place is a branch that it can optimise (measured: `lockstep bench battle`).
 * Only constant functions at the top level of the bundle and arguments without effects qualify.
 */
import { childrenOf, type Node, type Program, walk } from './syntax-tree.js';

interface Small {
  readonly parameters: readonly string[];
  readonly expression: Node;
  /** Number of uses of each parameter in the expression. */
  readonly uses: readonly number[];
}

/** Maximum length of an inlined expression, in characters. */
const MAX_LENGTH = 160;

const PURE = new Set([
  'Identifier',
  'Literal',
  'UnaryExpression',
  'BinaryExpression',
  'LogicalExpression',
  'ConditionalExpression',
  'MemberExpression',
  'ParenthesizedExpression',
]);
const IMPURE_OPERATORS = new Set(['delete', 'in', 'instanceof', 'typeof', 'void', '**']);

function declarationsOf({ body }: Program): readonly Node[] {
  return body.flatMap((node) =>
    node.type === 'VariableDeclaration' && node.kind === 'const' ? (node.declarations ?? []) : [],
  );
}

/** Names bound anywhere below the top level. */
function localNames(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  const bind = (pattern: Node | null | undefined): void => {
    if (pattern) walk(pattern, ({ type, name }) => void (type === 'Identifier' && names.add(name ?? '')));
  };
  const top = new Set<Node>(program.body.flatMap((node) => node.declarations ?? [node]));
  walk(program, (node) => {
    for (const parameter of node.params ?? []) bind(parameter);
    if (node.type === 'CatchClause') bind(node.param);
    if (top.has(node)) return;
    if (node.type === 'VariableDeclarator' || /^(Function|Class)/u.test(node.type)) bind(node.id);
  });
  return names;
}

/** Identifiers read by a pure expression, without property names behind a dot. */
function identifiersOf(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name ?? ''];
  const read = node.type === 'MemberExpression' && node.computed !== true ? [node.object] : childrenOf(node);
  return read.flatMap((child) => (child === undefined ? [] : identifiersOf(child)));
}

/**
 * Whether an expression is pure.
 * @param calls tells whether a call will be replaced
 */
function isPure(node: Node, calls: (node: Node) => boolean): boolean {
  if (node.type === 'CallExpression') return calls(node);
  if (!PURE.has(node.type) || IMPURE_OPERATORS.has(node.operator ?? '')) return false;
  return childrenOf(node).every((child) => isPure(child, calls));
}

/** Whether an expression is an identifier, a number or a sum of such, which is free to repeat. */
function isCheap(node: Node): boolean {
  if (node.type === 'BinaryExpression') return /^[+-]$/u.test(node.operator ?? '') && childrenOf(node).every(isCheap);
  return node.type === 'Identifier' || node.type === 'Literal';
}

function smallOf({ init }: Node): Small | undefined {
  if (init === undefined || init === null || !/^(Arrow)?FunctionExpression$/u.test(init.type)) return undefined;
  if (init.async === true || init.generator === true) return undefined;
  const [only, ...more] = childrenOf(init.body as Node);
  const expression = only?.type === 'ReturnStatement' && more.length === 0 ? only.argument : undefined;
  const parameters = (init.params ?? []).map(({ type, name }) => (type === 'Identifier' ? (name ?? '') : ''));
  if (!expression || parameters.includes('') || expression.end - expression.start > MAX_LENGTH) return undefined;
  const read = identifiersOf(expression);
  return { parameters, expression, uses: parameters.map((name) => read.filter((other) => other === name).length) };
}

/** Functions that can be inlined: pure ones whose names mean the same at every call. */
function smallFunctions(program: Program): ReadonlyMap<string, Small> {
  const constants = declarationsOf(program);
  const local = localNames(program);
  const known = new Set(constants.map(({ id }) => id?.name ?? ''));
  const found = new Map<string, Small>();
  // a function may call one that was found before it; what calls itself is never found
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const declaration of constants) {
      const name = declaration.id?.name ?? '';
      const small = found.has(name) || local.has(name) ? undefined : smallOf(declaration);
      if (small === undefined || !isPure(small.expression, (call) => fits(call, found))) continue;
      const free = identifiersOf(small.expression).filter((other) => !small.parameters.includes(other));
      if (free.every((other) => found.has(other) || (known.has(other) && !local.has(other)))) found.set(name, small);
    }
  }
  return found;
}

/** Whether a call can be replaced: a small function with suitable arguments. */
function fits({ callee, arguments: values = [] }: Node, functions: ReadonlyMap<string, Small>): boolean {
  const small = callee?.type === 'Identifier' ? functions.get(callee.name ?? '') : undefined;
  if (small?.parameters.length !== values.length) return false;
  return values.every(
    (value, at) => isPure(value, (call) => fits(call, functions)) && (isCheap(value) || (small.uses[at] ?? 0) === 1),
  );
}

/**
 * Inlines the small functions of a bundle.
 * @param code a module whose functions are constants (`fixFunctions`)
 * @param program its syntax tree
 */
export function inlineExpressions(code: string, program: unknown): string {
  const functions = smallFunctions(program as Program);

  function text(node: Node, values: ReadonlyMap<string, string>): string {
    if (node.type === 'Identifier') return values.get(node.name ?? '') ?? code.slice(node.start, node.end);
    if (node.type === 'CallExpression' && fits(node, functions)) return inPlace(node, values);
    let out = '';
    let at = node.start;
    for (const child of childrenOf(node).sort((a, b) => a.start - b.start)) {
      // a shorthand property holds one piece of text twice
      if (child.start < at) continue;
      const isName = node.type === 'MemberExpression' && child === node.property && node.computed !== true;
      out += code.slice(at, child.start) + (isName ? code.slice(child.start, child.end) : text(child, values));
      at = child.end;
    }
    return out + code.slice(at, node.end);
  }

  function inPlace({ callee, arguments: given = [] }: Node, values: ReadonlyMap<string, string>): string {
    const small = functions.get(callee?.name ?? '') as Small;
    const own = new Map(small.parameters.map((name, at) => [name, `(${text(given[at] as Node, values)})`]));
    return `(${text(small.expression, own)})`;
  }

  const tree = program as Program;
  return code.slice(0, tree.start) + text(tree, new Map()) + code.slice(tree.end);
}
