/**
 * Cuts the file of the engine into one for each system and those that several share: a program that
 * imports one system reads and makes no other.
 */
import { assignedNames } from './assigned-names.js';
import { ENGINE_FILE, MAP_ENTRY, SYSTEM_ENTRIES } from './entries.js';
import { childrenOf, type Node, type Program } from './syntax-tree.js';

/** What only the map of the cartridge and one system need. */
const MAP_FILE = 'engine-map';
/** What no single system needs: the processor, lists of everything. */
const REST_FILE = 'engine-rest';

/** A statement of the engine. */
interface Statement {
  readonly node: Node;
  /** Names that it declares. */
  readonly names: readonly string[];
  /** Statements whose names it uses, itself included where it is used by itself. */
  readonly needs: Set<Statement>;
  /** Entries of the package that need it. */
  readonly entries: Set<string>;
  file: string;
}

/** An import or export list of a module: the outer name of each name inside. */
type Names = ReadonlyMap<string, string>;

/** One file of the package. */
export interface PackageFile {
  /** Without its ending. */
  readonly name: string;
  readonly code: string;
}

/** A module and its syntax tree. */
export interface ParsedModule extends PackageFile {
  readonly program: Program;
}

const OWN = /\$exported$/u;

const sourceOf = (node: Node): string => String((node.source as { value?: unknown } | null | undefined)?.value ?? '');

/** Names that a node reads or writes; a property behind a dot and a key are none. */
function visitNames(node: Node, visit: (name: string) => void): void {
  if (node.type === 'Identifier') visit(node.name ?? '');
  const isPlain = node.computed !== true;
  for (const child of childrenOf(node)) {
    if (isPlain && node.type === 'MemberExpression' && child === node.property) continue;
    if (isPlain && child === (node as { key?: Node }).key) continue;
    visitNames(child, visit);
  }
}

const declaredBy = (node: Node): readonly string[] =>
  node.id?.name !== undefined ? [node.id.name] : (node.declarations ?? []).map(({ id }) => id?.name ?? '');

const isImport = ({ type }: Node): boolean => type === 'ImportDeclaration';
const isExport = ({ type }: Node): boolean => type === 'ExportNamedDeclaration';

/** Names of import statements or export lists, inner to outer. */
function namesOf(nodes: readonly Node[]): Names {
  const names = new Map<string, string>();
  for (const { specifiers = [] } of nodes)
    for (const { local, exported, imported } of specifiers as readonly (Node & { imported?: Node })[])
      names.set(local?.name ?? '', (exported ?? imported)?.name ?? '');
  return names;
}

/** Statements of a module and what each needs. */
function statementsOf({ program }: ParsedModule): ReadonlyMap<string, Statement> {
  const statements = program.body
    .filter((node) => !isImport(node) && !isExport(node))
    .map((node): Statement => ({ node, names: declaredBy(node), needs: new Set(), entries: new Set(), file: '' }));
  const byName = new Map(statements.flatMap((statement) => statement.names.map((name) => [name, statement] as const)));
  const written = assignedNames(program);
  for (const statement of statements) {
    const writes = assignedNames({ ...statement.node, body: [statement.node] } as unknown as Program);
    visitNames(statement.node, (name) => {
      const needed = byName.get(name);
      if (needed === undefined) return;
      statement.needs.add(needed);
      // who writes to a variable stands in its file
      if (written.has(name) && writes.has(name)) needed.needs.add(statement);
    });
  }
  return byName;
}

/** Notes an entry at everything that it needs. */
function markReached(start: Statement | undefined, entry: string): void {
  const open = start === undefined ? [] : [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.entries.has(entry)) continue;
    next.entries.add(entry);
    open.push(...next.needs);
  }
}

/** File of a statement, by the entries that need it. */
function fileFor({ entries }: Statement): string {
  const systems = SYSTEM_ENTRIES.filter((entry) => entries.has(entry));
  if (systems.length > 1) return ENGINE_FILE;
  if (entries.has(MAP_ENTRY)) return MAP_FILE;
  return systems[0] === undefined ? REST_FILE : `engine-${systems[0]}`;
}

const listOf = (names: Iterable<readonly [string, string]>): string =>
  [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([inner, outer]) => (inner === outer ? inner : `${inner} as ${outer}`))
    .join(',');

/** Import statements, one for each file that names are taken from. */
function importsFrom(taken: ReadonlyMap<string, Map<string, string>>): string {
  return [...taken]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([file, names]) =>
        `import{${listOf([...names].map(([local, outer]) => [outer, local] as const))}}from"./${file}.js";\n`,
    )
    .join('');
}

/**
 * Cuts the engine.
 * @param engine a module whose constants are pure and whose functions are constants
 * @param others modules of the package, which take names of the engine
 * @returns the files in the engine's place, and the others with their imports turned to them
 */
export function cutEngine(engine: ParsedModule, others: readonly ParsedModule[]): readonly PackageFile[] {
  const byName = statementsOf(engine);
  const exportLists = engine.program.body.filter(isExport);
  const inner = new Map([...namesOf(exportLists)].map(([name, outer]) => [outer, name]));
  const fromEngine = (node: Node): boolean => isImport(node) && sourceOf(node) === `./${ENGINE_FILE}.js`;
  for (const { name, program } of others)
    for (const outer of namesOf(program.body.filter(fromEngine)).values()) {
      const shown = inner.get(outer) ?? outer;
      markReached(byName.get(shown), name);
    }
  const statements = [...new Set(byName.values())];
  for (const statement of statements) statement.file = fileFor(statement);
  // the second name of a constant stands beside the first one
  for (const [name, statement] of byName)
    if (OWN.test(name)) statement.file = byName.get(name.replace(OWN, ''))?.file ?? statement.file;

  const files = new Map<
    string,
    { body: string; taken: Map<string, Map<string, string>>; shown: Map<string, string> }
  >();
  const fileOf = (name: string) => {
    const known = files.get(name) ?? { body: '', taken: new Map(), shown: new Map() };
    files.set(name, known);
    return known;
  };
  const take = (into: Map<string, Map<string, string>>, file: string, local: string, outer: string): void => {
    const names = into.get(file) ?? new Map<string, string>();
    into.set(file, names.set(local, outer));
  };
  const show = (file: string, name: string): void => {
    const { shown } = fileOf(file);
    // a name that is exported is no fixed constant inside of its file: a second one is
    if (shown.has(`${name}$exported`)) return;
    shown.set(`${name}$exported`, name);
  };
  const outside = new Map(
    engine.program.body
      .filter(isImport)
      .flatMap((node) => [...namesOf([node])].map(([local, outer]) => [local, [sourceOf(node), outer]] as const)),
  );
  for (const { node, file } of statements.sort((a, b) => a.node.start - b.node.start)) {
    const own = fileOf(file);
    own.body += `${engine.code.slice(node.start, node.end)}\n`;
    visitNames(node, (name) => {
      const [from = '', outer = ''] = outside.get(name) ?? [];
      if (from !== '') take(own.taken, from.replace(/^\.\/|\.js$/gu, ''), name, outer);
      const there = byName.get(name)?.file;
      if (there === undefined || there === file) return;
      take(own.taken, there, name, name);
      show(there, name);
    });
  }
  const turned = others.map(({ name, code, program }): PackageFile => {
    const taken = new Map<string, Map<string, string>>();
    let rest = '';
    let at = 0;
    for (const node of program.body.filter(fromEngine)) {
      for (const [local, outer] of namesOf([node])) {
        const shown = inner.get(outer) ?? outer;
        const there = byName.get(shown)?.file ?? '';
        const public_ = shown.replace(OWN, '');
        take(taken, there, local, public_);
        show(there, public_);
      }
      rest += code.slice(at, node.start);
      at = node.end;
    }
    return { name, code: importsFrom(taken) + rest + code.slice(at) };
  });
  const cut = [...files].map(([name, { body, taken, shown }]): PackageFile => {
    const second = [...shown].filter(([own]) => !byName.has(own)).map(([own, first]) => `const ${own}=${first};\n`);
    return { name, code: `${importsFrom(taken)}${body}${second.join('')}export{${listOf(shown)}};` };
  });
  return [...cut, ...turned];
}
