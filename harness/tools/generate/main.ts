/** `npm run generate`: writes the generated files; with `--check` it only lists the stale ones. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, SYSTEMS } from '../../base/index.js';
import { routineStatus } from '../../original/index.js';
import { SCHEMAS, type SystemWords, schemaText } from '../../play/index.js';
import { architecturePage } from './architecture.js';
import { declaredModule } from './declared-names.js';
import { wordsModule, wordsOfSystems } from './declared-words.js';
import { formsPage } from './forms-page.js';
import { libraryPage } from './library-page.js';
import { bugsPage, cellsPage, routinesPage } from './pages.js';
import { pagedVerbs, RESULTS, resultSchemas } from './result-schemas.js';
import { routineModule } from './routine-module.js';
import { systemPage, systemsWithPage } from './system-page.js';

const ROOT = packageRoot();

/** The text of every generated file, by its path in the checkout. */
async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const rows = routineStatus(join(ROOT, 'traces/vectors'));
  const paged = systemsWithPage(ROOT, SYSTEMS);
  const words = await wordsOfSystems(ROOT, paged);
  return new Map([
    ['core/declared/declared.generated.ts', await declaredModule(ROOT)],
    ['rom-map/routines.generated.ts', routineModule(rows)],
    ['rom-map/ROUTINES.md', routinesPage(rows)],
    ['rom-map/CELLS.md', cellsPage()],
    ['rom-map/BUGS.md', bugsPage()],
    ['docs/FORMS.md', formsPage()],
    ['docs/LIBRARY.md', libraryPage(ROOT)],
    ...Object.entries(SCHEMAS).map(([name, schema]): [string, string] => [
      `traces/schemas/${name}.schema.json`,
      schemaText(schema),
    ]),
    [RESULTS, resultSchemas(ROOT, pagedVerbs(ROOT))],
    ['docs/ARCHITECTURE.md', architecturePage(current('docs/ARCHITECTURE.md'))],
    ['harness/play/trace/schemas/words.generated.ts', wordsModule(words)],
    ...paged.map((system): [string, string] => {
      const path = `docs/systems/${system.id}.md`;
      return [path, systemPage(current(path), system, words[system.id] as SystemWords)];
    }),
  ]);
}

function current(path: string): string {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return '';
  }
}

async function main(checkOnly: boolean): Promise<number> {
  const stale = [...(await generatedFiles())].filter(([path, text]) => current(path) !== text);
  for (const [path, text] of stale) {
    if (checkOnly) console.error(`stale: ${path}; run npm run generate`);
    else {
      writeFileSync(join(ROOT, path), text);
      console.log(`written: ${path}`);
    }
  }
  return checkOnly && stale.length > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.includes('--check'));
