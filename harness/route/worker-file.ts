/**
 * Where the worker threads' code is: the bundle beside this folder's modules, or the module itself where nothing was bundled. This module
 * and the command's bundle lie in folders of the same depth, so that the path is right from both.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export function workerFile(): string {
  const bundled = fileURLToPath(new URL('../route/search-worker.js', import.meta.url));
  return existsSync(bundled) ? bundled : fileURLToPath(new URL('../route/search/worker.js', import.meta.url));
}
