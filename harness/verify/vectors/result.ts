/** The result of vector files, by file and in total. */

export type Area = 'turn' | 'combat' | 'ai';

/** Result of one file. */
export interface VectorFileResult {
  readonly file: string;
  readonly routine: string;
  readonly name: string;
  readonly area: Area | 'sequence' | 'unknown';
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  readonly notImplemented: number;
  /** Cases of a file that ran through deduced bytes; part of `cases`. */
  readonly inferred: number;
  /** First failing case: line and what differs. */
  readonly first: { readonly line: number; readonly difference: string } | undefined;
}

export interface VectorTotals {
  readonly files: number;
  readonly routines: number;
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  readonly notImplemented: number;
  readonly inferred: number;
}

export interface VectorReport extends VectorTotals {
  /** Long runs, counted apart: their cases are steps. */
  readonly sequences: VectorTotals;
  readonly list: readonly VectorFileResult[];
}

/** Totals of a list of files. */
export function totalsOf(list: readonly VectorFileResult[]): VectorTotals {
  const sum = (pick: (result: VectorFileResult) => number): number => list.reduce((total, one) => total + pick(one), 0);
  return {
    files: list.length,
    routines: new Set(list.map((one) => one.routine)).size,
    cases: sum((one) => one.cases),
    passed: sum((one) => one.passed),
    failed: sum((one) => one.failed),
    notImplemented: sum((one) => one.notImplemented),
    inferred: sum((one) => one.inferred),
  };
}
