/**
 * Reads lsnes movies (.lsmv): small text members in a ZIP. A row is a frame; further rows that
 * begin with `.`, a space, a tab or `|` are sub-frames of it. Layout: from section 10 of the lsnes
 * manual and its published sources; no file of a real session was at hand.
 */

import { type Archive, eachLine, memberPlace, memberText } from '../../base/archive.js';
import { countText } from '../../base/number-text.js';
import type { Movie, MovieBranch, MovieInput, MovieSubtitle } from './movie.js';
import { failMovie } from './movie-error.js';
import { collectRows, MAX_ROWS } from './row-collector.js';

/** Number of pads of a device in a port. */
const PADS_OF_DEVICE: Readonly<Record<string, number>> = {
  none: 0,
  gamepad: 1,
  gamepad16: 1,
  multitap: 4,
  multitap16: 4,
};
const BUTTONS = 12;
const SUB_FRAME = new Set(['.', ' ', '\t', '|']);

/** A member of one line. */
function field(archive: Archive, name: string): string | undefined {
  return memberText(archive, name)?.split(/\r?\n/, 1)[0];
}

function required(archive: Archive, name: string, expected: string): string {
  const value = field(archive, name);
  if (value === undefined)
    failMovie('E_MOVIE', `the archive holds no member ${name}`, {
      file: archive.file,
      found: 'no such member',
      expected,
    });
  return value;
}

/** Devices of the ports: an absent port 1 is a pad, an absent port 2 empty. */
function portsOf(archive: Archive): string[] {
  const ports = [field(archive, 'port1') ?? 'gamepad', field(archive, 'port2') ?? 'none'];
  if (PADS_OF_DEVICE[ports[0] ?? ''] === undefined || ports[0] === 'none') {
    failMovie('E_MOVIE_INPUT', 'no pad is in port 1', {
      file: memberPlace(archive.file, 'port1'),
      found: ports[0] ?? '',
      expected: 'gamepad',
    });
  }
  return ports;
}

interface Rows {
  readonly input: MovieInput;
  readonly dropped: readonly string[];
  readonly system: string;
  readonly lineEnd: '\n' | '\r\n';
}

function readRows(archive: Archive, name: string, ports: readonly string[]): Rows {
  const member = archive.members.get(name);
  if (member === undefined)
    return failMovie('E_MOVIE', `the archive holds no member ${name}`, { file: archive.file, expected: name });
  const place = memberPlace(archive.file, name);
  const pads = ports.reduce((sum, device) => sum + (PADS_OF_DEVICE[device] ?? 0), 0);
  const foreign = ports.filter((device) => PADS_OF_DEVICE[device] === undefined);
  const rows = collectRows(pads);
  let subFrames = 0;
  let delayed = 0;
  let extra = 0;
  let system: string | undefined;
  const lineEnd = eachLine(archive, member, (line, number) => {
    if (line === '') return;
    const wrong = (found: string, expected: string): never =>
      failMovie('E_MOVIE', 'this is not an input row', {
        file: place,
        line: number,
        found: found.slice(0, 60),
        expected,
      });
    if (SUB_FRAME.has(line[0] as string)) {
      if (rows.count === 0) wrong(line, 'a frame before its sub-frames');
      subFrames++;
      return;
    }
    if (rows.count >= MAX_ROWS) wrong(line, `at most ${MAX_ROWS} rows`);
    const fields = line.split('|');
    const head = fields[0] as string;
    rows.add();
    if (head.length >= 2 && head[1] !== '.' && head[1] !== ' ') {
      rows.reset();
      if (/[1-9]/.test(head.slice(2))) delayed++;
    }
    system ??= head.slice(2);
    if (fields.length - 1 < pads) wrong(line, `${countText(pads, 'pad')} after the system field`);
    for (let pad = 0; pad < pads; pad++) {
      const text = fields[pad + 1] as string;
      if (text.length < BUTTONS) wrong(text, 'twelve buttons');
      let mask = 0;
      for (let bit = 0; bit < BUTTONS; bit++) if (text[bit] !== '.' && text[bit] !== ' ') mask |= 1 << bit;
      if (/[^. ]/.test(text.slice(BUTTONS))) extra++;
      rows.pad(pad, mask);
    }
  });
  const dropped = [
    subFrames > 0 ? countText(subFrames, 'sub-frame row') : '',
    delayed > 0 ? `the delay of ${countText(delayed, 'reset')}` : '',
    extra > 0 ? `buttons beyond the twelve of a pad in ${countText(extra, 'row')}` : '',
    ...foreign.map((device) => `the input of a ${device}`),
  ].filter((text) => text !== '');
  return { input: rows.input(), dropped, system: system ?? ' 0 0', lineEnd };
}

function readBranches(archive: Archive, ports: readonly string[]): MovieBranch[] {
  return [...archive.members.keys()]
    .flatMap((name) => /^input\.([1-9]\d{0,5})$/.exec(name)?.[1] ?? [])
    .sort((one, two) => Number(one) - Number(two))
    .map((number) => ({
      name: field(archive, `branchname.${number}`) ?? number,
      frame: null,
      input: readRows(archive, `input.${number}`, ports).input,
      markers: [],
    }));
}

/** `first count text`, with `\n` for a line end and `\\` for a backslash. */
function readSubtitles(text: string): MovieSubtitle[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, frame = '', frames = '', words = ''] = /^(\d+) (\d+) (.*)$/.exec(line) ?? [];
    if (frame === '') return [];
    return [
      {
        frame: Number(frame),
        frames: Number(frames),
        text: words.replace(/\\([n\\])/g, (_, code) => (code === 'n' ? '\n' : '\\')),
      },
    ];
  });
}

/**
 * Reads an lsnes movie.
 * @throws LockstepError `E_MOVIE`, `E_MOVIE_ARCHIVE`, `E_MOVIE_INPUT`
 */
export function readLsmv(archive: Archive): Movie {
  const wrongField = (name: string, found: string, expected: string, remedy: string): never =>
    failMovie('E_MOVIE', `the member ${name} has unexpected content`, {
      file: memberPlace(archive.file, name),
      found,
      expected,
      remedy,
    });
  const system = required(archive, 'systemid', 'lsnes-rr1');
  if (system !== 'lsnes-rr1') wrongField('systemid', system, 'lsnes-rr1', 'Take a movie of lsnes');
  const version = required(archive, 'controlsversion', '0');
  if (version !== '0') wrongField('controlsversion', version, '0', 'Save the movie with lsnes');
  const game = required(archive, 'gametype', 'snes_ntsc or snes_pal');
  if (game !== 'snes_ntsc' && game !== 'snes_pal')
    wrongField('gametype', game, 'snes_ntsc or snes_pal', 'Take a movie of a Super Famicom game');
  const ports = portsOf(archive);
  const rows = readRows(archive, 'input', ports);
  const hash = field(archive, 'rom.sha256');
  const rerecords = field(archive, 'rerecords') ?? '';
  const saved = [...archive.members].some(([name, member]) => name.startsWith('moviesram.') && member.size > 0);
  return {
    format: 'lsmv',
    input: rows.input,
    start: archive.members.has('savestate') ? 'savestate' : saved ? 'save-ram' : 'power-on',
    region: game === 'snes_pal' ? 'pal' : 'ntsc',
    gameName: field(archive, 'gamename') ?? '',
    authors: (memberText(archive, 'authors') ?? '').split(/\r?\n/).filter((line) => line !== ''),
    rerecords: /^\d{1,15}$/.test(rerecords) ? Number(rerecords) : 0,
    emulator: `lsnes, ${field(archive, 'coreversion') ?? 'unknown core'}`,
    rom: hash === undefined || !/^[0-9a-f]{64}$/i.test(hash) ? {} : { sha256: hash.toLowerCase() },
    comments: [],
    subtitles: readSubtitles(memberText(archive, 'subtitles') ?? ''),
    markers: [],
    lag: new Map(),
    branches: readBranches(archive, ports),
    dropped: rows.dropped,
    layout: { lineEnd: rows.lineEnd, system: rows.system, ports },
  };
}
