/**
 * Lets tests import the compiled modules in `dist/` where these are newer than every source, as after a build. Node loads them as they are: the
 * runner's own form of a source takes up to ten times as long to load and to run. Sources that are newer are tested themselves.
 */
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import { isBuilt, PROJECT, ROOMS } from './harness/fixtures/is-built.js';

/** The parts of a configuration that do so. */
export function builtModules() {
  const tests = join(PROJECT, 'test') + sep;
  const built = isBuilt();
  const resolveId = (source: string, importer: string | undefined): string | null => {
    if (!built || !source.startsWith('.') || importer?.startsWith(tests) !== true) return null;
    const file = relative(PROJECT, resolve(dirname(importer), source));
    return ROOMS.includes(file.split(sep)[0] ?? '') && file.endsWith('.js') ? join(PROJECT, 'dist', file) : null;
  };
  const plugin: Plugin = { name: 'built-modules', enforce: 'pre', resolveId };
  return { plugins: [plugin], server: { deps: { external: [/\/dist\//u] } } };
}
