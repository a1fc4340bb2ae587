/** `npm run generate`: writes the generated files; with `--check` it only says which are stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bugsPage, cellsPage, routinesPage } from './pages.js';
import { routineModule, routineStatus } from './routine-status.js';

/** Root of the checkout, from dist/harness/generate. */
const ROOT = new URL('../../../', import.meta.url);

/** Path in the checkout to text, for every generated file. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const rows = routineStatus(fileURLToPath(new URL('traces/vectors', ROOT)));
  return new Map([
    ['rom-map/routines.generated.ts', routineModule(rows)],
    ['rom-map/ROUTINES.md', routinesPage(rows)],
    ['rom-map/CELLS.md', cellsPage()],
    ['rom-map/BUGS.md', bugsPage()],
  ]);
}

function current(path: string): string {
  try {
    return readFileSync(new URL(path, ROOT), 'utf8');
  } catch {
    return '';
  }
}

function main(checkOnly: boolean): number {
  const stale = [...generatedFiles()].filter(([path, text]) => current(path) !== text);
  for (const [path, text] of stale) {
    if (checkOnly) console.error(`stale: ${path}; run npm run generate`);
    else {
      writeFileSync(new URL(path, ROOT), text);
      console.log(`written: ${path}`);
    }
  }
  return checkOnly && stale.length > 0 ? 1 : 0;
}

process.exitCode = main(process.argv.includes('--check'));
