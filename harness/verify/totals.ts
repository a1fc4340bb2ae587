/**
 * What was compared, by what it proves. The totals are never added up: cases of the game's published code, frames of
 * our own test ROM, frames of the game's cartridge, and apart from these what models and plans of any system say.
 */
import type { SourceKind } from '../trace/types.js';
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
  /** Of `frames`: those in which a compared cell changed that does not move with time or input alone. */
  readonly active: number;
  readonly different: number;
}

export interface VerifyTotals {
  /** Null: not run, because single files were named. */
  readonly originalCode: VectorSummary | null;
  readonly testRom: LogTotal;
  readonly cartridge: LogTotal;
  /** Logs of references, plans and models. */
  readonly other: LogTotal;
}

function total(logs: readonly LogResult[], kinds: readonly SourceKind[]): LogTotal {
  const chosen = logs.filter((log) => kinds.includes(log.kind));
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
    testRom: total(logs, ['homebrew']),
    cartridge: total(logs, ['cartridge']),
    other: total(logs, ['reference', 'plan', 'model']),
  };
}
