/** Which tests are near a source file: `npm run test:near` and planted faults share the map. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Every test of the repository, from its top. */
export const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts'));

/** Files that a test imports, from the top of the repository. */
function importsOf(test) {
  const text = readFileSync(join(root, test), 'utf8');
  return [...text.matchAll(/from\s+'(\.[^']+)'/g)].map(([, path]) =>
    relative(root, resolve(root, dirname(test), path.replace(/\.js$/, '.ts'))).replaceAll('\\', '/'),
  );
}

const imports = new Map(tests.map((test) => [test, importsOf(test)]));

/** Tests that import a file; a test is near itself. @param file from the top of the repository */
export function importing(file) {
  return tests.includes(file) ? [file] : tests.filter((test) => imports.get(test).includes(file));
}

/** Those of them that stand in the same folder below `test/`. */
export function beside(file) {
  return importing(file).filter((test) => dirname(test) === `test/${dirname(file)}` || test === file);
}
