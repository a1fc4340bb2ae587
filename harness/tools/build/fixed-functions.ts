/**
 * Rewrites `function f() {}` at the top level of a bundle to `const f = function () {}`, in front
 * of everything else. A constant is never assigned again, so the engine compiles a call through it
 * as a call of that one function.
 */

import { assignedNames } from './assigned-names.js';
import type { Program } from './syntax-tree.js';

/**
 * Rewrites the functions of a bundle.
 * @param code a module; what it exports stands in one list at its end
 * @param program its syntax tree
 */
export function fixFunctions(code: string, program: unknown): string {
  const { body } = program as Program;
  const assigned = assignedNames(program as Program);
  const moved: string[] = [];
  let rest = '';
  let at = 0;
  for (const node of body) {
    const { id } = node;
    if (node.type !== 'FunctionDeclaration' || id?.name === undefined || assigned.has(id.name)) continue;
    moved.push(`const ${id.name} = ${code.slice(node.start, id.start)}${code.slice(id.end, node.end)};`);
    rest += code.slice(at, node.start);
    at = node.end;
  }
  const firstLine = code.startsWith('#!') ? code.indexOf('\n') + 1 : 0;
  return `${code.slice(0, firstLine)}${moved.join('\n')}\n${rest.slice(firstLine)}${code.slice(at)}`;
}
