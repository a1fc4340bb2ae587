/** cells.h of the C turn engine: the constants that core takes from the table of cells, so that no address stands in C. */
import * as cells from '../../../core/live-a-live/memory/cells.js';
import * as pointers from '../../../core/live-a-live/memory/tables.js';
import { FRAME_ENEMIES_END } from '../../../core/live-a-live/turn/time-passes.js';
import { IMAGE_BYTES, placeByName } from '../../../rom-map/index.js';

/** 16-bit address after the ranks of the allies. */
function ranksEnd(): number {
  const last = placeByName('allyRank[3]');
  if (last === undefined) throw new RangeError('the cell table has no allyRank[3]');
  return (last.address + 1) & 0xffff;
}

/** Text of the header: one macro a constant, by its name in core/live-a-live/memory/cells.ts. */
export function cellHeader(): string {
  const constants: readonly (readonly [string, unknown])[] = [
    ...Object.entries(cells),
    ['POINTER_ABNORMALITY', pointers.POINTER_ABNORMALITY],
    ['POINTER_ITEMS', pointers.POINTER_ITEMS],
    ['FRAME_ENEMIES_END', FRAME_ENEMIES_END],
    ['RANKS_END', ranksEnd()],
    ['IMAGE_BYTES', IMAGE_BYTES],
  ];
  const lines = constants.flatMap(([name, value]) => (typeof value === 'number' ? [`#define ${name} (${value})`] : []));
  return `#ifndef CELLS_H\n#define CELLS_H\n${lines.join('\n')}\n#endif\n`;
}
