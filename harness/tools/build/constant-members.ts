/**
 * Writes the numbers of constant objects where they are read: `Phase.active` becomes `1`. A bundler
 * shortens a name, never that of a property.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { childrenOf, type Node, type Program } from './syntax-tree.js';

type Numbers = Readonly<Record<string, number>>;

/** Constants that may hold such an object: a literal, or what a declaration has worked out. */
function mayHold(init: Node): boolean {
  if (init.type === 'MemberExpression') return init.computed !== true;
  return init.type === 'ObjectExpression';
}

const isNumbers = (value: unknown): value is Numbers =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isSafeInteger);

/** The objects of whole numbers among a module's constants, by name: the module is run for them. */
async function objectsOf(code: string, { body }: Program, folder: string): Promise<ReadonlyMap<string, Numbers>> {
  const names = body
    .flatMap(({ kind, declarations = [] }) => (kind === 'const' ? declarations : []))
    .filter(({ init }) => init !== null && init !== undefined && mayHold(init))
    .map(({ id }) => id?.name ?? '');
  const own = mkdtempSync(join(folder, 'constants-'));
  try {
    const file = join(own, 'engine.mjs');
    const found = `\nexport const $found = { ${names.join(', ')} };\n`;
    writeFileSync(file, code.replaceAll(/(from *["'`])\.\//gu, '$1../') + found);
    const { $found: values } = (await import(pathToFileURL(file).href)) as {
      $found: Readonly<Record<string, unknown>>;
    };
    return new Map(Object.entries(values).filter((entry): entry is [string, Numbers] => isNumbers(entry[1])));
  } finally {
    rmSync(own, { recursive: true });
  }
}

/**
 * Rewrites the reads of such objects.
 * @param code a module whose top-level names are bound nowhere else
 * @param program its syntax tree
 * @param folder of the module, which its imports are looked up from
 */
export async function inlineMembers(code: string, program: Program, folder: string): Promise<string> {
  const objects = await objectsOf(code, program, folder);
  const reads: { readonly node: Node; readonly of: string; readonly value: number }[] = [];
  const written = new Set<string>();
  const visit = (node: Node, isTarget: boolean): void => {
    const of = node.object?.type === 'Identifier' ? (node.object.name ?? '') : '';
    const numbers = node.type === 'MemberExpression' ? objects.get(of) : undefined;
    const name = node.property?.name ?? '';
    if (numbers !== undefined && isTarget) written.add(of);
    else if (numbers !== undefined && node.computed !== true && Object.hasOwn(numbers, name))
      reads.push({ node, of, value: numbers[name] as number });
    const target = { AssignmentExpression: node.left, UpdateExpression: node.argument }[node.type];
    for (const child of childrenOf(node)) visit(child, child === target);
  };
  visit(program, false);
  let made = '';
  let at = 0;
  for (const { node, of, value } of reads.sort((a, b) => a.node.start - b.node.start)) {
    if (written.has(of)) continue;
    made += code.slice(at, node.start) + (value < 0 ? `(${value})` : `${value}`);
    at = node.end;
  }
  return made + code.slice(at);
}
