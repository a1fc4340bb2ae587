/**
 * Compiles the C recorder once into the user's cache. Its name there has the hash of source,
 * compiler and flags; a finished file is renamed to it, so a partial one is never used.
 */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LockstepError } from '../../base/errors.js';
import { beginFile, makeFolder } from '../../base/output-file.js';
import { type RecorderSource, recorderSource } from './recorder-source.js';

export type RecorderBuild =
  | { readonly kind: 'built'; readonly path: string; readonly sourceSha256: string; readonly compiler: string }
  | { readonly kind: 'no compiler'; readonly tried: readonly string[] }
  | { readonly kind: 'failed'; readonly compiler: string; readonly output: string };

/** The environment variables that matter here, among others. */
export interface Environment {
  readonly [name: string]: string | undefined;
  readonly CC?: string | undefined;
  readonly XDG_CACHE_HOME?: string | undefined;
}

/** --export-dynamic lets a core find the recorder's constant time(). */
export const COMPILER_FLAGS = ['-O2', '-std=gnu11', '-Wl,--export-dynamic'] as const;
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
