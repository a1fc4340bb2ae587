/**
 * Slow parsers of the watch and label files, written from the emulators' descriptions of them. They import nothing and
 * take nothing but what the emulator takes: a line it would drop is an error here.
 */

export interface Parsed {
  /** Offset in the memory that `memory` names. */
  readonly offset: number;
  readonly memory: string;
  /** 0: the form does not tell. */
  readonly bytes: number;
  readonly text: string;
}

const isHex = (text: string): boolean => text !== '' && [...text].every((sign) => '0123456789ABCDEF'.includes(sign));

/** BizHawk: five tabs a line; the address has the digits of its domain's size. */
export function wch(text: string): Parsed[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('the last line has no end');
  if (lines.shift() !== 'SystemID SNES') throw new Error('no system');
  return lines.map((line) => {
    if (line.split('').filter((sign) => sign === '\t').length !== 5) throw new Error(`tabs: ${line}`);
    const [address = '', size = '', display = '', endian = '', domain = '', notes = ''] = line.split('\t');
    const digits = domain === 'WRAM' ? 5 : domain === 'System Bus' ? 6 : 0;
    if (address.length !== digits || !isHex(address)) throw new Error(`address: ${line}`);
    const bytes = size === 'b' ? 1 : size === 'w' ? 2 : size === 'd' ? 4 : 0;
    if (bytes === 0 || !'suhb123f'.includes(display) || display.length !== 1) throw new Error(`columns: ${line}`);
    if (endian !== '0') throw new Error(`endian: ${line}`);
    return { offset: Number.parseInt(address, 16), memory: domain, bytes, text: notes };
  });
}

/** Mesen 2: parts by colon, at most four; the label a letter, `_` or `@` first, not over 400 bytes. */
export function mlb(text: string): Parsed[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('the last line has no end');
  return lines.map((line) => {
    const [memory = '', range = '', label = '', ...comment] = line.split(':');
    if (!['SnesWorkRam', 'SnesPrgRom', 'SnesRegister'].includes(memory)) throw new Error(`memory: ${line}`);
    const [from = '', to = from, ...more] = range.split('-');
    if (from.length < 4 || !isHex(from) || !isHex(to) || more.length > 0) throw new Error(`range: ${line}`);
    if (label.length > 400 || !/^[@_a-zA-Z]+[@_a-zA-Z0-9]*$/.test(label)) throw new Error(`label: ${line}`);
    const bytes = Number.parseInt(to, 16) - Number.parseInt(from, 16) + 1;
    return { offset: Number.parseInt(from, 16), memory, bytes, text: `${label} ${comment.join(':')}` };
  });
}

/** bsnes-plus: fixed columns; bank 0-1, colon, address 3-6, one space, name from column 8 on. */
export function sym(text: string): Parsed[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('the last line has no end');
  const found: Parsed[] = [];
  let section = '';
  for (const line of lines) {
    if (line === '') continue;
    if (line.startsWith('[')) {
      section = line;
      if (section !== '[labels]' && section !== '[comments]') throw new Error(`section: ${line}`);
      continue;
    }
    const [bank, place, rest] = [line.slice(0, 2), line.slice(3, 7), line.slice(8)];
    if (section === '' || line[2] !== ':' || line[7] !== ' ' || rest.startsWith(' ')) throw new Error(`line: ${line}`);
    if (!isHex(bank.toUpperCase()) || !isHex(place.toUpperCase())) throw new Error(`address: ${line}`);
    if (line.includes(';')) throw new Error(`cut: ${line}`);
    if (section === '[labels]' && rest.includes(' ')) throw new Error(`name: ${line}`);
    found.push({ offset: Number.parseInt(bank + place, 16), memory: section, bytes: 0, text: rest });
  }
  return found;
}

/** RetroAchievements: the answer to `codenotes2`; one note an address, below 0A0800. */
export function notes(text: string): Parsed[] {
  const answer = JSON.parse(text) as { Success: boolean; CodeNotes: { User: string; Address: string; Note: string }[] };
  if (!answer.Success) throw new Error('no success');
  const seen = new Set<number>();
  return answer.CodeNotes.map(({ User, Address, Note }) => {
    const offset = Number(Address);
    if (!Address.startsWith('0x') || !(offset >= 0 && offset < 0x20000)) throw new Error(`address: ${Address}`);
    if (seen.has(offset) || User === '' || Note === '') throw new Error(`note: ${Address}`);
    seen.add(offset);
    const [, size = '', unit = ''] = /^\[(\d+)(-bit| bytes)\] /.exec(Note) ?? [];
    const bytes = unit === '-bit' ? Number(size) / 8 : Number(size);
    return { offset, memory: 'WRAM', bytes, text: Note };
  });
}

/** GitHub tables: every row has as many cells as its head. */
export function markdown(text: string): Parsed[] {
  const found: Parsed[] = [];
  for (const block of text.split('\n\n').filter((part) => part.startsWith('|'))) {
    const rows = block
      .trimEnd()
      .split('\n')
      .map((line) => line.replaceAll('\\|', '\u0001').split('|').slice(1, -1));
    const [head = [], rule = [], ...body] = rows;
    if (head.join('|') !== ' address | bytes | name | meaning | evidence ') throw new Error(`head: ${head.join('|')}`);
    if (!rule.every((cell) => cell === ' --- ') || rule.length !== head.length) throw new Error('rule');
    for (const row of body) {
      if (row.length !== head.length) throw new Error(`row: ${row.join('|')}`);
      const [address = '', bytes = '', name = ''] = row.map((cell) => cell.trim());
      if (address.length !== 6 || !isHex(address)) throw new Error(`address: ${address}`);
      found.push({ offset: Number.parseInt(address, 16), memory: 'bus', bytes: Number(bytes), text: name });
    }
  }
  return found;
}
