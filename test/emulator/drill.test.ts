/**
 * The drill ROM on a real core: its image is what its sources build, the second image's routines pass the original's cases, bundled logs come
 * out again byte for byte, and a faulty ROM is caught. Needs ca65 and ld65 (cc65), a C compiler and the balanced core.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect } from 'vitest';
import { LIVE_A_LIVE } from '../../core/live-a-live/index.js';
import { formatPadScript, type PadEvent, parsePadScript } from '../../harness/base/pad-script.js';
import { soakScript } from '../../harness/capture/record/bundled-logs.js';
import { findCore } from '../../harness/capture/record/find-core.js';
import { windowsToRecord } from '../../harness/capture/record/image-profile.js';
import { recordFrames } from '../../harness/capture/record/record-frames.js';
import { recordingToTrace } from '../../harness/capture/record/to-trace.js';
import { verifyLog } from '../../harness/play/verify/verify-log.js';
import { cli } from '../harness/cli/run-cli.js';
import { runScript, testWith } from './tools.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'lockstep-drill-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Passed, failed and not applicable cases of an area: those of the vector files that traces/homebrew/calls.json names. */
const CASES = {
  hardware: [767, 0, 0],
  generator: [1167, 0, 0],
  turn: [17_277, 0, 83],
  hit: [2987, 0, 0],
  damage: [2266, 0, 0],
  totals: [1721, 0, 0],
  status: [2985, 0, 0],
  change: [1352, 0, 0],
  field: [677, 0, 0],
  knockback: [711, 0, 0],
  counter: [530, 0, 0],
};
/** The same of the third image alone. */
const DUEL_CASES = { decision: [1615, 0, 0], growth: [786, 0, 0] };

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

describe('the drill ROM', () => {
  testWith(['assembler'], 'its sources build the committed images', () => {
    const image = join(scratch, 'drill.sfc');
    expect(runScript('traces/homebrew/build.mjs', image)).toMatchObject({ status: 0 });
    expect(sha256(image)).toBe(sha256(join(root, 'traces/homebrew/drill.sfc')));
    expect(runScript('traces/homebrew/build.mjs', '--battle', image)).toMatchObject({ status: 0 });
    expect(sha256(image)).toBe(sha256(join(root, 'traces/homebrew/drill-battle.sfc')));
    expect(runScript('traces/homebrew/build.mjs', '--duel', image)).toMatchObject({ status: 0 });
    expect(sha256(image)).toBe(sha256(join(root, 'traces/homebrew/drill-duel.sfc')));
    expect(runScript('traces/homebrew/build.mjs', '--menu', image)).toMatchObject({ status: 0 });
    expect(sha256(image)).toBe(sha256(join(root, 'traces/homebrew/drill-menu.sfc')));
  });

  testWith(
    ['compiler', 'balanced'],
    'the third image passes all of them, and those of the second one: hits, damage, totals, statuses, changes, fields, knockback and counters',
    () => {
      const core = findCore('balanced');
      const words = ['traces/vectors', '--duel', '--core', core];
      const { status, text } = runScript('traces/homebrew/check-calls.mjs', ...words);
      const areas = [...text.matchAll(/^area (\w+): (\d+) passed, (\d+) failed, (\d+) not applicable$/gm)];
      const counts = Object.fromEntries(areas.map(([, area, ...numbers]) => [area, numbers.map(Number)]));
      // all cases of the files that calls.json names; of the abnormality rows 83 are beyond the sixteen of the ROM
      expect(counts).toEqual({ ...CASES, ...DUEL_CASES });
      expect([status, /^no vectors for/m.test(text)]).toEqual([0, false]);
    },
    1_800_000,
  );

  testWith(
    ['compiler', 'balanced'],
    'bundled logs come out again with the manifest’s hashes',
    () => {
      const { status, text } = runScript(
        'dist/harness/capture/record/bundle.js',
        ...['worked-example', 'party-charge', 'overflow'],
        'soak-21-balanced',
        'soak-25-balanced',
      );
      expect(text.match(/^equal /gm)?.length).toBe(5);
      expect(status).toBe(0);
    },
    300_000,
  );

  testWith(
    ['compiler', 'balanced'],
    '`lockstep record` keeps the draws of the second image, and verify compares them',
    async () => {
      const input = join(scratch, 'fields.txt');
      const trace = join(scratch, 'fields.jsonl');
      writeFileSync(input, formatPadScript(soakScript(25, 2025, 400, 'skills')));
      const words = ['record', 'traces/homebrew/drill-battle.sfc', '--input', input, '--frames', '400', '-o', trace];
      expect(await cli(words)).toMatchObject({ code: 0, err: '' });
      const rows = readFileSync(trace, 'utf8').split('\n').slice(1, -2);
      const bundled = gunzipSync(readFileSync(join(root, 'traces/logs/soak-25-balanced.jsonl.gz'))).toString('utf8');
      expect(rows).toEqual(bundled.split('\n').slice(1, 1 + rows.length));
      const { draws } = await verifyLog(trace, { systems: [LIVE_A_LIVE] });
      expect(draws?.mine).toBeGreaterThan(100);
      expect([draws?.theirs, draws?.equal, draws?.first]).toEqual([draws?.mine, draws?.mine, undefined]);
      // a menu without a press of Start: the message names the ROM, and nothing is written
      const still = await cli(['record', 'traces/homebrew/drill-battle.sfc', '--frames', '60', '-o', `${trace}.still`]);
      expect([still.code, existsSync(`${trace}.still`)]).toEqual([2, false]);
      expect(still.err).toContain('E_NO_BATTLE traces/homebrew/drill-battle.sfc: no battle starts');
    },
    300_000,
  );

  /** First difference of a faulty ROM's log from the model. */
  async function firstDifference(
    words: readonly string[],
    frames: number,
    padScript: readonly PadEvent[],
  ): Promise<Awaited<ReturnType<typeof verifyLog>>['first']> {
    const rom = join(scratch, 'faulty.sfc');
    expect(runScript('traces/homebrew/build.mjs', ...words, rom)).toMatchObject({ status: 0 });
    const recording = join(scratch, 'faulty.bin');
    const windows = await windowsToRecord(rom);
    const report = await recordFrames({ core: 'balanced', rom, frames, windows, out: recording, padScript });
    const trace = join(scratch, 'faulty.jsonl');
    await recordingToTrace(recording, trace, { report, romTitle: 'faulty', inputSha256: null });
    return (await verifyLog(trace, { systems: [LIVE_A_LIVE] })).first;
  }

  testWith(['assembler', 'compiler', 'balanced'], 'a faulty ROM differs in the frame that was foretold', async () => {
    const file = join(root, 'traces/homebrew/scripts/worked-example.txt');
    const script = parsePadScript(readFileSync(file, 'utf8'), { file });
    const first = await firstDifference(['--define', 'M511=1'], 420, script);
    expect([first?.frame, first?.cells[0]?.cell, first?.cells[0]?.theirs]).toEqual([166, 'actionPoints', 540]);
  });

  testWith(
    ['assembler', 'compiler', 'balanced'],
    'a faulty second image differs in the frame that was foretold',
    async () => {
      const script = soakScript(20, 1020, 260);
      const first = await firstDifference(['--battle', '--define', 'MPICK=1'], 260, script);
      expect([first?.frame, first?.cells[0]?.cell]).toEqual([189, 'battleGenerator.a0']);
    },
  );
});
