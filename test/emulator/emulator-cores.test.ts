/**
 * Real emulator cores: the tiny ROM's counters against arithmetic, core against core, run against run. Needs the Debian packages that the skip messages name.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect } from 'vitest';
import { type PadEvent, padWordOfMask, parsePadScript } from '../../harness/base/pad-script.js';
import type { RecordingOrder } from '../../harness/capture/record/record-frames.js';
import { readRecording } from '../../harness/capture/record/recording-reader.js';
import { tinyRomState } from './tiny-rom.js';
import { testWith } from './tools.js';
import { openWorkshop } from './workshop.js';

const shop = openWorkshop();
afterAll(() => shop.close());

const FRAMES = 400;
const WINDOWS = [{ address: 0x100, length: 6 }];
const WHOLE_RAM = [{ address: 0, length: 0x20000 }];
/** Every mask is held for two frames at least: bsnes-mercury shows some changes one frame late. */
const PADS: readonly PadEvent[] = [0, 0x001, 0x80a, 0x100, 0x410, 0x020, 0x244, 0xf5f, 0].map((mask, index) => ({
  frame: index * 40,
  mask,
}));

interface Recorded {
  readonly file: Buffer;
  readonly rows: readonly { readonly mask: number; readonly hex: string }[];
}

let number = 0;
async function record(core: string, rest: Partial<RecordingOrder> = {}): Promise<Recorded> {
  const { recordFrames } = await shop.modules();
  const out = shop.file(`${number++}.rec`);
  const order = { core, rom: shop.rom, frames: FRAMES, windows: WINDOWS, padScript: PADS, out };
  await recordFrames({ ...order, ...rest });
  const rows: { mask: number; hex: string }[] = [];
  await readRecording(out, ({ mask, bytes }) => rows.push({ mask, hex: Buffer.from(bytes).toString('hex') }));
  return { file: readFileSync(out), rows };
}

for (const core of ['balanced', 'accuracy'] as const) {
  describe(`the ${core} core`, () => {
    testWith([core, 'koffi'], 'runs the tiny ROM as arithmetic says, row for row', async () => {
      const { rows } = await record(core);
      expect(rows).toHaveLength(FRAMES);
      // row 0 is before the first NMI; row N shows N ticks
      const words = new Set<number>();
      for (const [frame, { hex }] of rows.entries()) {
        if (frame === 0) continue;
        const now = padWordOfMask(maskAt(frame));
        const before = padWordOfMask(maskAt(frame - 1));
        expect([tinyRomState(frame, now), tinyRomState(frame, before)]).toContain(hex);
        words.add(Buffer.from(hex, 'hex').readUInt16LE(4));
      }
      expect([...words].sort()).toEqual([...new Set(PADS.map(({ mask }) => padWordOfMask(mask)))].sort());
    });

    testWith([core, 'koffi'], 'has the same whole work RAM in two runs seconds apart', async () => {
      const first = await record(core, { windows: WHOLE_RAM, frames: 3 });
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const second = await record(core, { windows: WHOLE_RAM, frames: 3 });
      expect(second.file.equals(first.file)).toBe(true);
      // it is noise, or the equality would say nothing about time()
      expect(new Set(first.file.subarray(0x8000, 0x18000)).size).toBe(256);
    });

    testWith([core, 'koffi'], 'takes pokes before the frame that they are for', async () => {
      const pokes = [{ frame: 10, address: 0x102, bytes: Uint8Array.of(0x00, 0xff) }];
      const { rows } = await record(core, { frames: 12, pokes });
      expect(rows[9]?.hex.slice(4, 8)).toBe('ee11'); // 9 * 510
      expect(rows[10]?.hex.slice(4, 8)).toBe('fe00'); // FF00 + 510, past the end
      expect(rows[11]?.hex.slice(4, 8)).toBe('fc02');
    });

    testWith([core, 'koffi'], 'goes on from a state as if nothing had been', async () => {
      const state = shop.file(`${core}.state`);
      const whole = await record(core, { frames: 120, padScript: [], windows: WHOLE_RAM });
      await record(core, { frames: 60, padScript: [], stateSave: state });
      const rest = await record(core, { frames: 60, padScript: [], windows: WHOLE_RAM, stateLoad: state });
      expect(rest.rows.map(({ hex }) => hex)).toEqual(whole.rows.slice(60).map(({ hex }) => hex));
    });
  });
}

testWith(['balanced', 'accuracy', 'koffi'], 'balanced and accuracy record the same rows', async () => {
  const balanced = await record('balanced');
  const accuracy = await record('accuracy');
  expect(balanced.rows).toEqual(accuracy.rows);
});

/** The drill ROM of traces/homebrew/PROGRAM.md: cells at 1E00 (0 and 2: its sequence words, 4: the pad word). */
const DRILL = fileURLToPath(new URL('../../traces/homebrew/drill.sfc', import.meta.url));
const DRILL_PADS = fileURLToPath(new URL('../../traces/homebrew/scripts/worked-example.txt', import.meta.url));

/** The frame by which it has certainly cleared them; the first pad change comes at 60. */
const CLEARED = 30;

testWith(['balanced', 'accuracy', 'koffi'], 'the drill ROM gives one log, whoever records it', async () => {
  const padScript = parsePadScript(readFileSync(DRILL_PADS, 'utf8'), { file: DRILL_PADS });
  const windows = [
    { address: 0x1e00, length: 0x10 },
    { address: 0x1c00, length: 0x100 },
    { address: 0xfef0, length: 2 },
  ];
  const order = { rom: DRILL, padScript, windows, frames: 300 };
  const balanced = await record('balanced', order);
  expect((await record('balanced', order)).file.equals(balanced.file)).toBe(true);
  expect((await record('accuracy', order)).rows).toEqual(balanced.rows);
  // Start is pressed at frame 60: from then on every frame is one finished tick
  const sequence = balanced.rows
    .map(({ hex }) => Buffer.from(hex, 'hex'))
    .map((row) => [row.readUInt16LE(0), row.readUInt16LE(2)]);
  const first = sequence.findIndex(([begin], index) => index >= CLEARED && begin !== 0);
  expect(first).toBeGreaterThanOrEqual(60);
  expect(first).toBeLessThan(65);
  for (const [index, words] of sequence.entries()) {
    if (index < CLEARED) continue;
    const tick = Math.max(0, index - first + 1);
    expect({ index, words }).toEqual({ index, words: [tick, tick] });
  }
});

function maskAt(frame: number): number {
  return PADS.filter((event) => event.frame <= frame).at(-1)?.mask ?? 0;
}
