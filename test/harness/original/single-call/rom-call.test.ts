/**
 * `lockstep rom call` on small images of bytes, whose results are worked out by hand beside each.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { cli } from '../../cli/run-cli.js';
import { COST, call, callSmall, DRILL, error, small, VECTORS } from './small-images.js';

describe('what a call did', () => {
  test('registers, cells, instructions and cycles of a few instructions', async () => {
    // LDA $7E03AE; INC A; STA $7E03AE; RTS. From 00:8000 on 8 cycles an access: 4 + 1 (data), 1 + 6 inner, 4 + 1
    const data = await callSmall('few', 'AF AE 03 7E 1A 8F AE 03 7E 60', '--cell', '7E03AE=17');
    expect([data.exitTaken, data.registers['A'], data.instructions]).toEqual(['return', 18, 3]);
    expect(data.masterCycles).toBe(5 * 8 + (8 + 6) + 5 * 8);
    expect(data.reads).toEqual([
      { address: '7E03AE', width: 1, name: 'actionPoints+0', before: 17, after: 17, undeclared: false },
    ]);
    expect(data.writes).toEqual([
      { address: '7E03AE', width: 1, name: 'actionPoints+0', before: 17, after: 18, undeclared: false },
    ]);
  });

  test('a word is one cell', async () => {
    // REP #$20; LDA $7E03AE; INC A; STA $7E03AE; RTL
    const data = await callSmall('word', 'C2 20 AF AE 03 7E 1A 8F AE 03 7E 6B', '--cell', 'actionPoints=0xFFFF');
    expect(data.writes.map(({ name, before, after }) => [name, before, after])).toEqual([['actionPoints', 0xffff, 0]]);
  });

  test('work RAM that no window declares is flagged, and what answers nowhere', async () => {
    // LDA $7E2000; STA $7E3000; LDA $006000; RTS
    const file = small('undeclared.sfc', 'AF 00 20 7E 8F 00 30 7E AF 00 60 00 60');
    const data = await call(file, 'C0:8000', '--force-rom');
    expect(data.reads.map(({ address, undeclared }) => [address, undeclared])).toEqual([
      ['7E2000', true],
      ['006000', true],
    ]);
    expect(data.writes.map(({ address, undeclared }) => [address, undeclared])).toEqual([['7E3000', true]]);
    const text = await cli(['rom', 'call', file, 'C0:8000', '--force-rom']);
    expect(text.out.match(/UNDECLARED/g)?.length).toBe(3);
    expect(text.out).toContain('FORCED');
  });

  test('the product: ready after eight cycles, marked when it is read before', async () => {
    // 5 * 5: LDA #5; STA $4202; STA $4203; LDA $4216; RTS
    const early = await callSmall('early', 'A9 05 8F 02 42 00 8F 03 42 00 AF 16 42 00 60');
    expect(early.earlyReads).toEqual([{ at: 'C0:800A', count: 1 }]);
    const late = await callSmall('late', 'A9 05 8F 02 42 00 8F 03 42 00 EA EA EA EA AF 16 42 00 60');
    expect([late.earlyReads, late.registers['A']]).toEqual([[], 25]);
    expect(late.reads.map(({ name }) => name)).toEqual(['RDMPYL']);
  });

  test('widths and registers at entry are those that are given', async () => {
    // LDA #$1234; RTS and LDX #$05; RTS
    expect((await callSmall('m16', 'A9 34 12 60', '--m16')).registers['A']).toBe(0x1234);
    expect((await callSmall('x8', 'A2 05 60', '--x8')).registers['X']).toBe(5);
    // LDA $10,X; STA $03AE: by D and DB
    const data = await callSmall(
      'bases',
      'B5 10 8D AE 03 60',
      '--register',
      'D=0x0300',
      '--register',
      'DB=0x7E',
      '--register',
      'x=2',
      '--cell',
      '7E0312=9',
    );
    expect(data.writes.map(({ address, after }) => [address, after])).toEqual([['7E03AE', 9]]);
    // BCS over LDA #1
    expect((await callSmall('carry', 'B0 02 A9 01 60', '--register', 'P=1', '--register', 'A=7')).registers['A']).toBe(
      7,
    );
  });

  test('from a frame of a log the cells are those at its end', async () => {
    const log = join(packageRoot(), 'traces', 'logs', 'worked-example.jsonl.gz');
    const seen = await call(DRILL, 'battle-generator', '--from', log, '--frame', '100');
    const rows = gunzipSync(readFileSync(log)).toString('utf8').split('\n');
    const header = JSON.parse(rows[0] as string) as { image: Record<string, string> };
    // nothing is drawn before: the bytes of the starting image, 38h into page 03
    const start = header.image['7E0300'] ?? '';
    expect(seen.reads.filter(({ name }) => name.startsWith('battleGenerator')).map(({ before }) => before)).toEqual(
      [0x38, 0x39, 0x3a, 0x3b].map((at) => Number.parseInt(start.slice(2 * at, 2 * at + 2), 16)),
    );
    expect(await error(DRILL, 'battle-generator', '--from', log, '--frame', '99999999')).toContain(
      'does not hold this frame',
    );
  });

  test('--trace: every instruction with registers and the names of what it touches', async () => {
    const run = await cli(['rom', 'call', DRILL, 'enemy-move-cost', '--cell', 'actingEnemy=0x1B10', '--trace']);
    expect(run.code).toBe(0);
    expect(run.out).toContain(
      '00:8A02  LDX $03AC       A=0000 X=0000 Y=0000 S=02EF D=1E40 DB=7E nvMxdizc  ; 7E:03AC actingEnemy\n',
    );
    expect(run.out).toContain('; 7E:AA14 enemy[1].speed\n');
    const data = await call(DRILL, 'enemy-move-cost', '--trace');
    expect(data.trace?.length).toBe(data.instructions);
  });

  test('indirect modes name the address that they reach', async () => {
    // pointer 03AE at 10h, bank 7E: LDA ($10); LDA [$10]; LDA ($10),Y; LDA [$10],Y; LDA ($0E,X) with Y = 1, X = 2; LDA $01,S; RTS
    const file = small('indirect.sfc', 'B2 10 A7 10 B1 10 B7 10 A1 0E A3 01 60');
    const data = await call(
      file,
      'C0:8000',
      '--force-rom',
      '--trace',
      '--register',
      'DB=0x7E',
      '--register',
      'X=2',
      '--register',
      'Y=1',
      '--cell',
      '7E0010=0xAE',
      '--cell',
      '7E0011=3',
      '--cell',
      '7E0012=0x7E',
    );
    const named = data.trace?.map((line) => line.split('; ')[1]);
    expect(named?.slice(0, 5)).toEqual([
      '7E:03AE actionPoints',
      '7E:03AE actionPoints',
      '7E:03AF actionPoints+1',
      '7E:03AF actionPoints+1',
      '7E:03AE actionPoints',
    ]);
    expect(named?.[5]).toMatch(/^00:02F0/);
  });
});

describe('calls that come to no exit: one message, exit 2', () => {
  test.each([
    ['budget', '80 FE', 'budget', '1000 instructions'],
    ['pushes', '48 80 FD', 'stack', 'C0:80'],
    ['pulls', '68 68 68 60', 'stack', 'C0:80'],
    ['work RAM', '5C 00 20 7E', 'code in work RAM', '7E:2000'],
    ['mirror of work RAM', '5C 00 10 00', 'code in work RAM', '00:1000'],
    ['registers', '5C 00 21 00', 'address outside ROM', '00:2100'],
    ['deep', '48 80 FD', 'stack', 'S = 022E'],
    ['STP', 'DB', 'stopped', 'STP at C0:8000'],
    ['WAI', 'EA CB', 'waits', 'WAI at C0:8001'],
    ['BRK', '00 00', 'software interrupt', 'BRK at C0:8000'],
    ['COP', '02 00', 'software interrupt', 'COP at C0:8000'],
    ['DMA', 'A9 01 8F 0B 42 00 60', 'not supported', '420B'],
    ['work RAM port', 'AF 80 21 00 60', 'not supported', '2180'],
  ])('a call ends with the cause and its place: %s', async (name, bytes, kind, place) => {
    const data = await callSmall(`end-${name.replaceAll(' ', '-')}`, bytes, '--limit', '1000');
    expect([data.exit, data.exitTaken, data.unfinished]).toEqual([2, null, kind]);
    expect(data.err).toMatch(/^E_ROM_CALL [^\n]*: the routine came to no exit; [^\n]*\n$/);
    expect(data.err).toContain(place);
  });
});

describe('bad use', () => {
  test('unknown routines, cells and registers, with the nearest', async () => {
    expect(await error(DRILL, 'enemy-move-cots')).toContain('Did you mean enemy-move-cost?');
    expect(await error(DRILL, 'C1:8E51')).toContain('enemy-turn-test (00:8C54), enemy-turn-to-action (00:8C66)');
    expect(await error(DRILL, 'enemy-move-cost', '--cell', 'actionPoint=1')).toContain('Did you mean actionPoints?');
    expect(await error(DRILL, 'enemy-move-cost', '--cell', 'C00000=1')).toContain('there is no such cell');
    expect(await error(DRILL, 'enemy-move-cost', '--register', 'S=1')).toContain('expected A, X, Y, P, D, DB');
  });

  test('values outside of their width, what is no pair, and a limit of 0', async () => {
    expect(await error(DRILL, 'enemy-move-cost', '--cell', 'actionPoints=65536')).toContain('0 to 65535');
    expect(await error(DRILL, 'enemy-move-cost', '--register', 'DB=256')).toContain('0 to 255');
    expect(await error(DRILL, 'enemy-move-cost', '--cell', 'actionPoints')).toContain('no NAME=VALUE');
    expect(await error(DRILL, 'enemy-move-cost', '--limit', '0')).toContain('--limit is not a count');
  });

  test('beginnings that do not go together, or are not there', async () => {
    expect(await error(DRILL, 'enemy-move-cost', '--frame', '3')).toContain('--from and --frame belong together');
    expect(await error(DRILL, 'enemy-move-cost', '--case', COST)).toContain('no line of a vector file');
    expect(await error(DRILL, 'enemy-move-cost', '--case', `${COST}:1`)).toContain('no case on this line');
    expect(await error(DRILL, 'order-points-idle', '--case', `${COST}:2`)).toContain('the case is of another routine');
    expect(await error(DRILL, 'enemy-move-cost', '--case', `${COST}:2`, '--from', 'a', '--frame', '1')).toContain(
      'two beginnings',
    );
    const single = join(VECTORS, '65816-adc8.jsonl.gz');
    expect(await error(DRILL, '00:8000', '--case', `${single}:2`)).toContain('single instruction');
  });

  test('an unknown image, an address outside of its ROM', async () => {
    const file = small('unknown.sfc', '60');
    expect(await error(file, 'C0:8000')).toContain('E_ROM_UNKNOWN');
    expect(await error(file, 'C0:8000', '--as', 'live-a-live')).toContain('E_ROM_HEADER');
    expect(await error(file, '7E:8000', '--force-rom')).toContain('E_ROM_ADDRESS');
    expect(await error(file, 'C0:8000', '--force-rom', '--case', `${COST}:2`)).toContain('--case needs an image');
  });
});
