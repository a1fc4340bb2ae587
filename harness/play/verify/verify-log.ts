/**
 * Verifies one trace: finds its system, checks its ruleset, replays it, and reads it to the end to
 * prove that it is whole.
 */
import type { System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { findSystem } from '../../base/find-system.js';
import { type NotFilled, notFilledOf } from '../../base/not-filled.js';
import { dependenceOf, type SettledStretches } from '../../base/settled-stretches.js';
import { createYielder } from '../../base/yield-to-event-loop.js';
import { battleOf } from '../trace/bind.js';
import { howToSettle, namedImage, provenKind, type Settle } from '../trace/log-image.js';
import { openTrace, type ReaderOptions, type TraceReader } from '../trace/reader.js';
import { rulesetDiffers } from '../trace/ruleset.js';
import type { SourceKind, TraceHeader, TraceImage, TraceSource } from '../trace/types.js';
import type { Difference } from './difference.js';
import type { DrawComparison } from './draw-stream.js';
import { beginsInGame } from './first-image.js';
import type { MaskUse } from './mask-schedule.js';
import { createReplay, type Replay } from './replay.js';
import type { ReplayCounts, ReplayOptions } from './replay-state.js';
import { createRowFingerprint, type RowFingerprint } from './row-fingerprint.js';

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
    return {
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
      draws: replay.draws(),
      ...dependenceOf(passed, rules.settled),
      notFilled: notFilledOf(system, passed, options.romSha256 !== undefined),
      ...(rules.settled === undefined ? {} : { settledBy: rules.settled.by }),
      cutAfter: interrupted || reader.footer() !== undefined ? undefined : last,
      interrupted,
    };
  } finally {
    reader.close();
  }
}
