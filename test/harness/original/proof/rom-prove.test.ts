/** `lockstep rom prove` as a user types it: exit codes, totals, the command that repeats, files, one message for bad use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { FAULTS, plant } from './faults.js';

const folder = testFolder();
const HOMEBREW = join(packageRoot(), 'traces', 'homebrew');
const DRILL = join(HOMEBREW, 'drill.sfc');
const BATTLE = join(HOMEBREW, 'drill-battle.sfc');

interface ProveJson {
  readonly exit: number;
  readonly image: { readonly sha256: string; readonly published: boolean; readonly profile: string };
  readonly total: string;
  readonly routines: number;
  readonly cases: number;
  readonly equal: number;
  readonly different: number;
  readonly outside: number;
  readonly stopped: number;
  readonly undecided: number;
  readonly notComparable: number;
  readonly branches: number;
  readonly bothWays: number;
  readonly openBranches: readonly { readonly address: string; readonly went: string }[];
  readonly first: { readonly name: string; readonly difference: string; readonly repeat: string } | null;
  readonly list: readonly {
    readonly name: string;
    readonly reasons: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly branches: number;
    readonly bothWays: number;
    readonly openBranches: readonly { readonly address: string; readonly went: string }[];
  }[];
}

async function prove(...words: readonly string[]): Promise<ProveJson> {
  const run = await cli(['rom', 'prove', ...words, '--log-frames', '0', '--json']);
  expect(run.err).toBe('');
  const data = JSON.parse(run.out) as ProveJson;
  expect(data.exit).toBe(run.code);
  return data;
}

describe('our test ROMs', () => {
  test('a routine that agrees: exit 0, a total of its own', { timeout: 60_000 }, async () => {
    const data = await prove(DRILL, '--routine', 'C1:1C02', '--cases', '300');
    expect([data.exit, data.routines, data.different, data.total]).toEqual([0, 1, 0, "our test ROM's code (cases)"]);
    const { equal, different, outside, stopped, undecided, notComparable } = data;
    expect(equal + different + outside + stopped + undecided + notComparable).toBe(data.cases);
    expect(data.image).toMatchObject({ published: true, profile: 'drill' });
  });

  test('a state that cannot occur and unpublished code are counted, with the reason', { timeout: 60_000 }, async () => {
    const data = await prove(BATTLE, '--routine', 'damage-to-enemy', '--cases', '300');
    expect([data.exit, data.different]).toEqual([0, 0]);
    expect(data.stopped).toBeGreaterThan(0);
    expect(Object.keys(data.list[0]?.reasons['stopped'] ?? {})).toEqual(['our function ends at C1:D972']);
  });

  test('branches: those that went both ways and those that are named are all there are', {
    timeout: 60_000,
  }, async () => {
    const data = await prove(DRILL, '--routine', 'order-points-idle', '--cases', '0');
    const [proof] = data.list;
    expect(proof).toBeDefined();
    expect((proof?.bothWays ?? 0) + (proof?.openBranches.length ?? 0)).toBe(proof?.branches);
    expect([data.bothWays, data.branches]).toEqual([proof?.bothWays, proof?.branches]);
    expect(data.openBranches).toEqual(proof?.openBranches);
  });
});

test('the printed call repeats the smallest case', { timeout: 60_000 }, async () => {
  const fault = FAULTS.find((one) => one.what === 'points that fall to 17');
  if (fault === undefined) throw new Error('no such fault');
  const file = folder.write('fault.sfc', plant(new Uint8Array(readFileSync(DRILL)), fault));
  const data = await prove(file, '--as', 'drill', '--routine', fault.routine, '--cases', '300');
  expect([data.exit, data.first?.name]).toEqual([1, fault.routine]);
  const shown = /^7E03AE actionPoints: mine 10h, theirs 11h/.exec(data.first?.difference ?? '');
  expect(shown).not.toBeNull();
  const words = (data.first?.repeat ?? '').split(' ');
  expect(words.slice(0, 3)).toEqual(['lockstep', 'rom', 'call']);
  const call = await cli([...words.slice(1), '--json']);
  expect(call.code).toBe(0);
  const { writes } = JSON.parse(call.out) as { writes: readonly { name: string; after: number }[] };
  expect(writes.find((cell) => cell.name === 'actionPoints')?.after).toBe(0x11);
  const text = await cli(['rom', 'prove', file, '--as', 'drill', '--routine', fault.routine, '--cases', '300']);
  expect(text.out).toContain(data.first?.repeat);
  expect(text.out).toContain('NOT the published image');
});

test('cases of -o are read by `lockstep vectors` and pass', { timeout: 60_000 }, async () => {
  const file = join(folder.path, 'cases.jsonl');
  const run = await cli(['rom', 'prove', DRILL, '--routine', 'ally-move-cost', '--cases', '200', '-o', file]);
  expect(run.code).toBe(0);
  const read = await cli(['vectors', file, '--json']);
  expect([read.code, read.err]).toEqual([0, '']);
});

/**
 * A HiROM image of 128 KiB with the game's title and a move cost of our own at C1:2800: 64 less a quarter of
 * the acting enemy's speed, at most 226. It finds 03AC by the direct page 0300, as the vectors enter it.
 */
function translation(cost: string): Uint8Array {
  const image = new Uint8Array(0x2_0000).fill(0xdb);
  const bytes = (text: string): number[] => text.split(' ').map((byte) => Number.parseInt(byte, 16));
  image.set(new TextEncoder().encode('LIVE A LIVE'.padEnd(21)), 0xffc0);
  image.set(bytes('21 02 07 03 00 C3 00 00 00 FF FF'), 0xffd5);
  image.set(bytes('00 80'), 0xfffc);
  image.set(bytes('78'), 0x8000);
  // LDX $AC; LDA $7E8F04,X; CMP #226; BCC +2; LDA #226; LSR A; LSR A; EOR #$FF; SEC; ADC #64; RTS
  image.set(bytes(`A6 AC BF 04 8F 7E C9 E2 90 02 A9 E2 4A 4A 49 FF 38 69 ${cost} 60`), 0x1_2800);
  return image;
}

test('--cdl: the entry of the routine is code, and the first byte of a subroutine', { timeout: 60_000 }, async () => {
  const file = join(folder.path, 'drill.cdl');
  const words = [
    'rom',
    'prove',
    DRILL,
    '--routine',
    'level-change',
    '--cases',
    '0',
    '--log-frames',
    '0',
    '--cdl',
    file,
  ];
  expect((await cli(words)).code).toBe(0);
  const log = new Uint8Array(readFileSync(file));
  const { plans } = loadProfile('drill');
  const entry = plans.find((plan) => plan.name === 'level-change')?.entry ?? 0;
  expect([log.length, (log[9 + (entry & 0x7fff)] ?? 0) & 0x09]).toEqual([9 + readFileSync(DRILL).length, 0x09]);
  expect((await cli([...words, '--cdl-for', 'bizhawk'])).code).toBe(0);
  expect(new TextDecoder().decode(new Uint8Array(readFileSync(file)).subarray(1, 14))).toBe('BIZHAWK-CDL-2');
});

describe('a translation, taken as the game', () => {
  const words = ['--as', 'live-a-live', '--routine', 'enemy-move-cost', '--cases', '300'];

  test('equal, in a total of its own, and named as not the published image', async () => {
    const data = await prove(folder.write('translation.sfc', translation('40')), ...words);
    expect([data.exit, data.different, data.stopped]).toEqual([0, 0, 0]);
    expect(data.cases).toBeGreaterThan(338);
    expect(data.image).toMatchObject({ published: false, profile: 'cartridge' });
    expect(data.total).toBe("your cartridge's code (cases)");
  });

  test('cut, so that its header names more bytes: one error', async () => {
    const file = folder.write('cut.sfc', translation('40').subarray(0, 0x1_8000));
    for (const verb of ['prove', 'settle']) {
      const run = await cli(['rom', verb, file, '--as', 'live-a-live']);
      expect([run.code, run.out]).toEqual([2, '']);
      expect(run.err).toMatch(
        /^E_ROM_SIZE [^\n]*the image is cut[^\n]*98304 bytes; expected 131072 bytes at least[^\n]*\n$/,
      );
    }
  });

  test('another cost: different, and the call repeats it', async () => {
    const data = await prove(folder.write('dearer.sfc', translation('41')), ...words);
    expect(data.exit).toBe(1);
    const [, mine, theirs] = /^register A8: mine (\d+), theirs (\d+)$/.exec(data.first?.difference ?? '') ?? [];
    expect(Number(theirs)).toBe(Number(mine) + 1);
    const call = await cli([...(data.first?.repeat ?? '').split(' ').slice(1), '--json']);
    const { registers } = JSON.parse(call.out) as { registers: { A: number } };
    expect([call.code, registers.A & 0xff]).toEqual([0, Number(theirs)]);
  });

  test('a file name of several words stays one word of the commands', async () => {
    const file = folder.write('dearer (Japan).sfc', translation('41'));
    const { out } = await cli(['rom', 'prove', file, ...words]);
    expect(out).toContain(`  lockstep rom call '${file}' --as live-a-live enemy-move-cost`);
    expect(out).toContain(`  lockstep rom prove '${file}' --as live-a-live --seed 1 --cases 300`);
  });

  test('cases that fail under an image name it in the command that repeats them', async () => {
    const rom = folder.write('dear.sfc', translation('41'));
    const cases = join(folder.path, 'dear.jsonl');
    await cli(['rom', 'prove', rom, ...words, '-o', cases]);
    const failed = await cli(['vectors', cases, '--rom', rom, '--as', 'live-a-live']);
    expect([failed.code, failed.out]).toEqual([
      1,
      expect.stringContaining(`lockstep vectors ${cases} --rom ${rom} --as live-a-live\n`),
    ]);
  });

  test('a routine that is not there any more is different in every published case', async () => {
    const file = folder.write('moved.sfc', translation('40'));
    const command = ['rom', 'prove', file, '--as', 'live-a-live', '--routine', 'ap-add', '--cases', '0'];
    const data = JSON.parse((await cli([...command, '--json'])).out) as ProveJson;
    expect([data.exit, data.equal, data.different]).toEqual([1, 0, data.cases]);
    expect(data.list[0]?.reasons).toEqual({ different: { 'no exit': data.cases } });
    const text = await cli(command);
    expect([text.code, text.out]).toEqual([1, expect.stringContaining('theirs comes to no exit: stopped, STP at C1:')]);
  });
});

test('an image with the header of a test ROM: the remedy names it, and helps', async () => {
  const file = folder.write('named.sfc', new Uint8Array(readFileSync(DRILL)).fill(1, 0x100, 0x101));
  const options = ['--routine', 'C1:1C02', '--log-frames', '0', '--cases', '50'];
  for (const as of [[], ['--as', 'live-a-live']]) {
    const refused = await cli(['rom', 'prove', file, ...as, ...options]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('or say with --as drill that its routines stand at the same places');
  }
  expect((await cli(['rom', 'prove', file, '--as', 'drill', ...options])).code).toBe(0);
});

describe('bad use: one message, exit 2', () => {
  const image = (): Uint8Array => new Uint8Array(readFileSync(DRILL));
  test.each([
    [
      'an image that nobody knows',
      () => folder.write('changed.sfc', image().fill(1, 0x100, 0x101)),
      [],
      'E_ROM_UNKNOWN',
    ],
    ['a cut image', () => folder.write('cut.sfc', image().subarray(0, 1000)), ['--as', 'drill'], 'E_ROM'],
    [
      'another header',
      () => folder.write('other.sfc', image().fill(1, 0x100, 0x101)),
      ['--as', 'live-a-live'],
      'E_ROM_HEADER',
    ],
    ['--as of a known image', () => DRILL, ['--as', 'live-a-live'], 'E_USAGE'],
    ['no such routine', () => DRILL, ['--routine', 'C1:FFFF'], 'E_NOTHING_COMPARED'],
    ['-o of every routine', () => DRILL, ['-o', 'all.jsonl'], 'E_USAGE'],
    [
      '-o without a case',
      () => DRILL,
      ['-o', 'none.jsonl', '--routine', 'ap-add', '--log-frames', '0'],
      'E_NOTHING_COMPARED',
    ],
    ['no file', () => join(folder.path, 'none.sfc'), [], 'E_FILE'],
  ] as const)('%s', { timeout: 60_000 }, async (_, file, words, code) => {
    const run = await cli(['rom', 'prove', file(), ...words, '--cases', '0']);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(new RegExp(`^${code}[^\\n]*\\n$`));
  });
});
