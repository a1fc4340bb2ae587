/**
 * Rewrites `function f() {}` at the top level of a bundle to `const f = () => {}`, in front of
 * everything else. A constant is never assigned again, so the engine compiles a call through it
 * as a call of that one function.
 */

import { assignedNames } from './assigned-names.js';
import { type Node, type Program, walk } from './syntax-tree.js';

/** What an arrow function has not of its own. */
const OWN = new Set(['ThisExpression', 'MetaProperty', 'Super']);

/** Names that something is made of with `new`. */
function madeNames(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  walk(program, ({ type, callee }) => void (type === 'NewExpression' && names.add(callee?.name ?? '')));
  return names;
}

/** Whether a function may be an arrow function, which is shorter. */
function mayBeArrow(node: Node): boolean {
  if (node.async === true || node.generator === true) return false;
  let may = true;
  walk(node, ({ type, name }) => {
    if (OWN.has(type) || (type === 'Identifier' && name === 'arguments')) may = false;
  });
  return may;
}

/**
 * Rewrites the functions of a bundle.
 * @param code a module; what it exports stands in one list at its end
 * @param program its syntax tree
 */
export function fixFunctions(code: string, program: unknown): string {
  const { body } = program as Program;
  const assigned = assignedNames(program as Program);
  const constructors = madeNames(program as Program);
  const moved: string[] = [];
  let rest = '';
  let at = 0;
  for (const node of body) {
    const { id } = node;
    if (node.type !== 'FunctionDeclaration' || id?.name === undefined || assigned.has(id.name)) continue;
    const start = (node.body as Node).start;
    const made =
      mayBeArrow(node) && !constructors.has(id.name)
        ? `${code.slice(id.end, start)}=> ${code.slice(start, node.end)}`
        : `${code.slice(node.start, id.start)}${code.slice(id.end, node.end)}`;
    moved.push(`const ${id.name} = ${made};`);
    rest += code.slice(at, node.start);
    at = node.end;
  }
  const firstLine = code.startsWith('#!') ? code.indexOf('\n') + 1 : 0;
  return `${code.slice(0, firstLine)}${moved.join('\n')}\n${rest.slice(firstLine)}${code.slice(at)}`;
}
