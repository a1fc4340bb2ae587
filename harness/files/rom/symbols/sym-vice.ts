/**
 * The VICE form of label files, as ld65 writes it and bsnes-plus reads it: `al AAAAAA name`, a bus
 * address in hex; ld65 puts a dot before the name. Source: bsnes-plus vice_label_file.
 */
import { ownAddress } from './bus.js';
import { eachRow, lineError, type ReadResult, type Unread, type WatchEntry } from './watch-list.js';

/** Whether the first non-empty line is a VICE label. */
export function looksLikeVice(text: string): boolean {
  return /^\uFEFF?\s*al [0-9A-Fa-f]+ /.test(text);
}

export function readVice(text: string, file: string, unread: Unread): ReadResult {
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
