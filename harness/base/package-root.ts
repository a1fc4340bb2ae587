/**
 * Folder of this package, found from a file in it: sources and compiled files lie at different
 * depths.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LockstepError } from './errors.js';

/** The package, and the one with source maps that takes its place. */
const NAMES: readonly unknown[] = ['battle-lockstep', 'battle-lockstep-traced'];

export function packageRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) {
      const { name } = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string };
      if (NAMES.includes(name)) return folder;
    }
    if (folder === dirname(folder)) throw new LockstepError('E_INTERNAL', 'the package folder was not found');
  }
}

/**
 * Path of a file of this package, given from the package folder; undefined where it does not exist.
 */
export function packageFile(path: string): string | undefined {
  const file = join(packageRoot(), path);
  return existsSync(file) ? file : undefined;
}

/**
 * Path of a compiled module or bundle, given from the folder of compiled files; undefined where it
 * does not exist.
 */
export function compiledFile(path: string): string | undefined {
  return packageFile(join('dist', path)) ?? packageFile(path);
}

/** Version of this package, as its manifest has it. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** Path of a file from the present folder where it lies below it, the whole path elsewhere. */
export function shortPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? file : path;
}

// File that the command's threads run: the command itself, as a bundle or without one.

/** @throws LockstepError E_INTERNAL when the package holds neither */
export function threadFile(): string {
  const file = compiledFile('harness/cli/lockstep.js') ?? compiledFile('harness/cli/main.js');
  if (file === undefined) throw new LockstepError('E_INTERNAL', 'the code of the threads was not found');
  return file;
}
