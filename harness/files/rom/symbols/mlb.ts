/**
 * Mesen 2 label files: `MemoryType:ADDR[-END]:Label[:Comment]`, the address an offset in that
 * memory. Source: Mesen 2 CodeLabel.cs.
 */
import { WORK_RAM, WORK_RAM_BYTES } from '../../../../rom-map/index.js';
import { hexText } from '../../../base/number-text.js';
import { workRamOffset } from './bus.js';
import { type MemorySymbol, remark } from './symbol.js';
import { eachRow, lineError, type ReadResult, type SkippedEntry, type Unread, type WatchEntry } from './watch-list.js';

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
export function writeMsl(symbols: readonly MemorySymbol[]): string {
  const lines = symbols.map((symbol) => {
    const [type, offset] = placeOf(symbol);
    return `${SHORT_TYPES[type] ?? type}:${hexText(offset, 4)}:${symbol.label}:${remark(symbol)}`;
  });
  return `${lines.join('\n')}\n`;
}

/** Writes a Mesen 2 label file. A symbol of several bytes becomes a range. */
export function writeMlb(symbols: readonly MemorySymbol[]): string {
  const lines = symbols.map((symbol) => {
    const [type, offset] = placeOf(symbol);
    const bytes = symbol.width * symbol.count;
    const end = bytes > 1 ? `-${hexText(offset + bytes - 1, 4)}` : '';
    return `${type}:${hexText(offset, 4)}${end}:${symbol.label}:${remark(symbol)}`;
  });
  return `${lines.join('\n')}\n`;
}

export function readMlb(text: string, file: string, unread: Unread): ReadResult {
  const entries: WatchEntry[] = [];
  const skipped: SkippedEntry[] = [];
  eachRow(text, unread, (content, line) => {
    if (/^\s*(?:$|[;#]|\/\/)/u.test(content)) return;
    const [, type = '', from = '', to = from, name = '', comment = ''] = LINE.exec(content) ?? [];
    if (type === '')
      throw lineError(file, line, 'this is not a label', content, 'MemoryType:ADDR[-END]:Label[:Comment]');
    const register = type === 'SnesRegister' || type === 'REG';
    if (!register && type !== 'SnesWorkRam' && type !== 'WORK') {
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
  return { entries, skipped };
}
