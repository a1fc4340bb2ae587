/**
 * RetroAchievements code notes as saved by a user: the answer of the server (`CodeNotes`), or the
 * bare list of the toolkit's cache. Addresses 0-1FFFF are work RAM. Source: rcheevos
 * rc_api_editor.c and consoleinfo.c.
 */
import { WORK_RAM, WORK_RAM_BYTES } from '../../../../rom-map/index.js';
import { LockstepError } from '../../../base/errors.js';
import { countText, hexText } from '../../../base/number-text.js';
import { workRamOffset } from './bus.js';
import { type MemorySymbol, remark } from './symbol.js';
import type { ReadResult, SkippedEntry, WatchEntry } from './watch-list.js';

const ADDRESS = /^0x[0-9A-Fa-f]{1,8}$/;
/** `[16-bit]`, `[16 bit BE]`, `[8-Bit]`: the informal tags in notes. */
const BITS = /\[\s*(8|16|24|32)[\s-]*bits?\b[^\]]*\]/i;
const BYTES = /\[\s*(\d{1,5})[\s-]*bytes?\b[^\]]*\]/i;

/** Whether code notes can hold the symbol. */
export function hasNote(symbol: MemorySymbol): boolean {
  return workRamOffset(symbol.address) >= 0;
}

function tag({ width, count }: MemorySymbol): string {
  return count > 1 ? `[${countText(width * count, 'byte')}]` : `[${8 * width}-bit]`;
}

/** Writes code notes. Every symbol must be one that `hasNote` accepts. */
export function writeNotes(symbols: readonly MemorySymbol[]): string {
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
  let data: unknown;
  try {
    data = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    return fail(file, 'the notes are not JSON', (error as Error).message.replaceAll(/\s+/g, ' '), 'JSON');
  }
  const list = Array.isArray(data) ? data : (data as { CodeNotes?: unknown } | null)?.CodeNotes;
  if (!Array.isArray(list)) return fail(file, 'the file holds no notes', typeof data, 'a list CodeNotes');
  return list;
}

/** 1-based line of every `"Address"` key, in their order; only for messages. */
function addressLines(text: string): number[] {
  return text.split('\n').flatMap((content, index) => [...content.matchAll(/"Address"\s*:/g)].map(() => index + 1));
}

export function readNotes(text: string, file: string): ReadResult {
  const entries: WatchEntry[] = [];
  const skipped: SkippedEntry[] = [];
  const lines = addressLines(text);
  for (const [index, item] of listIn(text, file).entries()) {
    const line = lines[index] ?? 1;
    const { Address: place, Note: note } = (item ?? {}) as { Address?: unknown; Note?: unknown };
    if (typeof place !== 'string' || !ADDRESS.test(place)) {
      fail(file, `note ${index + 1} has no address`, JSON.stringify(place) ?? 'nothing', '"0x" and hex digits');
    }
    if (typeof note !== 'string') {
      fail(file, `note ${index + 1} at ${place} has no text`, JSON.stringify(note) ?? 'nothing', 'text');
    }
    // An empty note is a deleted one.
    if (note.trim() === '') continue;
    const offset = Number.parseInt(place, 16);
    if (offset >= WORK_RAM_BYTES) {
      skipped.push({ line, reason: `${place} is not in work RAM` });
      continue;
    }
    const bits = BITS.exec(note);
    const bytes = BYTES.exec(note);
    const [first = '', ...rest] = note.split(/\r?\n/);
    const title = first.replace(BITS, '').replace(BYTES, '').trim();
    const at = title.indexOf(': ');
    entries.push({
      name: at > 0 ? title.slice(0, at) : title,
      address: WORK_RAM + offset,
      bytes: bits !== null ? Number(bits[1]) / 8 : bytes !== null ? Number(bytes[1]) : 0,
      bigEndian: /\bBE\b/.test(bits?.[0] ?? ''),
      display: 'unsigned',
      note: [at > 0 ? title.slice(at + 2) : '', ...rest].filter((part) => part !== '').join('\n'),
      line,
    });
  }
  return { entries, skipped };
}
