/** A bundled log recorded anew on our own console, beside the log that an emulator gave. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { headersToday, underHeader } from '../../harness/capture/record/bundle.js';
import { type BundledLog, imageOf, padScriptOf } from '../../harness/capture/record/bundled-logs.js';
import { windowsToRecord } from '../../harness/capture/record/image-profile.js';
import { recordFrames } from '../../harness/capture/record/record-frames.js';
import { recordingToTrace } from '../../harness/capture/record/to-trace.js';
import type { TraceHeader } from '../../harness/play/trace/types.js';

const ROOT = new URL('../../', import.meta.url).pathname;

export interface PlayedAgain {
  readonly frames: number;
  /** Header without source and place of counting, of both. */
  readonly mineHeader: unknown;
  readonly theirsHeader: unknown;
  readonly mineKind: string;
  /** The first row that differs, of both; undefined: all rows are equal. */
  readonly firstDifference: readonly [mine: string | undefined, theirs: string | undefined] | undefined;
  /** SHA-256 of my rows under their header and footer, which is the manifest's when all that counts is equal. */
  readonly contentSha256: string;
  readonly notes: readonly unknown[];
}

function comparable({ source, from: _, ...rest }: TraceHeader): { kind: string; rest: unknown } {
  return { kind: source.kind, rest };
}

export async function playAgain(log: BundledLog): Promise<PlayedAgain> {
  const scratch = mkdtempSync(join(tmpdir(), 'lockstep-console-'));
  try {
    const recording = join(scratch, 'recording.bin');
    const trace = join(scratch, 'mine.jsonl');
    const { rom, romTitle } = imageOf(log);
    const windows = await windowsToRecord(join(ROOT, rom));
    const { frames } = log;
    const order = { core: 'builtin', rom: join(ROOT, rom), frames, windows, out: recording };
    const report = await recordFrames({ ...order, padScript: padScriptOf(log) });
    const summary = await recordingToTrace(recording, trace, { report, romTitle, inputSha256: null });
    const content = readFileSync(trace, 'utf8');
    const mine = content.trimEnd().split('\n');
    const recorded = gunzipSync(readFileSync(join(ROOT, 'traces/logs', `${log.log}.jsonl.gz`))).toString('utf8');
    const theirs = recorded.trimEnd().split('\n');
    const [mineHeader, theirsHeader] = headersToday(mine[0] ?? '', theirs[0] ?? '');
    const length = Math.max(mine.length, theirs.length) - 1;
    let at = 1;
    while (at < length && mine[at] === theirs[at]) at++;
    return {
      frames: summary.frames,
      mineHeader: comparable(mineHeader).rest,
      theirsHeader: comparable(theirsHeader).rest,
      mineKind: comparable(mineHeader).kind,
      firstDifference: at === length ? undefined : [mine[at], theirs[at]],
      contentSha256: createHash('sha256')
        .update(underHeader(theirs[0] ?? '', content))
        .digest('hex'),
      notes: report.consoleNotes ?? [],
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
