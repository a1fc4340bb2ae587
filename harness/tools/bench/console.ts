/**
 * Frames per second of our own console on the two test ROMs, and of a whole recording beside
 * bsnes-mercury balanced: the same ROM, input and windows, one recording after the other in the
 * same run. Both recordings must be equal.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LockstepError, packageRoot, padWordOfMask } from '../../base/index.js';

import {
  BUILTIN_CORE,
  type BundledLog,
  bundledLogs,
  imageOf,
  padScriptOf,
  readRecording,
  recordFrames,
  windowsToRecord,
} from '../../capture/index.js';

import { createConsole } from '../../original/index.js';
import { checksum } from './measure/checksum.js';
import { ratesOf, type Spread, spreadOf, timed, timedAsync } from './measure/measure.js';

export interface ConsoleResult {
  readonly games: readonly ConsoleGame[];
  /** A recording by the emulator core, or the reason for its absence. */
  readonly peer: ConsolePeer | { readonly skipped: string };
}

export interface ConsoleGame {
  readonly image: string;
  readonly log: string;
  readonly frames: number;
  readonly repeats: number;
  readonly framesPerSecond: Spread;
  /** Of work RAM after the last frame. */
  readonly checksum: string;
}

interface ConsolePeer {
  /** Name and version of the core. */
  readonly name: string;
  readonly log: string;
  readonly frames: number;
  /** Frames per second of a recording with its files: ours, the core's. */
  readonly ours: Spread;
  readonly theirs: Spread;
  /** Time of the core relative to ours, pair by pair. */
  readonly ratio: Spread;
  /** Checksum of both recordings from the frame on in which the ROM has cleared work RAM. */
  readonly checksum: string;
}

const FRAMES = 3000;
/** Battles of the first image and attacks of the second: the bundled logs that begin like them. */
const LOGS = ['soak-05', 'soak-20'] as const;
const PEER_CORE = 'balanced';
/** Maximum number of pairs; a recording by the core takes seconds. */
const MAX_PAIRS = 3;
/** First frame with cleared work RAM; before, it holds its values at power-on. */
const CLEARED_FROM = 30;

function logNamed(name: string): BundledLog {
  const log = bundledLogs().find((one) => one.log === name);
  if (log === undefined) throw new TypeError(`traces/recordings.json lists ${name}`);
  return log;
}

function benchGame(name: string, repeats: number): ConsoleGame {
  const log = logNamed(name);
  const { rom, romTitle } = imageOf(log);
  const image = readFileSync(join(packageRoot(), rom));
  const events = padScriptOf(log);
  let end = '';
  const run = (): void => {
    const console = createConsole(image);
    let pad = 0;
    let next = 0;
    for (let frame = 0; frame < FRAMES; frame++) {
      for (let event = events[next]; event !== undefined && event.frame <= frame; event = events[++next]) {
        pad = padWordOfMask(event.mask);
      }
      console.runFrame(pad);
    }
    end = checksum(console.workRam);
  };
  run();
  const times = Array.from({ length: repeats }, () => timed(run));
  return {
    image: romTitle,
    log: name,
    frames: FRAMES,
    repeats,
    framesPerSecond: ratesOf(times, FRAMES),
    checksum: end,
  };
}

/** Records, and returns the core's name and the time. */
async function record(core: string, log: BundledLog, out: string): Promise<{ name: string; nanoseconds: number }> {
  const rom = join(packageRoot(), imageOf(log).rom);
  const order = { core, rom, frames: FRAMES, windows: await windowsToRecord(rom), out, padScript: padScriptOf(log) };
  let name = '';
  const nanoseconds = await timedAsync(async () => {
    const report = await recordFrames(order);
    name = `${report.core.name} ${report.core.version}`;
  });
  return { name, nanoseconds };
}

async function recordedChecksum(recording: string): Promise<string> {
  const sums: number[] = [];
  await readRecording(recording, ({ frame, bytes }) => {
    if (frame >= CLEARED_FROM) sums.push(Number.parseInt(checksum(bytes), 16));
  });
  return checksum(new Uint8Array(Uint32Array.from(sums).buffer));
}

async function benchPeer(repeats: number): Promise<ConsolePeer> {
  const log = logNamed(LOGS[0]);
  const scratch = mkdtempSync(join(tmpdir(), 'lockstep-bench-'));
  try {
    // a recording is read back, and what a command has read it does not write again
    let [mine, theirs] = ['', ''];
    const pairs: { readonly ours: number; readonly theirs: number }[] = [];
    let name = '';
    for (let pair = 0; pair < Math.min(repeats, MAX_PAIRS); pair++) {
      [mine, theirs] = [join(scratch, `ours-${pair}.bin`), join(scratch, `theirs-${pair}.bin`)];
      const ours = await record(BUILTIN_CORE, log, mine);
      const other = await record(PEER_CORE, log, theirs);
      name = other.name;
      pairs.push({ ours: ours.nanoseconds, theirs: other.nanoseconds });
    }
    const sums = [await recordedChecksum(mine), await recordedChecksum(theirs)] as const;
    if (sums[0] !== sums[1]) {
      throw new LockstepError('E_BENCH_CHECKSUM', 'our own console and the emulator core recorded different things', {
        found: `${sums[0]} and ${sums[1]} of ${name}`,
        remedy: 'Report it: `npm run test:console` names the first frame',
      });
    }
    return {
      name,
      log: log.log,
      frames: FRAMES,
      ours: ratesOf(
        pairs.map((pair) => pair.ours),
        FRAMES,
      ),
      theirs: ratesOf(
        pairs.map((pair) => pair.theirs),
        FRAMES,
      ),
      ratio: spreadOf(pairs.map((pair) => pair.theirs / pair.ours)),
      checksum: sums[0],
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

export async function benchConsole(repeats: number): Promise<ConsoleResult> {
  const games = LOGS.map((name) => benchGame(name, repeats));
  try {
    return { games, peer: await benchPeer(repeats) };
  } catch (error) {
    // without a core or a recorder there is nothing to stand beside; anything else is a fault
    const known = error instanceof LockstepError && ['E_CORE_MISSING', 'E_RECORDER_NONE'].includes(error.code);
    if (!known) throw error;
    return { games, peer: { skipped: error.sentence } };
  }
}
