/**
 * The source files of the house, and the list of what is still wrong with them, which can only
 * shrink.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Source {
  /** Path from the package folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** TypeScript files of `core`, `rom-map` and `harness`, in the order of their paths. */
export function readSources(): readonly Source[] {
  return ['core', 'rom-map', 'harness']
    .flatMap((top) =>
      readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' }).map((name) => `${top}/${name}`),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Offences of one kind by what they are in, with their size: lines, members. */
export type Offences = ReadonlyMap<string, number>;

const LIST = join(ROOT, 'test/house/known-offences.json');

export type KnownOffences = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function knownOffences(): KnownOffences {
  return JSON.parse(readFileSync(LIST, 'utf8')) as KnownOffences;
}

export function knownOffencesPath(): string {
  return LIST;
}

/** Sentences about what the list does not allow, and about rows that it no longer needs. */
export function complaints(found: Offences, known: Readonly<Record<string, number>>): readonly string[] {
  const fresh = [...found].flatMap(([what, size]) => {
    const allowed = known[what];
    if (allowed === undefined) return [`new: ${what} (${size})`];
    return size > allowed ? [`larger: ${what} (${size}, was ${allowed})`] : [];
  });
  const gone = Object.keys(known).filter((what) => !found.has(what));
  return [...fresh, ...gone.map((what) => `gone: ${what}; take it out with npm run generate:house`)];
}

/**
 * Whether a list may be replaced by what is found now: as many rows or fewer, and the largest,
 * second largest and so on no larger. A renamed file keeps its row that way, and nothing gets
 * worse.
 */
export function isNoWorse(found: Offences, known: Readonly<Record<string, number>>): boolean {
  const descending = (sizes: Iterable<number>): number[] => [...sizes].sort((a, b) => b - a);
  const before = descending(Object.values(known));
  return descending(found.values()).every((size, at) => size <= (before[at] ?? 0));
}

/** Folder of a file. */
export function folderOf(path: string): string {
  return posix.dirname(path);
}
