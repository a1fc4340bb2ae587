/**
 * Files and folders of a command line -> trace files, in an order that does not depend on the file
 * system.
 */
import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LockstepError } from '../../base/errors.js';

/** Folders that hold `.jsonl` files of other forms. */
const OTHER_FORMS = new Set(['vectors', 'schemas', 'node_modules']);

export function isTraceName(name: string): boolean {
  return name.endsWith('.jsonl') || name.endsWith('.jsonl.gz');
}

/** A file, or a link to one; links to folders are not followed, they may lead in a circle. */
function isFileAt(entry: Dirent, path: string): boolean {
  return entry.isFile() || (entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}

/** Traces below a folder, deepest names sorted by code unit. */
export function tracesBelow(folder: string): string[] {
  const found: string[] = [];
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !OTHER_FORMS.has(entry.name)) found.push(...tracesBelow(path));
    else if (isTraceName(entry.name) && isFileAt(entry, path)) found.push(path);
  }
  return found;
}

/**
 * The trace files of names and folders.
 * @throws LockstepError `E_FILE` for a missing name, `E_FOLDER_EMPTY` for a folder without traces
 */
export function findLogs(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (!existsSync(name)) {
      throw new LockstepError('E_FILE', 'there is no such file or folder', { file: name, remedy: 'Check the name' });
    }
    if (!statSync(name).isDirectory()) return [name];
    const found = tracesBelow(name);
    if (found.length === 0) {
      throw new LockstepError('E_FOLDER_EMPTY', 'the folder holds no trace', {
        file: name,
        expected: 'files ending in .jsonl or .jsonl.gz',
        remedy: 'Name a folder with traces',
      });
    }
    return found;
  });
}
