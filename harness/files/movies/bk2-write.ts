/**
 * Writes a BizHawk movie (.bk2) of standard pads. The file was not tried in BizHawk: it follows the
 * published sources. A movie without sync settings takes the core's own, in which port 2 is empty.
 */
import { countText } from '../../base/number-text.js';
import { PAD_BITS } from '../../base/pad-script.js';
import type { MovieInput, MovieLayout, MovieSubtitle } from './movie.js';
import { failMovie } from './movie-error.js';
import { ROWS_OF_TEXT } from './row-collector.js';
import { writeArchive } from './write-archive.js';

export interface Bk2Options {
  readonly gameName?: string;
  readonly author?: string;
  readonly rerecords?: number;
  readonly region?: 'ntsc' | 'pal' | null;
  /** Core for BizHawk to choose; default BSNESv115+. */
  readonly core?: string;
  /** Lower-case hex by name. */
  readonly rom?: Readonly<Record<string, string>>;
  readonly comments?: readonly string[];
  readonly subtitles?: readonly MovieSubtitle[];
  /** Layout of a movie of the same form, which makes its rows the same bytes again. */
  readonly layout?: MovieLayout;
}

/** Order of a standard pad in BizHawk's log key, and what its log shows for a pressed button. */
const PAD_COLUMNS: readonly (readonly [button: keyof typeof PAD_BITS, character: string])[] = [
  ['Up', 'U'],
  ['Down', 'D'],
  ['Left', 'L'],
  ['Right', 'R'],
  ['Select', 's'],
  ['Start', 'S'],
  ['Y', 'Y'],
  ['B', 'B'],
  ['X', 'X'],
  ['A', 'A'],
  ['L', 'l'],
  ['R', 'r'],
];
const CHARACTERS = new Map<string, string>([...PAD_COLUMNS, ['Reset', 'r'], ['Power', 'P']]);
/** Ports of the console; more pads need a multitap, which sync settings would have to name. */
const MAX_PADS = 2;

function standardGroups(pads: number): string[][] {
  const players = Array.from({ length: pads }, (_, index) => PAD_COLUMNS.map(([button]) => `P${index + 1} ${button}`));
  return [['Reset', 'Power'], ...players];
}

interface Place {
  readonly character: string;
  /** Whether the button is down in a row. */
  readonly isDown: (row: number) => boolean;
}

function placeOf(name: string, known: string | undefined, input: MovieInput): Place {
  const [, player = '', button = name] = /^P(\d) (.+)$/.exec(name) ?? [];
  const character = known ?? CHARACTERS.get(button) ?? '!';
  if (player === '') {
    const rows = new Set(name === 'Reset' ? input.resets : name === 'Power' ? input.powers : []);
    return { character, isDown: (row) => rows.has(row) };
  }
  const masks = input.pads[Number(player) - 1];
  const bit = PAD_BITS[button as keyof typeof PAD_BITS];
  if (masks === undefined || bit === undefined) return { character, isDown: () => false };
  return { character, isDown: (row) => (((masks[row] as number) >> bit) & 1) === 1 };
}

/**
 * What decides the text of a row, besides resets and powers: whether it is that of the row before.
 */
function isRepeated({ pads }: MovieInput, row: number, console: ReadonlySet<number>): boolean {
  if (row === 0 || console.has(row) || console.has(row - 1)) return false;
  return pads.every((masks) => masks[row] === masks[row - 1]);
}

/** `Input Log.txt` in pieces of many rows. */
export function* inputLogPieces(input: MovieInput, layout: MovieLayout = { lineEnd: '\r\n' }): Generator<string> {
  if (layout.groups === undefined && input.pads.length > MAX_PADS) {
    failMovie('E_MOVIE_INPUT', 'a movie of more than two pads needs a multitap', {
      found: countText(input.pads.length, 'pad'),
      expected: 'one or two',
    });
  }
  const { lineEnd } = layout;
  const groups = layout.groups ?? standardGroups(input.pads.length);
  const places = groups.map((group, at) =>
    group.map((name, place) => placeOf(name, layout.pressed?.[at]?.[place], input)),
  );
  const console = new Set([...input.resets, ...input.powers]);
  const key = `LogKey:${groups.map((group) => `#${group.map((name) => `${name}|`).join('')}`).join('')}`;
  yield `[Input]${lineEnd}${key}${lineEnd}`;
  let rows: string[] = [];
  let text = '';
  for (let row = 0; row < input.frames; row++) {
    if (!isRepeated(input, row, console)) {
      text = '|';
      for (const group of places) {
        for (const { character, isDown } of group) text += isDown(row) ? character : '.';
        text += '|';
      }
      text += lineEnd;
    }
    rows.push(text);
    if (rows.length === ROWS_OF_TEXT) {
      yield rows.join('');
      rows = [];
    }
  }
  yield `${rows.join('')}[/Input]${lineEnd}`;
}

/** The text of `Input Log.txt`. */
export function formatInputLog(input: MovieInput, layout?: MovieLayout): string {
  return [...inputLogPieces(input, layout)].join('');
}

/** One line of a text member. @throws LockstepError `E_MOVIE` when the text would break it */
function oneLine(text: string, what: string): string {
  if (/[\r\n]/.test(text))
    failMovie('E_MOVIE', `the ${what} has a line end in it`, {
      found: JSON.stringify(text).slice(0, 60),
      remedy: 'Write it on one line',
    });
  return text;
}

function headerLines(options: Bk2Options): string[] {
  const hash = ['SHA1', 'SHA256', 'MD5', 'CRC32'].flatMap((name) => {
    const digits = options.rom?.[name.toLowerCase()];
    return digits === undefined ? [] : [[name, digits.toUpperCase()] as const];
  });
  const entries: (readonly [string, string])[] = [
    ['MovieVersion', 'BizHawk v2.0.0'],
    ['Author', options.author ?? ''],
    ['emuVersion', 'battle-lockstep'],
    ['OriginalEmuVersion', 'battle-lockstep'],
    ['Platform', 'SNES'],
    ['GameName', options.gameName ?? ''],
    ...hash,
    ['Core', options.core ?? 'BSNESv115+'],
    ['rerecordCount', String(options.rerecords ?? 0)],
    ...(options.region === 'pal' ? [['PAL', 'True'] as const] : []),
  ];
  return entries.filter(([, value]) => value !== '').map(([key, value]) => `${key} ${oneLine(value, key)}`);
}

/**
 * The bytes of a .bk2.
 * @throws LockstepError `E_MOVIE_INPUT` for more pads than the console has ports
 */
export function writeBk2(input: MovieInput, options: Bk2Options = {}): Uint8Array {
  const subtitles = (options.subtitles ?? []).map(
    ({ frame, frames, text }) => `subtitle ${frame} 0 0 ${frames} FFFFFFFF ${oneLine(text, 'subtitle')}`,
  );
  const lines = (list: readonly string[]): string => list.map((line) => `${line}\r\n`).join('');
  return writeArchive([
    ['BizVersion.txt', 'battle-lockstep\r\n'],
    ['Header.txt', lines(headerLines(options))],
    ['Comments.txt', lines((options.comments ?? []).map((line) => oneLine(line, 'comment')))],
    ['Subtitles.txt', lines(subtitles)],
    ...(options.layout?.syncSettings === undefined
      ? []
      : [['SyncSettings.json', `${options.layout.syncSettings}\r\n`] as const]),
    ['Input Log.txt', inputLogPieces(input, options.layout)],
  ]);
}
