/**
 * The readers that are fed with damaged bytes. A target returns what it read in a form that can be compared, or throws;
 * only a LockstepError may be thrown.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { LockstepError } from '../../../harness/base/errors.js';
import { formatPadScript, parsePadScript } from '../../../harness/base/pad-script.js';
import { readRecording } from '../../../harness/capture/record/recording-reader.js';
import { writeBk2, writeLsmv } from '../../../harness/files/movies/movie-writers.js';
import { readMovieBytes } from '../../../harness/files/movies/read-movie.js';
import { identify, romFromBytes } from '../../../harness/files/rom/image.js';
import { applyPatch } from '../../../harness/files/rom/patch/patch.js';
import { linesOf } from '../../../harness/original/vectors/files.js';
import { parseCase, parseHeader } from '../../../harness/original/vectors/format.js';
import { readPlan } from '../../../harness/play/plan/read-plan.js';
import { battleOf } from '../../../harness/play/trace/bind.js';
import { createTraceDecoder } from '../../../harness/play/trace/decoder.js';
import { rowText } from '../../../harness/play/trace/encoder.js';
import { readTraceStream } from '../../../harness/play/trace/reader.js';

import { createReplay } from '../../../harness/play/verify/replay.js';
import { buildRecording } from '../capture/record/recording-bytes.js';
import { bk2File, bk2Log, lsmvFile, lsmvInput, mmoFile, smvFile } from '../files/movies/movie-files.js';
import { zipOf } from '../files/movies/zip-bytes.js';
import { makeBps, makeIps, makeUps } from '../files/rom/patch-bytes.js';
import { syntheticImage } from '../files/rom/synthetic-image.js';
import { COUNTER, TICKER } from '../fixtures/counter-system.js';
import { plainRow } from '../fixtures/read-rows.js';
import { rowLines, sealed, somePads, tickerHeader, tickerRows } from '../fixtures/ticker-log.js';
import { CPU_TRACE_SAMPLES, readMutant } from '../original/cpu-trace/fuzz-target.js';
import { CERTIFICATE_TARGETS } from './certificate-targets.js';
import { FIELD_TARGETS } from './field-targets.js';
import { KEPT_TARGETS } from './kept-targets.js';
import type { Random } from './random.js';
import { written } from './scratch.js';
import { TEXT_TARGETS } from './text-targets.js';

export interface Target {
  readonly name: string;
  readonly samples: readonly Buffer[];
  /** What the reader made of the bytes, as text. */
  read(bytes: Buffer, random: Random): Promise<string> | string;
  /** True: a damaged input that is accepted must read as one of the samples does. */
  readonly sealed: boolean;
  /** The reader has a single code for everything that is wrong. */
  readonly oneCode?: true;
  /** Text without a checksum, in which most damages make other sense: fewer are refused. */
  readonly lenient?: true;
  /** Mutants of a short run where a read takes long: its share of 2,000. */
  readonly short?: number;
}

const COMMANDS = [
  '[0,{"command":"add","amount":5},"full",[15,1,251]]',
  '[1,{"command":"add","amount":101},"E_RANGE",[]]',
  '[2,{"command":"pick","who":"gamma"},[0,17,1,2,2,254]]',
];

const COUNTER_HEADER = tickerHeader({
  system: 'counter',
  systemVersion: 1,
  unit: 'command',
  setup: { start: 10 },
  cells: [
    ['total', '000100', 2],
    ['steps', '000102', 1],
    ['balance', '000200', 1],
  ],
});

const TEXTS = [
  sealed(
    tickerHeader({
      inputs: ['padWord'],
      sequence: { begin: 'begin', end: 'end' },
      masks: [{ cell: 'sum', from: 3, to: 5, reason: 'a', evidence: 'b', date: '2026-11-21' }],
      image: { '7E1E00': '000000000000', '7E0344': '000000', '7E0400': '00000000' },
    }),
    rowLines(tickerRows(somePads(12))),
  ),
  sealed(COUNTER_HEADER, COMMANDS),
  sealed(tickerHeader({ cells: [['presses', '7E0344', 1]] }), ['[0,1,"full",[1]]', '[1,0,[],40]', '[41,1,[0,2]]'], 42),
].map((text) => Buffer.from(text));

/** Decodes in pieces of a random size; returns header and rows. */
function decode(bytes: Buffer, random: Random): string {
  const decoder = createTraceDecoder('mutant.jsonl');
  const rows: unknown[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random.below(bytes.length);
    decoder.push(bytes.subarray(at, at + size));
    while (decoder.next()) rows.push(plainRow(decoder.row()));
    at += size;
  }
  decoder.finish();
  return JSON.stringify([decoder.header(), rows]);
}

async function decodeGzip(bytes: Buffer): Promise<string> {
  const reader = await readTraceStream(Readable.from([bytes]), true, 'mutant.jsonl.gz', { maxBytes: 10_000_000 });
  const rows: unknown[] = [];
  do {
    while (reader.next()) rows.push(plainRow(reader.row));
  } while (await reader.fill());
  return JSON.stringify([reader.header, rows]);
}

/** Gives the damaged log a right footer again, so that the damage reaches rows and replay. */
function reseal(bytes: Buffer): Buffer {
  const list = bytes.toString('latin1').split('\n');
  if (list.at(-1) === '') list.pop();
  if (list.at(-1)?.startsWith('{"end"') === true) list.pop();
  const content = Buffer.from(`${list.join('\n')}\n`, 'latin1');
  const frames = list.slice(1).reduce((sum, line) => sum + Number(/\],(\d+)\]$/.exec(line)?.[1] ?? 1), 0);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const footer = `{"end":1,"rows":${list.length - 1},"frames":${frames},"sha256":"${sha256}"}\n`;
  return Buffer.concat([content, Buffer.from(footer)]);
}

/** Reads and replays; every row with a pad word must be the very text that the serializer would write. */
function replayResealed(mutant: Buffer): string {
  const bytes = reseal(mutant);
  const list = bytes.toString('latin1').split('\n');
  const decoder = createTraceDecoder('mutant.jsonl');
  decoder.push(bytes);
  let replay: ReturnType<typeof createReplay> | undefined;
  while (decoder.next()) {
    const header = decoder.header();
    if (header === undefined) throw new Error('a row without a header');
    const system = header.system === 'counter' ? COUNTER : TICKER;
    replay ??= createReplay(system, battleOf(system, header, 'mutant.jsonl'), header, 'mutant.jsonl', {
      continueAfterDifference: true,
    });
    const row = decoder.row();
    if (row.command === undefined) {
      const text = rowText({
        frame: row.frame,
        what: row.pad,
        error: row.error,
        full: row.full,
        values: row.full ? row.values : row.changes,
        length: row.full ? row.values.length : 2 * row.changed,
        count: row.count,
      });
      if (text !== list[row.line - 1]) throw new Error(`line ${row.line} is not canonical: ${list[row.line - 1]}`);
    }
    // A fold of a million frames is right but says nothing new.
    if (row.count < 1000) replay.row(row);
  }
  decoder.finish();
  return JSON.stringify(replay?.counts ?? {});
}

const PLANS = [
  `plan = 1
system = "counter"
title = "x"
[ruleset]
name = "default"
switches = { wrap = "clamp" }
[setup]
start = 10
[[do]]
command = "add"
amount = 5
label = "five"
expect = { total = 15, "balance" = -5 }
[[do]]
command = "pick"
who = ['gamma', """beta
"""]
repeat = 3
[[expect]]
after = "five"
cells = { steps = 1 }
[query]
dice = 2
`,
].map((text) => Buffer.from(text));

const PADS = ['# frame mask\n0 000\n20 100\n25 0\n100 041 # A\n'].map((text) => Buffer.from(text));

function readPads(bytes: Buffer): string {
  const text = formatPadScript(parsePadScript(bytes.toString('utf8'), { file: 'mutant.txt' }));
  // What was read must be what is written and read again.
  const again = formatPadScript(parsePadScript(text));
  if (again !== text) throw new Error('a pad script changes when it is written and read');
  return text;
}

const VECTORS = [
  `{"vectors":1,"routine":"C1:2828","name":"ap-add","does":"x","scratch":["7E0310","7E0312-0314"],"evidence":"executed","cases":2}
{"in":{"regs":{"A":5},"mem":{"7E03AE":0,"7E03AF":1}},"out":{"exit":"return","regs":{"A":5},"mem":{"7E03AE":5,"7E03AF":1}}}
{"op":"ADC","mode":"imm","in":{"regs":{"A":255,"P":194},"operand":154},"out":{"exit":"return"},"draws":[1,255]}
`,
].map((text) => Buffer.from(text));

function readVectors(bytes: Buffer): string {
  const [first = '', ...rest] = linesOf(bytes, 'mutant.jsonl');
  const header = parseHeader(first, 'mutant.jsonl');
  const cases = rest.map((line, index) => parseCase(line, 'mutant.jsonl', index + 2));
  const plain = (_key: string, value: unknown): unknown =>
    value instanceof Map || value instanceof Set ? [...value] : value;
  return JSON.stringify([header, cases], plain);
}

const RECORDINGS = [buildRecording(5).bytes, buildRecording(5, 3).bytes];

async function readRecordingBytes(bytes: Buffer): Promise<string> {
  const file = written('mutant.bin', bytes);
  const frames: string[] = [];
  const summary = await readRecording(file, (frame) => {
    frames.push(`${frame.frame} ${frame.mask} ${Buffer.from(frame.bytes).toString('hex')}`);
  });
  return JSON.stringify([summary, frames]);
}

const MOVIE_ROWS = [['A'], ['Up', 'R'], [], ['Start']];
const BK2_LOG = bk2Log(MOVIE_ROWS, { second: MOVIE_ROWS });
const MOVIES = [
  bk2File(BK2_LOG, {
    more: [
      { name: 'Markers.txt', content: '0\tPower on\n3\there\n' },
      { name: 'LagLog', content: '{"0":true,"3":false}\n{}\n' },
      { name: 'Branches/Header0.json', content: '{"Frame":2}\n' },
      { name: 'Branches/InputLog0.txt', content: '|..|............|............|\n' },
    ],
  }),
  lsmvFile(lsmvInput(MOVIE_ROWS), { 'input.1': lsmvInput([['X']]), subtitles: '1 2 a\\nb\n' }),
  mmoFile(MOVIE_ROWS),
  smvFile(MOVIE_ROWS, { version: 1 }),
  smvFile(MOVIE_ROWS, { version: 5, mask: 1 }),
];

/** Reads; what was read must be what is written and read again. */
function readMovieBack(bytes: Buffer): string {
  const { input, branches, ...rest } = readMovieBytes(bytes, 'mutant');
  // Writing takes longer than reading: every eighth length.
  if (input.pads.length <= 2 && rest.dropped.length === 0 && bytes.length % 8 === 0) {
    for (const again of [writeBk2(input), writeLsmv({ ...input, powers: [] })]) {
      if (JSON.stringify(readMovieBytes(again, 'again').input.pads) !== JSON.stringify(input.pads))
        throw new Error('rows change');
    }
  }
  return JSON.stringify([input, branches, rest.markers, [...rest.lag]]);
}

/** The same movie with damage inside of its text, in a whole archive. */
function readMovieText(bytes: Buffer): string {
  return readMovieBack(
    zipOf([
      { name: 'Header.txt', content: 'Platform SNES\n' },
      { name: 'Input Log.txt', content: bytes, stored: true },
    ]),
  );
}

function readLsmvText(bytes: Buffer): string {
  const fields = {
    systemid: 'lsnes-rr1',
    controlsversion: '0',
    gametype: 'snes_ntsc',
    input: bytes.toString('latin1'),
  };
  return readMovieBack(zipOf(Object.entries(fields).map(([name, content]) => ({ name, content, stored: true }))));
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes);
}

const PATCH_SOURCE = Uint8Array.from({ length: 600 }, (_, index) => (index * 7) & 0xff);
const PATCH_RESULT = Uint8Array.from({ length: 640 }, (_, index) => (index * 7 + (index % 50 === 0 ? 1 : 0)) & 0xff);

function readPatch(bytes: Buffer): string {
  return createHash('sha256')
    .update(applyPatch(bytes, PATCH_SOURCE, 'mutant').image)
    .digest('hex');
}

/** An image of 64 KiB would be slow to damage: the bytes stand at its end, where the header is. */
function readImage(bytes: Buffer): string {
  const image = new Uint8Array(0x1_0000);
  image.set(bytes.subarray(0, 0x200), 0xfe00);
  const rom = romFromBytes(bytes.length % 2 === 0 ? image : bytes, 'mutant.sfc');
  return JSON.stringify(identify(rom.image));
}

export const TARGETS: readonly Target[] = [
  ...TEXT_TARGETS,
  ...KEPT_TARGETS,
  ...FIELD_TARGETS,
  ...CERTIFICATE_TARGETS,
  { name: 'trace', samples: TEXTS, read: decode, sealed: true },
  // damage of the wrapping is told before what it made of a row
  { name: 'trace gzip', samples: TEXTS.map((text) => gzipSync(text)), read: decodeGzip, sealed: true, oneCode: true },
  { name: 'trace resealed', samples: TEXTS, read: replayResealed, sealed: false },
  { name: 'plan', samples: PLANS, read: (bytes) => JSON.stringify(readPlan(bytes, 'mutant.toml')), sealed: false },
  { name: 'pad script', samples: PADS, read: readPads, sealed: false },
  { name: 'vectors', samples: VECTORS, read: readVectors, sealed: false, oneCode: true },
  { name: 'CPU trace', samples: CPU_TRACE_SAMPLES, read: readMutant, sealed: false },
  { name: 'recording', samples: RECORDINGS, read: readRecordingBytes, sealed: true },
  { name: 'movie', samples: MOVIES, read: readMovieBack, sealed: false },
  { name: 'input log', samples: [Buffer.from(BK2_LOG)], read: readMovieText, sealed: false },
  {
    name: 'lsmv rows',
    samples: [Buffer.from(lsmvInput(MOVIE_ROWS))],
    read: readLsmvText,
    sealed: false,
    oneCode: true,
  },
  { name: 'IPS', samples: [makeIps(PATCH_SOURCE, PATCH_RESULT)].map(toBuffer), read: readPatch, sealed: false },
  {
    name: 'UPS and BPS',
    samples: [
      makeUps(PATCH_SOURCE, PATCH_RESULT),
      makeBps(PATCH_SOURCE, PATCH_RESULT, [[1, PATCH_RESULT.length, ...PATCH_RESULT]], 'notes'),
    ].map(toBuffer),
    read: readPatch,
    sealed: true,
  },
  {
    name: 'cartridge image',
    samples: [toBuffer(syntheticImage().subarray(0xfe00, 0x1_0000))],
    read: readImage,
    sealed: false,
    oneCode: true,
  },
];

export function isExpected(error: unknown): boolean {
  return error instanceof LockstepError && error.code !== 'E_INTERNAL';
}
