/**
 * Gives each exported constant of a module a second name, which is exported in its place. The
 * engine looks an exported name up in its cell each time, even inside the module; a name that is
 * not exported is a fixed constant of the compiled code (measured: docs/performance-notes.md).
 */
import { assignedNames } from './assigned-names.js';
import type { Node, Program } from './syntax-tree.js';

/** Beside no other name: names of ours have no `$` at their end. */
const OWN = '$exported';

/** Exported names by their own ones, of an export list without a source. */
function listOf(node: Node): readonly Node[] {
  return node.type === 'ExportNamedDeclaration' && !node.source ? (node.specifiers ?? []) : [];
}

/**
 * Rewrites the export list of a bundle.
 * @param code a module; what it exports stands in lists
 * @param program its syntax tree
 */
export function ownExports(code: string, program: unknown): string {
  const { body } = program as Program;
  const assigned = assignedNames(program as Program);
  const imported = new Set(
    body
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap(({ specifiers = [] }) => specifiers.map(({ local }) => local?.name)),
  );
  let rest = '';
  let at = 0;
  for (const node of body) {
    const specifiers = listOf(node);
    if (specifiers.length === 0) continue;
    const own = new Set<string>();
    const names = specifiers.map(({ local, exported }) => {
      const name = local?.name ?? '';
      const shown = exported?.name ?? name;
      if (assigned.has(name) || imported.has(name)) return `${name} as ${shown}`;
      own.add(name);
      return `${name}${OWN} as ${shown}`;
    });
    const constants = [...own].map((name) => `const ${name}${OWN} = ${name};`);
    rest += `${code.slice(at, node.start)}${constants.join('\n')}\nexport { ${names.join(', ')} };`;
    at = node.end;
  }
  return rest + code.slice(at);
}
