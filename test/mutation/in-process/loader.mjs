/**
 * Loads TypeScript test files and what they import into this process, again and again from compiled
 * functions.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import ts from 'typescript';

const OPTIONS = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, esModuleInterop: true };
const compiled = new Map();
const reloaded = new Map();
/** Modules that are the same for every loader, with what they remember. */
const lasting = new Map();

const fileOf = (from, name) => resolve(dirname(from), name.replace(/\.js$/, '.ts'));

/** @returns the file as a function, what it imports, and whether Stryker has put mutants into it */
function compile(file) {
  const known = compiled.get(file);
  if (known !== undefined) return known;
  const url = JSON.stringify(pathToFileURL(file).href);
  const source = readFileSync(file, 'utf8').replaceAll('import.meta.url', url);
  const { outputText } = ts.transpileModule(source, { compilerOptions: OPTIONS });
  const made = {
    run: vm.compileFunction(outputText, ['exports', 'require'], { filename: file }),
    imports: [...outputText.matchAll(/\brequire\("([^"]*)"\)/g)].map(([, name]) => name),
    mutated: source.includes(INSTRUMENTER_CONSTANTS.NAMESPACE),
  };
  compiled.set(file, made);
  return made;
}

/** Whether a file, or what it imports, holds mutants or a module that every loader gives anew. */
function mustReload(file, replaced, seen = new Set()) {
  if (seen.has(file)) return false;
  seen.add(file);
  const { imports, mutated } = compile(file);
  return (
    mutated ||
    imports.some((name) =>
      name.startsWith('.') ? mustReload(fileOf(file, name), replaced, seen) : replaced[name] !== undefined,
    )
  );
}

/**
 * @param replaced modules that are given instead of found, by name
 * @returns a function that loads a file; every file is evaluated once by it, and once for all
 *   loaders when no mutant and nothing replaced is behind it
 */
export function createLoader(replaced) {
  const require = createRequire(import.meta.url);
  const own = new Map();
  const load = (file) => {
    if (!reloaded.has(file)) reloaded.set(file, mustReload(file, replaced));
    const loaded = reloaded.get(file) ? own : lasting;
    const known = loaded.get(file);
    if (known !== undefined) return known;
    const exports = {};
    loaded.set(file, exports);
    compile(file).run(exports, (name) =>
      name.startsWith('.') ? load(fileOf(file, name)) : (replaced[name] ?? require(name)),
    );
    return exports;
  };
  return load;
}
