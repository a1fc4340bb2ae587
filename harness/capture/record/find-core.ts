/**
 * Finds an emulator core: by a short name in the usual libretro folders, or by its path.
 */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { asReadError, LockstepError } from '../../base/index.js';

interface CorePackage {
  readonly library: string;
  /** Debian's name. */
  readonly debian: string;
  readonly note: string;
}

/** The supported cores by short name. */
const CORES: Readonly<Record<string, CorePackage>> = {
  balanced: { library: 'bsnes_mercury_balanced_libretro', debian: 'libretro-bsnes-mercury-balanced', note: '' },
  accuracy: { library: 'bsnes_mercury_accuracy_libretro', debian: 'libretro-bsnes-mercury-accuracy', note: '' },
  performance: {
    library: 'bsnes_mercury_performance_libretro',
    debian: 'libretro-bsnes-mercury-performance',
    note: ' Its multiplier and divider answer at once: it hides a ROM that reads them too early.',
  },
  snes9x: {
    library: 'snes9x_libretro',
    debian: 'libretro-snes9x',
    note: ' It is in the component non-free (licence: non-commercial use).',
  },
};

/** The name of our own console, which needs no installation. */
export const BUILTIN_CORE = 'builtin';

/**
 * The core of a recording without a named one: `balanced` where it is installed, else our own
 * console.
 */
export function defaultCore(surroundings: Partial<CoreSurroundings> = {}): string {
  try {
    findCore('balanced', surroundings);
    return 'balanced';
  } catch (error) {
    if (error instanceof LockstepError && error.code === 'E_CORE_MISSING') return BUILTIN_CORE;
    throw error;
  }
}

export interface CoreSurroundings {
  readonly environment: {
    readonly LIBRETRO_DIRECTORY?: string | undefined;
    readonly XDG_CONFIG_HOME?: string | undefined;
  };
  readonly home: string;
  readonly platform: string;
  /** Prefix of /usr, for tests. */
  readonly root: string;
}

/** The core's absolute path. */
export function findCore(nameOrPath: string, surroundings: Partial<CoreSurroundings> = {}): string {
  const around: CoreSurroundings = {
    environment: process.env,
    home: homedir(),
    platform: process.platform,
    root: '/',
    ...surroundings,
  };
  const suffix = around.platform === 'win32' ? '.dll' : around.platform === 'darwin' ? '.dylib' : '.so';
  const core = Object.hasOwn(CORES, nameOrPath) ? CORES[nameOrPath] : undefined;
  if (core === undefined) return coreAtPath(nameOrPath, suffix);
  const folders = coreFolders(around);
  for (const folder of folders) {
    const file = join(folder, core.library + suffix);
    if (isFile(file)) return file;
  }
  throw new LockstepError('E_CORE_MISSING', `the emulator core '${nameOrPath}' is not installed`, {
    found: `no ${core.library}${suffix} in ${folders.join(', ')}`,
    remedy: installHint(core),
  });
}

/** The folders that are searched, in order. */
function coreFolders({ environment, home, root }: CoreSurroundings): string[] {
  const own = environment.LIBRETRO_DIRECTORY;
  const configuration = environment.XDG_CONFIG_HOME;
  const architectures = join(root, 'usr/lib');
  return [
    ...(own === undefined || own === '' ? [] : [resolve(own)]),
    join(configuration?.startsWith('/') ? configuration : join(home, '.config'), 'retroarch/cores'),
    ...subfolders(architectures).map((name) => join(architectures, name, 'libretro')),
    join(root, 'usr/lib/libretro'),
    join(root, 'usr/local/lib/libretro'),
    join(home, '.var/app/org.libretro.RetroArch/config/retroarch/cores'),
    join(home, 'Library/Application Support/RetroArch/cores'),
  ].filter((folder, index, all) => all.indexOf(folder) === index && (index === 0 || existsSync(folder)));
}

function coreAtPath(path: string, suffix: string): string {
  if (isFile(path)) return resolve(path);
  const looksLikePath = path.includes('/') || path.includes('\\') || path.endsWith(suffix);
  if (looksLikePath) {
    throw new LockstepError('E_CORE_MISSING', 'there is no core at this path', {
      file: path,
      remedy: `Give a path, or one of the names ${[BUILTIN_CORE, ...Object.keys(CORES)].join(', ')}.`,
    });
  }
  throw new LockstepError('E_CORE_UNKNOWN', 'no core has this name', {
    found: path,
    expected: `${BUILTIN_CORE}, ${Object.keys(CORES).join(', ')}, or the path of a libretro core`,
  });
}

/** The packages depend on RetroArch, but downloading and unpacking them does not. */
function installHint(core: CorePackage): string {
  return (
    `On Debian or Ubuntu: apt-get install ${core.debian}; or without RetroArch and without root: ` +
    `apt-get download ${core.debian} && dpkg -x ${core.debian}_*.deb cores && ` +
    `export LIBRETRO_DIRECTORY="$(echo "$PWD"/cores/usr/lib/*/libretro)".${core.note}`
  );
}

function subfolders(folder: string): string[] {
  const entries = lookedAt(folder, () => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function isFile(path: string): boolean {
  return lookedAt(path, () => statSync(path, { throwIfNoEntry: false }))?.isFile() === true;
}

/**
 * What a look at a path gives; undefined where nothing is.
 * @throws LockstepError `E_FILE` for what cannot be looked at
 */
function lookedAt<Result>(path: string, look: () => Result): Result | undefined {
  try {
    return look();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw asReadError(error, path);
  }
}
