/**
 * Symbol files as they are written, read by a parser of each grammar that knows nothing of the
 * writer.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseSymbols, readWatchList, writeSymbols } from '../../../../../harness/files/rom/symbols/read.js';
import { WATCH_FORMATS, type WatchFormat } from '../../../../../harness/files/rom/symbols/symbol.js';
import { BLOCKS, CELLS } from '../../../../../rom-map/index.js';
import { cli } from '../../../cli/run-cli.js';
import * as grammars from './grammars.js';

const textOf = async (...words: string[]): Promise<string> => {
  const run = await cli(['symbols', ...words]);
  expect(run.code).toBe(0);
  return run.out;
};

/** Bus address -> bytes, counted from the table of cells without the writer's code. */
function expectedBytes(): Map<number, number> {
  const map = new Map<number, number>();
  for (const { kind, address, width, count, evidence } of CELLS) {
    if (evidence === 'decision') continue;
    const block = kind === 'one' || kind === 'array' ? { count: 1, stride: 0 } : BLOCKS[kind];
    for (let index = 0; index < block.count; index++) map.set(address + block.stride * index, width * count);
  }
  return map;
}

const bus = (one: grammars.Parsed): number =>
  one.memory === 'WRAM' || one.memory === 'SnesWorkRam' ? 0x7e0000 + one.offset : one.offset;

describe('every form is accepted by a parser of its grammar', () => {
  const all = expectedBytes();
  const workRam = new Map([...all].filter(([address]) => address >= 0x7e0000));

  test('wch: each element has a row', async () => {
    const rows = grammars.wch(await textOf('--format', 'wch'));
    const arrays = CELLS.filter(({ count, evidence }) => count > 1 && evidence !== 'decision');
    expect(rows).toHaveLength(all.size + arrays.reduce((sum, { count }) => sum + count - 1, 0));
    const own = rows.filter((row) => all.has(bus(row)));
    expect(own).toHaveLength(all.size);
    expect(rows).toContainEqual({
      offset: 0x03ae,
      memory: 'WRAM',
      bytes: 2,
      text: expect.stringMatching(/^actionPoints: /),
    });
    // Enemy values at AC04 + 10h * number.
    expect(rows).toContainEqual({
      offset: 0xac34,
      memory: 'WRAM',
      bytes: 2,
      text: 'enemy[3].orderPoints: order points',
    });
  });

  test('mlb: each cell has a line with its type', async () => {
    const rows = grammars.mlb(await textOf('--format', 'mlb'));
    expect(new Map(rows.map((row) => [bus(row), row.bytes]))).toEqual(all);
    expect(new Set(rows.map(({ text }) => text.split(' ')[0])).size).toBe(rows.length);
    expect(rows).toContainEqual({
      offset: 0x4218,
      memory: 'SnesRegister',
      bytes: 2,
      text: 'joypad1 pad 1 as auto-read',
    });
    expect(rows).toContainEqual({
      offset: 0xac34,
      memory: 'SnesWorkRam',
      bytes: 2,
      text: 'enemy3_orderPoints order points',
    });
  });

  test('mlb and sym can list routines', async () => {
    const rows = grammars.mlb(await textOf('--format', 'mlb', '--routines'));
    // C1:2828 is ap-add; banks of 64 KiB from C0 on.
    expect(rows).toContainEqual({
      offset: 0x012828,
      memory: 'SnesPrgRom',
      bytes: 1,
      text: expect.stringMatching(/^ap_add /),
    });
    const labels = grammars.sym(await textOf('--format', 'sym', '--routines'));
    expect(labels).toContainEqual({ offset: 0xc12828, memory: '[labels]', bytes: 0, text: 'ap_add' });
    expect(new Set(labels.filter(({ memory }) => memory === '[labels]').map(({ text }) => text)).size).toBe(
      rows.length,
    );
  });

  test('sym: each cell has an address and a name', async () => {
    const rows = grammars.sym(await textOf('--format', 'sym'));
    const labels = rows.filter(({ memory }) => memory === '[labels]');
    expect(new Set(labels.map(({ offset }) => offset))).toEqual(new Set(all.keys()));
    expect(labels).toContainEqual({ offset: 0x7e03ae, memory: '[labels]', bytes: 0, text: 'actionPoints' });
    expect(rows).toHaveLength(2 * all.size);
  });

  test('notes: only work RAM is listed, and what is left out is reported', async () => {
    const run = await cli(['symbols', '--format', 'notes']);
    const rows = grammars.notes(run.out);
    expect(new Map(rows.map((row) => [bus(row), row.bytes]))).toEqual(workRam);
    expect(run.err).toBe(
      '5 left out, notes has no place for them: ppuProduct, ppuProductHigh, autoReadBusy, joypad1, joypad2\n',
    );
  });

  test('markdown: each cell has a row', async () => {
    const rows = grammars.markdown(await textOf('--format', 'markdown'));
    expect(new Map(rows.map((row) => [row.offset, row.bytes]))).toEqual(all);
  });

  test('cells of the test ROM are listed only on request', async () => {
    const rows = grammars.sym(await textOf('--format', 'sym', '--drill', '--cells', 'phase,drillSkill'));
    expect(rows.map(({ offset }) => offset)).toEqual([0x7e1d00, 0x7e1e06, 0x7e1d00, 0x7e1e06]);
    for (const words of [[], ['--drill']]) {
      const played = await cli(['symbols', '--format', 'sym', ...words, '--cells', 'battleResult']);
      expect([played.code, played.err]).toEqual([2, expect.stringMatching(/^E_SYMBOLS_CELL/)]);
    }
    const run = await cli(['symbols', '--format', 'sym', '--cells', 'phase']);
    expect([run.code, run.err]).toEqual([2, expect.stringMatching(/^E_SYMBOLS_CELL: no cell has the name phase/)]);
  });
});

test('a written file is read back with the same addresses, names and widths', () => {
  const all = chooseSymbols({ drill: true });
  fc.assert(
    fc.property(
      fc.constantFrom(...WATCH_FORMATS),
      fc.subarray([...all], { minLength: 1, maxLength: 20 }),
      (format: WatchFormat, some) => {
        const { text, leftOut } = writeSymbols(some, format);
        if (leftOut.length === some.length) return;
        const kept = some.filter(({ name }) => !leftOut.includes(name));
        const { entries } = readWatchList(text, format, 'x');
        const elements = kept.flatMap(({ address, width, count, name, label }) =>
          ['wch', 'rr'].includes(format) && count > 1
            ? Array.from({ length: count }, (_, index) => [address + width * index, `${name}[${index}]`, width])
            : [
                [
                  address,
                  ['mlb', 'msl', 'sym', 'nocash', 'diztinguish'].includes(format) ? label : name,
                  width * count,
                ],
              ],
        );
        expect(entries.map(({ address, name }) => [address, name])).toEqual(elements.map(([a, n]) => [a, n]));
        for (const [index, { bytes }] of entries.entries()) expect([0, elements[index]?.[2]]).toContain(bytes);
      },
    ),
    { numRuns: 100 },
  );
});
