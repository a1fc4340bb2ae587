/**
 * The totals of a comparison by their meaning. They are never added up: cases of the game's
 * published code, frames of our own test ROM, frames of the game's cartridge (and separately of its
 * patch, of unidentified images, and of our own CPU), and the logs of models and plans of any
 * system.
 */
import type { LogResult } from './verify-log.js';

/** Result of the routine vectors. */
export interface VectorSummary {
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  readonly notImplemented: number;
  /** Cases that ran through deduced bytes; part of `cases`. */
  readonly inferred: number;
  /** Cases of single instructions, no routines of the game; part of `cases`. */
  readonly instructions?: number;
}

export interface LogTotal {
  readonly logs: number;
  /** Frames compared and found equal before any difference. */
  readonly frames: number;
  /** Of `frames`: those in which a compared cell changed that is not passive. */
  readonly active: number;
  /** Of `frames`: those in which the recording made no step, so that nothing could change. */
  readonly withoutTick: number;
  /** Of `frames`: those of logs with the rows of an earlier log, as a second core records them. */
  readonly again: number;
  /** Of `frames`: those of logs without their footer. */
  readonly cut: number;
  readonly different: number;
}

export interface VerifyTotals {
  /** Null: not run, because single files were named. */
  readonly originalCode: VectorSummary | null;
  readonly testRom: LogTotal;
  /**
   * Logs whose header names the published image of the cartridge and the hash that was compared.
   */
  readonly cartridge: LogTotal;
  /** The same for a published patch of it. */
  readonly patched: LogTotal;
  /** Logs of an unidentified ROM. */
  readonly unknownImage: LogTotal;
  /**
   * Logs of any image on our own console: evidence of our CPU alone, not of an emulator or the
   * cartridge.
   */
  readonly ownCpu: LogTotal;
  /** Logs of references, plans and models. */
  readonly other: LogTotal;
}

/** Whether a log before has the same rows. */
function isAgain(logs: readonly LogResult[], index: number): boolean {
  const own = logs[index];
  return logs.slice(0, index).some(({ system, rows }) => system === own?.system && rows === own.rows);
}

function total(logs: readonly LogResult[], choose: (log: LogResult) => boolean): LogTotal {
  const chosen = logs.filter(choose);
  return {
    logs: chosen.length,
    frames: chosen.reduce((sum, log) => sum + log.equal, 0),
    active: chosen.reduce((sum, log) => sum + log.active, 0),
    withoutTick: chosen.reduce((sum, log) => sum + log.repeated, 0),
    again: chosen.reduce((sum, log, index) => sum + (isAgain(chosen, index) ? log.equal : 0), 0),
    cut: chosen.reduce((sum, log) => sum + (log.cutAfter === undefined ? 0 : log.equal), 0),
    different: chosen.reduce((sum, log) => sum + log.different, 0),
  };
}

export function totalsOf(logs: readonly LogResult[], vectors: VectorSummary | null): VerifyTotals {
  return {
    originalCode: vectors,
    testRom: total(logs, (log) => log.kind === 'homebrew'),
    cartridge: total(logs, (log) => log.kind === 'cartridge' && log.image?.state === 'original'),
    patched: total(logs, (log) => log.kind === 'cartridge' && log.image?.state === 'patched'),
    unknownImage: total(logs, (log) => log.kind === 'unknown-image'),
    ownCpu: total(logs, (log) => log.kind === 'own-cpu'),
    other: total(logs, (log) => log.kind === 'reference' || log.kind === 'plan' || log.kind === 'model'),
  };
}
