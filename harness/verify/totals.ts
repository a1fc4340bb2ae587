/**
 * What was compared, by what it proves. The totals are never added up: cases of the game's
 * published code, frames of our own test ROM, frames of the game's cartridge (and of its patch, and
 * of images that nothing identified, each on its own; frames that our own CPU ran), and apart from
 * these what models and plans of any system say.
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
}

export interface LogTotal {
  readonly logs: number;
  /** Frames compared and found equal before any difference. */
  readonly frames: number;
  /**
   * Of `frames`: those in which a compared cell changed that does not move with time or input
   * alone.
   */
  readonly active: number;
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
  /** Logs of a ROM that nothing identified. */
  readonly unknownImage: LogTotal;
  /**
   * Logs of any image that our own console ran: our CPU's word, neither an emulator's nor the
   * cartridge's.
   */
  readonly ownCpu: LogTotal;
  /** Logs of references, plans and models. */
  readonly other: LogTotal;
}

function total(logs: readonly LogResult[], choose: (log: LogResult) => boolean): LogTotal {
  const chosen = logs.filter(choose);
  return {
    logs: chosen.length,
    frames: chosen.reduce((sum, log) => sum + log.equal, 0),
    active: chosen.reduce((sum, log) => sum + log.active, 0),
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
