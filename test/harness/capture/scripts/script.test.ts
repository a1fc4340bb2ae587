/** The recorder scripts as text; `test:lua` runs them. */
import { describe, expect, test } from 'vitest';
import { parseHeader } from '../../../../harness/play/trace/header.js';
import { parseAddress, testRomAddress } from '../../../../rom-map/index.js';
import { cli } from '../../cli/run-cli.js';

async function script(...words: string[]): Promise<string> {
  const run = await cli(['symbols', '--format', 'lua', ...words]);
  expect([run.code, run.err]).toEqual([0, '']);
  return run.out;
}

/** The header in the script, with something in every place that the emulator fills. */
function headerIn(text: string): ReturnType<typeof parseHeader> {
  const [, template = ''] = /header = \[==\[(.*)\]==\]/.exec(text) ?? [];
  return parseHeader(template.replace('"@SHA@"', 'null').replaceAll(/@[A-Z]+@/g, 'x'), 'script');
}

/** Offset in work RAM and bytes of each cell; behind them stands the window that it is read with. */
const cellsIn = (text: string): number[][] =>
  [...(/ cells = \{(.*)\},\n/.exec(text)?.[1] ?? '').matchAll(/\{(\d+),(\d+),\d+\}/g)].map(([, offset, width]) => [
    Number(offset),
    Number(width),
  ]);

describe.each(['bizhawk', 'mesen', 'snes9x'])('%s', (emulator) => {
  test.each([[[]], [['--drill']]])(
    'the script made with %j reads the cells that its header declares',
    async (words) => {
      const text = await script('--emulator', emulator, ...words);
      const header = headerIn(text);
      const declared = header.cells.map(([, address, width]) => [
        testRomAddress(parseAddress(address)) - 0x7e0000,
        width,
      ]);
      expect(cellsIn(text)).toEqual(declared);
      expect(declared).toContainEqual([0x03ae, 2]);
      expect(header.source.kind).toBe(words.length === 0 ? 'unknown-image' : 'homebrew');
      expect(text).toContain(words.length === 0 ? 'pad = 836,' : 'pad = 7684,');
    },
  );
});

test('a recorder script without a known emulator is refused, and so is one as JSON', async () => {
  const bad = [
    ['--format', 'lua'],
    ['--format', 'lua', '--emulator', 'mesn'],
    ['--format', 'lua', '--emulator', 'mesen', '--json'],
  ];
  for (const words of bad) expect((await cli(['symbols', ...words])).code).toBe(2);
});
