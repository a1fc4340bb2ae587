/** What reading a log or a plan gives. */
import type { Battle, System } from '../../core/system.js';
import type { TraceHeader } from '../trace/types.js';
import type { Greenzone } from './greenzone.js';
import type { RecordedLine } from './recorded-line.js';

/** More differing entries than this are not held; the line ends there and says so. */
export const MAX_DIFFERENCES = 65_536;

export interface LoadOptions {
  readonly systems: readonly System[];
  /** Open although the log was made under other rules; what is shown is then these rules' doing. */
  readonly forceRuleset?: boolean;
  readonly signal?: AbortSignal;
  /** Told now and then how many entries are read. */
  readonly progress?: (entries: number) => void;
  /** A recording that a plan is compared with. */
  readonly against?: string;
  /** Bytes that kept states may take. */
  readonly greenzoneBytes?: number;
}

/** How a line ends. */
export interface LineEnd {
  /** The log has its footer, the plan ran to its end. */
  readonly whole: boolean;
  /** In words, empty when whole. */
  readonly reason: string;
}

export interface LoadedLine {
  readonly file: string;
  readonly system: System;
  readonly battle: Battle;
  /** Makes another battle like this one, for trials. */
  readonly create: () => Battle;
  readonly frameCode: number;
  readonly line: RecordedLine;
  readonly greenzone: Greenzone;
  readonly end: LineEnd;
  /** Of a log; a plan has none. */
  readonly header: TraceHeader | undefined;
  readonly rulesetForced: boolean;
  /** Of a plan: see `Timeline`. */
  readonly moveEnds?: readonly number[];
  readonly labels?: ReadonlyMap<string, number>;
}
