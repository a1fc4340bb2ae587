/**
 * Which routine of a step answers for a cell: the last one that ran and owns it, by the routine
 * notes of `rom-map`.
 */
import { placeByName, routineOwns } from '../../rom-map/index.js';
import type { OwnerOf } from './difference.js';

/** Works for every system: where no routine is known, the rules of the step stand alone. */
export const ownerOfCell: OwnerOf = (_system, cell, rules) => {
  const place = placeByName(cell);
  if (place === undefined) return undefined;
  const row = `${place.row.kind}.${place.row.name}`;
  const routine = [...rules].reverse().find((candidate) => routineOwns(candidate, row));
  return routine === undefined ? undefined : { rule: row, routine };
};
