/** Licences of the bundled packages, most of which require their text in every copy. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Name, version and licence text of each package, by name.
 * @param folders of the packages
 * @throws Error for a package without a licence text
 */
export function licencesOf(folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly version: string;
    };
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/iu.test(entry));
    if (file === undefined) throw new Error(`${folder} brings no licence`);
    return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return [...new Set(parts)].sort().join(`\n${'-'.repeat(80)}\n\n`);
}
