/** Folder of this package, found from a file in it: sources and compiled files lie at different depths. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LockstepError } from './errors.js';

export function packageRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) {
      const { name } = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string };
      if (name === 'battle-lockstep') return folder;
    }
    if (folder === dirname(folder)) throw new LockstepError('E_INTERNAL', 'the package folder was not found');
  }
}
