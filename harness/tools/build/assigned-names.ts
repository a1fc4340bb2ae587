/** Which names of a bundle are written to after their declaration. */
import { childrenOf, type Node, type Program, walk } from './syntax-tree.js';

const WRITES_LEFT = new Set(['AssignmentExpression', 'ForInStatement', 'ForOfStatement']);

/** Parts of a target that name no variable to write to: its object and place, what it declares. */
const NOT_WRITTEN = new Set(['MemberExpression', 'VariableDeclaration']);

/** Names that are written to, wherever they are bound. */
export function assignedNames(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  const note = (target: Node): void => {
    if (target.type === 'Identifier') names.add(target.name ?? '');
    else if (!NOT_WRITTEN.has(target.type)) for (const part of childrenOf(target)) note(part);
  };
  walk(program, ({ type, left, argument }) => {
    if (WRITES_LEFT.has(type) && left) note(left);
    if (type === 'UpdateExpression' && argument) note(argument);
  });
  return names;
}
