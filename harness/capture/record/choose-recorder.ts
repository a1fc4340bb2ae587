/** Chooses the recorder: the C one where a compiler exists, else the koffi one. */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, readFileSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beginFile, compiledFile, LockstepError, makeFolder, packageFile } from '../../base/index.js';

// Finds the C recorder's source files, from the TypeScript sources or the compiled tree, and hashes
// them.

/** recorder.c includes the others. */
const SOURCE_FILES = [
  'recorder.c',
  'libretro.h',
  'report.h',
  'files.h',
  'scripts.h',
  'core.h',
  'output.h',
  'states.h',
] as const;

interface RecorderSource {
  /** Path of recorder.c. */
  readonly main: string;
  /** Over names and contents of all source files, in a fixed order. */
  readonly sha256: string;
}

async function recorderSource(): Promise<RecorderSource> {
  const main = packageFile('harness/capture/native/recorder.c');
  if (main === undefined) {
    throw new LockstepError('E_RECORDER_SOURCE', 'the source of the recorder is missing', {
      expected: 'harness/capture/native/recorder.c inside the package',
      remedy: 'Install the package again.',
    });
  }
  const hash = createHash('sha256');
  for (const name of SOURCE_FILES) {
    const bytes = await readFile(join(dirname(main), name));
    hash.update(`${name} ${bytes.length}\n`).update(bytes);
  }
  return { main, sha256: hash.digest('hex') };
}

// Compiles the C recorder once into the user's cache. Its name there has the hash of source,
// compiler and flags; a finished file is renamed to it, so a partial one is never used.

type RecorderBuild =
  | { readonly kind: 'built'; readonly path: string; readonly sourceSha256: string; readonly compiler: string }
  | { readonly kind: 'no compiler'; readonly tried: readonly string[] }
  | { readonly kind: 'failed'; readonly compiler: string; readonly output: string };

/** The environment variables that matter here, among others. */
interface Environment {
  readonly [name: string]: string | undefined;
  readonly CC?: string | undefined;
  readonly XDG_CACHE_HOME?: string | undefined;
}

/** --export-dynamic lets a core find the recorder's constant time(). */
const COMPILER_FLAGS = ['-O2', '-std=gnu11', '-Wl,--export-dynamic'] as const;
const LIBRARIES = ['-ldl'] as const;
const COMPILE_TIMEOUT = 120_000;

const run = promisify(execFile);

interface Compiler {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly version: string;
}

export async function buildRecorder(environment: Environment = process.env): Promise<RecorderBuild> {
  const tried = compilerCommands(environment);
  const compiler = await findCompiler(tried, environment);
  if (compiler === undefined) return { kind: 'no compiler', tried };
  const source = await recorderSource();
  const folder = cacheFolder(environment);
  const path = join(folder, `recorder-${cacheKey(source.sha256, compiler.version)}`);
  const name = [compiler.command, ...compiler.arguments].join(' ');
  if (!(await isExecutable(path))) {
    const output = await compile(compiler, source, folder, path, environment);
    if (output !== undefined) return { kind: 'failed', compiler: name, output };
  }
  return { kind: 'built', path, sourceSha256: source.sha256, compiler: name };
}

/** A name for a built recorder, from everything that it depends on. */
export function cacheKey(sourceSha256: string, compilerVersion: string): string {
  const parts = [sourceSha256, compilerVersion, ...COMPILER_FLAGS, ...LIBRARIES, process.platform, process.arch];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** A relative XDG_CACHE_HOME counts as not set, as the XDG base directory specification says. */
export function cacheFolder(environment: Environment, home: string = homedir()): string {
  const base = environment.XDG_CACHE_HOME;
  return join(base?.startsWith('/') ? base : join(home, '.cache'), 'battle-lockstep');
}

function compilerCommands(environment: Environment): string[] {
  const own = environment.CC?.trim() ?? '';
  return [...(own === '' ? [] : [own]), 'cc', 'gcc', 'clang'];
}

async function findCompiler(tried: readonly string[], environment: Environment): Promise<Compiler | undefined> {
  for (const text of tried) {
    const [command = '', ...rest] = text.split(/\s+/u);
    try {
      const { stdout } = await run(command, [...rest, '--version'], { env: { ...environment }, timeout: 20_000 });
      return { command, arguments: rest, version: `${text}\n${stdout}` };
    } catch {
      // this one is not installed or does not run: the next one
    }
  }
  return undefined;
}

/** Compiles. Returns undefined on success, otherwise the compiler's message. */
async function compile(
  compiler: Compiler,
  source: RecorderSource,
  folder: string,
  path: string,
  environment: Environment,
): Promise<string | undefined> {
  try {
    makeFolder(folder, 0o700);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new LockstepError('E_CACHE_UNWRITABLE', 'the compiled recorder cannot be saved', {
      file: folder,
      found: String(error),
      remedy: 'Set XDG_CACHE_HOME to a folder that you can write to.',
    });
  }
  const unfinished = beginFile(path, 'compiled recorder');
  const flags = [...compiler.arguments, ...COMPILER_FLAGS, '-o', unfinished.temporary, source.main, ...LIBRARIES];
  try {
    await run(compiler.command, flags, { env: { ...environment }, timeout: COMPILE_TIMEOUT });
    unfinished.finish();
    return undefined;
  } catch (error) {
    const said = (error as { stderr?: unknown }).stderr;
    return typeof said === 'string' && said !== '' ? said.trim() : String(error);
  } finally {
    unfinished.abort();
  }
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export type RecorderChoice = 'auto' | 'native' | 'koffi';

export interface ChosenRecorder {
  readonly kind: 'native' | 'koffi';
  readonly command: string;
  /** Arguments before those that both recorders understand. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly sourceSha256: string;
  readonly note?: string;
}

export async function chooseRecorder(choice: RecorderChoice): Promise<ChosenRecorder> {
  if (choice === 'koffi') return koffiRecorder();
  const build = await buildRecorder();
  if (build.kind === 'built') {
    return { kind: 'native', command: build.path, arguments: [], environment: {}, sourceSha256: build.sourceSha256 };
  }
  const why = reasonAgainst(build);
  if (choice === 'native') {
    throw new LockstepError('E_RECORDER_BUILD', 'the C recorder cannot be built', {
      found: why,
      remedy:
        'Install a C compiler with its headers (Debian: apt-get install gcc libc6-dev), or use the koffi recorder.',
    });
  }
  return { ...koffiRecorder(why), note: `koffi recorder, without a constant time(): ${why}` };
}

function reasonAgainst(build: Exclude<RecorderBuild, { kind: 'built' }>): string {
  if (build.kind === 'no compiler') return `no C compiler (tried ${build.tried.join(', ')})`;
  return `${build.compiler}: ${build.output.split('\n').slice(0, 3).join(' / ')}`;
}

function koffiRecorder(whyNotNative?: string): ChosenRecorder {
  try {
    createRequire(import.meta.url).resolve('koffi');
  } catch {
    throw new LockstepError('E_RECORDER_NONE', 'no recorder can run here', {
      found: [whyNotNative, 'the optional package koffi is not installed'].filter(Boolean).join('; '),
      remedy: 'Install a C compiler (Debian: apt-get install gcc libc6-dev), or the package: npm install koffi@3.3.4.',
    });
  }
  const script = compiledFile('harness/capture/record/koffi-child.js');
  if (script === undefined) {
    throw new LockstepError('E_RECORDER_NONE', 'the koffi recorder is not compiled', { remedy: 'npm run build' });
  }
  return {
    kind: 'koffi',
    command: process.execPath,
    arguments: [script],
    // one worker: the cores' coroutines keep state per thread. TZ as the C recorder sets it for
    // itself.
    environment: { UV_THREADPOOL_SIZE: '1', TZ: 'UTC0' },
    sourceSha256: createHash('sha256').update(readFileSync(script)).digest('hex'),
  };
}
