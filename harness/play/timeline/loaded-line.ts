/** A loaded log or plan. */
import type { Battle, Language, System } from '../../../core/system/system.js';
import type { SettledStretches } from '../../base/settled-stretches.js';
import type { Plan } from '../plan/types.js';
import type { TraceHeader } from '../trace/types.js';
import type { SettledRules } from '../verify/verify-log.js';
import type { Greenzone } from './greenzone.js';
import type { RecordedLine } from './recorded-line.js';

/** Maximum number of differing entries; the line ends there. */
export const MAX_DIFFERENCES = 65_536;

export interface LoadOptions {
  readonly systems: readonly System[];
  /** Open a log of other rules; the shown states follow the present rules. */
  readonly forceRuleset?: boolean;
  readonly signal?: AbortSignal;
  /** Called with the number of entries read so far. */
  readonly progress?: (entries: number) => void;
  /** Called with what a plan expects and does not get, a sentence each, where there is any. */
  readonly onFailures?: (sentences: readonly string[]) => void;
  /** A recording to compare the plan with. */
  readonly against?: string;
  /** Puts a plan under what an owner's image has settled. */
  readonly prepare?: (plan: Plan, system: System) => Plan;
  /** The same for a log of the game. */
  readonly rules?: SettledRules;
  /** Of the names in sentences and lists; English when left out. */
  readonly language?: Language;
  /** Maximum bytes of the greenzone. */
  readonly greenzoneBytes?: number;
  /** False: no search will follow, so that nothing is noted for it; one would look everywhere. */
  readonly isSearched?: boolean;
}

/** The end of a line. */
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
  /** Makes another battle in the starting state. */
  readonly create: () => Battle;
  readonly frameCode: number;
  readonly line: RecordedLine;
  readonly greenzone: Greenzone;
  readonly end: LineEnd;
  /** Of a log; a plan has none. */
  readonly header: TraceHeader | undefined;
  readonly rulesetForced: boolean;
  /** What an owner's image has settled; undefined without a profile. */
  readonly settled: SettledStretches | undefined;
  /** Of a plan: see `Timeline`. */
  readonly moveEnds?: readonly number[];
  readonly labels?: ReadonlyMap<string, number>;
}
