/**
 * Plants faults in rooms of the harness and runs the fast tests against each:
 * node test/mutation/rooms/run.mjs [PART...] [--only ID,ID...] [--seed N] [--wide] [--list] [--write COMMIT]
 * A seed chooses the faults among all mutants that Stryker has for a room. Each is compiled into a
 * copy of the project, one at a time. Tests near the file run first, then those of its room; with
 * --wide those that ask the room through the whole command as well. What came of each is kept in
 * reports/mutation/rooms.json, and --write takes it into `planted.json` beside this file.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { importing, tests } from '../../near-map.mjs';
import { textOf } from '../in-process/sample.mjs';
import { createCompiler } from './compiles.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const HERE = dirname(fileURLToPath(import.meta.url));
const TABLE = join(HERE, 'planted.json');
const REASONS = join(HERE, 'survivors.json');
const KEPT = join(ROOT, 'reports/mutation/rooms.json');
/** Faults of each part. */
const FAULTS = 10;
/** Seconds for each test file after which a run is taken for a loop without end; two at least. */
const PATIENCE = 30;

/** Folders of each part, and the tests that ask it through the whole command. */
export const PARTS = {
  odds: { rooms: ['harness/solve/odds'], command: ['test/harness/library', 'test/harness/cli'] },
  timeline: { rooms: ['harness/play/timeline'], command: ['test/harness/views/debug', 'test/harness/views/workbench'] },
  route: {
    rooms: ['harness/solve/search', 'harness/play/route'],
    command: ['test/harness/solve/check', 'test/harness/library', 'test/harness/cli'],
  },
  console: { rooms: ['harness/original/console'], command: ['test/harness/original'] },
  settle: { rooms: ['harness/original/settle'], command: ['test/harness/library', 'test/harness/original'] },
  check: { rooms: ['harness/solve/check'], command: ['test/harness/solve/search', 'test/harness/library'] },
};

const sourcesIn = (room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${room}/${name.replaceAll('\\', '/')}`)
    .sort();

const words = process.argv.slice(2);
const valueAfter = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
/** Chooses the faults: the first seed has its table, another one asks whether the tests know only that list. */
const SEED = Number(valueAfter('--seed') ?? 45_106);

const squeeze = (text) => text.replace(/\s+/g, ' ').trim();

const takes = createCompiler(ROOT);

/** The faults of a part: of all mutants that the compiler takes those whose hash is lowest. */
async function chosenFaults(part) {
  const stryker = createRequire(createRequire(import.meta.url).resolve('@stryker-mutator/core'));
  const { Instrumenter } = await import(pathToFileURL(stryker.resolve('@stryker-mutator/instrumenter')).href);
  const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  const files = PARTS[part].rooms.flatMap(sourcesIn).map((name) => ({
    name,
    mutate: true,
    content: readFileSync(join(ROOT, name), 'utf8'),
  }));
  const sources = new Map(files.map(({ name, content }) => [name, content]));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { mutants } = await new Instrumenter(silent).instrument(files, options);
  const faults = mutants.map((mutant) => {
    const lines = sources.get(mutant.fileName).split('\n');
    const hash = createHash('sha256')
      .update(`${SEED} ${textOf(mutant, lines)}`)
      .digest('hex');
    return { ...mutant, hash, part, id: `${part}-${hash.slice(0, 6)}` };
  });
  // the same text at several places is one fault: the first of them
  const byHash = new Map(
    faults
      .slice()
      .reverse()
      .map((fault) => [fault.hash, fault]),
  );
  const sorted = [...byHash.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const chosen = [];
  let refused = 0;
  for (const fault of sorted) {
    if (chosen.length === FAULTS) break;
    if (takes(fault.fileName, withFault(sources.get(fault.fileName), fault))) chosen.push(fault);
    else refused++;
  }
  return { all: faults.length, refused, faults: chosen, sources };
}

/** Offset of a place in a text. */
const offsetOf = (text, { line, column }) =>
  text
    .split('\n')
    .slice(0, line)
    .reduce((sum, one) => sum + one.length + 1, 0) + column;

function withFault(source, { location: { start, end }, replacement }) {
  return source.slice(0, offsetOf(source, start)) + replacement + source.slice(offsetOf(source, end));
}

function compile(source, fileName) {
  const compilerOptions = { target: 'ES2022', module: 'ES2022', verbatimModuleSyntax: true };
  return ts.transpileModule(source, { compilerOptions, fileName }).outputText;
}

const isWide = words.includes('--wide');
const { SLOW_TESTS } = await import(pathToFileURL(join(ROOT, 'test/slow-tests.ts')).href).catch(() => {
  const text = readFileSync(join(ROOT, 'test/slow-tests.ts'), 'utf8');
  return { SLOW_TESTS: [...text.matchAll(/'(test\/[^']+)'/g)].map(([, name]) => name) };
});
const OTHER_SUITES =
  /^test\/(?:console|emulator|bench|terminal|browser|docs|release|door|lua|queue|harness\/fuzz|house)\//;
const isFast = (test) => !SLOW_TESTS.includes(test) && !OTHER_SUITES.test(test);
const testsIn = (folders) => tests.filter((test) => folders.some((folder) => test.startsWith(`${folder}/`)));

/** The tests of a fault, nearest first; none stands in two of the lists. */
function testsOf({ fileName, part }) {
  const { rooms, command } = PARTS[part];
  const told = new Set();
  const folder = `test/${dirname(fileName)}`;
  const lists = [
    importing(fileName),
    testsIn([folder]),
    testsIn(rooms.map((room) => `test/${room}`)),
    isWide ? testsIn(command) : [],
  ];
  return lists
    .map((list) => list.filter((test) => isFast(test) && !told.has(test) && told.add(test)))
    .filter((list) => list.length > 0);
}

/** A copy of the project that shares its packages. */
function copyProject() {
  const copy = mkdtempSync(join(tmpdir(), 'planted-'));
  const left = ['.git', 'node_modules', 'reports'];
  for (const name of readdirSync(ROOT)) {
    if (!left.includes(name) && !name.startsWith('.stryker')) {
      cpSync(join(ROOT, name), join(copy, name), { recursive: true, preserveTimestamps: true });
    }
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  // the command out of its modules: a fault stands in one of them, and the bundle was made without
  const command = join(copy, 'dist/harness/cli');
  cpSync(join(command, 'main.js'), join(command, 'lockstep.js'));
  return copy;
}

/** Runs a program without output. @returns its exit code; undefined: it did not end in time */
function endOf(words, folder, seconds) {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1' };
    // a group of its own: the threads of a loop without end go with it
    const child = spawn(process.execPath, words, { cwd: folder, stdio: 'ignore', detached: true, env });
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 1000 * seconds);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code ?? undefined);
    });
  });
}

/** Runs tests in the copy until one fails. @returns undefined: all passed */
async function killerOf(copy, list) {
  const out = join(copy, 'planted-result.json');
  rmSync(out, { force: true });
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const words = [vitest, 'run', '--bail=1', '--maxWorkers=1', '--reporter=json', `--outputFile=${out}`, ...list];
  const status = await endOf(words, copy, PATIENCE * Math.max(2, list.length));
  if (status === 0) return undefined;
  if (status === undefined || !existsSync(out)) return { status: 'timeout', by: list.join(' ') };
  const { testResults } = JSON.parse(readFileSync(out, 'utf8'));
  const file = testResults.find((one) => one.status === 'failed');
  const test = file?.assertionResults.find((one) => one.status === 'failed');
  const name = file?.name.slice(file.name.indexOf('test/')) ?? 'a worker that ended';
  return {
    status: 'killed',
    by: `${name}: ${squeeze(test?.fullName ?? file?.message?.slice(0, 120) ?? 'it cannot begin')}`,
  };
}

/** Whether the tests take `dist`: they take the sources where one is newer, and no fault stands there. */
function isBuilt() {
  const made = statSync(join(ROOT, 'dist/harness/cli/lockstep.js')).mtimeMs;
  return ['core', 'rom-map', 'harness'].flatMap(sourcesIn).every((name) => statSync(join(ROOT, name)).mtimeMs < made);
}

async function plant(copy, fault, source) {
  const target = join(copy, 'dist', fault.fileName.replace(/\.ts$/, '.js'));
  const before = readFileSync(target, 'utf8');
  if (compile(source, fault.fileName) !== before) throw new Error(`dist is not of ${fault.fileName}: build first`);
  writeFileSync(target, compile(withFault(source, fault), fault.fileName));
  try {
    for (const list of testsOf(fault)) {
      const killer = await killerOf(copy, list);
      if (killer !== undefined) return killer;
    }
    return { status: 'survived' };
  } finally {
    writeFileSync(target, before);
  }
}

/** What came of each fault of earlier runs, by its name. */
function keptRows() {
  return new Map(existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')).map((row) => [row.id, row]) : []);
}

function keep(row) {
  const rows = keptRows().set(row.id, row);
  mkdirSync(dirname(KEPT), { recursive: true });
  // whole at once: another part may be run beside it
  writeFileSync(`${KEPT}.${process.pid}`, `${JSON.stringify([...rows.values()], null, 2)}\n`);
  renameSync(`${KEPT}.${process.pid}`, KEPT);
}

const only = valueAfter('--only')?.split(',');
const commit = valueAfter('--write');
const named = words.filter((word) => Object.hasOwn(PARTS, word));
const isListed = words.includes('--list');
const isRun = !isListed && commit === undefined;

if (isRun && !isBuilt())
  throw new Error('a source is newer than dist, and the tests would ask the sources: build first');
const copy = isRun ? copyProject() : undefined;
const kept = keptRows();
const reasons = new Map(JSON.parse(readFileSync(REASONS, 'utf8')).map(({ id, reason }) => [id, reason]));
const table = { command: 'npm run test:mutation:rooms', commit, seed: SEED, parts: {}, faults: [] };
for (const part of named.length > 0 ? named : Object.keys(PARTS)) {
  const { all, refused, faults, sources } = await chosenFaults(part);
  const rows = [];
  for (const fault of faults) {
    if (only !== undefined && !only.includes(fault.id)) continue;
    const source = sources.get(fault.fileName);
    const { start, end } = fault.location;
    const row = {
      id: fault.id,
      file: fault.fileName,
      line: start.line + 1,
      original: squeeze(source.slice(offsetOf(source, start), offsetOf(source, end))),
      replacement: squeeze(fault.replacement),
    };
    const began = Date.now();
    const isKept = copy === undefined || (only === undefined && kept.has(row.id));
    const { status = 'not run', by } = isKept ? (kept.get(row.id) ?? {}) : await plant(copy, fault, source);
    const reason = status === 'survived' ? (reasons.get(row.id) ?? 'not decided') : undefined;
    const told = {
      ...row,
      status,
      ...(by === undefined ? {} : { by: by.replace(/^test\//u, 'in test/') }),
      ...(reason === undefined ? {} : { reason }),
    };
    rows.push(told);
    if (copy !== undefined) keep(told);
    const seconds = Math.round((Date.now() - began) / 1000);
    console.log(
      `${row.id} ${status} ${seconds} s  ${row.file}:${row.line}  ${row.original} -> ${row.replacement}  ${by ?? ''}`,
    );
  }
  const count = (status) => rows.filter((row) => row.status === status).length;
  const [killed, timeout, survived] = ['killed', 'timeout', 'survived'].map(count);
  table.parts[part] = {
    mutants: all,
    refusedByCompiler: refused,
    planted: rows.length,
    killed,
    timeout,
    survived,
    notRun: count('not run'),
  };
  table.faults.push(...rows);
}
if (copy !== undefined) rmSync(copy, { recursive: true, force: true });
console.log(table.parts);
if (commit !== undefined) writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
