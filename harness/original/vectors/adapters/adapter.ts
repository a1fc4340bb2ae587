/**
 * The translation of a case into a call of our function: a table of registers and cells, without
 * arithmetic.
 */
import type { Machine } from '../../../../core/live-a-live/memory/machine.js';

/** Source of an argument: a register, its low byte, or a flag of P as 0 or 1. */
export type Argument = 'A' | 'A8' | 'X' | 'Y' | 'N' | 'Z' | 'C';

/** Place of an expected register after the call. */
export type ResultPlace =
  /** The function's plain return value. */
  | 'value'
  /** Fields of a packed outcome. */
  | 'word'
  | 'byte'
  /** A 16-bit cell of the table. */
  | { readonly cell: string }
  /** The register as it was at entry. */
  | 'entry';

/**
 * A register, or the part of it that the file names as an output. A8 = low byte of A; Z = zero
 * flag.
 */
export type ResultRegister = 'A' | 'A8' | 'X' | 'Y' | 'Z';

/** Meaning of the return value. */
export type Returns =
  | 'nothing'
  /** The number (or boolean) of the exit. */
  | 'exit'
  /** A packed outcome. */
  | 'outcome'
  /** A register's value; the exit is the normal return. */
  | 'value';

export interface Adapter {
  readonly arguments: readonly Argument[];
  readonly run: (machine: Machine, ...values: number[]) => unknown;
  readonly returns: Returns;
  /** Exits by number; default: `return` alone. */
  readonly exits: readonly string[];
  readonly results: Readonly<Partial<Record<ResultRegister, ResultPlace>>>;
  /** Name of our function, for the routine table. */
  readonly function: string;
  /** File of our function below `core/live-a-live`, for the routine table. */
  readonly file: string;
}

/** Adapters by `routine name`, e.g. `C1:1C02 order-points-idle`. */
export type AdapterTable = Readonly<Record<string, Adapter>>;

/**
 * Shorthand for the tables.
 * @param more `mirrors`: name of our function, where `run` only puts its result into registers
 */
export function adapter(
  file: string,
  run: (machine: Machine, ...values: never[]) => unknown,
  args: readonly Argument[],
  more: Partial<Pick<Adapter, 'returns' | 'exits' | 'results'>> & { readonly mirrors?: string } = {},
): Adapter {
  return {
    file,
    function: more.mirrors ?? run.name,
    // the table decides what is passed; every argument is a number
    run: run as (machine: Machine, ...values: number[]) => unknown,
    arguments: args,
    returns: more.returns ?? (more.exits === undefined ? 'nothing' : 'exit'),
    exits: more.exits ?? ['return'],
    results: more.results ?? {},
  };
}
