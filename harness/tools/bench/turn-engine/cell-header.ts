/**
 * cells.h of the C turn engine: the constants of the table of cells, so that no address stands in
 * C.
 */
import * as AbnormalityRow from '../../../../core/live-a-live/memory/cells/abnormality-row.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import * as Cell from '../../../../core/live-a-live/memory/cells/cell.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import * as Host from '../../../../core/live-a-live/memory/cells/host.js';
import * as PartyRecord from '../../../../core/live-a-live/memory/cells/party-record.js';
import * as Register from '../../../../core/live-a-live/memory/cells/register.js';
import * as Species from '../../../../core/live-a-live/memory/cells/species.js';
import * as stateBits from '../../../../core/live-a-live/memory/state-bits.js';
import * as pointers from '../../../../core/live-a-live/memory/tables.js';
import { FRAME_ENEMIES_END } from '../../../../core/live-a-live/turn/time-passes.js';
import { IMAGE_BYTES, placeByName } from '../../../../rom-map/index.js';

const BLOCKS = [
  ['ENEMY', Enemy],
  ['ALLY', Ally],
  ['SPECIES', Species],
  ['RECORD', PartyRecord],
  ['ROW', AbnormalityRow],
] as const;

/** 16-bit address after the ranks of the allies. */
function ranksEnd(): number {
  const last = placeByName('allyRank[3]');
  if (last === undefined) throw new RangeError('the cell table has no allyRank[3]');
  return (last.address + 1) & 0xffff;
}

/**
 * Text of the header: one macro for each constant of core/live-a-live/memory/cells, prefixed with
 * its block's name.
 */
export function cellHeader(): string {
  const constants: readonly (readonly [string, unknown])[] = [
    ...[Cell, Host, Register, stateBits].flatMap((names) => Object.entries(names)),
    ...BLOCKS.flatMap(([prefix, names]) =>
      Object.entries(names).map(([name, value]) => [`${prefix}_${name}`, value] as const),
    ),
    ['POINTER_ABNORMALITY', pointers.POINTER_ABNORMALITY],
    ['POINTER_ITEMS', pointers.POINTER_ITEMS],
    ['FRAME_ENEMIES_END', FRAME_ENEMIES_END],
    ['RANKS_END', ranksEnd()],
    ['IMAGE_BYTES', IMAGE_BYTES],
  ];
  const lines = constants.flatMap(([name, value]) => (typeof value === 'number' ? [`#define ${name} (${value})`] : []));
  return `#ifndef CELLS_H\n#define CELLS_H\n${lines.join('\n')}\n#endif\n`;
}
