/**
 * `npm run record:logs`: records the logs of `traces/recordings.json` again on a real core and
 * compares them with `traces/MANIFEST.json`; `--write` replaces logs and manifest. Arguments choose
 * logs by name.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { countText } from '../../../core/system/names.js';
import { formatAddress, parseAddress } from '../../../rom-map/windows.js';
import {
  formatError,
  formatPadScript,
  LockstepError,
  makeFolder,
  makeScratchFolder,
  packageRoot,
  writeFile,
} from '../../base/index.js';

import { headerToday, parseHeader, type TraceHeader } from '../../play/index.js';

import { BATTLE_ROM, type BundledLog, bundledLogs, DUEL_ROM, imageOf, padScriptOf, ROM } from './bundled-logs.js';
import { windowsToRecord } from './image-profile.js';
import { recordFrames } from './record-frames.js';
import { recordingToTrace } from './to-trace.js';

// A bundled log recorded anew. Its rows are those of the bundled log byte for byte; its header has
// the addresses of today, which those of a log of an earlier image layout are not. Headers are
// compared by what they say today.

/** Bytes of a starting image by their addresses. */
function bytesOf({ image }: TraceHeader): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(image).flatMap(([start, hex]) =>
      (hex.match(/../g) ?? []).map((byte, at) => [formatAddress(parseAddress(start) + at), byte] as const),
    ),
  );
}

/**
 * What two headers say today, for a comparison: the starting images as far as the new one holds
 * them, and nothing of the recorder. An earlier layout holds bytes of the test ROM that are no
 * cells of today, and an earlier version had another recorder.
 */
export function headersToday(anew: string, bundled: string): readonly [anew: TraceHeader, bundled: TraceHeader] {
  const mine = headerToday(parseHeader(anew, 'the log recorded anew'), 'the log recorded anew');
  const theirs = headerToday(parseHeader(bundled, 'the bundled log'), 'the bundled log');
  const held = [bytesOf(mine), bytesOf(theirs)] as const;
  const addresses = [...held[0].keys()].sort();
  const imageOf = (bytes: ReadonlyMap<string, string>): Record<string, string> =>
    Object.fromEntries(addresses.map((address) => [address, bytes.get(address) ?? 'none']));
  return [
    { ...mine, image: imageOf(held[0]), source: withoutRecorder(mine) },
    { ...theirs, image: imageOf(held[1]), source: withoutRecorder(theirs) },
  ];
}

function withoutRecorder({ source }: TraceHeader): TraceHeader['source'] {
  return { ...source, recorder: null };
}

/** The content of a log with another header; the footer seals it. */
export function underHeader(header: string, content: string): string {
  const lines = content.trimEnd().split('\n');
  const body = [header, ...lines.slice(1, -1)].map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  return `${body}${JSON.stringify({ ...(JSON.parse(lines.at(-1) ?? '') as object), sha256 })}\n`;
}

/**
 * The content of a new log under the bundled log's header when both headers say the same today;
 * otherwise as it is.
 */
export function asBundled(content: string, bundled: string): string {
  const [anew = '', header = ''] = [content, bundled].map((text) => text.slice(0, text.indexOf('\n')));
  const [mine, theirs] = headersToday(anew, header).map((said) => JSON.stringify(said, sortKeys));
  return mine === theirs ? underHeader(header, content) : content;
}

/** For `JSON.stringify`: keys of objects in one order. */
function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** What the manifest says about a file. */
interface ManifestEntry {
  readonly file: string;
  readonly what: string;
  readonly from: string;
  readonly frames?: number;
  readonly bytes: number;
  /** SHA-256 of the unpacked content. */
  readonly sha256: string;
}

const ROOT = packageRoot();

function contentOf(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** Size and hash of a content. */
interface ContentIdentity {
  readonly bytes: number;
  readonly sha256: string;
}

/** Size and hash of a file's unpacked content. */
export function contentIdentity(path: string): ContentIdentity {
  return identityOf(contentOf(path));
}

function identityOf(content: Buffer): ContentIdentity {
  return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

/** Records one log to a path. @returns number of frames in the trace */
async function recordLog(log: BundledLog, out: string): Promise<number> {
  const scratch = makeScratchFolder();
  try {
    const padScript = padScriptOf(log);
    const recording = join(scratch.path, 'recording.bin');
    const { rom, romTitle } = imageOf(log);
    const report = await recordFrames({
      core: log.core,
      rom: join(ROOT, rom),
      frames: log.frames,
      windows: await windowsToRecord(join(ROOT, rom)),
      out: recording,
      padScript,
    });
    const inputSha256 = createHash('sha256').update(formatPadScript(padScript)).digest('hex');
    return (await recordingToTrace(recording, out, { report, romTitle, inputSha256 })).frames;
  } finally {
    scratch.remove();
  }
}

/** What a log that was recorded anew is under the header of the bundled one. */
function identityAsBundled(path: string, bundled: string): ContentIdentity {
  if (statSync(bundled, { throwIfNoEntry: false }) === undefined) return contentIdentity(path);
  return identityOf(Buffer.from(asBundled(contentOf(path).toString('utf8'), contentOf(bundled).toString('utf8'))));
}

function entryFor(log: BundledLog, file: string, identity: ContentIdentity, frames: number): ManifestEntry {
  const mostly = log.soak?.mix === 'skills' ? ', mostly skills' : '';
  const input =
    log.soak === undefined ? log.script : `random input${mostly}, scenario ${log.soak.scenario}, seed ${log.soak.seed}`;
  return {
    file,
    what: log.what,
    from: `${imageOf(log).rom} on ${log.core}, ${input}`,
    frames,
    ...identity,
  };
}

/** Files that no recorder makes: vectors, the ROM image. */
function staticEntries(): ManifestEntry[] {
  const vectors = ['traces/vectors', 'traces/vectors/sequences'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.gz'))
      .sort()
      .map((name) => ({
        file: `${folder}/${name}`,
        what: 'cases of what an original routine computes',
        from: 'executed on a third-party 65816 core; the header of the file names routine and source',
        ...contentIdentity(join(ROOT, folder, name)),
      })),
  );
  const from = 'traces/homebrew/*.s, assembled by traces/homebrew/build.mjs';
  const roms = [
    { file: ROM, what: 'the drill ROM', from, ...contentIdentity(join(ROOT, ROM)) },
    {
      file: BATTLE_ROM,
      what: 'the drill ROM with the routines of hits, damage, totals, statuses, changes, fields, knockback and counters',
      from: `${from} --battle`,
      ...contentIdentity(join(ROOT, BATTLE_ROM)),
    },
    {
      file: DUEL_ROM,
      what: 'the drill ROM that plays whole battles',
      from: `${from} --duel`,
      ...contentIdentity(join(ROOT, DUEL_ROM)),
    },
  ];
  return [...roms, ...vectors];
}

const MANIFEST = join(ROOT, 'traces/MANIFEST.json');

export function readManifest(path = MANIFEST): ManifestEntry[] {
  return JSON.parse(readFileSync(path, 'utf8')) as ManifestEntry[];
}

/** Entries of logs that are not recorded now. The first manifest has nothing to keep. */
export function keptEntries(path: string, recorded: ReadonlySet<string>): ManifestEntry[] {
  try {
    return readManifest(path).filter((entry) => entry.file.startsWith('traces/logs/') && !recorded.has(entry.file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
}

function writeManifest(recorded: readonly ManifestEntry[]): void {
  const kept = keptEntries(MANIFEST, new Set(recorded.map((entry) => entry.file)));
  const present = kept.filter((entry) => statSync(join(ROOT, entry.file), { throwIfNoEntry: false }) !== undefined);
  const logs = [...present, ...recorded].sort((a, b) => (a.file < b.file ? -1 : 1));
  const lines = [...logs, ...staticEntries()].map((entry) => `  ${JSON.stringify(entry)}`);
  writeFile(MANIFEST, `[\n${lines.join(',\n')}\n]\n`, 'manifest');
}

async function main(names: readonly string[], write: boolean): Promise<number> {
  const logs = bundledLogs().filter((log) => names.length === 0 || names.includes(log.log));
  if (logs.length === 0)
    throw new LockstepError('E_NOTHING_COMPARED', 'no bundled log has this name', { found: names.join(' ') });
  const known = write ? [] : readManifest();
  const recorded: ManifestEntry[] = [];
  let different = 0;
  makeFolder(join(ROOT, 'traces/logs'));
  const scratch = makeScratchFolder();
  try {
    for (const log of logs) {
      const file = `traces/logs/${log.log}.jsonl.gz`;
      const path = write ? join(ROOT, file) : join(scratch.path, 'log.jsonl.gz');
      const frames = await recordLog(log, path);
      const identity = write ? contentIdentity(path) : identityAsBundled(path, join(ROOT, file));
      const entry = entryFor(log, file, identity, frames);
      recorded.push(entry);
      const expected = known.find((one) => one.file === file);
      const state = write ? 'written' : expected?.sha256 === entry.sha256 ? 'equal' : 'DIFFERENT';
      if (state === 'DIFFERENT') different++;
      console.log(
        `${state} ${file}: ${countText(entry.frames ?? 0, 'frame')}, ${countText(entry.bytes ?? 0, 'byte')}, sha256 ${entry.sha256}`,
      );
    }
  } finally {
    scratch.remove();
  }
  if (write) writeManifest(recorded);
  return different === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  main(names, process.argv.includes('--write')).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      console.error(error instanceof LockstepError ? formatError(error) : error);
      process.exitCode = 2;
    },
  );
}
