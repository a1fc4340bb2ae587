/**
 * Our own console beside real emulators: the timing probe is built and recorded anew, and every faulty ROM gives on our console the log
 * that it gave on bsnes-mercury. Needs ca65 and ld65 (cc65); the recordings need a C compiler and the cores.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect } from 'vitest';
import { parsePadScript } from '../../harness/base/pad-script.js';
import { type SoakMix, soakScript } from '../../harness/capture/record/bundled-logs.js';
import { windowsToRecord } from '../../harness/capture/record/image-profile.js';
import { recordFrames } from '../../harness/capture/record/record-frames.js';
import { readRecording } from '../../harness/capture/record/recording-reader.js';
import { recordingToTrace } from '../../harness/capture/record/to-trace.js';
import type { TraceHeader } from '../../harness/play/trace/types.js';
import {
  checksumText,
  PROBE_FRAMES,
  PROBE_FROM,
  PROBE_WINDOWS,
  PROBES,
  probeImage,
  probePads,
  recordedChecksums,
} from '../fixtures/console/probe.js';
import { runScript, testWith } from './tools.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'lockstep-console-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('the timing probe', () => {
  testWith(['assembler'], 'its source builds the committed images', () => {
    expect(runScript('test/fixtures/console/build-probe.mjs', scratch)).toMatchObject({ status: 0 });
    for (const probe of PROBES) {
      expect(readFileSync(join(scratch, `probe-${probe}.sfc`)).equals(probeImage(probe))).toBe(true);
    }
  });

  for (const core of ['builtin', 'balanced', 'accuracy'] as const) {
    for (const probe of PROBES) {
      testWith(
        core === 'builtin' ? [] : ['compiler', core],
        `${probe} on ${core} gives the recorded checksums`,
        async () => {
          const rom = join(scratch, `${probe}.sfc`);
          writeFileSync(rom, probeImage(probe));
          const out = join(scratch, 'probe.bin');
          const order = { core, rom, frames: PROBE_FRAMES, windows: PROBE_WINDOWS, out, padScript: probePads() };
          await recordFrames(order);
          const sums: string[] = [];
          await readRecording(out, ({ frame, bytes }) => {
            if (frame >= PROBE_FROM) sums.push(checksumText(bytes));
          });
          expect(sums).toEqual(recordedChecksums()[probe]);
        },
      );
    }
  }
});

interface Mutant {
  readonly mutant: string;
  readonly log: string;
  readonly frames: number;
  readonly script?: string;
  readonly soak?: { readonly scenario: number; readonly seed: number; readonly mix?: SoakMix };
  readonly mix?: SoakMix;
  readonly image?: 'battle' | 'duel';
}

/** Logs of the second image as it was before fields, knockback and counters: the sources build another ROM today. */
const OF_EARLIER_ROM = ['MPICK', 'MCOEFFICIENT', 'MHITS', 'MEQUAL', 'MHALF', 'MSHORT', 'MTIMER', 'MPOISON'];

describe('faulty ROMs on our own console', () => {
  const folder = join(root, 'test/fixtures');
  const mutants = JSON.parse(readFileSync(join(folder, 'rom-mutants.json'), 'utf8')) as readonly Mutant[];
  const ofToday = mutants.filter(({ mutant }) => !OF_EARLIER_ROM.includes(mutant));

  for (const row of ofToday) {
    testWith(['assembler'], `${row.mutant} gives the log that it gave on bsnes-mercury`, async () => {
      const rom = join(scratch, `${row.mutant}.sfc`);
      const image = row.image === undefined ? [] : [`--${row.image}`];
      const words = [...image, '--define', `${row.mutant}=1`, rom];
      expect(runScript('traces/homebrew/build.mjs', ...words)).toMatchObject({ status: 0 });
      const { soak, frames } = row;
      const padScript =
        soak === undefined
          ? parsePadScript(readFileSync(join(root, row.script ?? ''), 'utf8'))
          : soakScript(soak.scenario, soak.seed, frames, soak.mix ?? row.mix);
      const recording = join(scratch, 'mutant.bin');
      const windows = await windowsToRecord(rom);
      const report = await recordFrames({ core: 'builtin', rom, frames, windows, out: recording, padScript });
      const trace = join(scratch, 'mutant.jsonl');
      await recordingToTrace(recording, trace, { report, romTitle: row.mutant, inputSha256: null });
      const mine = readFileSync(trace, 'utf8').split('\n').slice(1, -2);
      const recorded = gunzipSync(readFileSync(join(folder, row.log))).toString('utf8');
      const [header = '', ...theirs] = recorded.split('\n');
      expect((JSON.parse(header) as TraceHeader).source.rom?.sha256).toBe(report.rom.sha256);
      expect(mine).toEqual(theirs.slice(0, -2));
      // the one that reads multiplier and divider at once is marked for it, and no other
      const early = (report.consoleNotes ?? []).filter(({ kind }) => kind.startsWith('early'));
      expect(early.length > 0).toBe(row.mutant === 'MNOWAIT');
    });
  }
});
