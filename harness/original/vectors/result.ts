/** The result of vector files, by file and in total. */

export type Area = 'turn' | 'combat' | 'ai';

export interface RegisterCount {
  readonly recorded: number;
  readonly compared: number;
}

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
  /** Values of registers at the exit that the cases record, and how many of them are compared. */
  readonly registers: RegisterCount;
  /** Registers that the header names as outputs and nothing compares. */
  readonly notCompared: readonly string[];
  /** Bytes of cells that the header declares as scratch: they are not compared. */
  readonly scratch: number;
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
  /** Cases of single instructions, which are no routines of the game; part of `cases`. */
  readonly instructions: number;
  readonly registers: RegisterCount;
}

export interface VectorReport extends VectorTotals {
  /** Long runs, counted apart: their cases are steps. */
  readonly sequences: VectorTotals;
  readonly list: readonly VectorFileResult[];
}

/** What stands for a routine in the header of a file of single instructions. */
export const INSTRUCTIONS = '65816';

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
    instructions: sum((one) => (one.routine === INSTRUCTIONS ? one.cases : 0)),
    registers: {
      recorded: sum((one) => one.registers.recorded),
      compared: sum((one) => one.registers.compared),
    },
  };
}
