/** The readers of watch lists, column maps and tables, as targets of the fuzz suite. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseColumnMap } from '../../../harness/convert/column-map.js';
import { importTable } from '../../../harness/convert/import-table.js';
import { decodeText } from '../../../harness/read-text.js';
import { readWatchList, type WatchFormat } from '../../../harness/symbols/index.js';
import { TICKER } from '../fixtures/counter-system.js';
import { decodeText as decodeTrace } from '../fixtures/read-rows.js';
import type { Target } from './targets.js';

const scratch = mkdtempSync(join(tmpdir(), 'lockstep-fuzz-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** `sym fma`, `sym vice`: other forms of the same format. */
const WATCHES: Readonly<Record<WatchFormat | `sym ${string}`, string>> = {
  wch: 'SystemID SNES\n003AE\tw\tu\t0\tWRAM\tAP\n00338\tb\th\t1\tWRAM\trng: state\n7EAC34\td\ts\t0\tSystem Bus\tOP\n',
  mlb: 'SnesWorkRam:03AE-03AF:AP:points: two\nREG:4218:JOY1L\nSnesPrgRom:012828:add:x\n',
  sym: '; by hand\n[labels]\n7e:03ae AP\n00:0338 rng ; state\n[comments]\n7e:03ae points\n',
  'sym fma': '#SNES65816\n[SYMBOL]\n7e:03ae AP ANY 1\n000338 rng FUNC 1A # state\n[COMMENT]\n7e:03ae "points"\n',
  'sym vice': 'al 7E03AE .AP\nal 000338 rng\n',
  notes: '{"Success":true,"CodeNotes":[{"User":"a","Address":"0x0003ae","Note":"[16-bit] AP\\r\\npoints"}]}',
  markdown:
    '# map\n\n| address | bytes | name | meaning |\n|---|---|---|---|\n| 7E03AE | 2 | AP | a \\| b |\n| $0338 | 1 | rng | |\n',
};

/** The forms have no checksum: much that is damaged is still a watch list. */
const WATCH_TARGETS = Object.entries(WATCHES).map(([name, text]): Target => {
  const format = name.split(' ')[0] as WatchFormat;
  const read = (bytes: Buffer): string => {
    const list = readWatchList(decodeText(bytes, 'mutant'), format, 'mutant');
    for (const { address, bytes: width, line } of list.entries) {
      const right = address >= 0 && address <= 0xffffff && width >= 0 && line >= 1;
      if (!right) throw new Error(`a wrong entry: ${address} ${width} ${line}`);
    }
    return JSON.stringify(list);
  };
  return { name: `watch list ${name}`, samples: [Buffer.from(text)], read, sealed: false, lenient: true };
});

const COLUMNS = `columns = 1
system = "ticker"
from = "x"
pad = "Pad"
frame = { column = "Frame", offset = 1 }
source = { kind = "reference", rom = { title = "none" } }
numbers = "prefixed"
[cells]
sum = { column = "Sum", endian = "big" }
presses = { column = "Presses", numbers = "hex" }
large = { column = "Large", signed = true }
padWord = { columns = ["Low", "High"] }
`;
const TABLES = {
  csv: 'Frame,Pad,Sum,Presses,Large,Low,High\n0,0,12,ff,-5,1,2\n1,0x100,$0d,"0a",5,3,4\n2,7,65535,00,-2147483648,255,0\n',
  ndjson:
    '{"Frame":0,"Pad":0,"Sum":12,"Presses":"ff","Large":-5,"Low":1,"High":2}\n' +
    '{"Frame":1,"Pad":"0x100","Sum":"$0d","Presses":"0a","Large":5,"Low":3,"High":4}\n',
};

/** Whatever is written must be a whole trace. */
const TABLE_TARGETS = Object.entries(TABLES).map(([ending, text]): Target => {
  const map = parseColumnMap(COLUMNS, 'map.toml');
  const read = async (bytes: Buffer): Promise<string> => {
    const file = join(scratch, `mutant.${ending}`);
    const out = join(scratch, `${ending}.jsonl`);
    writeFileSync(file, bytes);
    await importTable(file, out, map, [TICKER]);
    return JSON.stringify(decodeTrace(readFileSync(out)));
  };
  return { name: `table ${ending}`, samples: [Buffer.from(text)], read, sealed: false, lenient: true, short: 300 };
});

export const TEXT_TARGETS: readonly Target[] = [
  ...WATCH_TARGETS,
  ...TABLE_TARGETS,
  {
    name: 'column map',
    samples: [Buffer.from(COLUMNS)],
    read: (bytes) => JSON.stringify(parseColumnMap(decodeText(bytes, 'mutant.toml'), 'mutant.toml')),
    sealed: false,
    lenient: true,
  },
];
