/** Reads a watch or label file of any known form. */

import { countText } from '../../../../core/system/names.js';
import { WORK_RAM, WORK_RAM_BYTES } from '../../../../rom-map/index.js';
import {
  formOf,
  hexText,
  jsonOf,
  LockstepError,
  lookAt,
  readTextFile,
  remedyWithoutBattle,
} from '../../../base/index.js';

import { readMarkdown, writeMarkdown } from './markdown.js';
import { FMA_HEAD, looksLikeVice, readDiztinguish, readSym, writeDiztinguish, writeNocash, writeSym } from './sym.js';
import {
  cellSymbols,
  eachRow,
  lineError,
  type MemorySymbol,
  ownAddress,
  type ReadResult,
  remark,
  routineSymbols,
  type SkippedEntry,
  takeRow,
  type Unread,
  type WatchEntry,
  type WatchFormat,
  type WatchList,
  workRamOffset,
} from './symbol.js';

// Mesen 2 label files: `MemoryType:ADDR[-END]:Label[:Comment]`, the address an offset in that
// memory. Source: Mesen 2 CodeLabel.cs.

const LINE = /^([A-Za-z]+):([0-9A-Fa-f]{1,8})(?:-([0-9A-Fa-f]{1,8}))?:([^:]*)(?::(.*))?$/;
/** Mesen itself takes letters, digits, `_` and `@`; assemblers write dots and more. */
const LABEL = /^[A-Za-z_@.$?][A-Za-z0-9_@.$?:-]*$/;
/**
 * Banks of 64 KiB from C0 on: both halves of bank C1 hold published routines, which only HiROM can
 * do.
 */
const ROM_OFFSET_MASK = 0x3fffff;

function placeOf(symbol: MemorySymbol): [type: string, offset: number] {
  if (symbol.width === 0) return ['SnesPrgRom', symbol.address & ROM_OFFSET_MASK];
  const offset = workRamOffset(symbol.address);
  return offset >= 0 ? ['SnesWorkRam', offset] : ['SnesRegister', symbol.address];
}

/** Memory types of Mesen-S, by those of Mesen 2. */
const SHORT_TYPES: Readonly<Record<string, string>> = { SnesPrgRom: 'PRG', SnesWorkRam: 'WORK', SnesRegister: 'REG' };

/** Writes a label file of Mesen-S, which has no ranges. */
function writeMsl(symbols: readonly MemorySymbol[]): string {
  const lines = symbols.map((symbol) => {
    const [type, offset] = placeOf(symbol);
    return `${SHORT_TYPES[type] ?? type}:${hexText(offset, 4)}:${symbol.label}:${remark(symbol)}`;
  });
  return `${lines.join('\n')}\n`;
}

/** Writes a Mesen 2 label file. A symbol of several bytes becomes a range. */
function writeMlb(symbols: readonly MemorySymbol[]): string {
  const lines = symbols.map((symbol) => {
    const [type, offset] = placeOf(symbol);
    const bytes = symbol.width * symbol.count;
    const end = bytes > 1 ? `-${hexText(offset + bytes - 1, 4)}` : '';
    return `${type}:${hexText(offset, 4)}${end}:${symbol.label}:${remark(symbol)}`;
  });
  return `${lines.join('\n')}\n`;
}

/** Memories of other consoles in Mesen 2, and the letters of the first Mesen, which is of one. */
const OTHER_CONSOLE = /^(?:(?:Nes|Gb|Gba|Pce|Sms|Ws)[A-Z]\w*|[RGPSW])$/u;

function readMlb(text: string, file: string, unread: Unread): ReadResult {
  const entries: WatchEntry[] = [];
  const skipped: SkippedEntry[] = [];
  let foreign: { readonly type: string; readonly line: number } | undefined;
  eachRow(text, unread, (content, line) => {
    if (/^\s*(?:$|[;#]|\/\/)/u.test(content)) return;
    const [, type = '', from = '', to = from, name = '', comment = ''] = LINE.exec(content) ?? [];
    if (type === '')
      throw lineError(file, line, 'this is not a label', content, 'MemoryType:ADDR[-END]:Label[:Comment]');
    const register = type === 'SnesRegister' || type === 'REG';
    if (!register && type !== 'SnesWorkRam' && type !== 'WORK') {
      if (OTHER_CONSOLE.test(type)) foreign ??= { type, line };
      skipped.push({ line, reason: `${type} holds no cell` });
      return;
    }
    if (name !== '' && !LABEL.test(name)) {
      throw lineError(
        file,
        line,
        'this is not a valid name of a label',
        name,
        'letters, digits, _ and @, no digit first',
      );
    }
    const offset = Number.parseInt(from, 16);
    const end = Number.parseInt(to, 16);
    if (end < offset) throw lineError(file, line, 'the range ends before it begins', `${from}-${to}`, 'ADDR-END');
    if (name === '') {
      skipped.push({ line, reason: 'a comment without a label' });
      return;
    }
    const limit = register ? 0x10000 : WORK_RAM_BYTES;
    if (end >= limit)
      throw lineError(file, line, `the address is outside of ${type}`, to, `below ${hexText(limit, 5)}`);
    entries.push({
      name,
      address: register ? offset : WORK_RAM + offset,
      // A label without a range says nothing about the width.
      bytes: end > offset ? end - offset + 1 : 0,
      bigEndian: false,
      display: 'unsigned',
      note: comment.replaceAll('\\n', '\n'),
      line,
    });
  });
  if (foreign !== undefined && entries.length === 0) {
    throw new LockstepError('E_SYMBOLS_FORMAT', 'the labels are of another console', {
      file,
      line: foreign.line,
      found: foreign.type,
      expected: 'SnesWorkRam',
      remedy: 'Name labels of a Super Famicom game',
    });
  }
  return { entries, skipped };
}

// RetroAchievements code notes as saved by a user: the answer of the server (`CodeNotes`), the
// bare list of the toolkit's cache, its bookmarks, or its local file with lines `N0:0x03ae:"note"`.
// Addresses 0-1FFFF are work RAM. Source: rcheevos rc_api_editor.c and consoleinfo.c.

/** `0x0003ae`, `0xH0003ae` with the letter of a size. */
const ADDRESS = /^0x([HKLMNOPQRSTGIJUVWX ]?)([0-9A-Fa-f]{1,8})$/i;
/** Bytes by the letter of a size: H 8 bit, none or a blank 16, W 24, X 32. */
const SIZE_LETTERS: Readonly<Record<string, number>> = { H: 1, ' ': 2, W: 3, X: 4, I: 2, J: 3, G: 4 };
/** A line of the toolkit's local file. */
const LOCAL_NOTE = /^N\d+:(0x[0-9A-Fa-f]{1,8}):"((?:[^"\\]|\\.)*)"/u;
/** `[16-bit]`, `[16 bit BE]`, `[8-Bit]`: the informal tags in notes. */
const BITS = /\[\s*(8|16|24|32)[\s-]*bits?\b[^\]]*\]/i;
const BYTES = /\[\s*(\d{1,5})[\s-]*bytes?\b[^\]]*\]/i;

/** Whether code notes can hold the symbol. */
function hasNote(symbol: MemorySymbol): boolean {
  return workRamOffset(symbol.address) >= 0;
}

function tag({ width, count }: MemorySymbol): string {
  return count > 1 ? `[${countText(width * count, 'byte')}]` : `[${8 * width}-bit]`;
}

/** Writes code notes. Every symbol must be one that `hasNote` accepts. */
function writeNotes(symbols: readonly MemorySymbol[]): string {
  const notes = symbols.filter(hasNote).map((symbol) => ({
    User: 'battle-lockstep',
    Address: `0x${hexText(workRamOffset(symbol.address), 6).toLowerCase()}`,
    Note: `${tag(symbol)} ${symbol.name}: ${remark(symbol)}`,
  }));
  return `${JSON.stringify({ Success: true, CodeNotes: notes }, null, 1)}\n`;
}

function fail(file: string, message: string, found: string, expected: string): never {
  throw new LockstepError('E_SYMBOLS_LINE', message, {
    file,
    found: found.length > 80 ? `${found.slice(0, 80)}...` : found,
    expected,
    remedy: 'Save the notes again',
  });
}

function listIn(text: string, file: string): readonly unknown[] {
  const data = jsonOf(text.startsWith('\uFEFF') ? text.slice(1) : text, (found) =>
    fail(file, 'the notes are not JSON', found, 'one JSON text'),
  );
  const { CodeNotes, Bookmarks } = (data ?? {}) as { readonly CodeNotes?: unknown; readonly Bookmarks?: unknown };
  const list = Array.isArray(data) ? data : (CodeNotes ?? Bookmarks);
  if (!Array.isArray(list)) return fail(file, 'the file holds no notes', typeof data, 'a list CodeNotes');
  return list;
}

/** 1-based line of every key of an address, in their order; only for messages. */
function addressLines(text: string): number[] {
  return text
    .split('\n')
    .flatMap((content, index) => [...content.matchAll(/"(?:Address|MemAddr)"\s*:/gi)].map(() => index + 1));
}

/** The notes of a text in any of their forms, each with its line. */
function* notesIn(text: string, file: string): Generator<{ place: unknown; note: unknown; line: number }> {
  if (!/^\uFEFF?\s*[[{]/u.test(text)) {
    for (const [index, content] of text.split(/\r?\n/).entries()) {
      const [, place, note] = LOCAL_NOTE.exec(content) ?? [];
      if (note !== undefined)
        yield { place, note: note.replaceAll(/\\(.)/gu, (_, sign) => (sign === 'n' ? '\n' : sign)), line: index + 1 };
    }
    return;
  }
  const lines = addressLines(text);
  for (const [index, item] of listIn(text, file).entries()) {
    const keys = Object.entries((item ?? {}) as object).map(([key, value]) => [key.toLowerCase(), value] as const);
    const { address, memaddr, note, description } = Object.fromEntries(keys) as Readonly<Record<string, unknown>>;
    const at = address ?? memaddr;
    const place = typeof at === 'number' && Number.isSafeInteger(at) && at >= 0 ? `0x${hexText(at, 6)}` : at;
    yield { place, note: note ?? description, line: lines[index] ?? 1 };
  }
}

function readNotes(text: string, file: string, unread: Unread): ReadResult {
  const entries: WatchEntry[] = [];
  const skipped: SkippedEntry[] = [];
  const take = (place: unknown, note: unknown, line: number, number: number): void => {
    const [, letter = '', digits = ''] = (typeof place === 'string' ? ADDRESS.exec(place) : null) ?? [];
    if (digits === '') {
      fail(file, `note ${number} has no address`, JSON.stringify(place) ?? 'nothing', '"0x" and hex digits');
    }
    if (typeof note !== 'string') {
      fail(file, `note ${number} at ${place} has no text`, JSON.stringify(note) ?? 'nothing', 'text');
    }
    // An empty note is a deleted one.
    if (note.trim() === '') return;
    const offset = Number.parseInt(digits, 16);
    if (offset >= WORK_RAM_BYTES) {
      skipped.push({ line, reason: `${place} is not in work RAM` });
      return;
    }
    const bits = BITS.exec(note);
    const bytes = BYTES.exec(note);
    const [first = '', ...rest] = note.split(/\r?\n/);
    const title = first.replace(BITS, '').replace(BYTES, '').trim();
    const at = title.indexOf(': ');
    entries.push({
      name: at > 0 ? title.slice(0, at) : title,
      address: WORK_RAM + offset,
      bytes:
        bits !== null
          ? Number(bits[1]) / 8
          : bytes !== null
            ? Number(bytes[1])
            : (SIZE_LETTERS[letter.toUpperCase()] ?? 0),
      bigEndian: /\bBE\b/.test(bits?.[0] ?? ''),
      display: 'unsigned',
      note: [at > 0 ? title.slice(at + 2) : '', ...rest].filter((part) => part !== '').join('\n'),
      line,
    });
  };
  let number = 0;
  for (const { place, note, line } of notesIn(text, file)) {
    number++;
    takeRow(unread, line, () => take(place, note, line, number));
  }
  return { entries, skipped };
}

// BizHawk watch files: `SystemID SNES`, then six columns parted by tabs: hex address, size,
// display, endian, domain, notes. Sources: BizHawk WatchList.cs and Watch.cs.

const SIZES = ['', 'b', 'w', '', 'd'] as const;
const WATCH_BYTES: Readonly<Record<string, number>> = { b: 1, w: 2, d: 4 };
const DISPLAYS: Readonly<Record<string, WatchEntry['display']>> = {
  u: 'unsigned',
  s: 'signed',
  h: 'hex',
  b: 'binary',
};
const COLUMNS = 6;
/** A row of Snes9x-rr has its index in front and no domain. */
const RR_ROW = /^\d{1,5}\t[0-9A-Fa-f]{5,8}\t[a-zA-Z]\t/u;
/** Shorter lines are ignored, as the emulator does. */
const MIN_LINE_LENGTH = 5;

/** Writes a BizHawk watch file. Each element of an array becomes a row. */
function writeWch(symbols: readonly MemorySymbol[]): string {
  const lines = ['SystemID SNES'];
  for (const symbol of symbols) {
    const { name, address, width, count } = symbol;
    for (let index = 0; index < count; index++) {
      const at = address + width * index;
      const offset = workRamOffset(at);
      const place = offset >= 0 ? [hexText(offset, 5), 'WRAM'] : [hexText(at, 6), 'System Bus'];
      const full = count > 1 ? `${name}[${index}]` : name;
      lines.push([place[0], SIZES[width], 'u', '0', place[1], `${full}: ${remark(symbol)}`].join('\t'));
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Writes a watch file of Snes9x-rr: an empty line, the number of rows, rows with bus addresses. */
function writeRr(symbols: readonly MemorySymbol[]): string {
  const rows: string[] = [];
  for (const symbol of symbols) {
    for (let index = 0; index < symbol.count; index++) {
      const full = symbol.count > 1 ? `${symbol.name}[${index}]` : symbol.name;
      const place = hexText(symbol.address + symbol.width * index, 6);
      rows.push([String(rows.length).padStart(5, '0'), place, SIZES[symbol.width], 'u', '0', full].join('\t'));
    }
  }
  return `\n${rows.length}\n${rows.join('\n')}\n`;
}

/** The columns of a row as BizHawk has them; undefined for a separator. */
function columnsOf(content: string): string[] {
  const columns = content.split('\t');
  if (!RR_ROW.test(content)) return columns;
  const [, place = '', size = '', display = '', endian = '', ...notes] = columns;
  return [place, size, display, endian, 'System Bus', notes.join(' ')];
}

/** @throws LockstepError `E_SYMBOLS_FORMAT` for a list of another console */
function checkSystem(content: string, file: string, line: number): void {
  const id = /^SystemID +(\S*)/u.exec(content)?.[1] ?? 'SNES';
  if (/^(?:SNES|BSX|SGB|Satellaview)$/iu.test(id)) return;
  throw new LockstepError('E_SYMBOLS_FORMAT', 'the watch list is of another console', {
    file,
    line,
    found: `SystemID ${id.slice(0, 20)}`,
    expected: 'SystemID SNES',
    remedy: 'Name a list of a Super Famicom game',
  });
}

function readWch(text: string, file: string, unread: Unread): ReadResult {
  const entries: WatchEntry[] = [];
  const skipped: SkippedEntry[] = [];
  let announced: { readonly rows: number; readonly line: number } | undefined;
  let rows = 0;
  eachRow(text, unread, (content, line) => {
    checkSystem(content, file, line);
    if (/^\d{1,5}\s*$/u.test(content) && rows === 0) announced = { rows: Number(content), line };
    if (RR_ROW.test(content)) rows++;
    if (content.length < MIN_LINE_LENGTH || /^(?:SystemID |Domain |\d+$)/u.test(content)) return;
    const columns = columnsOf(content);
    const [place = '', size = '', display = '', endian = '', domain = '', notes = ''] = columns;
    if (columns.length !== COLUMNS) {
      throw lineError(
        file,
        line,
        `the line has ${countText(columns.length, 'column')}`,
        content,
        '6, separated by tabs',
      );
    }
    if (size === 'S') return;
    const bytes = WATCH_BYTES[size];
    if (!/^[0-9A-Fa-f]{1,8}$/.test(place)) throw lineError(file, line, 'this is not an address', place, 'hex digits');
    if (bytes === undefined) throw lineError(file, line, 'this is not a size', size, 'b, w, d, or S for a separator');
    if (endian !== '0' && endian !== '1') throw lineError(file, line, 'this is not an endianness', endian, '0 or 1');
    const value = Number.parseInt(place, 16);
    if (domain !== 'WRAM' && domain !== 'System Bus') {
      skipped.push({ line, reason: `domain ${domain} holds no cell` });
      return;
    }
    const limit = domain === 'WRAM' ? WORK_RAM_BYTES : 0x1000000;
    if (value + bytes > limit)
      throw lineError(file, line, `the address is outside of ${domain}`, place, hexText(limit, 5));
    const at = notes.indexOf(': ');
    entries.push({
      name: at > 0 ? notes.slice(0, at) : notes,
      address: domain === 'WRAM' ? WORK_RAM + value : ownAddress(value),
      bytes,
      bigEndian: endian === '1',
      display: DISPLAYS[display] ?? 'other',
      note: at > 0 ? notes.slice(at + 2) : '',
      line,
    });
  });
  if (announced !== undefined && announced.rows > rows && rows > 0) {
    const reason = `the list announces ${countText(announced.rows, 'row')} and holds ${rows}: it is cut`;
    unread.rows.push({ line: announced.line, reason });
  }
  return { entries, skipped };
}

// Writes the table of cells as a watch or label file.

const WRITERS: Readonly<Record<WatchFormat, (symbols: readonly MemorySymbol[]) => string>> = {
  wch: writeWch,
  rr: writeRr,
  mlb: writeMlb,
  msl: writeMsl,
  sym: writeSym,
  nocash: writeNocash,
  diztinguish: writeDiztinguish,
  notes: writeNotes,
  markdown: writeMarkdown,
};

export interface SymbolChoice {
  /** With the cells of our test ROM. */
  readonly drill?: boolean;
  /** With the original routines; only label files can hold them. */
  readonly routines?: boolean;
  /** Names with `*`, such as `enemy[0].*`; all cells when there is none. */
  readonly patterns?: readonly string[];
}

function matcher(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

/**
 * The symbols that a user asks for.
 * @throws LockstepError `E_SYMBOLS_CELL` for a pattern without a matching cell
 */
export function chooseSymbols(choice: SymbolChoice): readonly MemorySymbol[] {
  const patterns = choice.patterns ?? [];
  const cells = cellSymbols(choice.drill === true);
  const tests = patterns.map(matcher);
  tests.forEach((test, index) => {
    if (cells.some(({ name }) => test.test(name))) return;
    const pattern = patterns[index] ?? '';
    throw new LockstepError('E_SYMBOLS_CELL', `no cell has the name ${pattern}`, {
      remedy: remedyWithoutBattle(
        cells.map(({ name }) => name),
        pattern,
      ),
    });
  });
  const chosen = tests.length === 0 ? cells : cells.filter(({ name }) => tests.some((test) => test.test(name)));
  return choice.routines === true ? [...chosen, ...routineSymbols()] : chosen;
}

export interface SymbolFile {
  readonly text: string;
  /** Symbols that the form cannot hold. */
  readonly leftOut: readonly string[];
}

/** Forms that can hold a routine as well as a cell. */
const LABEL_FILES: readonly WatchFormat[] = ['mlb', 'msl', 'sym', 'nocash', 'diztinguish'];

export function writeSymbols(symbols: readonly MemorySymbol[], format: WatchFormat): SymbolFile {
  const fits = (symbol: MemorySymbol): boolean => {
    if (symbol.width === 0) return LABEL_FILES.includes(format);
    return format !== 'notes' || hasNote(symbol);
  };
  const leftOut = symbols.filter((symbol) => !fits(symbol)).map(({ name }) => name);
  return { text: WRITERS[format](symbols.filter(fits)), leftOut };
}

/** Files with every cell of a game are far smaller. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

const LOOKED_AT = 64 * 1024;

const READERS: Readonly<Record<WatchFormat, (text: string, file: string, unread: Unread) => ReadResult>> = {
  wch: readWch,
  rr: readWch,
  mlb: readMlb,
  msl: readMlb,
  sym: readSym,
  nocash: readSym,
  diztinguish: readDiztinguish,
  notes: readNotes,
  markdown: readMarkdown,
};
const BY_EXTENSION: readonly (readonly [string, WatchFormat])[] = [
  ['.wch', 'wch'],
  ['.mlb', 'mlb'],
  ['.msl', 'msl'],
  ['.dbg', 'sym'],
  ['.csv', 'diztinguish'],
  ['.sym', 'sym'],
  ['.lbl', 'sym'],
  ['.json', 'notes'],
  ['.md', 'markdown'],
];

/** Forms that readers go by, by the names of the forms of files. */
const BY_CONTENT: Readonly<Record<string, WatchFormat>> = {
  'BizHawk watch list': 'wch',
  'Snes9x-rr watch list': 'rr',
  'Mesen labels': 'mlb',
  'NO$SNES symbols': 'nocash',
  'WLA symbols': 'sym',
  'FMA symbols': 'sym',
  'VICE labels': 'sym',
  'ca65 debug file': 'sym',
  'bass symbols': 'sym',
  'definitions of an assembler': 'sym',
  'DiztinGUIsh labels': 'diztinguish',
  'code notes': 'notes',
  'map in Markdown': 'markdown',
};

/**
 * Detects a form by the content; only where that says nothing by the file's name, whose reader then
 * says what is wrong. Undefined: the content is another form of file, or none that is known.
 */
export function detectWatchFormat(text: string, file: string): WatchFormat | undefined {
  const start = text.trimStart().slice(0, LOOKED_AT);
  const form = formOf(lookAt(new TextEncoder().encode(start), text.length));
  const known = form === undefined ? undefined : BY_CONTENT[form.name];
  if (known !== undefined) return known;
  const named = BY_EXTENSION.find(([extension]) => file.toLowerCase().endsWith(extension));
  if (named !== undefined) return named[1];
  if (text.startsWith('SystemID ')) return 'wch';
  if (/^\s*\[(labels|comments|definitions)\]/im.test(text.slice(0, 4096))) return 'sym';
  if (text.startsWith(FMA_HEAD) || looksLikeVice(text)) return 'sym';
  if (/^\s*[[{]/.test(text.slice(0, 4096))) return 'notes';
  if (/^\|.*\|\s*$/m.test(text.slice(0, 65536))) return 'markdown';
  return /^[A-Za-z]+:[0-9A-Fa-f]+(-[0-9A-Fa-f]+)?:/.test(text) ? 'mlb' : undefined;
}

/**
 * Reads the text of a watch or label file.
 * @param format undefined: detected from name and content
 * @param file name for messages
 * @throws LockstepError `E_SYMBOLS_FORMAT` for an unknown form, `E_SYMBOLS_LINE` for a broken line,
 * `E_SYMBOLS_EMPTY` for a file without entries
 */
export function readWatchList(text: string, format: WatchFormat | undefined, file: string): WatchList {
  const chosen = format ?? detectWatchFormat(text, file);
  if (chosen === undefined) {
    throw new LockstepError('E_SYMBOLS_FORMAT', 'the form of the file is unknown', {
      file,
      expected: 'a watch or label file in one of the forms of docs/FORMS.md',
      remedy: 'Name its form with --format, if it is one',
    });
  }
  const unread: Unread = { rows: [], first: undefined };
  const result = READERS[chosen](text, file, unread);
  // of a file without one good row its first fault is all there is to say
  if (result.entries.length + result.skipped.length === 0 && unread.first !== undefined) throw unread.first;
  if (result.entries.length + result.skipped.length === 0) {
    throw new LockstepError('E_SYMBOLS_EMPTY', `the file holds nothing in the form ${chosen}`, {
      file,
      remedy: 'Name another form with --format, or another file',
    });
  }
  return { format: chosen, ...result, unread: unread.rows };
}

/**
 * Reads a watch or label file.
 * @throws LockstepError as `readWatchList`, and `E_FILE`, `E_TEXT_SIZE`, `E_TEXT`
 */
export function loadWatchList(file: string, format?: WatchFormat): WatchList {
  return readWatchList(readTextFile(file, MAX_FILE_BYTES), format, file);
}
