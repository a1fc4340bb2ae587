/**
 * The routine table: the function that mirrors each original routine, and the results of its
 * vectors.
 */
import { ROUTINE_NOTES } from './routine-notes.js';
import { ROUTINES, type RoutineRow } from './routines.generated.js';

/** Routine of the battle generator, whose result is a draw. */
export const BATTLE_GENERATOR_ROUTINE = 'C1:6150';

/** `0xc11c02` as `C1:1C02`. */
export function formatRoutine(address: number): string {
  const text = address.toString(16).toUpperCase().padStart(6, '0');
  return `${text.slice(0, 2)}:${text.slice(2)}`;
}

/** Rows of a routine address: one for each entry or stretch with vectors of its own. */
export function rowsOfRoutine(routine: string): readonly RoutineRow[] {
  return ROUTINES.filter((row) => row.routine === routine);
}

/** Whether a routine is responsible for a row of the cell table such as `enemy.orderPoints`. */
export function routineOwns(routine: string, cellRow: string): boolean {
  return ROUTINE_NOTES.some((note) => note.routine === routine && note.owns.includes(cellRow));
}
