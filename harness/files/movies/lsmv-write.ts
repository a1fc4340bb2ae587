/**
 * Writes an lsnes movie (.lsmv) of standard pads. The file was not tried in lsnes: it follows the
 * manual (section 10).
 */

import { createHash } from 'node:crypto';
import { countText } from '../../base/number-text.js';
import type { MovieBranch, MovieInput, MovieLayout, MovieSubtitle } from './movie.js';
import { failMovie } from './movie-error.js';
import { ROWS_OF_TEXT } from './row-collector.js';
import { writeArchive } from './write-archive.js';

export interface LsmvOptions {
  readonly gameName?: string;
  /** `Full name` or `Full name|nick`. */
  readonly authors?: readonly string[];
  readonly rerecords?: number;
  readonly region?: 'ntsc' | 'pal' | null;
  readonly rom?: Readonly<Record<string, string>>;
  readonly subtitles?: readonly MovieSubtitle[];
  readonly branches?: readonly MovieBranch[];
  /** Layout of a movie of the same form. */
  readonly layout?: MovieLayout;
}

const SYMBOLS = 'BYsSudlrAXLR';
/** Default start of the console's clock in lsnes. */
const START_SECOND = 1_000_000_000;

/** A row of the pads, without its system field. */
function padsText(pads: readonly Uint16Array[], row: number): string {
  let text = '';
  for (const masks of pads) {
    const mask = masks[row] as number;
    text += '|';
    for (let bit = 0; bit < SYMBOLS.length; bit++) text += (mask >> bit) & 1 ? SYMBOLS[bit] : '.';
  }
  return text;
}

/** The member `input` in pieces of many rows. */
function* inputPieces(input: MovieInput, layout: MovieLayout = { lineEnd: '\n' }): Generator<string> {
  const { pads, frames } = input;
  const system = layout.system ?? ' 0 0';
  const resets = new Set(input.resets);
  let rows: string[] = [];
  let text = '';
  for (let row = 0; row < frames; row++) {
    if (row === 0 || pads.some((masks) => masks[row] !== masks[row - 1])) text = padsText(pads, row);
    rows.push(`F${resets.has(row) ? 'R' : '.'}${system}${text}${layout.lineEnd}`);
    if (rows.length === ROWS_OF_TEXT) {
      yield rows.join('');
      rows = [];
    }
  }
  yield rows.join('');
}

/** The text of the member `input`. */
export function formatLsmvInput(input: MovieInput, layout?: MovieLayout): string {
  return [...inputPieces(input, layout)].join('');
}

function hashOfRows(pieces: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

function portsFor(pads: number): string[] {
  if (pads < 1 || pads > 2) {
    failMovie('E_MOVIE_INPUT', 'a movie of more than two pads needs a multitap', {
      found: countText(pads, 'pad'),
      expected: 'one or two',
    });
  }
  return ['gamepad', pads === 2 ? 'gamepad' : 'none'];
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

/**
 * The bytes of an .lsmv.
 * @throws LockstepError `E_MOVIE_INPUT` for more pads than the console has ports
 */
export function writeLsmv(input: MovieInput, options: LsmvOptions = {}): Uint8Array {
  const ports = options.layout?.ports ?? portsFor(input.pads.length);
  const line = (text: string): string => {
    if (/[\r\n]/.test(text))
      failMovie('E_MOVIE', 'a one-line member has a line end in it', {
        found: JSON.stringify(text).slice(0, 60),
        remedy: 'Write it on one line',
      });
    return `${text}\n`;
  };
  const subtitles = (options.subtitles ?? []).map(
    ({ frame, frames, text }) => `${frame} ${frames} ${escapeText(text)}\n`,
  );
  const sha256 = options.rom?.['sha256'];
  return writeArchive([
    ['gametype', line(options.region === 'pal' ? 'snes_pal' : 'snes_ntsc')],
    ...ports.map((device, index) => [`port${index + 1}`, line(device)] as const),
    ...(options.gameName ? [['gamename', line(options.gameName)] as const] : []),
    ['systemid', line('lsnes-rr1')],
    ['controlsversion', line('0')],
    ['coreversion', line('battle-lockstep')],
    // lsnes makes a random one for each project; the rows' own hash is the same every time.
    ['projectid', line(hashOfRows(inputPieces(input, options.layout)).slice(0, 40))],
    ['rrdata', new Uint8Array(0)],
    ['rerecords', line(String(options.rerecords ?? 0))],
    ...(sha256 === undefined ? [] : [['rom.sha256', line(sha256)] as const]),
    ['subtitles', subtitles.join('')],
    ['starttime.second', line(String(START_SECOND))],
    ['starttime.subsecond', line('0')],
    ['authors', (options.authors ?? []).map(line).join('')],
    ['input', inputPieces(input, options.layout)],
    ...(options.branches ?? []).flatMap(({ name, input: other }, index) => [
      [`branchname.${index + 1}`, line(name)] as const,
      [`input.${index + 1}`, inputPieces(other, options.layout)] as const,
    ]),
  ]);
}
