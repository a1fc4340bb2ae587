/**
 * Loads TypeScript test files and what they import into this process, again and again from compiled
 * functions. Stryker's text of a file asks at each of its mutants which one is active and counts
 * every visit, which takes most of a test's time. So the first run counts in an array instead, and
 * after it only the file whose mutant is active (the focus) has its mutants; all others are as they
 * are in the project.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import ts from 'typescript';

const OPTIONS = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, esModuleInterop: true };
/** What a file's function is given; the last two are names that no source has. */
const NAMES = ['exports', 'require', 'mutantState_9fa48', 'mutantVisits_9fa48'];
const MOST_MUTANTS = 100_000;
/** Visits of each mutant's place since `takeCounts`, by its number. */
const counts = new Float64Array(MOST_MUTANTS);
const compiled = new Map();
const depends = new Map();
/** Modules that are the same for every loader, with what they remember. */
const lasting = new Map();
/** The same, of modules that hold mutants of other files than the focus. */
let lastingForFocus = new Map();
let focus;

const fileOf = (from, name) => resolve(dirname(from), name.replace(/\.js$/, '.ts'));

/** @returns visits of each mutant's place since the last call, as Stryker's coverage has them */
export function takeCounts() {
  const taken = {};
  for (let id = 0; id < MOST_MUTANTS; id++) if (counts[id] > 0) taken[id] = counts[id];
  counts.fill(0);
  return taken;
}

/** @param file of the mutants that are active from now on */
export function focusOn(file) {
  if (file === focus) return;
  focus = file;
  lastingForFocus = new Map();
}

/** The text of the project's own file, kept beside Stryker's in its copy of the project. */
function originalOf(file) {
  const kept = `${file}.original`;
  if (!existsSync(kept)) copyFileSync(join(process.env.LOCKSTEP_ROOT, relative(process.cwd(), file)), kept);
  return readFileSync(kept, 'utf8');
}

const numbersIn = (list) => [...list.matchAll(/\d+/g)].map(([number]) => number);

/** Stryker's text, with its questions and counts in place instead of in functions. */
function inPlace(source, isCounted) {
  return source
    .replaceAll(/stryMutAct_9fa48\("(\d+)"\)/g, (_, id) =>
      isCounted ? 'false' : `(mutantState_9fa48.activeMutant === "${id}" && mutantState_9fa48.hit())`,
    )
    .replaceAll(/stryCov_9fa48\(("[^)]*)\)/g, (_, list) =>
      isCounted ? `(${numbersIn(list).map((id) => `mutantVisits_9fa48[${id}]++`)})` : '0',
    );
}

/** TypeScript takes longer than most tests: what it made of a text stays for later processes and runs. */
function javaScriptOf(source) {
  const hash = createHash('sha256').update(`${ts.version} ${source}`).digest('hex');
  const folder = join(process.env.LOCKSTEP_ROOT, 'reports/mutation/compiled');
  const kept = join(folder, `${hash}.js`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { outputText } = ts.transpileModule(source, { compilerOptions: OPTIONS });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${kept}.${process.pid}`, outputText);
  renameSync(`${kept}.${process.pid}`, kept);
  return outputText;
}

/**
 * @returns the file as a function, what it imports, and whether Stryker has put mutants into it and
 *   they are in the function
 */
function compile(file) {
  const key = focus === undefined ? `counted ${file}` : focus === file ? `mutated ${file}` : file;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const url = JSON.stringify(pathToFileURL(file).href);
  const given = readFileSync(file, 'utf8');
  const hasMutants = given.includes(INSTRUMENTER_CONSTANTS.NAMESPACE);
  const isMutated = hasMutants && key !== file;
  // kept by the first run already, before anybody changes the project's own file
  const original = hasMutants ? originalOf(file) : given;
  const text = isMutated ? inPlace(given, focus === undefined) : original;
  const source = text.replaceAll('import.meta.url', url);
  const outputText = javaScriptOf(source);
  const made = {
    run: vm.compileFunction(outputText, NAMES, { filename: file }),
    imports: [...outputText.matchAll(/\brequire\("([^"]*)"\)/g)].map(([, name]) => name),
    isMutated,
    hasMutants,
  };
  compiled.set(key, made);
  return made;
}

/** Whether `is` holds of a file or of something that it imports. */
function reaches(file, is, seen = new Set()) {
  if (seen.has(file)) return false;
  seen.add(file);
  if (is(file)) return true;
  return compile(file).imports.some((name) => name.startsWith('.') && reaches(fileOf(file, name), is, seen));
}

const remembered = (question, file, is) => {
  const key = `${question} ${file}`;
  if (!depends.has(key)) depends.set(key, reaches(file, is));
  return depends.get(key);
};

/** Whether a mutant of the focus can change what this file does. */
export const reachesFocus = (file) => remembered(`mutated ${focus}`, file, (one) => compile(one).isMutated);

/** @param replaced modules that every loader gives anew, by name */
function keeperOf(file, own, replaced) {
  const isAnew = (one) => compile(one).imports.some((name) => replaced[name] !== undefined);
  if (reachesFocus(file) || remembered('anew', file, isAnew)) return own;
  return remembered('any', file, (one) => compile(one).hasMutants) ? lastingForFocus : lasting;
}

/**
 * @param replaced modules that are given instead of found, by name
 * @returns a function that loads a file; every file is evaluated once by it, and once for all
 *   loaders when no mutant of the focus and nothing replaced is behind it
 */
export function createLoader(replaced) {
  const require = createRequire(import.meta.url);
  const stryker = globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE];
  const own = new Map();
  const load = (file) => {
    const loaded = keeperOf(file, own, replaced);
    const known = loaded.get(file);
    if (known !== undefined) return known;
    const exports = {};
    loaded.set(file, exports);
    const required = (name) => (name.startsWith('.') ? load(fileOf(file, name)) : (replaced[name] ?? require(name)));
    compile(file).run(exports, required, stryker, counts);
    return exports;
  };
  return load;
}
