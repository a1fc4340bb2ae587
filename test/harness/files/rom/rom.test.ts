/**
 * `lockstep rom` on an image built from the published figures: bytes are changed at addresses worked out from the published layouts,
 * and exactly those fields must be found.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareTables, readTable, TABLES } from '../../../../rom-map/tables/index.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { makeBps, makeIps } from './patch-bytes.js';
import { offsetOfBus, syntheticImage } from './synthetic-image.js';

const folder = testFolder();
const PLAIN = syntheticImage();
const plain = folder.write('plain.sfc', PLAIN);

/** The image with bytes changed: bus address to value. */
function changed(name: string, bytes: Readonly<Record<string, number>>, unknown = 0): string {
  const image = syntheticImage(unknown);
  for (const [bus, value] of Object.entries(bytes)) image[offsetOfBus(bus)] = value;
  return folder.write(name, image);
}

interface CheckJson {
  readonly exit: number;
  readonly compared: number;
  readonly different: number;
  readonly image: { readonly forced: boolean };
  readonly tables: readonly {
    readonly table: string;
    readonly differences: readonly Readonly<Record<string, string | number>>[];
  }[];
}

async function check(file: string): Promise<CheckJson> {
  const run = await cli(['rom', 'check', file, '--force-rom', '--json']);
  const data = JSON.parse(run.out) as CheckJson;
  expect(data.exit).toBe(run.code);
  return data;
}

async function found(file: string): Promise<readonly string[]> {
  const data = await check(file);
  return data.tables.flatMap(({ table, differences }) =>
    differences.map(({ id, field, bus, image, published }) => `${table} ${id}.${field} ${bus} ${image}/${published}`),
  );
}

describe('rom check', () => {
  test('the image as built agrees in every field, whatever unknown bits hold', async () => {
    const data = await check(plain);
    expect([data.exit, data.different, data.image.forced]).toEqual([0, 0, true]);
    // 256 species of 43 fields, 2 x 256 skills of 34, 256 items of 21, 23 characters of 47, and more.
    expect(data.compared).toBeGreaterThan(256 * 43 + 512 * 34 + 256 * 21 + 23 * 47);
    expect((await check(changed('unknown.sfc', {}, 0xff))).different).toBe(0);
  });

  test('exactly the altered fields are found, with address and both values', async () => {
    const file = changed('altered.sfc', {
      // Namcat (5Ah): speed 60, at 04CB + 32 x 5A + 6.
      'D5:1011': 61,
      // Low nibble of its byte 29, the side correction 4; the back correction stays 8.
      'D5:1028': 0x85,
      // Low kick (5Eh) of the allies, byte 17: charge 0 -> 48, level stays.
      'D5:2E0A': (PLAIN[offsetOfBus('D5:2E0A')] ?? 0) | 0x30,
      // Abnormality Ch, attack decrease 45.
      'D5:64B1': 35,
      // First code of pattern 0: 11h.
      'D5:64CB': 0x12,
      // Takahara (10h), power 50.
      'D5:0391': 51,
      // Formation DEh: Namcat at (0,0) facing down and right.
      [formationByte(0xde, 8)]: 0x0b,
      // Party list of the present day.
      'D6:5143': 0x11,
    });
    expect(await found(file)).toEqual([
      'characters takahara.power D5:0391 51/50',
      'species namcat.speed D5:1011 61/60',
      'species namcat.sideCorrection D5:1028 5/4',
      'ally-skills low-kick.charge D5:2E0A 48/0',
      'abnormalities keep-distance.attackDecrease D5:64B1 35/45',
      'move-patterns pattern-00.row1column1 D5:64CB 18/17',
      `formations formation-de.enemy0X ${formationByte(0xde, 8)} 1/0`,
      `formations formation-de.enemy0Y ${formationByte(0xde, 8)} 3/0`,
      'party-lists present-day.hero D6:5143 17/16',
    ]);
    const run = await cli(['rom', 'check', file, '--force-rom']);
    expect(run.code).toBe(1);
    expect(run.out).toContain('species namcat (90) speed at D5:1011, file offset 151011h: image 61, published 60');
    expect(run.out).toContain('9 not as published');
    expect(run.out).toContain('FORCED (--force-rom)');
  });

  test('a change of any single known bit is found in its own field, of an unknown one nowhere', () => {
    const species = TABLES.find((table) => table.place.name === 'species');
    if (species === undefined) throw new Error('no table of species');
    const layout = species.layout(new Uint8Array(), 0);
    fc.assert(
      fc.property(fc.nat(255), fc.nat(31), fc.nat(7), (number, byte, bit) => {
        const bankD5 = PLAIN.slice(0x15_0000, 0x16_0000);
        const at = 0x04cb + 32 * number + byte;
        bankD5[at] = (bankD5[at] ?? 0) ^ (1 << bit);
        const tables = compareTables({ bankD5, bankD6: PLAIN.slice(0x16_0000, 0x17_0000) });
        const expected = layout.fields.filter((part) => {
          const mask = part.mask > 0xff ? [part.mask >> 8, part.mask & 0xff] : [part.mask];
          return (((mask[byte - part.byte] ?? 0) >> bit) & 1) === 1;
        });
        const names = tables.flatMap((table) =>
          table.differences.map((one) => `${table.table} ${one.number} ${one.field}`),
        );
        expect(names).toEqual(expected.map((part) => `species ${number} ${part.name}`));
      }),
      { numRuns: 40 },
    );
  });

  test('a moved table is followed by its pointer and named', async () => {
    const image = Uint8Array.from(PLAIN);
    const from = offsetOfBus('D5:71C4');
    image.copyWithin(offsetOfBus('D5:A000'), from, from + 4096);
    image.fill(0, from, from + 4096);
    image.set([0x00, 0xa0], offsetOfBus('D5:0068'));
    const run = await cli(['rom', 'check', folder.write('moved.sfc', image), '--force-rom']);
    expect(run.code).toBe(1);
    expect(run.out).toContain('items: 256 records at D5:A000');
    expect(run.out).toContain('the published address is D5:71C4');
    expect(run.out).toContain('1 not as published');
  });

  test('whatever the banks hold, reading and comparing end', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 });
    fc.assert(
      fc.property(bytes, bytes, (first, second) => {
        const fill = (part: Uint8Array): Uint8Array =>
          Uint8Array.from({ length: 0x1_0000 }, (_, at) => part[at % part.length] ?? 0);
        const banks = { bankD5: fill(first), bankD6: fill(second) };
        for (const table of TABLES) expect(readTable(table, banks)).toHaveLength(table.place.records);
        expect(compareTables(banks)).toHaveLength(TABLES.length);
      }),
      { numRuns: 5 },
    );
  });
});

/** Bus address of a byte of a formation of the image. */
function formationByte(number: number, byte: number): string {
  const pointer = 0x16_4080 + 2 * number;
  const word = (PLAIN[pointer] ?? 0) | ((PLAIN[pointer + 1] ?? 0) << 8);
  return `D6:${(word + byte).toString(16).toUpperCase().padStart(4, '0')}`;
}

describe('rom info', () => {
  test('an image that is not known is refused with both hashes and the known name', async () => {
    const run = await cli(['rom', 'info', plain]);
    const sha1 = createHash('sha1').update(PLAIN).digest('hex');
    expect(run.code).toBe(2);
    expect(run.err).toContain('E_ROM_UNKNOWN');
    expect(run.err).toContain(sha1);
    expect(run.err).toContain('Live A Live (Japan), CRC-32 6291ee08, or patched, 5ad071f3');
    for (const verb of ['check', 'tables']) {
      const other = await cli(['rom', verb, plain]);
      expect([other.code, other.out]).toEqual([2, '']);
      expect(other.err).toContain(sha1);
    }
  });

  test('with --force-rom the report says so, and gives mapping, title and hashes', async () => {
    const run = await cli(['rom', 'info', plain, '--force-rom']);
    expect(run.code).toBe(0);
    expect(run.out).toContain('FORCED (--force-rom)');
    expect(run.out).toContain('HiROM, at file offset FFC0h');
    expect(run.out).toContain('title        LIVE A LIVE\n');
    expect(run.out).toContain('as the header says');
    expect(run.out).toContain(createHash('md5').update(PLAIN).digest('hex'));
    expect(run.out).toContain(createHash('sha256').update(PLAIN).digest('hex'));
  });

  test('a copier header changes nothing but the note', async () => {
    const file = folder.write('copier.smc', Buffer.concat([Buffer.alloc(512, 7), PLAIN]));
    const plainInfo = JSON.parse((await cli(['rom', 'info', plain, '--json'])).out) as Record<string, unknown>;
    const copierInfo = JSON.parse((await cli(['rom', 'info', file, '--json'])).out) as Record<string, unknown>;
    expect(plainInfo).toMatchObject({ exit: 2, known: null, copierHeader: false });
    expect({ ...copierInfo, file: plain, copierHeader: false }).toEqual(plainInfo);
  });

  test('bus addresses and file offsets are converted into each other', async () => {
    const words = ['--address', 'D5:04CB', '--address', '7E:03AE', '--offset', '0x1504cb'];
    const run = await cli(['rom', 'info', plain, '--force-rom', ...words]);
    expect(run.out.match(/D5:04CB is file offset 1504CBh \(1377483\)/g)).toHaveLength(2);
    expect(run.out).toContain('7E:03AE is not in the ROM');
    expect((await cli(['rom', 'info', plain, '--address', 'D504'])).err).toContain('E_OPTION');
  });

  test.each([
    ['empty', 0, 'E_ROM_EMPTY'],
    ['cut', 2_000_001, 'E_ROM_SIZE'],
    ['too large', 0x100_0000 + 1024, 'E_ROM_SIZE'],
  ])('an image of a wrong size is refused: %s', async (name, size, code) => {
    const run = await cli(['rom', 'info', folder.write(`${name}.sfc`, new Uint8Array(size))]);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toContain(code);
  });

  test('an image too small for the tables is refused, forced or not', async () => {
    const run = await cli(['rom', 'check', folder.write('small.sfc', new Uint8Array(0x1_0000)), '--force-rom']);
    expect(run.code).toBe(2);
    expect(run.err).toContain('E_ROM_TABLE');
  });
});

describe('patches', () => {
  const result = Uint8Array.from(PLAIN);
  result[offsetOfBus('D5:1011')] = 99;
  const at = offsetOfBus('D5:1011');
  const bps = folder.write(
    'p.bps',
    makeBps(PLAIN, result, [
      [0, at],
      [1, 1, 99],
      [0, PLAIN.length - at - 1],
    ]),
  );

  test('BPS in memory: the image stays as it is, the patched table is read', async () => {
    const run = await cli(['rom', 'check', plain, '--patch', bps, '--force-rom']);
    expect(run.code).toBe(1);
    expect(run.out).toContain('image 99, published 60');
    expect(run.out).toContain('(BPS) from an image that is not known; its checksums agree');
    expect(Buffer.compare(readFileSync(plain), PLAIN)).toBe(0);
  });

  test('IPS says that nothing shows that it fits; the result is written only when asked', async () => {
    const ips = folder.write('p.ips', makeIps(PLAIN, result));
    const output = join(folder.path, 'out.sfc');
    const refused = await cli(['rom', 'info', plain, '--patch', ips, '-o', output]);
    expect([refused.code, existsSync(output)]).toEqual([2, false]);
    const run = await cli(['rom', 'info', plain, '--patch', ips, '-o', output, '--force-rom']);
    expect(run.code).toBe(0);
    expect(run.out).toContain('IPS has no checksums: nothing shows that it fits');
    expect(Buffer.compare(readFileSync(output), result)).toBe(0);
    const over = await cli(['rom', 'info', plain, '--patch', ips, '-o', plain, '--force-rom']);
    expect(over.err).toContain('E_OUTPUT_IS_INPUT');
  });

  test('a patch for another image is refused with both checksums', async () => {
    const run = await cli(['rom', 'check', changed('other.sfc', { 'D5:1011': 3 }), '--patch', bps, '--force-rom']);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(/E_PATCH_SOURCE .*found 2097152 bytes, CRC-32 .*expected 2097152 bytes, CRC-32/);
  });
});

describe('rom tables and rom routines', () => {
  test('a record is found by id, Japanese name and number; without an image it has the published figures', async () => {
    for (const name of ['namcat', 'ナムキャット', '0x5a']) {
      const run = await cli(['rom', 'tables', '--table', 'species', '--record', name]);
      expect(run.out).toMatch(/^published figures.*\n5A namcat ナムキャット at D5:100B\n/);
      expect(run.out).toMatch(/speed +D5:1011 +60\n/);
      expect(run.out).toMatch(/skill4 +D5:1019 +low-kick\n/);
    }
  });

  test('with an image a record has the image’s own figures', async () => {
    const file = changed('fast.sfc', { 'D5:1011': 200 });
    const run = await cli(['rom', 'tables', file, '--force-rom', '--table', 'species', '--record', 'namcat', '--json']);
    const data = JSON.parse(run.out) as { tables: { records: { values: { speed: number } }[] }[] };
    expect(data.tables[0]?.records[0]?.values.speed).toBe(200);
    expect(run.out).toContain('"forced":true');
  });

  test('an unknown name suggests the nearest, wide letters are found, a missing option is named', async () => {
    expect((await cli(['rom', 'tables', '--table', 'spezies'])).err).toContain('Did you mean species?');
    const run = await cli(['rom', 'tables', '--table', 'species', '--record', 'namkat']);
    expect(run.err).toContain('Did you mean namcat?');
    const wide = await cli(['rom', 'tables', '--table', 'ally-skills', '--record', 'レイザーソニック（タメ無）']);
    expect(wide.code).toBe(0);
    expect((await cli(['rom', 'tables', '--record', 'namcat'])).err).toContain('--record needs --table');
    expect((await cli(['rom'])).err).toContain('rom needs one of its parts');
  });

  test('routines are listed with counts and every unpublished stretch with its default', async () => {
    const run = await cli(['rom', 'routines']);
    expect(run.out).toMatch(/^all +\d+ verified, \d+ implemented, \d+ missing; /m);
    expect(run.out).toMatch(/^idleActionPoints \(switch, 10 or 0\), default: 10$/m);
    expect(run.out).toMatch(/^allyDefence \(/m);
  });
});
