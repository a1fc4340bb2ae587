/** Second half of `npm run build`: makes the bundles of `entries.ts` from the compiler's output. */
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { packageRoot } from '../../base/package-root.js';
import { SCHEMAS } from '../../trace/schemas/index.js';
import { findVectorFiles, readLines } from '../../verify/vectors/files.js';
import { compiledSchemas } from './compiled-schemas.js';
import { BUNDLES, type BundleEntry, LICENCES, STYLES, VECTOR_HEADERS } from './entries.js';
import { fixFunctions } from './fixed-functions.js';
import { inlineExpressions } from './inline-expressions.js';
import { licencesOf } from './licences.js';
import { pageModules } from './page-modules.js';

function optionalPackages(): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  const { optionalDependencies = {}, peerDependencies = {} } = manifest as Record<string, object>;
  return Object.keys({ ...optionalDependencies, ...peerDependencies });
}

/**
 * Modules that a library imports instead of bundling them, so that a program with its own import
 * shares them.
 */
const SHARED = /[\\/]dist[\\/](core|rom-map)[\\/]/u;

/**
 * Bundles a module.
 * @returns folders of the bundled packages
 */
async function makeBundle({ from, to, platform, isLibrary }: BundleEntry): Promise<readonly string[]> {
  const dist = join(packageRoot(), 'dist');
  const isPage = platform === 'browser';
  const build = await rolldown({
    input: join(dist, from),
    platform,
    // optional packages are looked up when they are needed; tinypool starts a thread with a file of
    // its own
    external: [...optionalPackages(), 'tinypool', ...(isLibrary === true ? [SHARED] : [])],
    treeshake: true,
    logLevel: 'warn',
    checks: { pluginTimings: false },
    plugins: isPage
      ? [pageModules(), compiledSchemas(['plan'])]
      : isLibrary === true
        ? [compiledSchemas(Object.keys(SCHEMAS))]
        : [
            compiledSchemas(Object.keys(SCHEMAS)),
            {
              name: 'fixed-functions-and-expressions',
              renderChunk(code) {
                const fixed = fixFunctions(code, this.parse(code));
                return inlineExpressions(fixed, this.parse(fixed));
              },
            },
          ],
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
      mangle: isLibrary === true || { keepNames: true },
      codegen: { removeWhitespace: true },
    },
  });
  await build.close();
  if (!isPage && isLibrary !== true) chmodSync(`${file}.tmp`, 0o755);
  renameSync(`${file}.tmp`, file);
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  return modules.flatMap((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/u.exec(id) ?? []);
}

/** A header line without what only people read. */
function withoutRemarks(line: string): string {
  const { notes, outputs, exits, source, ...header } = JSON.parse(line) as Record<string, unknown>;
  return JSON.stringify(header);
}

const packages = new Set<string>();
for (const entry of BUNDLES) for (const folder of await makeBundle(entry)) packages.add(folder);
writeFileSync(join(packageRoot(), LICENCES), licencesOf([...packages]));
for (const { from, to } of STYLES) {
  const styles = from.map((path) => readFileSync(join(packageRoot(), path), 'utf8'));
  writeFileSync(join(packageRoot(), to), styles.join('\n'));
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
