/**
 * Logs of the first image layout, one of each kind: of the test ROM, of the turn engine and of a played battle (the last two were
 * written by `lockstep run` before the cells of our own had addresses of their own). They are read for ever.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { loadImage } from '../../../../harness/play/trace/bind.js';
import { parseHeader } from '../../../../harness/play/trace/header.js';
import { headerToday } from '../../../../harness/play/trace/layout.js';
import { openTrace } from '../../../../harness/play/trace/reader.js';
import { headerOf } from '../../../../harness/play/trace/state.js';
import type { TraceHeader } from '../../../../harness/play/trace/types.js';
import { verifyLog } from '../../../../harness/play/verify/verify-log.js';
import { addressToday, CELLS, formatAddress, isHostAddress, parseAddress } from '../../../../rom-map/index.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const OF_TEST_ROM = join(ROOT, 'traces/logs/soak-27.jsonl.gz');
const TURN_ENGINE = join(ROOT, 'test/harness/play/trace/layout-1/turn-engine.jsonl.gz');
const PLAYED = join(ROOT, 'test/harness/play/trace/layout-1/played.jsonl.gz');

/** The header as it stands in the file. */
function givenHeader(file: string): TraceHeader {
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8').split('\n', 1)[0] ?? '');
}

/** Address of every byte of a starting image, with the byte. */
function bytesOf({ image }: TraceHeader): Map<string, string> {
  return new Map(
    Object.entries(image).flatMap(([start, hex]) =>
      (hex.match(/../g) ?? []).map((byte, at) => [formatAddress(parseAddress(start) + at), byte] as const),
    ),
  );
}

/** Pairs of places as the tables of both layouts give them. */
const MOVED: readonly (readonly [before: string, today: string])[] = [
  ['7E1E00', 'HOST:0000'],
  ['7E1E0F', 'HOST:000F'],
  ['7E1E80', 'HOST:0010'],
  ['7E1EBF', 'HOST:004F'],
  ['7E1D00', 'HOST:0080'],
  ['7E1DFF', 'HOST:017F'],
  ['7E0500', 'HOST:0180'],
  ['7E05FF', 'HOST:027F'],
];
/** The bytes beside the moved ones, and the ends of memory. */
const STAYED = ['000000', '002134', '7E04FF', '7E0600', '7E1CFF', '7E1E10', '7E1E7F', '7E1EC0', '7E1F00', 'FFFFFF'];

describe('addresses of cells', () => {
  test.each(MOVED)('%s of the first layout is %s', (before, today) => {
    expect(formatAddress(addressToday(1, parseAddress(before)))).toBe(today);
    expect(formatAddress(addressToday(2, parseAddress(before)))).toBe(before);
  });

  test.each(STAYED)('%s stays', (address) => {
    expect(formatAddress(addressToday(1, parseAddress(address)))).toBe(address);
  });

  test('no cell of our own has an address of the console, and no cell of the console one of the host window', () => {
    for (const { name, address, evidence } of CELLS) {
      expect([name, isHostAddress(address)]).toEqual([name, evidence === 'decision']);
      if (!isHostAddress(address)) expect(address).toBeLessThan(0x100_0000);
    }
  });

  test('an address is read as it is written, and other text is refused', () => {
    for (const address of [0, 0x2134, 0x7e03ae, 0xffffff, 0x1000000, 0x100027f, 0x100ffff]) {
      expect(parseAddress(formatAddress(address))).toBe(address);
    }
    expect([parseAddress('host:10'), parseAddress('3ae')]).toEqual([0x1000010, 0x3ae]);
    for (const text of ['', 'HOST:', 'HOST:10000', '1000000', 'HOST', '7E 03', 'x']) {
      expect([text, parseAddress(text)]).toEqual([text, Number.NaN]);
    }
  });
});

describe.each([
  ['the test ROM', OF_TEST_ROM, 2763],
  ['the turn engine', TURN_ENGINE, 18],
  ['a played battle', PLAYED, 2],
])('a log of %s in the first layout', (_, file, frames) => {
  test('names no layout, and every frame is equal', async () => {
    expect(givenHeader(file).layout).toBeUndefined();
    const report = await verifyLog(file, { systems: SYSTEMS });
    expect([report.first, report.equal]).toEqual([undefined, frames]);
  });

  test('has the addresses of today when it is open: every cell its own, every byte once', async () => {
    const before = givenHeader(file);
    const { header } = await openTrace(file);
    expect(header.layout).toBe(2);
    expect(header.cells.map(([name, , width]) => [name, width])).toEqual(
      before.cells.map(([name, , width]) => [name, width]),
    );
    const battle = createBattle(null);
    const own = new Map(battle.cells.map((cell) => [cell.name, formatAddress(cell.address)]));
    expect(header.cells.map(([name, address]) => [name, address])).toEqual(
      header.cells.map(([name]) => [name, own.get(name)]),
    );
    const [old, today] = [bytesOf(before), bytesOf(header)];
    expect(today.size).toBe(old.size);
    for (const [address, byte] of old) {
      const at = formatAddress(addressToday(1, parseAddress(address)));
      expect([address, today.get(at)]).toEqual([address, byte]);
    }
    // what the battle starts from is what the file holds of every cell
    loadImage(header, battle);
    for (const [name, address, width] of before.cells) {
      const cell = battle.cells.find((one) => one.name === name);
      for (let byte = 0; byte < width; byte++) {
        const held = old.get(formatAddress(parseAddress(address) + byte));
        expect([name, battle.image[(cell?.offset ?? -1) + byte]]).toEqual([name, Number.parseInt(held ?? '', 16)]);
      }
    }
  });
});

describe('the layout in a header', () => {
  const parts = {
    ruleset: { name: 'cartridge', switches: {} },
    source: { kind: 'model', emulator: null, rom: null, input: null, recorder: null },
    setup: null,
    from: 'the start',
  } as const;
  const battle = createBattle(null);
  const header = headerOf(LIVE_A_LIVE, battle, battle.cells.slice(0, 4), parts);
  const codeOf = (changed: object): string => {
    try {
      headerToday(parseHeader(JSON.stringify({ ...header, ...changed }), 'x'), 'x');
      return '';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test('new headers name the layout; it is left as it is', () => {
    expect(header.layout).toBe(2);
    expect(headerToday(header, 'x')).toBe(header);
  });

  test('an unknown layout, and one for a system without layouts, are refused', () => {
    expect(codeOf({})).toBe('');
    expect(codeOf({ layout: 3 })).toBe('E_TRACE_VERSION');
    expect(codeOf({ layout: 0 })).toBe('E_TRACE_HEADER');
    expect(codeOf({ layout: '2' })).toBe('E_TRACE_HEADER');
    expect(codeOf({ system: 'fftcg', layout: 2 })).toBe('E_TRACE_VERSION');
    expect(codeOf({ system: 'fftcg', layout: 1 })).toBe('');
  });
});
