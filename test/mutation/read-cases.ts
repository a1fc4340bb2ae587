/** Bundled files, read once: nothing here reaches the code that is mutated, so the in-process runner keeps it. */
import { fileURLToPath } from 'node:url';
import { readLines } from '../../harness/original/vectors/files.js';
import { parseCase, parseHeader, type VectorCase, type VectorHeader } from '../../harness/original/vectors/format.js';

export const VECTORS = fileURLToPath(new URL('../../traces/vectors', import.meta.url));

export interface Cases {
  readonly header: VectorHeader;
  readonly list: readonly { readonly line: number; readonly vector: VectorCase }[];
}

const lines = new Map<string, readonly string[]>();
const cases = new Map<string, Cases>();

/** Lines of a file. */
export function linesOf(file: string): readonly string[] {
  const known = lines.get(file) ?? readLines(file);
  lines.set(file, known);
  return known;
}

function read(file: string, count: number): Cases {
  const all = linesOf(file);
  const every = Math.max(1, Math.floor((all.length - 1) / count));
  const list: { line: number; vector: VectorCase }[] = [];
  for (let index = 1; index < all.length; index += every) {
    list.push({ line: index + 1, vector: parseCase(all[index] ?? '', file, index + 1) });
  }
  return { header: parseHeader(all[0] ?? '', file), list };
}

/** About so many cases of a file, evenly spread, or all of them. */
export function casesOf(file: string, count: number): Cases {
  const known = cases.get(file) ?? read(file, count);
  cases.set(file, known);
  return known;
}
