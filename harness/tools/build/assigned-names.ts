/** Which names of a bundle are written to after their declaration. */
import { type Node, type Program, walk } from './syntax-tree.js';

const WRITES_LEFT = new Set(['AssignmentExpression', 'ForInStatement', 'ForOfStatement']);

/** Names in every expression that is written to, including those that are only read there. */
export function assignedNames(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  const note = ({ type, name }: Node): void => {
    if (type === 'Identifier' && name !== undefined) names.add(name);
  };
  walk(program, ({ type, left, argument }) => {
    if (WRITES_LEFT.has(type) && left) walk(left, note);
    if (type === 'UpdateExpression' && argument) walk(argument, note);
  });
  return names;
}
