/** `lockstep rom disassemble` on our test ROMs, on an image in the shape of the game's, and on what is no place of an image. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { cli } from '../../cli/run-cli.js';
import { makeIps } from '../../files/rom/patch-bytes.js';
import { offsetOfBus, seal, syntheticImage } from '../../files/rom/synthetic-image.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const DRILL = join(packageRoot(), 'traces', 'homebrew', 'drill.sfc');
const BATTLE = join(packageRoot(), 'traces', 'homebrew', 'drill-battle.sfc');

async function listed(...words: readonly string[]): Promise<string> {
  const run = await cli(['rom', 'disassemble', ...words]);
  expect([run.code, run.err]).toEqual([0, '']);
  return run.out;
}

async function error(...words: readonly string[]): Promise<string> {
  const run = await cli(['rom', 'disassemble', ...words]);
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.err).toMatch(/^E_[A-Z_]+[^\n]*\n$/);
  return run.err;
}

/** An image with the header of the game and a routine of three instructions at C1:1C02. */
function gameShaped(): Uint8Array {
  const image = syntheticImage();
  // LDA $AE; JSL C1:6150; LDA $D504CB,X; RTS
  const bytes = 'A5 AE 22 50 61 C1 BF CB 04 D5 60'.split(' ').map((byte) => Number.parseInt(byte, 16));
  image.set(bytes, offsetOfBus('C1:1C02'));
  image[offsetOfBus('C1:6150')] = 0x6b;
  seal(image);
  return image;
}

describe('our test ROMs', () => {
  test('a routine by its name: its label, cells, fields of blocks, calls of other routines', async () => {
    const text = await listed(DRILL, 'order-points-attack');
    expect(text).toContain('our test ROM (LoROM), not the game');
    expect(text).toContain('entry: A 8 bits, X and Y 16 bits, D 1E40, DB 7E\n');
    expect(text).toContain('C1:1C77 order-points-attack:\n  00:8AE1  ');
    expect(text).toContain('; enemy.orderPoints');
    expect(text).toMatch(/RTS\n$/);
  });

  test('a name, its cartridge address, and its own address give the same', async () => {
    const text = await listed(DRILL, 'enemy-move-cost');
    expect(await listed(DRILL, 'C1:2800')).toBe(text);
    expect(await listed(DRILL, '00:8A02')).toBe(text);
    expect(await listed(DRILL, '008A02')).toBe(text);
    expect(await listed(DRILL, '80:8A02')).toContain(
      '  80:8A02  AE AC 03     m8   x16  LDX $03AC         ; actingEnemy\n',
    );
  });

  test('from reset: emulation mode, then native; D, DB and the registers of the hardware', async () => {
    const text = await listed(DRILL, 'reset');
    expect(text).toContain('emulation mode');
    expect(text).toMatch(/8003 {2}C2 38 {8}m8 {3}x8 {3}REP #\$38\n.*8005 {2}A2 FF 02 {5}m16 {2}x16 {2}LDX/);
    expect(text).toMatch(/; INIDISP\n/);
    expect(text).toMatch(/; NMITIMEN\n/);
    expect(text).toContain('a jump away');
  });

  test('the generator: widths change within it, the divider has its names', async () => {
    const text = await listed(BATTLE, 'battle-generator');
    expect(text).toMatch(/m16 {2}x16 {2}STA \$004204 {7}; WRDIVL/);
    expect(text).toMatch(/m8 {3}x16 {2}STA \$004206 {7}; WRDIVB/);
    expect(text).toContain('; battleGenerator.a3');
  });

  test('an address in the middle: widths are not known; --m16 and --x8 set them', async () => {
    expect(await listed(DRILL, '00:8A05')).toContain('m8?  x16?');
    expect(await listed(DRILL, '00:8A05', '--m16', '--x8')).toMatch(/00:8A05 .* m16 {2}x8 {3}LDA/);
  });

  test('--json has the start, and each instruction with the cells that it names', async () => {
    const run = await cli(['rom', 'disassemble', DRILL, 'enemy-move-cost', '--json']);
    const data = JSON.parse(run.out) as {
      start: string;
      instructions: { address: string; name: string; names: string }[];
    };
    expect(data.start).toBe('00:8A02');
    expect(data.instructions[0]).toMatchObject({ address: '00:8A02', name: 'LDX', names: 'actingEnemy' });
    expect(data.instructions.at(-1)?.name).toBe('RTS');
  });
});

describe('other images', () => {
  test('with the header of the game, --as: routines at their published addresses, cells by D, tables', async () => {
    const file = folder.write('game.sfc', gameShaped());
    const text = await listed(file, 'order-points-idle', '--as', 'live-a-live');
    expect(text).toContain('taken as live-a-live (--as)');
    expect(text).toContain('C1:1C02 order-points-idle:\n');
    expect(text).toMatch(/LDA \$AE +; actionPoints\n/);
    expect(text).toMatch(/JSL \$C16150 +; C1:6150 battle-generator\n/);
    expect(text).toMatch(/LDA \$D504CB,X +; table species\n/);
  });

  test('a copier header and a patch are taken as by the other verbs', async () => {
    const image = gameShaped();
    const headed = folder.write('headed.sfc', Buffer.concat([new Uint8Array(512), image]));
    expect(await listed(headed, 'C1:1C02', '--as', 'live-a-live')).toMatch(/LDA \$AE +; actionPoints\n/);
    const plain = folder.write('plain.sfc', image);
    const changed = image.slice();
    changed.set([0xea, 0x60], offsetOfBus('C1:1C02'));
    const patch = folder.write('nop.ips', makeIps(image, changed));
    const text = await listed(plain, 'C1:1C02', '--force-rom', '--patch', patch);
    expect(text).toContain('FORCED');
    expect(text).toMatch(/NOP\n.*RTS\n$/);
  });

  test('a forced image has no routine names, and nothing is known at the start', async () => {
    const text = await listed(folder.write('forced.sfc', gameShaped()), 'C1:1C02', '--force-rom');
    expect(text).toContain('D not known, DB not known');
    expect(text).not.toContain('order-points-idle');
    expect(text).not.toContain('; actionPoints');
  });
});

describe('bad use: one message, exit 2', () => {
  test('an unknown routine, one of several names, and an address outside of the ROM', async () => {
    expect(await error(DRILL, 'enemy-move-cots')).toContain('Did you mean enemy-move-cost?');
    expect(await error(DRILL, 'C1:8E51')).toContain('several routines are called');
    expect(await error(DRILL, '00:7FFF')).toContain('E_ROM_ADDRESS');
    expect(await error(DRILL, '7E:8000')).toContain('E_ROM_ADDRESS');
  });

  test('no image, an unknown one, one that does not fit', async () => {
    expect(await error(join(packageRoot(), 'README.md'), '008000')).toContain('E_ROM_SIZE');
    const cut = folder.write('cut.sfc', new Uint8Array(readFileSync(DRILL)).fill(0, 0x4000));
    expect(await error(cut, '008000')).toContain('E_ROM_UNKNOWN');
    expect(await error(DRILL.replace('drill.sfc', 'none.sfc'), '008000')).toContain('E_FILE');
  });

  test('a wrong limit, two widths at once, and an output file', async () => {
    expect(await error(DRILL, '008A02', '--instructions', '0')).toContain('--instructions is not a count');
    expect(await error(DRILL, '008A02', '--end', '00:8000')).toContain('--end does not lie behind the start');
    expect(await error(DRILL, '008A02', '--m8', '--m16')).toContain('E_USAGE');
    expect(await error(DRILL, '008A02', '-o', 'file.txt')).toContain('E_USAGE');
  });
});
