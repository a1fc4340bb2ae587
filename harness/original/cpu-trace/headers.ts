/**
 * Headers of the bundled vector files, which name the scratch cells of each routine. An installed
 * package has no vectors; the build collects their headers in one file.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LockstepError } from '../../base/errors.js';
import { compiledFile, packageRoot } from '../../base/package-root.js';
import { readLines } from '../vectors/files.js';
import { parseHeader, type VectorHeader } from '../vectors/format.js';

const kept = new Map<string, VectorHeader>();
let built: Readonly<Record<string, string>> | undefined;

/** Header line that the build kept, by the name of the vector file without its ending. */
function builtHeader(stem: string): string | undefined {
  if (built === undefined) {
    const file = compiledFile('harness/original/cpu-trace/vector-headers.json');
    built = file === undefined ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>);
  }
  return built[stem] ?? built[`${stem}.inferred`];
}

/**
 * Header of a routine's vector file.
 * @throws LockstepError `E_FILE` if the package lacks its vectors and their headers
 */
export function headerOf(routine: string, name: string): VectorHeader {
  const stem = `${routine.replace(':', '-')}-${name}`;
  const known = kept.get(stem);
  if (known !== undefined) return known;
  const base = join(packageRoot(), 'traces', 'vectors', stem);
  const file = [`${base}.jsonl.gz`, `${base}.jsonl`, `${base}.inferred.jsonl.gz`, `${base}.inferred.jsonl`].find(
    (path) => existsSync(path),
  );
  const line = file === undefined ? builtHeader(stem) : readLines(file)[0];
  if (line === undefined) {
    throw new LockstepError('E_FILE', `the vectors of ${routine} ${name} are missing`, {
      file: base,
      remedy: 'Install the package again',
    });
  }
  const header = parseHeader(line, file ?? base);
  kept.set(stem, header);
  return header;
}
