/**
 * Writes the numbers of constant objects where they are read: `Phase.active` becomes `1`. A bundler
 * shortens a name, never that of a property.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { childrenOf, type Node, type Program } from './syntax-tree.js';

/** The second name of a constant that is exported. */
const OWN = /\$exported$/u;

type Numbers = Readonly<Record<string, number>>;

/** Constants that may hold such an object: a literal, or what a declaration has worked out. */
function mayHold(init: Node): boolean {
  if (init.type === 'MemberExpression') return init.computed !== true;
  return init.type === 'ObjectExpression';
}

const isNumbers = (value: unknown): value is Numbers =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isSafeInteger);

/** Whether the uses of a parameter of a module's functions only read it. */
function readersOf({ body }: Program): (name: string, place: number) => boolean {
  const functions = new Map<string, Node>();
  for (const { kind, declarations = [] } of body)
    for (const { id, init } of declarations)
      if (kind === 'const' && /^(Arrow)?FunctionExpression$/u.test(init?.type ?? ''))
        functions.set(id?.name ?? '', init as Node);
  const known = new Map<string, boolean>();
  const readsOnly = (name: string, place: number): boolean => {
    const key = `${name}/${place}`;
    const code = functions.get(name);
    const parameter = code?.params?.[place];
    if (code === undefined || parameter?.type !== 'Identifier') return false;
    const before = known.get(key);
    if (before !== undefined) return before;
    // what calls itself hands on what it was handed
    known.set(key, true);
    let only = true;
    visitUses(code.body as Node, (node, parent, isTarget) => {
      if (node.name === parameter.name && !isHarmless(node, parent, isTarget, readsOnly)) only = false;
    });
    known.set(key, only);
    return only;
  };
  return readsOnly;
}

/** The part of a node that it writes to. */
const WRITES: Readonly<Record<string, 'left' | 'argument'>> = {
  AssignmentExpression: 'left',
  ForInStatement: 'left',
  ForOfStatement: 'left',
  UpdateExpression: 'argument',
};
const IN_PATTERN = /Pattern$|^Property$|^RestElement$/u;

/** Visits names with what they stand in, and whether that is written to. */
function visitUses(
  node: Node,
  visit: (name: Node, parent: Node, isTarget: boolean) => void,
  parent = node,
  isTarget = false,
  isWritten = false,
): void {
  if (node.type === 'Identifier') visit(node, parent, isTarget);
  const written = WRITES[node.type];
  for (const child of childrenOf(node)) {
    // what stands in a pattern is written to as the pattern is
    const isNext = child === (written && node[written]) || (isWritten && IN_PATTERN.test(node.type));
    visitUses(child, visit, node, isWritten, isNext);
  }
}

/** Whether a use of a name leaves what it names as it is, and hands it to nothing that may not. */
function isHarmless(
  node: Node,
  parent: Node,
  isTarget: boolean,
  readsOnly: (name: string, place: number) => boolean,
): boolean {
  if (isTarget) return false;
  if (parent.type === 'CallExpression') {
    const { callee, arguments: given = [] } = parent;
    if (callee === node) return false;
    return callee?.object?.name === 'Object'
      ? callee.property?.name !== 'assign'
      : readsOnly(callee?.name ?? '', given.indexOf(node));
  }
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed !== true;
  if (parent.type === 'VariableDeclarator') return parent.id === node || OWN.test(parent.id?.name ?? '');
  return (
    parent.type === 'SpreadElement' || parent.type === 'ExportSpecifier' || (parent as { key?: Node }).key === node
  );
}

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
  const readsOnly = readersOf(program);
  const reads: { readonly node: Node; readonly of: string; readonly value: number }[] = [];
  /** Objects that may change: written to, or handed to something that could. */
  const handed = new Set<string>();
  visitUses(program, (node, parent, isTarget) => {
    const of = node.name ?? '';
    const numbers = objects.get(of);
    if (numbers === undefined) return;
    if (!isHarmless(node, parent, isTarget, readsOnly)) handed.add(of);
    const name = parent.property?.name ?? '';
    if (
      parent.type === 'MemberExpression' &&
      parent.object === node &&
      parent.computed !== true &&
      Object.hasOwn(numbers, name)
    )
      reads.push({ node: parent, of, value: numbers[name] as number });
  });
  let made = '';
  let at = 0;
  for (const { node, of, value } of reads.sort((a, b) => a.node.start - b.node.start)) {
    if (handed.has(of)) continue;
    made += code.slice(at, node.start) + (value < 0 ? `(${value})` : `${value}`);
    at = node.end;
  }
  return made + code.slice(at);
}
