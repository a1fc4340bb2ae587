/** The data of a report page. A series is stored by its changes, so an idle log stays small. */

import type { UnitView } from '../../../core/system/system.js';

/** Values by position: each value holds from its place to the next one. Place 0 is the start. */
export interface Steps {
  readonly places: readonly number[];
  readonly values: readonly number[];
}

export interface ReportGauge extends Steps {
  readonly label: string;
  readonly role: 'points' | 'order' | 'charge' | 'health' | 'status' | 'other';
  /** From this value on something happens. */
  readonly line?: { readonly value: number; readonly meaning: string };
  /** Places at which it went over the end of its width. */
  readonly wraps: readonly number[];
}

export interface ReportUnit {
  readonly name: string;
  readonly side: number;
  /** Index into `poses`, by place; -1: absent. */
  readonly at: Steps;
  readonly poses: readonly (readonly [column: number, row: number, facing: UnitView['facing']])[];
}

export interface ReportOdds {
  readonly outcomes: readonly string[];
  /** Values of the outcomes, exact fraction, and its part of 1. */
  readonly rows: readonly { readonly label: string; readonly fraction: string; readonly part: number }[];
}

/** One log, plan or branch. */
export interface ReportLine {
  readonly name: string;
  readonly system: string;
  readonly unit: 'frame' | 'command' | 'step';
  /** Number of entries. */
  readonly length: number;
  /** Frame number minus place, by place. */
  readonly frameShift: Steps;
  /** Empty when the log is whole. */
  readonly endsEarly: string;
  readonly gauges: readonly ReportGauge[];
  readonly sides: readonly string[];
  /** Side whose turn it is, -1: nobody's. */
  readonly turn?: Steps;
  readonly units: readonly ReportUnit[];
  readonly board?: readonly [columns: number, rows: number];
  readonly draws: readonly number[];
  readonly differences: readonly { readonly at: number; readonly text: readonly string[] }[];
  /** One line for every entry with news. */
  readonly ledger: readonly (readonly [at: number, text: string])[];
  /** What happened, by entry: a sentence for each thing. */
  readonly told: readonly (readonly [at: number, sentences: readonly string[]])[];
  /** All facts of the entries that changed something, up to a maximum. */
  readonly details: readonly (readonly [at: number, lines: readonly string[]])[];
  /** Entries whose details were left out. */
  readonly detailsLeftOut: number;
  /** Where the given image's code did not run, and why: a sentence for each stretch. */
  readonly notRun: readonly string[];
  readonly odds?: ReportOdds;
}

export interface ReportData {
  readonly title: string;
  readonly lines: readonly ReportLine[];
}
