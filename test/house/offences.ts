/** Everything that the list of known offences is about, measured now. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOMS } from '../../harness/tools/house/rooms.js';
import { measureWideComments } from './habits.js';
import { fileCircles, folderCircles, importsOf, roomIndex, upwardImports } from './imports.js';
import { type Offences, ROOT, readSources } from './sources.js';

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

export interface RoomOffences {
  readonly fileCircles: Offences;
  readonly folderCircles: Offences;
  readonly upwardImports: Offences;
  readonly readmes: Offences;
}

export function roomOffences(): RoomOffences {
  const imports = importsOf(readSources());
  return {
    fileCircles: fileCircles(imports),
    folderCircles: folderCircles(imports),
    upwardImports: upwardImports(imports, ROOM_PATHS),
    readmes: readmeOffences(),
  };
}

/** Comments that are wider than the limit, by room. */
export function wideComments(): Offences {
  return measureWideComments(readSources(), roomOf);
}
