/**
 * bsnes-plus symbol files (`<rom>.cpu.sym`, the form of WLA): `[labels]`, then `bb:aaaa name` with
 * bus addresses; `[comments]` likewise; `;` starts a comment. Source: bsnes-plus wla_symbol_file.
 * Read are its other two forms as well.
 */
import { hexText } from '../../base/number-text.js';
import { ownAddress } from './bus.js';
import { FMA_HEAD, readFma } from './sym-fma.js';
import { looksLikeVice, readVice } from './sym-vice.js';
import { type MemorySymbol, remark } from './symbol.js';
import { lineError, type ReadResult, type SkippedEntry, splitLines, type WatchEntry } from './watch-list.js';

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
export function readSym(text: string, file: string): ReadResult {
  if (splitLines(text.slice(0, 64))[0]?.trim() === FMA_HEAD) return readFma(text, file);
  return looksLikeVice(text) ? readVice(text, file) : readWla(text, file);
}

function readWla(text: string, file: string): ReadResult {
  const labels: WatchEntry[] = [];
  const comments = new Map<number, string>();
  const skipped: SkippedEntry[] = [];
  let section = '';
  splitLines(text).forEach((raw, index) => {
    const line = index + 1;
    const content = raw.split(';')[0]?.trimEnd() ?? '';
    if (content === '') return;
    const heading = /^\[(.+)\]$/.exec(content)?.[1];
    if (heading !== undefined) {
      section = heading.toLowerCase();
      if (section !== 'labels' && section !== 'comments') skipped.push({ line, reason: `section ${content}` });
      return;
    }
    if (section === '')
      throw lineError(
        file,
        line,
        'the file does not begin with a section',
        content,
        '[labels], #SNES65816 or al AAAAAA name',
      );
    if (section !== 'labels' && section !== 'comments') return;
    const [, bank = '', place = '', rest = ''] = /^([0-9A-Fa-f]{2}):([0-9A-Fa-f]{4}) (.+)$/.exec(content) ?? [];
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
