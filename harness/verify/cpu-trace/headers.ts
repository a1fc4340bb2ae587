/** Headers of the bundled vector files, which name the scratch cells of each routine. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LockstepError } from '../../base/errors.js';
import { packageRoot } from '../../base/package-root.js';
import { readLines } from '../vectors/files.js';
import { parseHeader, type VectorHeader } from '../vectors/format.js';

const kept = new Map<string, VectorHeader>();

/**
 * Header of a routine's vector file.
 * @throws LockstepError `E_FILE` if the package lacks its vectors
 */
export function headerOf(routine: string, name: string): VectorHeader {
  const stem = `${routine.replace(':', '-')}-${name}`;
  const known = kept.get(stem);
  if (known !== undefined) return known;
  const base = join(packageRoot(), 'traces', 'vectors', stem);
  const file = [`${base}.jsonl.gz`, `${base}.jsonl`, `${base}.inferred.jsonl.gz`, `${base}.inferred.jsonl`].find(
    (path) => existsSync(path),
  );
  if (file === undefined) {
    throw new LockstepError('E_FILE', `the vectors of ${routine} ${name} are missing`, {
      file: base,
      remedy: 'Install the package again',
    });
  }
  const header = parseHeader(readLines(file)[0] ?? '', file);
  kept.set(stem, header);
  return header;
}
