/**
 * BizHawk watch files: `SystemID SNES`, then six columns parted by tabs: hex address, size,
 * display, endian, domain, notes. Sources: BizHawk WatchList.cs and Watch.cs.
 */
import { WORK_RAM, WORK_RAM_BYTES } from '../../../../rom-map/index.js';
import { LockstepError } from '../../../base/errors.js';
import { countText, hexText } from '../../../base/number-text.js';
import { ownAddress, workRamOffset } from './bus.js';
import { type MemorySymbol, remark } from './symbol.js';
import { eachRow, lineError, type ReadResult, type SkippedEntry, type Unread, type WatchEntry } from './watch-list.js';

const SIZES = ['', 'b', 'w', '', 'd'] as const;
const BYTES: Readonly<Record<string, number>> = { b: 1, w: 2, d: 4 };
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
export function writeWch(symbols: readonly MemorySymbol[]): string {
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
export function writeRr(symbols: readonly MemorySymbol[]): string {
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

export function readWch(text: string, file: string, unread: Unread): ReadResult {
  const entries: WatchEntry[] = [];
  const skipped: SkippedEntry[] = [];
  eachRow(text, unread, (content, line) => {
    checkSystem(content, file, line);
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
    const bytes = BYTES[size];
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
  return { entries, skipped };
}
