/**
 * Verifies one trace: finds its system, checks its ruleset, replays it, and reads it to the end to
 * prove that it is whole.
 */
import { PRESENT } from '../../../core/live-a-live/memory/state-bits.js';
import type { System } from '../../../core/system/system.js';
import { BLOCKS, placeByName } from '../../../rom-map/index.js';
import { knownBits, SPECIES, writeRecord } from '../../../rom-map/tables/index.js';
import { parseAddress } from '../../../rom-map/windows.js';
import {
  createYielder,
  dependenceOf,
  findSystem,
  LockstepError,
  type NotFilled,
  notFilledOf,
  type SettledStretches,
} from '../../base/index.js';

import { battleOf } from '../trace/bind.js';
import { howToSettle, namedImage, provenKind, type Settle } from '../trace/log-image.js';
import { openTrace, type ReaderOptions, type TraceReader } from '../trace/reader.js';
import type { SourceKind } from '../trace/schemas/trace.js';
import { rulesetDiffers } from '../trace/state.js';
import type { TraceHeader, TraceImage, TraceRow, TraceSource } from '../trace/types.js';
import type { Difference, DrawComparison } from './difference.js';
import { createReplay, type Replay, type ReplayCounts, type ReplayOptions } from './replay.js';
import type { MaskUse } from './word-compare.js';

// Whether the first image of a log shows a battle of the game: the record that the game copies for
// a species of enemies (C1:FC0A) has the published values. A header is text that anybody can write;
// the log of another program with the game's hash pasted into it begins with other records.

/** The first bytes of a record: those up to the last one with a named cell. */
const COMPARED_BYTES = 28;
const KNOWN = knownBits(SPECIES.layout);

/** Published record of a species. @param id 0..255 */
function recordOf(id: number): Uint8Array {
  const bytes = new Uint8Array(SPECIES.layout.bytes);
  const row = SPECIES.rows[id];
  if (row !== undefined) writeRecord(SPECIES.layout, bytes, 0, row.values);
  return bytes;
}

/** Bytes of the image, or undefined where it does not hold all of them. */
function bytesAt({ image }: TraceHeader, address: number, length: number): Uint8Array | undefined {
  for (const [from, hex] of Object.entries(image)) {
    const start = 2 * (address - parseAddress(from));
    if (start < 0 || start + 2 * length > hex.length) continue;
    return Uint8Array.from(Buffer.from(hex.slice(start, start + 2 * length), 'hex'));
  }
  return undefined;
}

function addressOf(name: string): number {
  return placeByName(name)?.address ?? -1;
}

/** 1: the game's record, -1: another one, 0: nothing there. */
function lookAt(header: TraceHeader, number: number): number {
  const [id] = bytesAt(header, addressOf(`species[${number}].id`), 1) ?? [];
  const [state] = bytesAt(header, addressOf(`species[${number}].state`), 1) ?? [];
  const record = bytesAt(header, addressOf(`species[${number}].movePattern`), COMPARED_BYTES);
  if (id === undefined || record === undefined || ((state ?? 0) & PRESENT) === 0) return 0;
  const published = recordOf(id);
  const isEqual = record.every((byte, at) => ((byte ^ (published[at] ?? 0)) & (KNOWN[at] ?? 0)) === 0);
  return isEqual ? 1 : -1;
}

/** Whether more of the enemies' records are the game's than are not. */
function beginsInGame(header: TraceHeader): boolean {
  let sum = 0;
  for (let number = 0; number < BLOCKS.species.count; number++) sum += lookAt(header, number);
  return sum > 0;
}

// A fingerprint of a log's rows, to tell a log that another core recorded with the same result from
// one that shows something new. It is no proof of anything: it only counts.

interface RowFingerprint {
  add(row: TraceRow): void;
  text(): string;
}

const FIRST_PRIME = 0x01000193;
const SECOND_PRIME = 0x85ebca6b;

function createRowFingerprint(): RowFingerprint {
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  const put = (value: number): void => {
    one = Math.imul(one ^ value, FIRST_PRIME);
    other = Math.imul(other ^ value ^ (other >>> 15), SECOND_PRIME);
  };
  return {
    add(row) {
      put(row.frame);
      put(row.count);
      put(row.pad);
      for (let index = 0; index < row.error.length; index++) put(row.error.charCodeAt(index));
      if (row.command !== undefined) {
        const text = JSON.stringify(row.command);
        for (let index = 0; index < text.length; index++) put(text.charCodeAt(index));
      }
      put(row.changed);
      for (let index = 0; index < 2 * row.changed; index++) put(row.changes[index] as number);
    },
    text: () => `${(one >>> 0).toString(16)}-${(other >>> 0).toString(16)}`,
  };
}

export interface VerifyOptions extends ReplayOptions {
  readonly systems: readonly System[];
  /** Replay although the ruleset's hash differs; the result says so. */
  readonly forceRuleset?: boolean;
  /** SHA-256 of the cartridge image that supplies the systems' tables. */
  readonly romSha256?: string;
  /** Names the given image as the recorded one, if the log's hash agrees. */
  readonly settle?: Settle;
  /** What an owner's image has settled, for logs of the game. */
  readonly settled?: SettledRules;
  readonly reader?: ReaderOptions;
  readonly signal?: Pick<AbortSignal, 'aborted'>;
  /** Called at intervals with the frames verified so far, and the bytes of the file for them. */
  readonly progress?: (file: string, frames: number, bytes: number) => void;
}

type Switches = TraceHeader['ruleset']['switches'];

/** The switches that an owner's image has decided, and what counts as settled under switches. */
export interface SettledRules {
  decided(system: System, given: Switches): Switches;
  stretches(system: System, switches: Switches): SettledStretches;
}

export interface LogResult extends Readonly<ReplayCounts> {
  /** Whether the whole log was compared and is equal; never true for what was aborted or cut. */
  readonly ok: boolean;
  /** One word for that; `incomplete` as well where nothing was compared. */
  readonly verdict: 'holds' | 'differs' | 'incomplete';
  readonly file: string;
  readonly system: string;
  /** The proven kind: `cartridge` only with a published image and enemies of the game's table. */
  readonly kind: SourceKind;
  /** The published image that the header names. */
  readonly image: (TraceImage & { readonly name: string; readonly state: 'original' | 'patched' }) | undefined;
  /** How a log of an unidentified image can count; empty where it already does. */
  readonly settling: string;
  readonly ruleset: string;
  /** True when the hash differed and was overruled. */
  readonly rulesetForced: boolean;
  /** Fingerprint of the rows, without the header: equal rows have the same one. */
  readonly rows: string;
  /** Frames (or commands, or steps) in the log. */
  readonly frames: number;
  readonly unit: TraceHeader['unit'];
  /** Cells compared in every frame. */
  readonly cells: number;
  readonly inputs: readonly string[];
  readonly scratch: readonly string[];
  readonly masks: readonly MaskUse[];
  readonly first: Difference | undefined;
  /** The draw stream, where the log holds one. */
  readonly draws: DrawComparison | undefined;
  /** Names of the unpublished code that the model went through; see `lockstep rom routines`. */
  readonly unpublished: readonly string[];
  /** Those of them that an owner's image has settled, and who says so. */
  readonly settled?: readonly string[];
  readonly settledBy?: string;
  /** With an image: why its code stood in for none of these, by name. */
  readonly notFilled: NotFilled;
  /** Number of the last whole frame of a log without its footer; undefined: the log is whole. */
  readonly cutAfter: number | undefined;
  readonly interrupted: boolean;
}

/** Checks the tables: a plan's log holds only with its own. @throws LockstepError `E_ROM_OTHER` */
function checkTables(system: System, header: TraceHeader, file: string, given: string | undefined): void {
  if (header.source.kind !== 'plan' || system.capabilities.cartridge === undefined) return;
  const made = header.source.rom?.sha256 ?? null;
  if (made === (given ?? null)) return;
  const text = (sha256: string | null): string => (sha256 === null ? 'the published tables' : `SHA-256 ${sha256}`);
  throw new LockstepError('E_ROM_OTHER', 'the log was made with other tables', {
    file,
    line: 1,
    found: text(given ?? null),
    expected: text(made),
    remedy: made === null ? 'Leave --rom out' : 'Give the image it was made with as --rom',
  });
}

/**
 * The source of a log after a comparison with the given image. A log with a hash is of that image
 * or of none.
 * @throws LockstepError `E_ROM_OTHER`
 */
function sourceWithImage({ source }: TraceHeader, file: string, settle: Settle | undefined): TraceSource {
  const isOfGame = source.kind === 'cartridge' || source.kind === 'unknown-image';
  const namesHash = source.rom !== null && source.rom.sha256 !== null;
  return settle !== undefined && isOfGame && namesHash ? settle(file, source) : source;
}

function imageOf(source: TraceSource): LogResult['image'] {
  const known = namedImage(source);
  const named = source.rom?.image;
  return known === undefined || named === undefined ? undefined : { ...named, name: known.name, state: known.state };
}

/**
 * The kind that a log counts as: one of the cartridge has frames, and begins in a battle with the
 * game's own enemies.
 */
function countedKind(header: TraceHeader, source: TraceSource): SourceKind {
  const kind = provenKind(source);
  return kind === 'cartridge' && (header.unit !== 'frame' || !beginsInGame(header)) ? 'unknown-image' : kind;
}

function settling(file: string, header: TraceHeader, source: TraceSource): string {
  if (provenKind(source) === 'unknown-image') return howToSettle(file, header);
  return "its header names the game, but its first image is in no battle with enemies of the game's table";
}

interface LogRules {
  readonly header: TraceHeader;
  readonly settled?: SettledStretches | undefined;
}

/**
 * A log of the game is replayed under what the image decided; every other log under its own rules.
 */
export function rulesOfLog(system: System, header: TraceHeader, settled: SettledRules | undefined): LogRules {
  const { kind } = header.source;
  if (settled === undefined || (kind !== 'cartridge' && kind !== 'unknown-image' && kind !== 'plan')) return { header };
  const { switches: given } = header.ruleset;
  const switches = kind === 'plan' ? given : settled.decided(system, given);
  return {
    header: { ...header, ruleset: { ...header.ruleset, switches } },
    settled: settled.stretches(system, switches),
  };
}

/** Frames of a folded row between two looks at the clock. */
const FRAMES_AT_ONCE = 8192;

/** A replay under way. */
interface Run {
  readonly file: string;
  readonly options: VerifyOptions;
  readonly reader: TraceReader;
  readonly replay: Replay;
  readonly fingerprint: RowFingerprint;
  frames: number;
  /** Number of the last frame read. */
  last: number;
}

/**
 * Replays the decoded rows, up to a folded one that takes long. A function of its own, so that the
 * engine compiles no more than this loop.
 * @returns whether there is such a row, still to be replayed
 */
function replayShortRows(run: Run): boolean {
  const { reader, replay, fingerprint } = run;
  const { row } = reader;
  while (reader.next()) {
    fingerprint.add(row);
    run.last = row.frame + row.count - 1;
    if (row.count > FRAMES_AT_ONCE) return true;
    replay.row(row, 0, row.count);
    run.frames += row.count;
  }
  return false;
}

/** Replays a folded row, which may stand for a million frames. @returns whether the user stops */
async function replayLongRow(run: Run, yieldNow: () => Promise<void> | undefined): Promise<boolean> {
  const { reader, replay, options } = run;
  const { row } = reader;
  for (let from = 0; from < row.count; from += FRAMES_AT_ONCE) {
    const to = Math.min(row.count, from + FRAMES_AT_ONCE);
    replay.row(row, from, to);
    run.frames += to - from;
    const pause = yieldNow();
    if (pause === undefined) continue;
    await pause;
    options.progress?.(run.file, run.frames, reader.used());
    if (options.signal?.aborted === true) return true;
  }
  return false;
}

/**
 * Replays a log to its end, even after a difference: a damaged log must be called damaged, not
 * different.
 * @returns whether the user stopped it
 */
async function replayAll(run: Run): Promise<boolean> {
  const { reader, options } = run;
  const yieldNow = createYielder();
  do {
    while (replayShortRows(run)) if (await replayLongRow(run, yieldNow)) return true;
    options.progress?.(run.file, run.frames, reader.used());
    await yieldNow();
    if (options.signal?.aborted === true) return true;
  } while (await reader.fill());
  return false;
}

/** @throws LockstepError for a damaged log, an unknown system, another ruleset */
export async function verifyLog(file: string, options: VerifyOptions): Promise<LogResult> {
  const reader = await openTrace(file, options.reader);
  try {
    const { header } = reader;
    const system = findSystem(options.systems, header.system, file, 1, header.setup);
    const rulesetForced = rulesetDiffers(system, header, file, options.forceRuleset === true);
    checkTables(system, header, file, options.romSha256);
    const source = sourceWithImage(header, file, options.settle);
    const extraWords = [...(options.extraWords ?? []), ...(rulesetForced ? ['--force-ruleset'] : [])];
    const rules = rulesOfLog(system, header, options.settled);
    const battle = battleOf(system, rules.header, file);
    const unpublished = system.capabilities.evidence?.unpublished?.(battle);
    const replay = createReplay(system, battle, header, file, { ...options, extraWords });
    const run: Run = { file, options, reader, replay, fingerprint: createRowFingerprint(), frames: 0, last: -1 };
    const interrupted = await replayAll(run);
    const { frames, last, fingerprint } = run;
    const passed = unpublished?.names() ?? [];
    const kind = countedKind(header, source);
    const draws = replay.draws();
    const cutAfter = interrupted || reader.footer() !== undefined ? undefined : last;
    const isPart = interrupted || cutAfter !== undefined || replay.counts.equal === 0;
    const isDifferent = replay.counts.different > 0 || draws?.first !== undefined;
    return {
      ok: !isDifferent && !isPart,
      verdict: isDifferent ? 'differs' : isPart ? 'incomplete' : 'holds',
      file,
      system: system.id,
      kind,
      image: imageOf(source),
      settling: kind === 'unknown-image' ? settling(file, header, source) : '',
      ruleset: header.ruleset.name,
      rulesetForced,
      frames,
      rows: fingerprint.text(),
      unit: header.unit,
      cells: replay.cells,
      inputs: header.inputs,
      scratch: replay.scratch,
      masks: replay.masks(),
      ...replay.counts,
      first: replay.first(),
      draws,
      ...dependenceOf(passed, rules.settled),
      notFilled: notFilledOf(system, passed, options.romSha256 !== undefined),
      ...(rules.settled === undefined ? {} : { settledBy: rules.settled.by }),
      cutAfter,
      interrupted,
    };
  } finally {
    reader.close();
  }
}
