/** Second half of `npm run build`: makes the bundles of `entries.ts` from the compiler's output. */
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join, relative } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { packageRoot } from '../../base/index.js';
import { findVectorFiles, readLines } from '../../original/index.js';
import { CHECKED_SCHEMAS, compiledSchemas } from './compiled-schemas.js';
import {
  BUNDLES,
  type BundleEntry,
  LICENCES,
  PACKAGE_ENTRIES,
  STYLES,
  TYPES_FOLDER,
  VECTOR_HEADERS,
} from './entries.js';
import { fixFunctions } from './fixed-functions.js';
import { inlineExpressions } from './inline-expressions.js';
import { licencesOf } from './licences.js';
import { ownExports } from './own-exports.js';
import { copyDeclarationsOf, makePackageModules } from './package-modules.js';
import { packTables } from './packed-rows.js';
import { pageModules } from './page-modules.js';

/** Schemas of what a page reads. */
const PAGE_SCHEMAS = ['plan', 'branches', 'trace-header', 'trace-footer'];

function optionalPackages(): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  const { optionalDependencies = {}, peerDependencies = {} } = manifest as Record<string, object>;
  return Object.keys({ ...optionalDependencies, ...peerDependencies });
}

/** Makes functions constants and puts functions of one expression where they are called. */
const FIXED_CODE: Plugin = {
  name: 'fixed-functions-and-expressions',
  renderChunk(code) {
    const fixed = fixFunctions(code, this.parse(code));
    return inlineExpressions(fixed, this.parse(fixed));
  },
};

/** Writes the big tables as texts. */
const PACKED_TABLES: Plugin = {
  name: 'packed-tables',
  renderChunk(code) {
    return packTables(code, this.parse(code));
  },
};

/** Exports constants of their own, so that what a module exports is fixed inside of it. */
const OWN_EXPORTS: Plugin = {
  name: 'own-exports',
  renderChunk(code) {
    return ownExports(code, this.parse(code));
  },
};

/** What a program looks up when it needs it. */
const LOOKED_UP = optionalPackages();

function packageFolders(chunks: readonly OutputChunk[]): readonly string[] {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  return modules.flatMap((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/u.exec(id) ?? []);
}

/**
 * Bundles a module.
 * @returns folders of the bundled packages
 */
async function makeBundle({ from, to, platform }: BundleEntry): Promise<readonly string[]> {
  const dist = join(packageRoot(), 'dist');
  const isPage = platform === 'browser';
  const build = await rolldown({
    input: join(dist, from),
    platform,
    // a page looks nothing up; modules of Node stand behind doors, and nothing of them may be left
    external: isPage ? [...builtinModules, /^node:/u] : LOOKED_UP,
    // a module of ours, or of Node, that nothing is taken from does nothing
    treeshake: { moduleSideEffects: (id) => /[\\/]node_modules[\\/]/u.test(id) || id.endsWith(from) },
    logLevel: 'warn',
    checks: { pluginTimings: false },
    plugins: isPage
      ? [pageModules(), compiledSchemas(PAGE_SCHEMAS), PACKED_TABLES]
      : [compiledSchemas(CHECKED_SCHEMAS), PACKED_TABLES, FIXED_CODE],
  });
  const file = join(dist, to);
  const { output } = await build.write({
    file: `${file}.tmp`,
    format: isPage ? 'iife' : 'esm',
    codeSplitting: false,
    comments: false,
    // function names of the command stay, so that a fault of ours is reported by its place
    minify: isPage || {
      compress: false,
      mangle: { keepNames: true },
      codegen: { removeWhitespace: true },
    },
  });
  await build.close();
  // a script that is handed nothing takes nothing of Node
  const handed = /\}\)\(([\w$, ]+)\);?\s*$/u.exec(readFileSync(`${file}.tmp`, 'utf8'))?.[1];
  if (isPage && handed !== undefined) throw new Error(`${to} takes something of Node: ${handed}`);
  if (!isPage) chmodSync(`${file}.tmp`, 0o755);
  renameSync(`${file}.tmp`, file);
  return packageFolders(output.filter((part) => part.type === 'chunk'));
}

/** A header line without what only people read. */
function withoutRemarks(line: string): string {
  const { notes, outputs, exits, source, ...header } = JSON.parse(line) as Record<string, unknown>;
  return JSON.stringify(header);
}

const packages = new Set<string>();
for (const entry of BUNDLES) for (const folder of await makeBundle(entry)) packages.add(folder);
const shipped = await makePackageModules(LOOKED_UP, [
  compiledSchemas(CHECKED_SCHEMAS),
  PACKED_TABLES,
  FIXED_CODE,
  OWN_EXPORTS,
]);
for (const folder of packageFolders(shipped)) packages.add(folder);
copyDeclarationsOf(Object.values(PACKAGE_ENTRIES), join(packageRoot(), 'dist', TYPES_FOLDER));
writeFileSync(join(packageRoot(), LICENCES), licencesOf([...packages]));
/** A style sheet without the white space that only people read. */
const withoutSpace = (style: string): string => style.replace(/\s+/gu, ' ').replace(/ ?([{};,]) ?/gu, '$1');

for (const { from, to } of STYLES) {
  const styles = from.map((path) => readFileSync(join(packageRoot(), path), 'utf8'));
  writeFileSync(join(packageRoot(), to), withoutSpace(styles.join('\n')));
}
// single instructions are no routine of the game
const routineFiles = findVectorFiles([join(packageRoot(), VECTOR_HEADERS.from)]).filter(
  (file) => !basename(file).startsWith('65816-'),
);
const headers = routineFiles.map((file) => [
  relative(join(packageRoot(), VECTOR_HEADERS.from), file).replace(/\.jsonl(\.gz)?$/u, ''),
  withoutRemarks(readLines(file)[0] ?? ''),
]);
writeFileSync(join(packageRoot(), VECTOR_HEADERS.to), JSON.stringify(Object.fromEntries(headers)));
