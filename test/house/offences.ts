/** Everything that the list of known offences is about, measured now. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOMS } from '../../harness/tools/house/rooms.js';
import { measureWideComments } from './habits.js';
import { fileCircles, folderCircles, importsOf, roomIndex, upwardImports } from './imports.js';
import { type Offences, ROOT, readSources, type Source } from './sources.js';

export const ROOM_PATHS = ROOMS.map(({ path }) => path);

/** Name of a file's room. */
export function roomOf(path: string): string {
  return ROOM_PATHS[roomIndex(ROOM_PATHS, path)] ?? 'no room';
}

/** Lines that the README of a room may have: one screen. */
export const README_LINES = 60;

/** Rooms without a README (0 lines), or with one of more than a screen. */
export function readmeOffences(): Offences {
  const found = new Map<string, number>();
  for (const path of ['core/live-a-live', ...ROOM_PATHS].filter((one) => !one.endsWith('.ts'))) {
    const file = join(ROOT, path, 'README.md');
    if (!existsSync(file)) {
      found.set(`${path}: no README.md`, 1);
      continue;
    }
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
    if (lines > README_LINES) found.set(`${path}/README.md: longer than a screen`, lines);
  }
  return found;
}

/** What the file of a verb may import beside its own room: the library, and text. */
const OF_VERBS = /^(?:harness\/(?:cli|library|base)\/|core\/system\/names\.ts$)/u;

/**
 * Verbs that are no clients of the library alone: by file the names that it imports from elsewhere.
 * A verb is its options, one call, and a text.
 */
export function verbOffences(sources: readonly Source[]): Offences {
  const found = new Map<string, number>();
  for (const { path, text } of sources.filter((one) => one.path.startsWith('harness/cli/verbs/'))) {
    const names = [...text.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '(\.[^']+)';/gmu)].flatMap(
      ([, list = '', from = '']) => {
        const to = posix.join(posix.dirname(path), from).replace(/\.js$/u, '.ts');
        return OF_VERBS.test(to) ? [] : list.split(',').filter((name) => name.trim() !== '');
      },
    );
    if (names.length > 0) found.set(path, names.length);
  }
  return found;
}

export interface RoomOffences {
  readonly fileCircles: Offences;
  readonly folderCircles: Offences;
  readonly upwardImports: Offences;
  readonly readmes: Offences;
  readonly verbs: Offences;
}

export function roomOffences(): RoomOffences {
  const sources = readSources();
  const imports = importsOf(sources);
  return {
    fileCircles: fileCircles(imports),
    folderCircles: folderCircles(imports),
    upwardImports: upwardImports(imports, ROOM_PATHS),
    readmes: readmeOffences(),
    verbs: verbOffences(sources),
  };
}

/** Comments that are wider than the limit, by room. */
export function wideComments(): Offences {
  return measureWideComments(readSources(), roomOf);
}
