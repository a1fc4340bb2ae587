/** A RAM map as Markdown tables: one section per window of memory, one row per cell. */

import { countText } from '../../../../core/system/names.js';
import { formatAddress, TEST_ROM_BYTES, WINDOWS, WORK_RAM } from '../../../../rom-map/index.js';
import {
  eachRow,
  lineError,
  type MemorySymbol,
  ownAddress,
  type ReadResult,
  type Unread,
  type WatchEntry,
} from './symbol.js';

const HEAD = ['address', 'bytes', 'name', 'meaning', 'evidence'] as const;
/** Heads under which other people's tables have the same columns. */
const ALIASES: Readonly<Record<string, (typeof HEAD)[number]>> = {
  address: 'address',
  addr: 'address',
  offset: 'address',
  bytes: 'bytes',
  size: 'bytes',
  length: 'bytes',
  name: 'name',
  label: 'name',
  cell: 'name',
  meaning: 'meaning',
  description: 'meaning',
  purpose: 'meaning',
  notes: 'meaning',
};

const rowText = (columns: readonly (string | number)[]): string =>
  `| ${columns.map((column) => String(column).replaceAll('\\', '\\\\').replaceAll('|', '\\|')).join(' | ')} |`;

/** Windows of the console, and pages in which the test ROM has cells of its own. */
function sectionsOfMap(): { readonly address: number; readonly length: number; readonly holds: string }[] {
  const held = (address: number): boolean =>
    WINDOWS.some((window) => window.address <= address && address < window.address + window.length);
  const own = TEST_ROM_BYTES.filter(({ rom }) => !held(rom));
  return [...WINDOWS, ...own.map(({ rom, length, holds }) => ({ address: rom, length, holds }))];
}

export function writeMarkdown(symbols: readonly MemorySymbol[]): string {
  const sections = sectionsOfMap()
    .sort((one, other) => one.address - other.address)
    .flatMap((window) => {
      const end = window.address + window.length;
      const inside = symbols.filter((symbol) => window.address <= symbol.address && symbol.address < end);
      if (inside.length === 0) return [];
      const rows = inside.map(({ address, width, count, name, meaning, evidence }) =>
        rowText([formatAddress(address), width * count, name, meaning, evidence]),
      );
      const title = `## ${formatAddress(window.address)}-${formatAddress(end - 1)}: ${window.holds}`;
      return [[title, '', rowText(HEAD), rowText(HEAD.map(() => '---')), ...rows, ''].join('\n')];
    });
  const intro = 'Addresses are 24-bit bus addresses in hex, values unsigned and little-endian.';
  return `${['# RAM map of the battle of LIVE A LIVE', '', intro, '', sections.join('\n')].join('\n')}`;
}

/** Cells of a row, `\|` taken back; undefined for a line that is none. */
function columnsOf(content: string): string[] | undefined {
  const text = content.trim();
  if (!text.startsWith('|') || !text.endsWith('|') || text.length < 2) return undefined;
  const columns: string[] = [''];
  const inner = text.slice(1, -1);
  for (let at = 0; at < inner.length; at++) {
    const sign = inner[at] ?? '';
    if (sign === '\\' && at + 1 < inner.length) columns[columns.length - 1] += inner[++at] ?? '';
    else if (sign === '|') columns.push('');
    else columns[columns.length - 1] += sign;
  }
  return columns.map((column) => column.trim());
}

const parseAddress = (text: string): number | undefined => {
  const digits = text
    .replaceAll('`', '')
    .replace(/^(\$|0x)/i, '')
    .replace(':', '');
  return /^[0-9A-Fa-f]{4,6}$/.test(digits) ? Number.parseInt(digits, 16) : undefined;
};

/** Reads every table that has a column of addresses; other text is no part of the map. */
export function readMarkdown(text: string, file: string, unread: Unread): ReadResult {
  const entries: WatchEntry[] = [];
  let head: (string | undefined)[] | undefined;
  let before: string[] | undefined;
  eachRow(text, unread, (content, line) => {
    const columns = columnsOf(content);
    if (columns === undefined) {
      head = undefined;
      before = undefined;
      return;
    }
    if (columns.every((column) => /^:?-+:?$/.test(column))) {
      const names = before?.map((column) => ALIASES[column.toLowerCase()]);
      head = names?.includes('address') === true ? names : undefined;
      return;
    }
    before = columns;
    if (head === undefined) return;
    if (columns.length !== head.length) {
      throw lineError(
        file,
        line,
        `the row has ${countText(columns.length, 'column')}`,
        content,
        `${head.length}, as its head`,
      );
    }
    const value = (name: string): string => columns[head?.indexOf(name) ?? -1] ?? '';
    const address = parseAddress(value('address'));
    if (address === undefined) {
      throw lineError(file, line, 'this is not an address', value('address'), '4 to 6 hex digits');
    }
    const bytes = value('bytes') === '' ? '0' : value('bytes');
    if (!/^[0-9]{1,6}$/.test(bytes)) throw lineError(file, line, 'this is not a number of bytes', bytes, 'digits');
    entries.push({
      name: value('name').replaceAll('`', ''),
      // Four digits are the low bank of work RAM.
      address: ownAddress(address <= 0xffff && !/[0-9A-Fa-f]{6}/.test(value('address')) ? WORK_RAM + address : address),
      bytes: Number(bytes),
      bigEndian: false,
      display: 'unsigned',
      note: value('meaning'),
      line,
    });
  });
  return { entries, skipped: [] };
}
