/** Loads TypeScript test files and what they import into this process, again and again from compiled functions. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import ts from 'typescript';

const compiled = new Map();

function compile(file) {
  const known = compiled.get(file);
  if (known !== undefined) return known;
  const url = JSON.stringify(pathToFileURL(file).href);
  const source = readFileSync(file, 'utf8').replaceAll('import.meta.url', url);
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, esModuleInterop: true },
  });
  const made = vm.compileFunction(outputText, ['exports', 'require'], { filename: file });
  compiled.set(file, made);
  return made;
}

/**
 * @param replaced modules that are given instead of found, by name
 * @returns a function that loads a file; every file is evaluated once by it
 */
export function createLoader(replaced) {
  const require = createRequire(import.meta.url);
  const loaded = new Map();
  const load = (file) => {
    const known = loaded.get(file);
    if (known !== undefined) return known;
    const exports = {};
    loaded.set(file, exports);
    compile(file)(exports, (name) => {
      if (name.startsWith('.')) return load(resolve(dirname(file), name.replace(/\.js$/, '.ts')));
      return replaced[name] ?? require(name);
    });
    return exports;
  };
  return load;
}
