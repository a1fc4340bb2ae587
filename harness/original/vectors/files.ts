/** Finding and reading vector files: single files, folders, plain or gzip. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LockstepError, packageRoot, readBounded, sentenceOf, unwrapped, wrappingOf } from '../../base/index.js';

import { isTraceName } from '../../play/index.js';
import { parseCase, parseHeader, type VectorCase } from './format.js';

/** Largest size of an unpacked vector file. */
const MAX_BYTES = 256 * 1024 * 1024;
const LF = 0x0a;

function listFolder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return listFolder(join(folder, entry.name));
      return isTraceName(entry.name) ? [join(folder, entry.name)] : [];
    });
}

/** All vector files under the given files and folders. @throws LockstepError when there is none */
export function findVectorFiles(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) {
      throw new LockstepError('E_FILE', 'there is no such file or folder', {
        file: path,
        remedy: 'Check the path',
      });
    }
    return stat.isDirectory() ? listFolder(path) : [path];
  });
  if (files.length === 0) {
    throw new LockstepError('E_NOTHING_COMPARED', 'no vector file found', {
      file: paths.join(' '),
      expected: 'files ending in .jsonl or .jsonl.gz',
      remedy: 'Name vector files, or a folder that holds some',
    });
  }
  return files;
}

/**
 * Bytes of a file without its wrappings.
 * @throws LockstepError `E_FILE`, `E_TEXT_SIZE`, `E_GZIP`
 */
export function readMaybeGzip(file: string): Buffer {
  const bytes = readBounded(file, MAX_BYTES);
  const wrapping = wrappingOf(bytes);
  if (wrapping === undefined) return bytes;
  if (wrapping !== 'gzip') return Buffer.from(unwrapped(bytes, file, MAX_BYTES).bytes);
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw new LockstepError('E_TEXT_SIZE', 'the gzip archive unpacks to too much', {
        file,
        expected: `at most ${MAX_BYTES} bytes unpacked`,
        remedy: 'Check that this is the right file',
      });
    }
    if (!code.startsWith('Z_')) throw error;
    const details = {
      file,
      found: sentenceOf(error),
      expected: `a whole archive of at most ${MAX_BYTES} bytes unpacked`,
      remedy: 'Copy the file again from where it came',
    };
    throw new LockstepError('E_GZIP', 'the gzip archive is damaged or cut off', details, { cause: error });
  }
}

/** Lines of a vector file. @throws LockstepError */
export function readLines(file: string): string[] {
  return linesOf(readMaybeGzip(file), file);
}

/** Lines of a vector file's unpacked bytes; the last one must end with a line feed. */
export function linesOf(bytes: Buffer, file: string): string[] {
  checkEnd(bytes, file);
  return bytes.toString('utf8').slice(0, -1).split('\n');
}

/** Offsets of the lines of a vector file's unpacked bytes, and of its end. */
export function lineStarts(bytes: Buffer, file: string): number[] {
  checkEnd(bytes, file);
  const starts = [0];
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) starts.push(at + 1);
  return starts;
}

/** The last line must end with a line feed. @throws LockstepError `E_VECTOR_FORM` */
function checkEnd(bytes: Buffer, file: string): void {
  if (bytes.length === 0)
    throw new LockstepError('E_VECTOR_FORM', 'the file is empty', { file, expected: 'a header line' });
  if (bytes[bytes.length - 1] !== LF) {
    throw new LockstepError('E_VECTOR_FORM', 'the last line is cut off', {
      file,
      line: bytes.toString('utf8').split('\n').length,
      expected: 'a line feed at the end',
      remedy: 'Copy the file again from where it came',
    });
  }
}

// The published vectors of a routine, from the package.

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
