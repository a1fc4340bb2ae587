/**
 * bsnes-plus symbol files (`<rom>.cpu.sym`, the form of WLA): `[labels]`, then `bb:aaaa name` with
 * bus addresses; `[comments]` likewise; `;` starts a comment. Source: bsnes-plus wla_symbol_file.
 * Read are its other two forms as well.
 */

import { hexText } from '../../../base/index.js';
import {
  eachRow,
  lineError,
  type MemorySymbol,
  ownAddress,
  type ReadResult,
  remark,
  type SkippedEntry,
  splitLines,
  type Unread,
  type WatchEntry,
} from './symbol.js';

// The FMA form of bsnes-plus's symbol files: `#SNES65816` first, `[SYMBOL]` with `bb:aaaa name TYPE
// LENGTH`, `[COMMENT]` with `bb:aaaa "text"`; `#` starts a comment. Other sections (commands,
// graphs) hold no place. The length is written as 1 by assemblers whatever the place is, so it is
// not taken. Source: bsnes-plus fma_symbol_file.

export const FMA_HEAD = '#SNES65816';

const ADDRESS = '([0-9A-Fa-f]{2}):?([0-9A-Fa-f]{4})';
const SYMBOL = new RegExp(`^${ADDRESS} +(\\S+) +(\\S+) +([0-9A-Fa-f]+)$`);
const COMMENT = new RegExp(`^${ADDRESS} +(?:"([^"]*)"|(\\S+))$`);

/**
 * Sections that hold places; the known others are left out without a word, unknown ones are named.
 */
const OTHERS = ['COMMAND', 'CONFIG', 'FILE', 'SOURCEMAP'];

function readFma(text: string, file: string, unread: Unread): ReadResult {
  const entries: WatchEntry[] = [];
  const comments = new Map<number, string>();
  const skipped: SkippedEntry[] = [];
  let section = '';
  eachRow(text, unread, (raw, line) => {
    const content = (raw.split('#')[0] ?? '').trim();
    if (content === '') return;
    const heading = /^\[(.*)\]$/.exec(content)?.[1];
    if (heading !== undefined) {
      section = heading;
      if (!['SYMBOL', 'COMMENT', ...OTHERS].includes(heading)) skipped.push({ line, reason: `section ${content}` });
      return;
    }
    if (section === '') throw lineError(file, line, 'the line stands before any section', content, '[SYMBOL]');
    if (section === 'SYMBOL') {
      const [, bank = '', place = '', name = ''] = SYMBOL.exec(content) ?? [];
      if (name === '') throw lineError(file, line, 'this is not a symbol', content, 'bb:aaaa name ANY 1');
      const address = ownAddress(Number.parseInt(bank + place, 16));
      entries.push({ name, address, bytes: 0, bigEndian: false, display: 'unsigned', note: '', line });
    } else if (section === 'COMMENT') {
      const [found, bank = '', place = '', quoted, word = ''] = COMMENT.exec(content) ?? [];
      if (found === undefined) throw lineError(file, line, 'this is not a comment', content, 'bb:aaaa "text"');
      comments.set(ownAddress(Number.parseInt(bank + place, 16)), quoted ?? word);
    }
  });
  return { entries: entries.map((entry) => ({ ...entry, note: comments.get(entry.address) ?? '' })), skipped };
}

// The VICE form of label files, as ld65 writes it and bsnes-plus reads it: `al AAAAAA name`, a bus
// address in hex; ld65 puts a dot before the name. Source: bsnes-plus vice_label_file.

/** Whether the first non-empty line is a VICE label. */
export function looksLikeVice(text: string): boolean {
  return /^\uFEFF?\s*al [0-9A-Fa-f]+ /.test(text);
}

function readVice(text: string, file: string, unread: Unread): ReadResult {
  const entries: WatchEntry[] = [];
  eachRow(text, unread, (raw, line) => {
    const content = raw.trim();
    if (content === '') return;
    const [, place = '', name = ''] = /^al ([0-9A-Fa-f]{1,6}) +\.?(\S+)$/.exec(content) ?? [];
    if (name === '') throw lineError(file, line, 'this is not a label', content, 'al AAAAAA name');
    const address = ownAddress(Number.parseInt(place, 16));
    entries.push({ name, address, bytes: 0, bigEndian: false, display: 'unsigned', note: '', line });
  });
  return { entries, skipped: [] };
}

function busAddress(address: number): string {
  const digits = hexText(address, 6).toLowerCase();
  return `${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/**
 * Writes a WLA symbol file. A `;` in a remark becomes a comma, because it would start a comment.
 */
export function writeSym(symbols: readonly MemorySymbol[]): string {
  const lines = symbols.map((symbol) => `${busAddress(symbol.address)} ${symbol.label}`);
  const comments = symbols.map((symbol) => `${busAddress(symbol.address)} ${remark(symbol).replaceAll(';', ',')}`);
  return `${['[labels]', ...lines, '', '[comments]', ...comments].join('\n')}\n`;
}

/**
 * Reads a symbol file of any of its three forms; the first line names the form, as in bsnes-plus.
 */
export function readSym(text: string, file: string, unread: Unread): ReadResult {
  const [first = ''] = splitLines(text.trimStart().slice(0, 64));
  if (first.trim() === FMA_HEAD) return readFma(text, file, unread);
  if (looksLikeVice(text)) return readVice(text, file, unread);
  if (first.startsWith('version\tmajor=')) return readDebugFile(text, file, unread);
  return hasSections(text) ? readWla(text, file, unread) : readPlainSymbols(text, file, unread);
}

/** Whether the first row that is no comment is a heading, or one of WLA's stands in the text. */
function hasSections(text: string): boolean {
  if (/^;no\$/iu.test(text.trimStart())) return false;
  const first = splitLines(text).find((line) => (line.split(';')[0] ?? '').trim() !== '') ?? '';
  return /^[ \t]*\[.+\]/u.test(first) || /^[ \t]*\[(?:labels|comments)\][ \t]*$/imu.test(text);
}

/** Sections of WLA and asar whose rows are no labels. */
const NO_LABELS = [
  'information',
  'source files',
  'rom checksum',
  'addr-to-line mapping',
  'breakpoints',
  'symbols',
  'ramsections',
  'sections',
];

function entryOf(name: string, address: number, line: number, note = ''): WatchEntry {
  return { name, address: ownAddress(address), bytes: 0, bigEndian: false, display: 'unsigned', note, line };
}

/** Writes symbols as NO$SNES reads them: eight digits and a name. */
export function writeNocash(symbols: readonly MemorySymbol[]): string {
  const lines = symbols.map(({ address, label }) => `${hexText(address, 8)} ${label}`);
  return `${[';no$snes symbolic information', ...lines].join('\n')}\n`;
}

/** Digits and name of `7e03ae name`, `7E:03AE name` or a definition. */
function plainRow(content: string): readonly [digits: string, name: string] {
  const [, bank = '', place = '', name = ''] =
    /^(?:([0-9A-Fa-f]{2}):(?=[0-9A-Fa-f]{4}[ \t]))?([0-9A-Fa-f]{4,8})[ \t]+(\S+)$/u.exec(content) ?? [];
  if (name !== '' && bank.length + place.length >= 6) return [bank + place, name];
  const [, own = '', hex, ended = hex ?? ''] = ASSIGNED.exec(content) ?? DEFINED.exec(content) ?? [];
  return [ended, own];
}

const NAME = '([A-Za-z_.@][\\w.@]*)';
const NUMBER = '(?:(?:\\$|0x)([0-9A-Fa-f]{1,8})|([0-9A-Fa-f]{2,8})h)';
/** `name = $7E03AE`, `!name = $7E03AE`, `name := $7E03AE`, `name EQU $7E03AE`. */
const ASSIGNED = new RegExp(`^[ \\t]*!?${NAME}[ \\t]*(?::?=|:?[ \\t]\\.?(?:equ|set)\\b)[ \\t]*${NUMBER}$`, 'iu');
/** `.define name $7E03AE`, `define name 0x7E03AE`, `.equ name, $7E03AE`. */
const DEFINED = new RegExp(
  `^[ \\t]*[.#]?(?:define|def|equ|set|alias|constant|const)[ \\t]+[!"]?${NAME}"?[ \\t]*[=, \\t][ \\t]*${NUMBER}$`,
  'iu',
);

/**
 * Rows of an address and a name without sections: NO$SNES (eight digits), bass (six), WLA symbols
 * whose heading was cut off, and definitions of assemblers.
 */
function readPlainSymbols(text: string, file: string, unread: Unread): ReadResult {
  const entries: WatchEntry[] = [];
  const skipped: SkippedEntry[] = [];
  eachRow(text, unread, (raw, line) => {
    const content = raw.split(/;|\/\//u)[0]?.trimEnd() ?? '';
    if (content === '') return;
    const [place, name] = plainRow(content);
    if (name === '') {
      const expected = '[labels], #SNES65816, al AAAAAA name, 7e03ae name, or name = $7E03AE';
      throw lineError(file, line, 'the line cannot be read', content, expected);
    }
    const address = Number.parseInt(place, 16);
    // NO$SNES gives sizes of data and code such as .byt:0010
    if (name.startsWith('.') && /^\.(?:byt|wrd|dbl|asc|arm|thumb|pool):/iu.test(name)) return;
    if (place.length < 6) skipped.push({ line, reason: `${name} = ${place} has no bank` });
    else if (address > 0xffffff) skipped.push({ line, reason: `${place} is above the bus` });
    else entries.push(entryOf(name, address, line));
  });
  return { entries, skipped };
}

/** Labels of a debug file of ld65: `sym id=0,name="x",...,size=2,...,val=0x7E03AE,type=lab`. */
function readDebugFile(text: string, file: string, unread: Unread): ReadResult {
  const entries: WatchEntry[] = [];
  const skipped: SkippedEntry[] = [];
  eachRow(text, unread, (content, line) => {
    if (!content.startsWith('sym\t')) return;
    const fields = new Map(
      [...content.matchAll(/(\w+)=(?:"([^"]*)"|([^,]*))/gu)].map(([, key, quoted, plain]) => [
        key,
        quoted ?? plain ?? '',
      ]),
    );
    const [name = '', value = '', size = '0'] = [fields.get('name'), fields.get('val'), fields.get('size')];
    if (fields.get('type') === 'imp') return;
    if (name === '' || !/^0x[0-9A-Fa-f]{1,8}$/u.test(value))
      throw lineError(file, line, 'the symbol has no name or no value', content, 'name="x",val=0x7E03AE');
    if (!/^\d{1,6}$/u.test(size)) throw lineError(file, line, 'the size is no whole number', content, 'size=2');
    const address = Number.parseInt(value, 16);
    if (fields.get('type') === 'equ' && address < 0x10000)
      skipped.push({ line, reason: `${name} is a number, not a place` });
    else if (address > 0xffffff) skipped.push({ line, reason: `${value} is above the bus` });
    else entries.push({ ...entryOf(name, address, line), bytes: Math.min(Number(size), 0x20000) });
  });
  return { entries, skipped };
}

/** Labels of DiztinGUIsh: `7E03AE,name,comment`, without a head. */
export function readDiztinguish(text: string, file: string, unread: Unread): ReadResult {
  const entries: WatchEntry[] = [];
  eachRow(text, unread, (content, line) => {
    if (content.trim() === '' || /^"?address"?,/iu.test(content)) return;
    const [, place = '', name = '', note = ''] =
      /^"?(?:0x|\$)?([0-9A-Fa-f]{4,8})"?,"?([^,"]*)"?(?:,(.*))?$/u.exec(content) ?? [];
    if (place === '' || Number.parseInt(place, 16) > 0xffffff)
      throw lineError(file, line, 'this is not a label', content, '7E03AE,name,comment');
    entries.push(entryOf(name.trim(), Number.parseInt(place, 16), line, note));
  });
  return { entries, skipped: [] };
}

/** Writes labels as DiztinGUIsh reads them; a comment ends at its line. */
export function writeDiztinguish(symbols: readonly MemorySymbol[]): string {
  return `${symbols.map((symbol) => `${hexText(symbol.address, 6)},${symbol.label},${remark(symbol).replaceAll('\n', ' ')}`).join('\n')}\n`;
}

function readWla(text: string, file: string, unread: Unread): ReadResult {
  const labels: WatchEntry[] = [];
  const comments = new Map<number, string>();
  const skipped: SkippedEntry[] = [];
  let section = '';
  eachRow(text, unread, (raw, line) => {
    const content = raw.split(';')[0]?.trimEnd() ?? '';
    if (content === '') return;
    const heading = /^\[(.+)\]$/.exec(content)?.[1];
    if (heading !== undefined) {
      section = heading.toLowerCase();
      if (section !== 'labels' && section !== 'comments' && !NO_LABELS.includes(section))
        skipped.push({ line, reason: `section ${content}` });
      return;
    }
    if (section === '') throw lineError(file, line, 'the line stands before any section', content, '[labels]');
    if (section !== 'labels' && section !== 'comments') return;
    const [, bank = '', place = '', rest = ''] =
      /^(?:0000)?([0-9A-Fa-f]{2}):?([0-9A-Fa-f]{4}) (.+)$/.exec(content) ?? [];
    if (rest === '') throw lineError(file, line, 'the line cannot be read', content, 'bb:aaaa name');
    const address = ownAddress(Number.parseInt(bank + place, 16));
    if (section === 'comments') comments.set(address, rest);
    else {
      if (rest.trim() !== rest || rest.includes(' ')) {
        throw lineError(
          file,
          line,
          'one space must separate address and name, and a name has no space',
          content,
          'bb:aaaa name',
        );
      }
      labels.push({ name: rest, address, bytes: 0, bigEndian: false, display: 'unsigned', note: '', line });
    }
  });
  return { entries: labels.map((entry) => ({ ...entry, note: comments.get(entry.address) ?? '' })), skipped };
}
