/**
 * `lockstep rom call` on published cases: our test ROMs give the published registers and cells,
 * with the widths of the listing.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { type ChosenImage, chooseImage } from '../../../../harness/original/disassembly/chosen-image.js';
import { entryState } from '../../../../harness/original/disassembly/flow-state.js';
import { disassemble } from '../../../../harness/original/disassembly/listing.js';
import { imageUnderTest } from '../../../../harness/original/proof/choose-image.js';
import { stateOfPublishedCase } from '../../../../harness/original/single-call/plan-state.js';

import { runCall } from '../../../../harness/original/single-call/run-call.js';

import { testFolder } from '../../fixtures/files.js';
import { COST, call, DRILL, HOMEBREW, VECTORS } from './small-images.js';

const folder = testFolder();

describe('published cases on the test ROMs', () => {
  test('a case gives the published exit, registers and cells', async () => {
    const lines = gunzipSync(readFileSync(COST)).toString('utf8').split('\n');
    const line = 12;
    const published = JSON.parse(lines[line - 1] as string) as { out: { regs: { A: number }; exit: string } };
    const data = await call(DRILL, 'enemy-move-cost', '--case', `${COST}:${line}`);
    expect([data.exit, data.exitTaken, data.published?.differences]).toEqual([0, 'return', []]);
    expect((data.registers['A'] as number) & 0xff).toBe(published.out.regs.A & 0xff);
  });

  test('an exit that is no return has its name', async () => {
    const file = join(VECTORS, 'C1-8E51-enemy-turn-test.jsonl.gz');
    const data = await call(DRILL, 'enemy-turn-test', '--case', `${file}:4`);
    expect([data.exit, data.exitTaken]).toEqual([0, 'C1:8E5B']);
  });

  test('a byte of the routine changed: the published outcome is missed, exit 1', async () => {
    const image = new Uint8Array(readFileSync(DRILL));
    // 00:8A17 LDA #$40 of the move cost becomes LDA #$41
    expect([image[0x0a17], image[0x0a18]]).toEqual([0xa9, 0x40]);
    image[0x0a18] = 0x41;
    const data = await call(
      folder.write('fault.sfc', image),
      'enemy-move-cost',
      '--as',
      'drill',
      '--case',
      `${COST}:2`,
    );
    expect(data.exit).toBe(1);
    expect(data.published?.differences[0]).toMatch(/^register A8: published \d+, here \d+$/);
  });

  test('a value that is set replaces the case and its published outcome', async () => {
    const set = await call(
      DRILL,
      'enemy-move-cost',
      '--case',
      `${COST}:2`,
      '--cell',
      'actingEnemy=0x1B00',
      '--cell',
      'enemy[0].speed=100',
    );
    // 64 - 100 / 4 = 39
    expect([set.published, (set.registers['A'] as number) & 0xff]).toEqual([null, 39]);
  });

  test.each(['drill', 'drill-battle'])(
    '%s: cases of every mirrored routine give the published outcome, with the widths of the listing',
    (rom) => {
      const image = chooseImage(join(HOMEBREW, `${rom}.sfc`), {});
      const routines = image.routines.filter(({ routine }) => routine !== '');
      expect(routines.length).toBe(loadProfile(rom).plans.length);
      let compared = 0;
      for (const routine of routines) {
        const file = join(VECTORS, `${routine.routine.replace(':', '-')}-${routine.name}.jsonl.gz`);
        if (!existsSync(file)) continue;
        const widths = listedWidths(image, routine.entry);
        for (const line of [2, 17, 40]) {
          const found = differences(image, routine, `${file}:${line}`, widths);
          if (found === undefined) continue;
          expect([routine.name, line, ...found]).toEqual([routine.name, line]);
          compared++;
        }
      }
      expect(compared).toBeGreaterThan(2 * routines.length);
    },
  );
});

type Widths = ReadonlyMap<string, readonly [m: number | undefined, x: number | undefined]>;

/** By `00:8A02`: the widths that a listing claims to know. */
function listedWidths(image: ChosenImage, entry: number): Widths {
  const code = { image: image.rom.image, mapping: image.mapping };
  const state = entryState({ m: 1, x: 0, ...image.entry });
  const { lines } = disassemble(code, entry, image.names, { state, instructions: 4000, end: 0xff_ffff });
  return new Map(
    lines.map(({ address, m, x, isKnownM, isKnownX }) => [
      `00:${(address & 0xffff).toString(16).toUpperCase()}`,
      [isKnownM ? m : undefined, isKnownX ? x : undefined],
    ]),
  );
}

/**
 * What differs from the published outcome, and from the listed widths; undefined where the image
 * has other tables or no such case.
 */
function differences(
  image: ChosenImage,
  routine: ChosenImage['routines'][number],
  place: string,
  widths: Widths,
): readonly string[] | undefined {
  const { profile, rom } = image;
  if (profile === undefined) throw new Error('no profile');
  let state: ReturnType<typeof stateOfPublishedCase>;
  try {
    state = stateOfPublishedCase(place, imageUnderTest(rom.image, profile, true));
  } catch (found) {
    expect(String(found)).toMatch(/other table bytes|no case on this line/);
    return undefined;
  }
  const wrong: string[] = [];
  const trace = (line: string): void => {
    const listed = widths.get(line.slice(0, 7));
    const flags = / ([nN][vV][mM][xX])[a-zA-Z]{4}/.exec(line)?.[1] ?? '';
    const m = flags[2] === 'M' ? 8 : 16;
    const x = flags[3] === 'X' ? 8 : 16;
    if (listed !== undefined && ((listed[0] ?? m) !== m || (listed[1] ?? x) !== x)) wrong.push(line);
  };
  const report = runCall({
    image,
    place: { address: routine.entry, routine },
    state,
    widths: 0x20,
    limit: 100_000,
    trace,
  });
  return [...(report.differences ?? []), ...wrong];
}
