/**
 * `npm run generate:verbs`: writes the pages of the verbs. It runs the examples of each verb with
 * the bundled command in a folder of its own, to see what `--json` holds. `--check` writes nothing,
 * and ends with 1 where a page is stale or an example fails. Names of verbs choose their pages.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';
import { SYSTEMS } from '../../base/systems.js';
import { createProgram } from '../program.js';
import { type ShapeLine, shapeLines } from './json-shape.js';
import { examplesOf, type NamedVerb, pagePath, runnableVerbs, verbIndex, verbPage } from './verb-page.js';

/** Verbs whose examples need the user's own image or recording, or wait for a client. */
const NOT_RUN = new Set(['rom info', 'rom check', 'discover', 'debug', 'bench']);

const ROOT = packageRoot();

function silent(): undefined {
  return undefined;
}

/** What the program declares; nothing of it runs. */
export function declaredVerbs(): readonly NamedVerb[] {
  const signal = (): AbortSignal => new AbortController().signal;
  const context = { systems: SYSTEMS, tracesFolder: '', out: silent, err: silent, signal, exit: silent };
  return runnableVerbs(createProgram({ ...context, showProgress: false, color: false }));
}

/** One command line of an example. @throws Error unless it ends with 0 */
function runExample(words: readonly string[], folder: string): string {
  const command = join(ROOT, 'dist/harness/cli/lockstep.js');
  const run = spawnSync(process.execPath, [command, ...words], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(`lockstep ${words.join(' ')}: exit code ${run.status}: ${run.stderr}`);
  return run.stdout;
}

/** Runs the examples of a verb in their order; the first one of the verb itself prints its JSON. */
function jsonOfExamples({ name, verb }: NamedVerb, folder: string): readonly ShapeLine[] {
  let shown: readonly ShapeLine[] = [];
  for (const example of examplesOf(verb)) {
    const isFirst = example.startsWith(name) && shown.length === 0;
    const output = runExample([...example.split(' '), ...(isFirst ? ['--json'] : [])], folder);
    if (isFirst) shown = shapeLines(JSON.parse(output));
  }
  return shown;
}

function current(path: string): string {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return '';
  }
}

const checkOnly = process.argv.includes('--check');
const chosen = process.argv.slice(2).filter((word) => word !== '--check');

/** Writes a page, or says that it is stale. */
function keep(path: string, text: string): void {
  if (current(path) === text) return;
  if (checkOnly) {
    console.error(`stale: ${path}; run npm run generate:verbs`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
  console.log(`written: ${path}`);
}

/** @param only the verbs whose examples run; all where it is empty */
function keepPages(verbs: readonly NamedVerb[], only: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-verbs-'));
  for (const name of ['traces', 'test']) symlinkSync(join(ROOT, name), join(folder, name));
  try {
    for (const named of verbs) {
      if (only.length > 0 && !only.includes(named.name)) continue;
      const json = NOT_RUN.has(named.name) ? [] : jsonOfExamples(named, folder);
      keep(pagePath(named.name), verbPage(named, json));
    }
    keep('docs/verbs/README.md', verbIndex(verbs));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

keepPages(declaredVerbs(), chosen);
