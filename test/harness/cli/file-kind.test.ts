/** A file of another kind than the verb takes: the error says what it is, and its advice works. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { bk2File, bk2Log } from '../files/movies/movie-files.js';
import { zipOf } from '../files/movies/zip-bytes.js';
import { COUNTER, TICKER } from '../fixtures/counter-system.js';
import { testFolder } from '../fixtures/files.js';
import { rowLines, sealed, somePads, tickerHeader, tickerRows } from '../fixtures/ticker-log.js';
import { FIELD } from '../fuzz/field-targets.js';
import { cli } from './run-cli.js';

const folder = testFolder();
const LOG = sealed(tickerHeader(), rowLines(tickerRows(somePads(10))));
const log = folder.write('log.jsonl', LOG);
const packed = folder.write('log.jsonl.gz', gzipSync(LOG));
const plan = folder.write(
  'plan.toml',
  '# A plan.\n\nplan = 1\nsystem = "counter"\n[[do]]\ncommand = "add"\namount = 5\n[[expect]]\ncells = { total = 5 }\n',
);
const movie = folder.write('movie.bk2', bk2File(bk2Log([['A']])));
const cutMovie = folder.write('cut.bk2', bk2File(bk2Log([['A']])).subarray(0, -30));
const cutArchive = folder.write('cut.zip', Buffer.from('PK\x03\x04 and more', 'latin1'));
const manifest = folder.write('package.json', '{\n  "name": "x"\n}\n');

/** Runs the first command that a message advises. */
async function followed(err: string): Promise<number> {
  const [, words = ''] = /`lockstep ([^`]*)`/u.exec(err) ?? [];
  return (await cli(words.split(' '))).code;
}

describe('verify', () => {
  test('calls a plan a plan', async () => {
    const run = await cli(['verify', plan]);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toContain(`E_TRACE_JSON ${plan}: this is a plan, not a log. \`lockstep run ${plan}\` plays it`);
    expect(await followed(run.err)).toBe(0);
  });

  test('calls a movie a movie', async () => {
    const run = await cli(['verify', movie]);
    expect(run.err).toContain(
      `this is a BizHawk movie, not a log. \`lockstep record ROM --input ${movie}\` makes a log`,
    );
    const rows = join(folder.path, 'rows.csv');
    const convert = run.err.slice(run.err.indexOf('`lockstep convert')).replace('-o rows.csv', `-o ${rows}`);
    expect(await followed(convert)).toBe(0);
    expect(readFileSync(rows, 'utf8')).toMatch(/^frame,pad1/u);
    expect((await cli(['verify', cutMovie])).err).toMatch(/^E_MOVIE_ARCHIVE .*not a whole ZIP archive/u);
    expect((await cli(['verify', cutArchive])).err).toMatch(/^E_GZIP .*not a whole ZIP archive/u);
  });

  test('20 KB of gzip with 20 million line ends is no fault of ours, and is refused at once', async () => {
    const file = folder.write('ends.jsonl.gz', gzipSync(Buffer.alloc(20_000_000, 0x0a)));
    const before = process.cpuUsage();
    const run = await cli(['verify', file]);
    const { user, system } = process.cpuUsage(before);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).not.toContain('E_INTERNAL');
    expect((user + system) / 1e6).toBeLessThan(10);
  });

  test('says of an unknown content that its form is not known, never that a log is cut', async () => {
    for (const content of ['nothing of the kind\n', Buffer.from([1, 2, 3, 0x80, 0, 0xff, 7])]) {
      const run = await cli(['verify', folder.write('unknown.bin', content)]);
      expect([run.code, run.out]).toEqual([2, '']);
      expect(run.err).toContain('this is not in a form that is known here');
      expect(run.err).not.toContain('Record it again');
    }
  });

  test('says of any other file that it is no trace', async () => {
    expect((await cli(['verify', manifest])).err).toContain('this is not a trace: its first line is no header');
  });
});

describe('run', () => {
  test.each([log, packed])('calls a log a log: %s', async (file) => {
    const run = await cli(['run', file]);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toContain(`${file}: this is a log, not a plan. \`lockstep verify ${file}\` compares it`);
    expect(await followed(run.err)).toBe(0);
  });

  test('takes the system from the plan, or from the word before it', async () => {
    expect((await cli(['run', plan])).code).toBe(0);
    expect((await cli(['run', 'counter', plan])).code).toBe(0);
    expect((await cli(['run', 'no-system', plan])).err).toContain('E_SYSTEM');
    expect((await cli(['run', 'counter', plan, plan])).err).toContain('E_USAGE: run plays one plan');
  });

  test('keeps the error of a plan with a mistake', async () => {
    const wrong = folder.write('wrong.toml', 'plan = 1\nsystem = \n');
    expect((await cli(['run', wrong])).err).toContain('E_PLAN_TOML');
    expect((await cli(['run', wrong])).err).not.toContain('not a');
  });
});

/** Files of another kind than a verb takes: what each is called, and a word of the verb that takes it. */
const DOORS: readonly (readonly [name: string, content: string | Uint8Array, called: string, taker: string])[] = [
  ['door.jsonl', LOG, 'this is a log', 'lockstep verify'],
  ['door.jsonl.gz', gzipSync(LOG), 'this is a log', 'lockstep verify'],
  ['door.ips', 'PATCHEOF', 'this is an IPS patch', 'rom info IMAGE --patch'],
  ['door.bps', 'BPS1\x80\x80\x80 and more', 'this is a BPS patch', 'rom info IMAGE --patch'],
  ['door.sfc', image(), 'this is a cartridge image', 'lockstep rom info'],
  ['door.mlb', 'SnesWorkRam:03AE:actionPoints\n', 'these are Mesen labels', 'symbols --import'],
  ['door.pads', '0 000\n20 100\n', 'this is a pad script', 'record ROM --input'],
  ['door.toml', readFileSync(plan, 'utf8'), 'this is a plan', 'lockstep run'],
  ['map.toml', 'columns = 1\n', 'this is a column map', '--columns'],
  ['door.bk2', bk2File(bk2Log([['A']])), 'this is a BizHawk movie', 'record ROM --input'],
  ['door.mss', 'MSS\x02\0\0', 'this is a Mesen savestate', 'plan --from'],
  ['door.7z', Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), 'this is a 7-Zip archive', 'Unpack it'],
  ['door.csv', 'frame,pad,command\n1,2,3\n', 'this is a table', '--columns MAP.toml'],
  [
    'door.txt',
    Buffer.from('SnesWorkRam:03AE:actionPoints\n', 'utf16le'),
    'this is a text in UTF-16',
    'Save it as UTF-8',
  ],
];

/** 32 KiB with a checksum and its complement in the header; nothing else of a game. */
function image(): Uint8Array {
  const bytes = new Uint8Array(0x8000);
  bytes.set([0x34, 0x12, 0xcb, 0xed], 0x7fdc);
  return bytes;
}

/** Verbs with a file where they want another: the words, and what they take without this complaint. */
const TAKERS: readonly (readonly [verb: string, words: (file: string) => string[], taken: RegExp])[] = [
  ['verify', (file) => ['verify', file], /jsonl/u],
  ['run', (file) => ['run', file], /door\.toml|map\.toml/u],
  ['rom info', (file) => ['rom', 'info', file], /\.sfc/u],
  ['--patch', (file) => ['rom', 'info', folder.write('i.sfc', image()), '--patch', file], /ips|bps/u],
  ['vectors', (file) => ['vectors', file], /^$/u],
  [
    '--columns',
    (file) => [
      'convert',
      folder.write('t.csv', 'frame,pad\n0,0\n'),
      '--columns',
      file,
      '-o',
      join(folder.path, 'never.jsonl'),
    ],
    /toml/u,
  ],
  ['plan --from', (file) => ['plan', '--from', file, '-o', join(folder.path, 'never.toml')], /mss|bk2|jsonl/u],
  ['holes', (file) => ['holes', file], /^$/u],
  ['convert', (file) => ['convert', file, '-o', join(folder.path, 'never.csv')], /jsonl|bk2|door\.csv/u],
];

describe.each(TAKERS)('%s', (_, words, taken) => {
  test.each(DOORS.filter(([name]) => !taken.test(name)))(
    'calls %s what it is',
    async (name, content, called, taker) => {
      const file = folder.write(name, content);
      const run = await cli([...words(file)], { systems: [...SYSTEMS, COUNTER, TICKER] });
      expect([run.code, run.out]).toEqual([2, '']);
      // a text reader that meets UTF-16 says the same in its own words
      expect(run.err).toMatch(called.endsWith('UTF-16') ? /UTF-16/u : new RegExp(called, 'u'));
      expect(run.err).toContain(taker);
      for (const never of ['never.csv', 'never.jsonl', 'never.toml'])
        expect(existsSync(join(folder.path, never))).toBe(false);
    },
  );
});

test('a content that is unknown and no text is called that, also where text is wanted', async () => {
  const file = folder.write('bytes', Buffer.from([1, 2, 3, 0x80, 0, 0xff, 7]));
  for (const words of [
    ['run', file],
    ['vectors', file],
  ])
    expect((await cli(words)).err).toContain('this is not in a form that is known here');
  expect(
    (await cli(['plan', '--from', file, '-o', join(folder.path, 'never.toml')], { systems: SYSTEMS })).err,
  ).toContain('not in a form that is known here, and as plain memory');
});

/** A ZIP archive with one file, as sites hand them out, and gzip with bytes behind it, as emulators write it. */
const WRAPPERS: readonly (readonly [name: string, wrap: (content: Uint8Array) => Uint8Array])[] = [
  ['zip', (content) => zipOf([{ name: 'inside', content }])],
  ['gz', (content) => Buffer.concat([gzipSync(content), Buffer.alloc(7)])],
];

test.each(WRAPPERS)('images, patches, plans and pad scripts are taken out of %s', async (_, wrap) => {
  const pads = readFileSync(join(FIELD, 'pad.pads'));
  const vector = '{"vectors":1}\n';
  const runs: readonly (readonly [content: Uint8Array, words: (file: string) => string[]])[] = [
    [image(), (file) => ['rom', 'info', file]],
    [Buffer.from('PATCHEOF'), (file) => ['rom', 'info', folder.write('i.sfc', image()), '--patch', file]],
    [readFileSync(plan), (file) => ['run', file]],
    [pads, (file) => ['record', folder.write('i.sfc', image()), '--input', file, '-o', join(folder.path, 'out.jsonl')]],
    [Buffer.from(vector), (file) => ['vectors', file]],
  ];
  for (const [content, words] of runs) {
    const plain = await cli(words(folder.write('wrapped', content)));
    const wrapped = await cli(words(folder.write('wrapped', wrap(content))));
    const told = wrapped.err.replace(/^.* behind the packed data left out\n/mu, '');
    // the place names the member of the archive, and nothing else is another
    expect([wrapped.code, wrapped.out, told.replaceAll('wrapped/inside', 'wrapped')]).toEqual([
      plain.code,
      plain.out,
      plain.err,
    ]);
  }
});

test('a log in ZIP, and one behind a byte order mark, is verified as any other', async () => {
  const files = [
    folder.write('log.zip', zipOf([{ name: 'log.jsonl', content: LOG }])),
    folder.write('bom.jsonl', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(LOG)])),
  ];
  for (const file of files) {
    const run = await cli(['verify', file], { systems: [...SYSTEMS, TICKER] });
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out).toContain('10 frames equal');
  }
});

test('an empty file is called that by every reader', async () => {
  const empty = folder.write('empty', '');
  const out = join(folder.path, 'never');
  const image = folder.write('empty-is.sfc', new Uint8Array(0x8000));
  for (const words of [
    ['verify', empty],
    ['convert', empty, '-o', `${out}.bk2`],
    ['plan', '--from', empty, '-o', `${out}.toml`],
    ['symbols', '--import', empty],
    ['vectors', empty],
    ['rom', 'info', image, '--force-rom', '--patch', empty],
  ]) {
    const run = await cli(words, { systems: SYSTEMS });
    expect([run.code, run.out], words.join(' ')).toEqual([2, '']);
    expect(run.err).toMatch(
      /^E_[A-Z_]+ .*: the file is empty\. Copy it again, or write it again with what made it\n$/u,
    );
  }
});

test('a form with line ends of Windows, and one inside of gzip, is named by what it is', async () => {
  const movie = readFileSync(join(FIELD, 'movie.fm2')).toString('latin1').replaceAll('\n', '\r\n');
  expect((await cli(['verify', folder.write('windows', movie)])).err).toContain('this is an FCEUX movie, not a log');
  const inside = gzipSync('<?xml version="1.0"?>\n');
  expect((await cli(['verify', folder.write('inside', inside)])).err).toContain('found "<?xml version=');
});

test('a trace of another processor is called that, not one of an unknown dialect', async () => {
  const run = await cli(['verify', join(FIELD, 'other-console.log')]);
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.err).toMatch(/^E_CPU_TRACE_DIALECT .*: this is a CPU trace of another processor.*the 65816\n$/u);
});

test('bytes behind the packed data of a log are left out, and told', async () => {
  const padded = folder.write('padded.jsonl.gz', Buffer.concat([gzipSync(LOG), Buffer.alloc(9)]));
  const run = await cli(['verify', padded], { systems: [...SYSTEMS, TICKER] });
  expect([run.code, run.err]).toEqual([0, expect.stringContaining('9 bytes behind the packed data left out')]);
});

test('a folder where a file is wanted is called a folder', async () => {
  for (const verb of ['convert', 'verify', 'run'])
    expect((await cli([verb, folder.path, ...(verb === 'convert' ? ['-o', 'x.csv'] : [])])).err).not.toContain(
      'E_INTERNAL',
    );
  expect((await cli(['convert', folder.path, '-o', 'x.csv'])).err).toMatch(/^E_FILE .*it is a folder\. Name a file/u);
});

test('--version prints the version', async () => {
  const run = await cli(['--version']);
  expect([run.code, run.out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/u)]);
});
