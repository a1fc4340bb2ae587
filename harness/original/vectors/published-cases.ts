/** The published vectors of a routine, from the package. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';
import { readLines } from './files.js';
import { parseCase, parseHeader, type VectorCase } from './format.js';

const ENDINGS = ['.jsonl.gz', '.jsonl', '.inferred.jsonl.gz', '.inferred.jsonl'];

/** All cases of a routine, with what the headers of its files leave open and what they state. */
export function publishedCasesOf({ routine, name }: { readonly routine: string; readonly name: string }) {
  const stem = join(packageRoot(), 'traces', 'vectors', `${routine.replace(':', '-')}-${name}`);
  const scratch = new Set<number>();
  const stated = new Map<number, number>();
  const cases: VectorCase[] = [];
  for (const file of ENDINGS.map((ending) => `${stem}${ending}`).filter((path) => existsSync(path))) {
    const [first = '', ...lines] = readLines(file);
    const header = parseHeader(first, file);
    for (const address of header.scratch) scratch.add(address);
    for (const [address, value] of header.stated) stated.set(address, value);
    lines.forEach((line, index) => {
      cases.push({ ...parseCase(line, file, index + 2), inferred: header.inferred });
    });
  }
  return { scratch, stated, cases };
}
