/**
 * The FMA form of bsnes-plus's symbol files: `#SNES65816` first, `[SYMBOL]` with `bb:aaaa name TYPE
 * LENGTH`, `[COMMENT]` with `bb:aaaa "text"`; `#` starts a comment. Other sections (commands,
 * graphs) hold no place. The length is written as 1 by assemblers whatever the place is, so it is
 * not taken. Source: bsnes-plus fma_symbol_file.
 */
import { ownAddress } from './bus.js';
import { eachRow, lineError, type ReadResult, type SkippedEntry, type Unread, type WatchEntry } from './watch-list.js';

export const FMA_HEAD = '#SNES65816';

const ADDRESS = '([0-9A-Fa-f]{2}):?([0-9A-Fa-f]{4})';
const SYMBOL = new RegExp(`^${ADDRESS} +(\\S+) +(\\S+) +([0-9A-Fa-f]+)$`);
const COMMENT = new RegExp(`^${ADDRESS} +(?:"([^"]*)"|(\\S+))$`);

/**
 * Sections that hold places; the known others are left out without a word, unknown ones are named.
 */
const OTHERS = ['COMMAND', 'CONFIG', 'FILE', 'SOURCEMAP'];

export function readFma(text: string, file: string, unread: Unread): ReadResult {
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
