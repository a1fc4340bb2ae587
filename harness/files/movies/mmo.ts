/**
 * Reads Mesen 2 movies (.mmo): `Input.txt` has a row per input update, the console first and then
 * the pads. Letters repeat, so only the position counts. Mesen polls at the end of the frame
 * before; by how much its rows lie off another emulator's is not known. Layout: from Mesen's
 * published sources; no file of a real session was at hand.
 */

import { type Archive, eachLine, memberPlace, memberText } from '../../base/archive.js';
import { PAD_BITS } from '../../base/pad-script.js';
import type { Movie, MovieStart } from './movie.js';
import { failMovie } from './movie-error.js';
import { collectRows, MAX_ROWS, type RowCollector } from './row-collector.js';

/** Order of the twelve buttons of a pad. */
const POSITIONS = ['A', 'B', 'X', 'Y', 'L', 'R', 'Select', 'Start', 'Up', 'Down', 'Left', 'Right'] as const;
const BITS = POSITIONS.map((button) => PAD_BITS[button]);
const OLDEST_FORMAT = 2;
const MAX_PADS = 8;

function readSettings(archive: Archive): Map<string, string> {
  const text = memberText(archive, 'GameSettings.txt');
  if (text === undefined)
    failMovie('E_MOVIE', 'the archive holds no GameSettings.txt', { file: archive.file, expected: 'GameSettings.txt' });
  const settings = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const space = line.indexOf(' ');
    if (space > 0 && !line.startsWith('Cheat ')) settings.set(line.slice(0, space), line.slice(space + 1));
  }
  return settings;
}

function addRow(rows: RowCollector, devices: readonly string[]): void {
  rows.add();
  const console = devices[0] as string;
  if (console[0] !== '.') rows.reset();
  if (console[1] !== '.') rows.power();
  for (let pad = 1; pad < devices.length; pad++) {
    const text = devices[pad] as string;
    let mask = 0;
    for (let place = 0; place < BITS.length; place++) if (text[place] !== '.') mask |= 1 << (BITS[place] as number);
    rows.pad(pad - 1, mask);
  }
}

function checkFormat(archive: Archive, format: string | undefined): void {
  if (format !== undefined && Number(format) >= OLDEST_FORMAT) return;
  failMovie('E_MOVIE', 'MovieFormatVersion is missing or too old', {
    file: memberPlace(archive.file, 'GameSettings.txt'),
    found: format ?? 'no line MovieFormatVersion',
    expected: `${OLDEST_FORMAT} or more`,
    remedy: 'Record the movie with Mesen 2',
  });
}

/** Whether a row is one of the console and of standard pads. */
function isPadRow(devices: readonly string[]): boolean {
  const [console, ...pads] = devices;
  if (console?.length !== 2 || pads.length < 1 || pads.length > MAX_PADS) return false;
  return pads.every((text) => text.length === POSITIONS.length);
}

/**
 * The devices of a row of `Input.txt`.
 * @param width devices of the rows before it; 0: it is the first
 */
function devicesOf(line: string, width: number, place: { file: string; line: number }): string[] {
  const devices = line.slice(1).split('|');
  if (!isPadRow(devices)) {
    failMovie(width === 0 ? 'E_MOVIE_INPUT' : 'E_MOVIE', 'this is not a row of the console and standard pads', {
      ...place,
      found: line.slice(0, 60),
      expected: '|RP|ABXYLRSTUDLR',
    });
  }
  if (width !== 0 && width !== devices.length) {
    failMovie('E_MOVIE', 'the number of devices changes', {
      ...place,
      found: String(devices.length),
      expected: String(width),
    });
  }
  return devices;
}

function readInput(archive: Archive): { readonly input: Movie['input']; readonly lineEnd: Movie['layout']['lineEnd'] } {
  const member = archive.members.get('Input.txt');
  if (member === undefined) {
    return failMovie('E_MOVIE', 'the archive holds no Input.txt', { file: archive.file, expected: 'Input.txt' });
  }
  const file = memberPlace(archive.file, 'Input.txt');
  let rows: RowCollector | undefined;
  let width = 0;
  const lineEnd = eachLine(archive, member, (line, number) => {
    if (!line.startsWith('|')) return;
    const place = { file, line: number };
    const devices = devicesOf(line, width, place);
    width = devices.length;
    rows ??= collectRows(width - 1);
    if (rows.count >= MAX_ROWS) {
      failMovie('E_MOVIE', 'the movie is too long', { ...place, expected: `at most ${MAX_ROWS} rows` });
    }
    addRow(rows, devices);
  });
  return { input: (rows ?? collectRows(1)).input(), lineEnd };
}

function startOf(archive: Archive): MovieStart {
  if (archive.members.has('SaveState.mss')) return 'savestate';
  return [...archive.members.keys()].some((name) => name.startsWith('Battery')) ? 'save-ram' : 'power-on';
}

/**
 * Reads a Mesen 2 movie.
 * @throws LockstepError `E_MOVIE`, `E_MOVIE_ARCHIVE`, `E_MOVIE_INPUT`
 */
export function readMmo(archive: Archive): Movie {
  const settings = readSettings(archive);
  checkFormat(archive, settings.get('MovieFormatVersion'));
  const { input, lineEnd } = readInput(archive);
  const info = memberText(archive, 'MovieInfo.txt') ?? '';
  const author = /^Author (.*)$/m.exec(info)?.[1]?.trim() ?? '';
  const sha1 = settings.get('SHA1') ?? '';
  return {
    format: 'mmo',
    input,
    start: startOf(archive),
    region: null,
    gameName: settings.get('GameFile') ?? '',
    authors: author === '' ? [] : [author],
    rerecords: 0,
    emulator: `Mesen ${settings.get('MesenVersion') ?? 'of unknown version'}`,
    rom: /^[0-9a-f]{40}$/i.test(sha1) ? { sha1: sha1.toLowerCase() } : {},
    comments: (/^Description\r?\n([\s\S]*)$/m.exec(info)?.[1] ?? '').split(/\r?\n/).filter((line) => line !== ''),
    subtitles: [],
    markers: [],
    lag: new Map(),
    branches: [],
    dropped: [],
    layout: { lineEnd },
  };
}
