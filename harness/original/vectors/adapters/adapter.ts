/**
 * The translation of a case into a call of our function: a table of registers and cells, without
 * arithmetic.
 */

import { read16 } from '../../../../core/int/uint.js';
import { knockBack } from '../../../../core/live-a-live/combat/knockback.js';
import { placeEnemyAndLeaveWork } from '../../../../core/live-a-live/combat/placed-enemy.js';
import { poisonAllyIfPresent, poisonEnemyHp } from '../../../../core/live-a-live/combat/poison-damage.js';
import { changeEnemyUserCapped, changeTargetCapped } from '../../../../core/live-a-live/combat/stat-change.js';
import { applyToEnemy } from '../../../../core/live-a-live/combat/totals.js';
import { decideByState, trySlot } from '../../../../core/live-a-live/enemy/decision.js';
import { moveEnemy, takeWantedColumn, takeWantedRow } from '../../../../core/live-a-live/enemy/enemy-movement.js';
import * as Cell from '../../../../core/live-a-live/memory/cells/cell.js';
import { drawBattle } from '../../../../core/live-a-live/memory/generators.js';
import { exitOf, exitWithWord, type Machine, type RoutineResult } from '../../../../core/live-a-live/memory/machine.js';
import { currentAllyAble } from '../../../../core/live-a-live/turn/ally-order.js';
import { enemyTurn, isEnemyTurn } from '../../../../core/live-a-live/turn/enemy-choice.js';

/** Source of an argument: a register, its low byte, or a flag of P as 0 or 1. */
export type Argument = 'A' | 'A8' | 'X' | 'Y' | 'N' | 'V' | 'Z' | 'C';

/** Place of an expected register after the call. */
export type ResultPlace =
  /** The function's plain return value. */
  | 'value'
  /** Fields of a packed outcome. */
  | 'word'
  | 'byte'
  /** Of a flag: 1 where the byte of a packed outcome is this one. */
  | { readonly whereByteIs: number }
  /** A 16-bit cell of the table. */
  | { readonly cell: string }
  /** The register as it was at entry. */
  | 'entry';

/** A register, or the part of it that counts at an exit: low byte of A, or a flag as 0 or 1. */
export type ResultRegister = Argument;

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

// Routines that run further in sequences than in their own file.

/** A call of the generator counts as a draw here. */
function draw(machine: Machine): number {
  return drawBattle(machine, 0xc16150);
}

/**
 * C1:8E51 leaves in X the chosen enemy also when that one does not act.
 * @param x register X at entry
 */
function enemyTurnWithBlock(machine: Machine, x: number): RoutineResult {
  const chosen = isEnemyTurn(machine);
  const result = enemyTurn(machine);
  if (exitOf(result) !== 0) return result;
  return exitWithWord(0, chosen ? read16(machine.ram, Cell.ACTING_ENEMY) : x);
}

export const SEQUENCE_ADAPTERS: AdapterTable = {
  'C1:6150': adapter('memory/generators', draw, [], { returns: 'value', results: { A8: 'value' } }),
  'C1:7AED': adapter('turn/ally-order', currentAllyAble, [], {
    returns: 'outcome',
    exits: ['return', 'C1:7B02'],
    results: { A8: 'byte', X: 'word' },
  }),
  'C1:8E51': adapter('turn/enemy-choice', enemyTurnWithBlock, ['X'], {
    returns: 'outcome',
    exits: ['return', 'C1:8E85'],
    results: { X: 'word' },
  }),
  'C1:8E85': adapter('enemy/decision', decideByState, ['X'], {
    returns: 'outcome',
    exits: ['return', 'C1:8F20', 'C1:8F5A'],
    results: { Y: 'word' },
  }),
  'C1:8F20': adapter('enemy/decision', trySlot, ['X', 'Y'], {
    returns: 'outcome',
    exits: ['return', 'C1:8F30', 'C1:E284', 'C1:E28B'],
    results: { A8: 'byte' },
  }),
  'C1:8F5A': adapter('enemy/enemy-movement', moveEnemy, ['X'], { exits: ['return', 'C1:90D2'] }),
  'C1:437F': adapter('enemy/enemy-movement', takeWantedColumn, ['X'], { exits: ['C1:4385'], returns: 'nothing' }),
  'C1:438B': adapter('enemy/enemy-movement', takeWantedRow, ['X'], { exits: ['C1:4391'], returns: 'nothing' }),
  'C1:1DD0': adapter('combat/poison-damage', poisonAllyIfPresent, ['X', 'Z'], { exits: ['C1:1DC8', 'C1:1E1C'] }),
  'C1:1E4C': adapter('combat/poison-damage', poisonEnemyHp, ['X', 'N', 'Z'], {
    exits: ['C1:1E49', 'C1:CCD6', 'C1:1E5D'],
  }),
  'C1:51FB': adapter('combat/placed-enemy', placeEnemyAndLeaveWork, ['X']),
  'C1:CC72': adapter('combat/totals', applyToEnemy, ['X'], { exits: ['return', 'C1:CCD6'] }),
  'C1:D052': adapter('combat/knockback', knockBack, ['X']),
  'C1:DD83': adapter('combat/stat-change', changeEnemyUserCapped, []),
  'C1:DD8F': adapter('combat/stat-change', changeTargetCapped, []),
};
