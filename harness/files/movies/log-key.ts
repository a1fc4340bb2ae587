/**
 * The LogKey of a BizHawk input log and the rows that follow it. The order of the columns is never
 * assumed: it is what the key says. A button is one character, `.` when it is up and anything else
 * when it is down; an axis is a number and a comma. Layout: from BizHawk's published sources
 * (`Bk2LogEntryGenerator`, `ControllerDefinition`).
 */
import { countText } from '../../base/number-text.js';
import { PAD_BITS } from '../../base/pad-script.js';
import { failMovie } from './movie-error.js';
import type { RowCollector } from './row-collector.js';

/** Meaning of a column. `other`: a control without a bit in a pad mask. */
type Column =
  | { readonly kind: 'button'; readonly pad: number; readonly bit: number }
  | { readonly kind: 'reset' | 'power' | 'other'; readonly name: string };

export interface LogKey {
  /** Control names of each non-empty group. */
  readonly groups: readonly (readonly string[])[];
  readonly columns: readonly (readonly Column[])[];
  readonly pads: number;
}

/** Pads a console can have with two multitaps. */
const MAX_PADS = 8;
const DOT = 0x2e;
const BAR = 0x7c;

function columnOf(name: string, isPad: (player: number) => boolean): Column {
  if (name === 'Reset') return { kind: 'reset', name };
  if (name === 'Power') return { kind: 'power', name };
  const [, player = '', button = ''] = /^P([1-8]) (.+)$/.exec(name) ?? [];
  const bit = Object.hasOwn(PAD_BITS, button) ? PAD_BITS[button as keyof typeof PAD_BITS] : undefined;
  if (bit !== undefined && isPad(Number(player))) return { kind: 'button', pad: Number(player) - 1, bit };
  return { kind: 'other', name };
}

/** A device by its controls, for a message. */
function deviceOf(controls: readonly string[]): string {
  if (controls.some((name) => /^P1 B\d+$/u.test(name))) return 'a payload device: ';
  if (controls.some((name) => /^P1 Extra/u.test(name))) return 'an extended pad: ';
  return controls.some((name) => / (?:Mouse|X|Cursor|Trigger)/u.test(name)) ? 'a mouse or a light gun: ' : '';
}

/**
 * Parses a LogKey.
 * @param place the member, for errors
 * @param line its line
 */
export function parseLogKey(text: string, place: string, line: number): LogKey {
  const groups = text
    .slice('LogKey:'.length)
    .split('#')
    .map((group) => group.split('|').filter((name) => name !== ''))
    .filter((group) => group.length > 0);
  const names = groups.flat();
  const where = { file: place, line };
  if (names.includes('Subframe')) {
    failMovie('E_MOVIE_INPUT', 'the movie has sub-frame input', {
      ...where,
      found: 'Subframe',
      expected: 'one row per video frame',
      remedy: 'Play it on the core BSNESv115+ (without Sub) and save it as a new movie',
    });
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) failMovie('E_MOVIE', 'the log key names a control twice', { ...where, found: twice });
  const isPad = (player: number): boolean =>
    Object.keys(PAD_BITS).every((button) => names.includes(`P${player} ${button}`));
  if (!isPad(1)) {
    const own = names.filter((name) => name.startsWith('P1 '));
    const shown = own.slice(0, 3).map((name) => name.slice(0, 23));
    failMovie('E_MOVIE_INPUT', 'port 1 holds no standard pad: the log key does not name the twelve buttons of pad 1', {
      ...where,
      found:
        own.length === 0
          ? 'no control of pad 1'
          : `${deviceOf(own)}${shown.join(', ')}${own.length > 3 ? ` ... (${own.length})` : ''}`,
      expected: 'B, Y, Select, Start, Up, Down, Left, Right, A, X, L, R',
    });
  }
  let pads = 1;
  for (let player = 2; player <= MAX_PADS; player++) if (isPad(player)) pads = player;
  return { groups, columns: groups.map((group) => group.map((name) => columnOf(name, isPad))), pads };
}

export interface RowParser {
  /** Adds one row. */
  row(line: string, number: number): void;
  /** Controls without a bit that were used, with the number of rows. */
  used(): ReadonlyMap<string, number>;
  /** Character of each column when pressed. */
  pressed(): readonly (readonly (string | undefined)[])[];
}

/**
 * A parser of the rows below a LogKey.
 * @param place the member, for errors
 */
export function createRowParser(key: LogKey, rows: RowCollector, place: string): RowParser {
  const used = new Map<string, number>();
  const pressed = key.groups.map((group) => group.map((): string | undefined => undefined));
  const masks = new Uint16Array(key.pads);
  const wrong = (line: string, number: number, group: number): never =>
    failMovie('E_MOVIE', 'an input row does not fit the log key', {
      file: place,
      line: number,
      found: line.slice(0, 60),
      expected: `group ${group + 1} of ${countText(key.columns[group]?.length ?? 0, 'control')}, closed by |`,
    });

  /** Length of the field at `at`: 1 for a button, up to the comma for an axis. */
  function fieldLength(line: string, at: number): number {
    const axis = /^ *-?\d+,/.exec(line.slice(at, at + 16));
    return axis === null ? 1 : axis[0].length;
  }

  function press(column: Column, group: number, place: number, character: string): void {
    const known = pressed[group];
    if (known !== undefined) known[place] ??= character;
    if (column.kind === 'button') masks[column.pad] = (masks[column.pad] ?? 0) | (1 << column.bit);
    else if (column.kind === 'reset') rows.reset();
    else if (column.kind === 'power') rows.power();
    else used.set(column.name, (used.get(column.name) ?? 0) + 1);
  }

  function row(line: string, number: number): void {
    rows.add();
    masks.fill(0);
    let at = 1;
    for (let group = 0; group < key.columns.length; group++) {
      const columns = key.columns[group] as readonly Column[];
      const plain = line.charCodeAt(at + columns.length) === BAR;
      for (let place = 0; place < columns.length; place++) {
        const length = plain ? 1 : fieldLength(line, at);
        const code = line.charCodeAt(at);
        if (Number.isNaN(code) || code === BAR) wrong(line, number, group);
        const idle = length === 1 ? code === DOT : Number.parseInt(line.slice(at, at + length), 10) === 0;
        if (!idle) press(columns[place] as Column, group, place, line.slice(at, at + 1));
        at += length;
      }
      if (line.charCodeAt(at) !== BAR) wrong(line, number, group);
      at++;
    }
    if (at !== line.length) wrong(line, number, key.columns.length - 1);
    for (let pad = 0; pad < masks.length; pad++) rows.pad(pad, masks[pad] ?? 0);
  }

  return { row, used: () => used, pressed: () => pressed };
}
