/** The package as a user gets it: packed, and installed without its optional packages. */
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../base/index.js';

interface InstalledPackage {
  /** Path of the packed file. */
  readonly tarball: string;
  /** Path of what an import names, `battle-lockstep/core` for one. */
  readonly resolve: (name: string) => string;
}

function npm(words: readonly string[], folder: string): void {
  execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

/**
 * Packs this clone and installs the result. It depends on no package, so that no network is needed.
 * @param project an empty folder, which becomes the user's project
 * @param from a package that was made beside the clone's own, in its place
 * @param alias name under which it is installed, as `NAME@file:`; empty for its own
 */
export function installPackage(project: string, from = packageRoot(), alias = ''): InstalledPackage {
  npm(['pack', '--ignore-scripts', '--silent', '--pack-destination', project], from);
  const name = readdirSync(project).find((file) => file.endsWith('.tgz')) ?? '';
  const manifest = { name: 'user', type: 'module', private: true };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  npm(['install', ...quiet, '--omit=optional', `${alias}./${name}`], project);
  const { resolve } = createRequire(join(project, 'package.json'));
  return { tarball: join(project, name), resolve };
}
