/**
 * Symbol files of other tools, compared with the table of cells; wrong files with their
 * places.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readWatchList } from '../../../../../harness/files/rom/symbols/read.js';
import { cli } from '../../../cli/run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'lockstep-symbols-'));
afterAll(() => rmSync(folder, { recursive: true }));

function put(name: string, text: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function verdicts(file: string, ...words: string[]): Promise<[number, string[]]> {
  const run = await cli(['symbols', '--import', file, '--json', ...words]);
  const { list } = JSON.parse(run.out) as { list: { verdict: string; entry: { address: number } }[] };
  return [run.code, list.map(({ verdict, entry }) => `${entry.address.toString(16)} ${verdict}`)];
}

/** As users have them: own names, separators, other domains, CR LF. */
const WCH = [
  'SystemID SNES',
  '003AE\tw\tu\t0\tWRAM\tparty AP',
  '\tS\t_\t0\tWRAM\t--- enemies',
  '0AC34\tw\th\t0\tWRAM\t4th enemy OP',
  '7E1B00\tb\th\t0\tSystem Bus\tfirst enemy',
  '000338\tb\tu\t0\tSystem Bus\tmirror of the generator',
  '00010\tb\tu\t0\tVRAM\ttile',
  '',
].join('\r\n');

describe('a symbol file compared with the table of cells', () => {
  test('wch: a watch agrees whatever its name; separators and other domains are no entries', async () => {
    const file = put('mine.wch', WCH);
    expect(await verdicts(file)).toEqual([0, ['7e03ae same', '7eac34 same', '7e1b00 same', '7e0338 same']]);
    const run = await cli(['symbols', '--import', file, '--list']);
    expect(run.out).toContain('= actionPoints');
    expect(run.out).toContain(`skipped domain VRAM holds no cell  (${file}:7)`);
    expect(run.out).toMatch(
      /wch: 4 entries: 4 agree, 0 contradict, 0 are no cell of ours, 1 skipped; not in the file: \d+ cells of ours/,
    );
  });

  test('wch: a wrong width, a place inside a cell, a moved name, a wrong byte order and an unknown place have verdicts of their own', async () => {
    const file = put(
      'wrong.wch',
      [
        'SystemID SNES',
        '003AE\tb\tu\t0\tWRAM\tAP low',
        '003AF\tb\tu\t0\tWRAM\tAP high',
        '003B2\tw\tu\t0\tWRAM\tactionPoints: here',
        '0AC04\tw\tu\t1\tWRAM\tOP',
        '1FFFF\tb\tu\t0\tWRAM\tlast byte',
        '',
      ].join('\n'),
    );
    expect(await verdicts(file)).toEqual([
      1,
      ['7e03ae width', '7e03af inside', '7e03b2 moved', '7eac04 order', '7fffff unknown'],
    ]);
  });

  test('mlb: new and old memory types are read, and a range of another width does not agree', async () => {
    const file = put(
      'mine.mlb',
      'SnesWorkRam:03AE-03AF:AP\nWORK:AC34:enemyFourOP:text: with colon\nSnesPrgRom:012828:add:x\nSnesWorkRam:03AE-03B1:long\nREG:4218:JOY1L\n',
    );
    expect(await verdicts(file)).toEqual([1, ['7e03ae same', '7eac34 same', '7e03ae width', '4218 same']]);
  });

  test('sym: sections, comments and mirrors are read', async () => {
    const file = put(
      'game.cpu.sym',
      '; made by hand\n[labels]\n7e:03ae ap ; two bytes\n00:0338 rng\n[definitions]\n1 X\n[comments]\n7e:03ae points\n',
    );
    expect(await verdicts(file)).toEqual([0, ['7e03ae same', '7e0338 same']]);
    const list = readWatchList('[labels]\n7e:03ae ap\n[comments]\n7e:03ae points\n', undefined, 'x');
    expect(list.entries).toEqual([
      { name: 'ap', address: 0x7e03ae, bytes: 0, bigEndian: false, display: 'unsigned', note: 'points', line: 2 },
    ]);
  });

  test('sym in the FMA form: symbols with type and length and quoted comments are read, other sections skipped', async () => {
    const file = put(
      'fma.cpu.sym',
      '#SNES65816\r\n#by hand\r\n\r\n[SYMBOL]\r\n7e:03ae ap ANY 1 # points\r\n000338 rng FUNC 1A\r\n[COMMAND]\r\n0000 "x"\r\n[MINE]\r\nx\r\n[COMMENT]\r\n7E:03AE "points of the party"\r\n',
    );
    expect(await verdicts(file)).toEqual([0, ['7e03ae same', '7e0338 same']]);
    const list = readWatchList(
      '#SNES65816\n[COMMENT]\n00:03ae "two words"\n[SYMBOL]\n7e:03ae ap ANY 1\n',
      undefined,
      'x',
    );
    expect(list.entries).toEqual([
      { name: 'ap', address: 0x7e03ae, bytes: 0, bigEndian: false, display: 'unsigned', note: 'two words', line: 5 },
    ]);
    expect((await cli(['symbols', '--import', file, '--list'])).out).toContain(`skipped section [MINE]  (${file}:9)`);
  });

  test('sym in the VICE form is read as ld65 writes it', async () => {
    expect(await verdicts(put('vice.cpu.sym', 'al 7E03AE .ap\nal 000338 rng\n'))).toEqual([
      0,
      ['7e03ae same', '7e0338 same'],
    ]);
    expect(readWatchList('al 7E03AE .ap\n', undefined, 'x').entries[0]?.name).toBe('ap');
  });

  test('notes: informal tags are read, deleted notes and cartridge RAM are no entries', async () => {
    const notes = [
      { User: 'a', Address: '0x0003ae', Note: '[16-bit] AP\r\nof the party' },
      { User: 'a', Address: '0x000338', Note: '' },
      { User: 'a', Address: '0x020000', Note: '[8-bit] save' },
      { User: 'a', Address: '0x00ac34', Note: 'OP [16 Bit BE]' },
      { User: 'a', Address: '0x01ab00', Note: '[4 bytes] nothing' },
    ];
    const file = put('notes.json', JSON.stringify(notes));
    expect(await verdicts(file)).toEqual([1, ['7e03ae same', '7eac34 order', '7fab00 unknown']]);
  });

  test('markdown: tables with other heads, dollar signs and four digits are read', async () => {
    const file = put(
      'map.md',
      '# Mine\n\ntext | with a bar\n\n| Addr | Size | Description |\n|---|:--:|---|\n| $7E03AE | 2 | AP \\| points |\n| `0338` | 1 | rng |\n| 7E:AC34 | | op |\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    );
    expect(await verdicts(file)).toEqual([0, ['7e03ae same', '7e0338 same', '7eac34 same']]);
  });

  test('a file without any cell of the table exits with 2', async () => {
    const run = await cli(['symbols', '--import', put('far.wch', 'SystemID SNES\n1FFFF\tb\tu\t0\tWRAM\tx\n')]);
    expect(run.code).toBe(2);
  });
});

describe('files of the trade', () => {
  /** Made up; each names the action points at 7E03AE and another cell. */
  const FORMS: readonly (readonly [name: string, text: string, entries: number])[] = [
    ['rr.wch', '\n2\n00000\t7E03AE\tw\tu\t0\tAction points\n00001\t7E0338\tb\th\t0\tRNG\n', 2],
    ['nocash.sym', ';no$snes symbolic information\n00808000 Main\n007E03AE actionPoints\n', 2],
    ['bass.sym', '7e03ae actionPoints\n808000 Main.loop\n', 2],
    ['no-section.sym', '7E:03AE actionPoints\n80:8000 Main.loop\n', 2],
    ['definitions.asm', '; ours\n!actionPoints = $7E03AE ; a note\n!loop = $808000\n', 2],
    [
      'asar.sym',
      '[labels]\n7E:03AE actionPoints\n80:8000 Main_loop\n\n[source files]\n0000 12345678 main.asm\n\n[addr-to-line mapping]\n80:8000 0000:00000001\n',
      2,
    ],
    ['wla.sym', '; created by wlalink\n[information]\nversion 3\n\n[labels]\n7e:03ae actionPoints\n0000:8000 x\n', 1],
    [
      'ld65.dbg',
      'version\tmajor=2,minor=0\ninfo\tsym=3\nsym\tid=0,name="actionPoints",addrsize=absolute,size=2,scope=0,def=1,val=0x7E03AE,type=lab\nsym\tid=1,name="COUNT",addrsize=zeropage,scope=0,def=2,val=0x8,type=equ\n',
      1,
    ],
    ['labels.csv', '7E03AE,actionPoints,points, of the party\n808000,Main,\n', 2],
    ['mesen-s.msl', 'PRG:0000:Main\nWORK:03AE:actionPoints:points\n', 1],
    ['comments.mlb', '; by a tool\nSnesWorkRam:3AE:actionPoints:x\n# more\nSnesPrgRom:0::Begin:\n', 1],
    ['equ.asm', '; made up\nactionPoints EQU $7E03AE ; points\nother: equ 7E0B10h\nlow equ $03AE\n', 2],
    ['define.inc', '.define actionPoints $7E03AE\n.equ other, $7E0B10\n#define third 0x7E0B12 // x\n', 3],
    ['old-mac.mlb', 'SnesWorkRam:03AE:actionPoints\rSnesPrgRom:0:Begin\r', 1],
    ['old-mac.sym', '[labels]\r7e:03ae actionPoints\r7e:0338 rng\r', 2],
    [
      'local.txt',
      '1.0\nA game\nN0:0x0003ae:"[16-bit] action points"\nN0:0xh000338:"gone"\nN0:0x338:"say \\"rng\\""\n',
      2,
    ],
    ['bookmarks.json', '{"Bookmarks":[{"Description":"action points","Address":942,"Size":2}]}', 1],
    ['memory.json', '[{"MemAddr":"0x 0003ae","Description":"action points"},{"Note":"no address"}]', 1],
    ['dots.mlb', 'SnesWorkRam:3AE:actionPoints\nSnesPrgRom:2F:Begin.loop\nWORK:338:rng.state\n', 2],
  ];

  test.each(FORMS)('%s is read, by its content', async (name, text, entries) => {
    for (const file of [put(name, text), put(`${name}.txt`, `\uFEFF${text}`)]) {
      const run = await cli(['symbols', '--import', file, '--json']);
      const found = JSON.parse(run.out) as {
        list: { entry: { address: number }; verdict: string }[];
        unread: unknown[];
      };
      const points = found.list.find(({ entry }) => entry.address === 0x7e03ae);
      expect([run.code, points?.verdict, found.list.length], run.err).toEqual([0, 'same', entries]);
    }
  });

  test('good rows are kept, and what cannot be read is counted with its first reason and its line', async () => {
    const file = put(
      'some.mlb',
      'SnesWorkRam:03AE:actionPoints\nnonsense\nSnesWorkRam:99999:far\nSnesWorkRam:0338:rng\n',
    );
    const run = await cli(['symbols', '--import', file]);
    expect(run.code).toBe(0);
    expect(run.out).toContain('2 entries: 2 agree');
    expect(run.out).toContain(`2 rows cannot be read, first: this is not a label: "nonsense"  (${file}:2)`);
    expect(run.out).not.toContain('unread');
    expect((await cli(['symbols', '--import', file, '--list'])).out).toContain(`(${file}:3)`);
    // of a file that is mostly not read nothing holds
    const most = put('most.mlb', `SnesWorkRam:03AE:actionPoints\n${'nonsense\n'.repeat(2)}`);
    expect((await cli(['symbols', '--import', most])).code).toBe(2);
  });

  test("another game's list is called that, whatever agrees by chance", async () => {
    const rows = Array.from(
      { length: 13 },
      (_, row) => `${(0x3ae + 37 * row).toString(16).padStart(6, '0')}\tw\tu\t0\tWRAM\tCoins ${row}\n`,
    );
    const once = `SystemID SNES\n${rows[0]}`;
    // a place that is watched twice, a doubled list, and a name that most games have, prove no more
    const again = once + rows[0]?.replace('Coins', 'Purse');
    const timer = once.replace('Coins 0', 'Timer');
    for (const text of [once, `SystemID SNES\n${rows.join('')}`, once + once, again, timer]) {
      const run = await cli(['symbols', '--import', put('other.wch', text)]);
      expect(run.code).toBe(2);
      expect(run.out).toContain("another game's list");
    }
  });

  test.each([
    ['names in other capitals', 'SnesWorkRam:03AE:ACTIONPOINTS\n'],
    ['empty lines above', '\n\n#SNES65816\n[SYMBOL]\n7e:03ae actionPoints ANY 1\n'],
    [
      'a debug file below an empty line',
      '\nversion\tmajor=2,minor=0\nsym\tid=0,name="actionPoints",val=0x7E03AE,type=lab\n',
    ],
    ['a heading of columns', 'Address,Label,Comment\n7E03AE,actionPoints,x\n'],
  ])('agrees in the same way: %s', async (_name, text) => {
    const name = text.startsWith('Address') ? 'headed.csv' : 'other-spelling';
    const run = await cli(['symbols', '--import', put(name, text)]);
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out).toMatch(/^\w+: 1 entry: 1 agree, 0 contradict/u);
  });

  test('a list of Snes9x-rr that is cut says so beside its rows', async () => {
    const run = await cli(['symbols', '--import', put('cut.wch', '\n5\n00000\t7E03AE\tw\tu\t0\tactionPoints\n')]);
    expect(run.code).toBe(0);
    expect(run.out).toContain('1 entry: 1 agree');
    expect(run.out).toContain('the list announces 5 rows and holds 1: it is cut');
  });

  test('a list of another console is refused', async () => {
    const run = await cli([
      'symbols',
      '--import',
      put('nes.wch', 'SystemID NES\n0003AE\tw\tu\t0\tWRAM\tactionPoints\n'),
    ]);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(
      /^E_SYMBOLS_FORMAT .*nes\.wch:1: the watch list is of another console; found SystemID NES/u,
    );
  });
});

test.each([
  ['nocash', ';no$snes symbolic information\n007E03AE ap\n[bad row\n', 3],
  ['unnamed', '007E03AE ap\n007E0338 rng\n[1] bad row\n', 3],
  ['commented', '\n; by a tool\n[labels]\n7e:03ae ap\n[bad row\n', 5],
])('a bad row in brackets is told itself, and the others are read: %s', async (name, text, line) => {
  const { code, out } = await cli(['symbols', '--import', put(`${name}.sym`, text)]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^1 row cannot be read, first: the line cannot be read/mu)]);
  expect(out).toContain(`.sym:${line})`);
});

describe('wrong files', () => {
  const BAD: readonly (readonly [name: string, text: string | Uint8Array, error: RegExp])[] = [
    ['a.wch', 'SystemID SNES\n003AE w u 0 WRAM spaces\n', /^E_SYMBOLS_LINE .*a\.wch:2: the line has 1 column/],
    ['b.wch', 'SystemID SNES\n2FFFF\tb\tu\t0\tWRAM\tx\n', /^E_SYMBOLS_LINE .*b\.wch:2: the address is outside of WRAM/],
    ['c.wch', 'SystemID SNES\n003AE\tq\tu\t0\tWRAM\tx\n', /^E_SYMBOLS_LINE .*c\.wch:2: this is not a size; found "q"/],
    ['d.mlb', 'SnesWorkRam:03AE\n', /^E_SYMBOLS_LINE .*d\.mlb:1: this is not a label/],
    ['e.mlb', 'SnesWorkRam:03AF-03AE:x\n', /^E_SYMBOLS_LINE .*e\.mlb:1: the range ends before it begins/],
    ['f.mlb', 'SnesWorkRam:03AE:3rd\n', /^E_SYMBOLS_LINE .*f\.mlb:1: this is not a valid name of a label/],
    ['g.sym', '7e:03ae x y\n', /^E_SYMBOLS_LINE .*g\.sym:1: the line cannot be read/],
    ['h.sym', '[labels]\n7e:03ae  x\n', /^E_SYMBOLS_LINE .*h\.sym:2: one space must separate/],
    ['r.sym', '#SNES65816\n[SYMBOL]\n7e:03ae ap\n', /^E_SYMBOLS_LINE .*r\.sym:3: this is not a symbol/],
    [
      'nes.mlb',
      'NesInternalRam:03AE:ap\nNesPrgRom:0010:start\n',
      /^E_SYMBOLS_FORMAT .*nes\.mlb:1: the labels are of another console; found NesInternalRam/,
    ],
    ['v.sym', ';no$snes symbolic information\n[bad row\n', /^E_SYMBOLS_LINE .*v\.sym:2: the line cannot be read/],
    ['w.sym', '7e:03 ap\n[bad row\n', /^E_SYMBOLS_LINE .*w\.sym:1: the line cannot be read/],
    ['x.sym', '7e:03ae ap\n[labels]\n', /^E_SYMBOLS_LINE .*x\.sym:1: the line stands before any section/],
    ['s.sym', '#SNES65816\n7e:03ae ap ANY 1\n', /^E_SYMBOLS_LINE .*s\.sym:2: the line stands before any section/],
    ['t.sym', '#SNES65816\n[COMMENT]\n7e:03ae two words\n', /^E_SYMBOLS_LINE .*t\.sym:3: this is not a comment/],
    ['u.sym', 'al 7E03AE\n', /^E_SYMBOLS_LINE .*u\.sym:1: /],
    ['i.json', '{"CodeNotes":[{"Address":"3ae","Note":"x"}]}', /^E_SYMBOLS_LINE .*i\.json: note 1 has no address/],
    ['j.json', '{"CodeNotes":', /^E_SYMBOLS_LINE .*j\.json: the notes are not JSON/],
    ['k.md', '| address | name |\n|---|---|\n| here | x |\n', /^E_SYMBOLS_LINE .*k\.md:3: this is not an address/],
    ['l.md', 'no table\n', /^E_SYMBOLS_EMPTY .*l\.md: the file holds nothing in the form markdown/],
    ['m.txt', 'hello\n', /^E_SYMBOLS_FORMAT .*m\.txt: the form of the file is unknown/],
    [
      'n.wch',
      Buffer.from('SystemID SNES\n', 'utf16le'),
      /^E_TEXT .*n\.wch at byte 1: the file is UTF-16, little-endian.*Save it as UTF-8/,
    ],
    ['o.wch', Buffer.from('\uFEFFSystemID SNES\n', 'utf16le'), /^E_TEXT .*o\.wch at byte 3: the file is UTF-16/],
    ['p.wch', Uint8Array.of(0xff, 0x41), /^E_TEXT .*p\.wch: the file is not UTF-8/],
    ['q.wch', new Uint8Array(17 * 1024 * 1024), /^E_TEXT_SIZE .*q\.wch: the file is too large/],
  ];

  test.each(BAD)('%s is refused with its line and reason', async (name, text, error) => {
    const run = await cli(['symbols', '--import', put(name, text)]);
    expect(run.err).toMatch(error);
    expect([run.code, run.out, run.err.trimEnd().split('\n').length]).toEqual([2, '', 1]);
  });

  test('a mistyped form, a missing form and a missing file are errors', async () => {
    expect((await cli(['symbols', '--format', 'whc'])).err).toMatch(
      /E_SYMBOLS_FORMAT: there is no form whc.*Did you mean wch/,
    );
    expect((await cli(['symbols'])).err).toMatch(/^E_USAGE: symbols needs --format or --import/);
    expect((await cli(['symbols', '--import', join(folder, 'none.wch')])).err).toMatch(/^E_FILE .*ENOENT/);
  });
});
