/** The data of a report page. A series is stored by its changes, so an idle log stays small. */
import type { GroundView, LabelledLines, PanelView, TableView, UnitView } from '../../../core/system/system.js';
import type { ChartedGauge, ChartedLine, Steps } from '../parts/steps.js';

/** A cell that changed, besides those that time alone moves. */
export interface ReportCell extends Steps {
  readonly name: string;
  /** Name of the unit it belongs to, or empty. */
  readonly unit: string;
  /** The value that stands for none, and its word. */
  readonly none?: readonly [value: number, word: string];
  /** Words of its values, from 0 on. */
  readonly words?: Readonly<Record<number, string>>;
}

export interface ReportGauge extends ReportCell, ChartedGauge {}

export interface ReportUnit {
  readonly name: string;
  /** Its name as gauges and cells have it. */
  readonly short: string;
  /** Prefixes of its cells. */
  readonly prefixes: readonly string[];
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
interface ReportRows {
  readonly places: readonly number[];
  /** Number of the command that begins there; 0: the row belongs to the one before. */
  readonly entries: readonly number[];
  readonly inputs: readonly number[];
  readonly told: readonly number[];
}

/** What a system shows of a state besides its cells. */
export interface ReportViews {
  /** Left out: the system has none. */
  readonly table?: TableView | undefined;
  readonly panels: readonly PanelView[];
  /** What comes next. */
  readonly forecast: LabelledLines;
}

/** One log, plan or branch. */
export interface ReportLine extends ChartedLine {
  /** Its name as a word of a command line. */
  readonly file: string;
  readonly system: string;
  /** What a place is called: of a battle played by commands a frame, where it has them. */
  readonly unit: 'frame' | 'command' | 'step';
  /** What is commanded or recorded at once. */
  readonly entryUnit: 'frame' | 'command' | 'step';
  readonly head: ReportHead;
  /** Number of the command that a place belongs to, where places are frames inside commands. */
  readonly entryAt?: Steps;
  /** Empty when the log is whole. */
  readonly endsEarly: string;
  readonly gauges: readonly ReportGauge[];
  readonly cells: readonly ReportCell[];
  readonly units: readonly ReportUnit[];
  readonly board?: readonly [columns: number, rows: number];
  /** Grounds of the board, and which one holds, by place. */
  readonly grounds: readonly GroundView[];
  readonly groundAt: Steps;
  /** What the system shows besides its cells, and which of it holds, by place. */
  readonly views: readonly ReportViews[];
  readonly viewsAt: Steps;
  /** The place from which on no views are held; the page says so. */
  readonly viewsTo: number;
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
