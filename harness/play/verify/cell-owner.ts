/**
 * Finds the routine of a step that wrote a cell: the last one that ran and owns it by the routine
 * notes of `rom-map`.
 */
import { placeByName, routineOwns } from '../../../rom-map/index.js';
import type { OwnerOf } from './difference.js';

/**
 * The rule and the routine behind a cell. For a system without routine notes, the last rule of the
 * step.
 */
export const ownerOfCell: OwnerOf = (_system, cell, rules) => {
  const place = placeByName(cell);
  if (place === undefined) return undefined;
  const row = `${place.row.kind}.${place.row.name}`;
  const routine = [...rules].reverse().find((candidate) => routineOwns(candidate, row));
  return routine === undefined ? undefined : { rule: row, routine };
};
