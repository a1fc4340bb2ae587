/** The data of a report page. A series is stored by its changes, so an idle log stays small. */
import type { GroundView, PanelView, UnitView } from '../../../core/system/system.js';
import type { Steps } from '../parts/steps.js';

export type { Steps };

/** A cell that changed, besides those that time alone moves. */
export interface ReportCell extends Steps {
  readonly name: string;
  /** Name of the unit it belongs to, or empty. */
  readonly unit: string;
  /** The value that stands for none, and its word. */
  readonly none?: readonly [value: number, word: string];
}

export interface ReportGauge extends ReportCell {
  /** With the name of its unit. */
  readonly label: string;
  /** Without it. */
  readonly what: string;
  readonly role: 'points' | 'order' | 'charge' | 'health' | 'status' | 'other';
  /** From this value on something happens. */
  readonly line?: { readonly value: number; readonly meaning: string };
  /** Words of its values: of the bits, lowest first, and of whole values. */
  readonly bits?: readonly string[];
  readonly words?: Readonly<Record<number, string>>;
  /** Places at which it went over the end of its width. */
  readonly wraps: readonly number[];
}

export interface ReportUnit {
  readonly name: string;
  /** Its name as gauges and cells have it. */
  readonly short: string;
  readonly side: number;
  /** Columns and rows that it takes. */
  readonly size: readonly [columns: number, rows: number];
  /** Index into `poses`, by place; -1: absent. */
  readonly at: Steps;
  readonly poses: readonly (readonly [column: number, row: number, facing: UnitView['facing']])[];
}

export interface ReportOdds {
  readonly outcomes: readonly string[];
  /** Values of the outcomes, exact fraction, and its part of 1. */
  readonly rows: readonly { readonly label: string; readonly fraction: string; readonly part: number }[];
}

/** How a line stands, for the head of the page. */
export interface ReportHead {
  /** Undefined: nothing was compared. */
  readonly holds: boolean | undefined;
  /** One sentence. */
  readonly verdict: string;
  /** Result, emulator, ruleset, cost ... */
  readonly facts: readonly (readonly [label: string, value: string])[];
}

/**
 * The list of what happened: parallel columns, texts by their index in `texts`. Sentences of one
 * row stand on lines of their own.
 */
export interface ReportRows {
  readonly places: readonly number[];
  /** Number of the command that begins there; 0: the row belongs to the one before. */
  readonly entries: readonly number[];
  readonly inputs: readonly number[];
  readonly told: readonly number[];
}

/** One log, plan or branch. */
export interface ReportLine {
  readonly name: string;
  readonly file: string;
  readonly system: string;
  /** What a place is called: of a battle played by commands a frame, where it has them. */
  readonly unit: 'frame' | 'command' | 'step';
  /** What is commanded or recorded at once. */
  readonly entryUnit: 'frame' | 'command' | 'step';
  readonly head: ReportHead;
  /** Number of places. */
  readonly length: number;
  /** Number of a place minus the place, by place. */
  readonly frameShift: Steps;
  /** Number of the command that a place belongs to, where places are frames inside commands. */
  readonly entryAt?: Steps;
  /** Empty when the log is whole. */
  readonly endsEarly: string;
  readonly gauges: readonly ReportGauge[];
  readonly cells: readonly ReportCell[];
  readonly sides: readonly string[];
  /** Side whose turn it is, -1: nobody's. */
  readonly turn?: Steps;
  readonly units: readonly ReportUnit[];
  readonly board?: readonly [columns: number, rows: number];
  /** Grounds of the board, and which one holds, by place. */
  readonly grounds: readonly GroundView[];
  readonly groundAt: Steps;
  /** Panels of the system and what comes next, and which ones hold, by place. */
  readonly panels: readonly (readonly PanelView[])[];
  readonly panelsAt: Steps;
  /** The last place with panels; the page says so behind it. */
  readonly panelsTo: number;
  readonly draws: readonly number[];
  readonly differences: readonly { readonly at: number; readonly text: readonly string[] }[];
  readonly texts: readonly string[];
  readonly rows: ReportRows;
  /** Calls, and who wrote each cell, of some places. */
  readonly details: readonly (readonly [at: number, lines: readonly string[]])[];
  /** Places that changed something, whose calls were left out. */
  readonly detailsLeftOut: number;
  /** Where the given image's code did not run, and why: a sentence for each stretch. */
  readonly notRun: readonly string[];
  readonly odds?: ReportOdds;
}

export interface ReportData {
  readonly title: string;
  readonly lines: readonly ReportLine[];
}
