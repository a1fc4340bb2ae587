/** The readers of watch lists, column maps, tables, poke scripts, CPU profiles, sequences of calls and RAM dumps, as targets of the fuzz suite. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { decodeText } from '../../../harness/base/reading.js';
import { parseColumnMap } from '../../../harness/capture/convert/column-map.js';
import { importTable } from '../../../harness/capture/convert/import-table.js';
import { formatPokeScript, parsePokeScript } from '../../../harness/capture/record/poke-script.js';
import { readWatchList } from '../../../harness/files/rom/symbols/read.js';
import type { WatchFormat } from '../../../harness/files/rom/symbols/symbol.js';
import { parseProfile } from '../../../harness/original/cpu-trace/profile.js';

import { createCaseMachine } from '../../../harness/original/vectors/case-machine.js';
import { linesOf } from '../../../harness/original/vectors/files.js';
import { runSequence } from '../../../harness/original/vectors/sequences.js';
import { readDump } from '../../../harness/play/discover/dump.js';
import { TICKER } from '../fixtures/counter-system.js';
import { decodeText as decodeTrace } from '../fixtures/read-rows.js';
import { shortSequence } from '../fixtures/short-sequence.js';
import { scratchPath, written } from './scratch.js';
import type { Target } from './targets.js';

/** `sym fma`, `sym vice`, `sym dbg`: other forms of the same format. */
const WATCHES: Readonly<Record<WatchFormat | `sym ${string}`, string>> = {
  wch: 'SystemID SNES\n003AE\tw\tu\t0\tWRAM\tAP\n00338\tb\th\t1\tWRAM\trng: state\n7EAC34\td\ts\t0\tSystem Bus\tOP\n',
  rr: '\n2\n00000\t7E03AE\tw\tu\t0\tAP\n00001\t7E0338\tb\th\t0\trng\n',
  msl: 'PRG:0000:Main\nWORK:03AE:AP:points\n',
  nocash: ';no$snes symbolic information\n00808000 Main\n007E03AE AP\n',
  diztinguish: '7E03AE,AP,points, two\n808000,Main,\n',
  'sym dbg': 'version\tmajor=2,minor=0\nsym\tid=0,name="AP",addrsize=absolute,size=2,val=0x7E03AE,type=lab\n',
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
    const file = written(`mutant.${ending}`, bytes);
    const out = scratchPath(`${ending}.jsonl`);
    await importTable(file, out, map, [TICKER]);
    return JSON.stringify(decodeTrace(readFileSync(out)));
  };
  return { name: `table ${ending}`, samples: [Buffer.from(text)], read, sealed: false, lenient: true };
});

const SEQUENCE = Buffer.from(`${shortSequence().join('\n')}\n`);
const caseMachine = createCaseMachine();
function readSequence(bytes: Buffer): string {
  const { cases, equal } = runSequence('mutant.jsonl', linesOf(bytes, 'mutant.jsonl'), caseMachine);
  return `${equal} of ${cases}`;
}

const PROFILE = JSON.stringify({
  profile: 1,
  name: 'x',
  mapping: 'lorom',
  exitCell: '7E1E30',
  scratch: ['7E0310-0312'],
  tables: [{ at: '009000', is: 'D50010', bytes: 16 }],
  tableBytes: { D50010: [1, 2] },
  routines: [{ routine: 'C1:1C02', name: 'order-points-idle', entry: '008123', stops: { '008130': 'C1:1C10' } }],
});

const FRAME_BYTES = 64;
const DUMP = Buffer.from(Array.from({ length: 5 * FRAME_BYTES }, (_, index) => (index * 7) & 0xff));
async function readDumpBytes(bytes: Buffer): Promise<string> {
  const file = written('mutant.bin', bytes);
  const frame = new Uint8Array(FRAME_BYTES);
  const frames: string[] = [];
  for await (const _ of readDump(file, frame, 1)) frames.push(Buffer.from(frame).toString('hex'));
  return frames.join(' ');
}

function readPokes(bytes: Buffer): string {
  const text = formatPokeScript(parsePokeScript(decodeText(bytes, 'mutant.txt'), 'mutant.txt'));
  if (formatPokeScript(parsePokeScript(text)) !== text) throw new Error('a poke script changes when written and read');
  return text;
}

export const TEXT_TARGETS: readonly Target[] = [
  ...WATCH_TARGETS,
  ...TABLE_TARGETS,
  { name: 'sequence', samples: [SEQUENCE], read: readSequence, sealed: false, oneCode: true },
  {
    name: 'CPU profile',
    samples: [Buffer.from(PROFILE)],
    read: (bytes) => JSON.stringify(parseProfile(decodeText(bytes, 'mutant.json'), 'mutant.json')),
    sealed: false,
    lenient: true,
  },
  {
    name: 'poke script',
    samples: [Buffer.from('# frame address bytes\n3 01E22 0D00\n3 01E30 ff # x\n20 00000 01\n')],
    read: readPokes,
    sealed: false,
    lenient: true,
  },
  {
    name: 'RAM dump',
    samples: [DUMP, gzipSync(DUMP)],
    read: readDumpBytes,
    sealed: false,
    lenient: true,
  },
  {
    name: 'column map',
    samples: [Buffer.from(COLUMNS)],
    read: (bytes) => JSON.stringify(parseColumnMap(decodeText(bytes, 'mutant.toml'), 'mutant.toml')),
    sealed: false,
    lenient: true,
  },
];
