/**
 * What a program gets that imports the package: `core` and `rom-map` as one file for each system,
 * and one for what they share, which the entries and the harness take from. They are made as one
 * file, so that they run as fast as the command's own, and cut afterwards.
 */
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { esmExternalRequirePlugin } from 'rolldown/plugins';
import { packageRoot } from '../../base/index.js';
import { inlineMembers } from './constant-members.js';
import { ENGINE_FILE, PACKAGE_ENTRIES, PACKAGE_FOLDER } from './entries.js';
import { pureConstants } from './pure-constants.js';
import { linesOfStatements } from './statement-lines.js';
import type { Program } from './syntax-tree.js';
import { cutEngine, type ParsedModule } from './system-files.js';

const parse = (code: string): Program => parseAst(code) as unknown as Program;

/** Modules of the engine. */
const ENGINE = /[\\/]dist[\\/](core|rom-map)[\\/]/u;

/**
 * Writes the entries of the package and the files that they share.
 * @param external packages that are looked up when they are needed
 * @param plugins what is done to the code of each file
 */
export async function makePackageModules(
  external: readonly string[],
  plugins: readonly Plugin[],
): Promise<readonly OutputChunk[]> {
  const dist = join(packageRoot(), 'dist');
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(PACKAGE_ENTRIES).map(([name, from]) => [name, join(dist, from)])),
    // modules of Node are named one by one: the engine runs in a browser, too
    platform: 'neutral',
    resolve: { conditionNames: ['node', 'import', 'default'], mainFields: ['module', 'main'] },
    external: [...external],
    logLevel: 'warn',
    checks: { pluginTimings: false },
    plugins: [esmExternalRequirePlugin({ external: [...builtinModules, /^node:/u] }), ...plugins],
  });
  const folder = join(dist, PACKAGE_FOLDER);
  const fresh = `${folder}.tmp`;
  rmSync(fresh, { recursive: true, force: true });
  const { output } = await build.write({
    dir: fresh,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: { groups: [{ name: ENGINE_FILE, test: (id) => ENGINE.test(id) }] },
    comments: false,
    // functions and errors keep their names: a caller reads them in a stack trace
    minify: { compress: false, mangle: { toplevel: false }, codegen: { removeWhitespace: true } },
  });
  await build.close();
  const modules: ParsedModule[] = [];
  for (const { fileName } of output) {
    let code = readFileSync(join(fresh, fileName), 'utf8');
    if (fileName === `${ENGINE_FILE}.js`) {
      code = await inlineMembers(code, parse(code), fresh);
      code = pureConstants(code, parse(code));
    }
    modules.push({ name: fileName.replace(/\.js$/u, ''), code, program: parse(code) });
  }
  const [engine, ...others] = modules.sort((a, b) => Number(b.name === ENGINE_FILE) - Number(a.name === ENGINE_FILE));
  if (engine === undefined) throw new Error('the build has no engine');
  for (const { name, code } of cutEngine(engine, others))
    writeFileSync(join(fresh, `${name}.js`), linesOfStatements(code, parse(code)));
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  return output.filter((part) => part.type === 'chunk');
}

const REFERENCE = /(?:\bfrom|\bimport\(|^import) *['"](\.{1,2}\/[^'"]+)\.js['"]/gmu;

/**
 * Copies the declarations that a program can reach: those of some modules, and what they name.
 * @param modules compiled, below `dist`
 */
export function copyDeclarationsOf(modules: readonly string[], folder: string): void {
  const dist = join(packageRoot(), 'dist');
  const fresh = `${folder}.tmp`;
  rmSync(fresh, { recursive: true, force: true });
  const reached = new Set(modules.map((path) => path.replace(/\.js$/u, '.d.ts')));
  // a set hands out what is added while it is walked
  for (const path of reached) {
    const text = readFileSync(join(dist, path), 'utf8');
    for (const [, name = ''] of text.matchAll(REFERENCE)) reached.add(`${join(dirname(path), name)}.d.ts`);
    mkdirSync(dirname(join(fresh, path)), { recursive: true });
    copyFileSync(join(dist, path), join(fresh, path));
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}
