/**
 * The turn in which a unit can reach each square when it uses its full movement in every turn.
 * Source: extension.
 *
 * Every turn starts with full movement on a square on which the unit may stop, so that one search
 * layer for each turn is exact: it starts from the squares first reached in the layer before. No
 * turn ends on a square that may only be passed (MARK_NO_STOP).
 */
import { addSource, clearReach, MARK_NO_STOP, type ReachBuffers, type ReachField, spread } from './reach.js';

/** Turn of a square that is never reached. */
export const NEVER = 0xffff;

/**
 * Writes the turn of every square into `turns`, indexed as the field: 0 = the start, NEVER =
 * unreachable.
 * @param frontier lent working memory, one entry for each square
 */
export function reachByTurns(
  field: ReachField,
  start: number,
  move: number,
  buffers: ReachBuffers,
  turns: Uint16Array,
  frontier: Int32Array,
): void {
  turns.fill(NEVER);
  turns[start] = 0;
  frontier[0] = start;
  let count = 1;
  for (let turn = 1; count > 0; turn++) {
    clearReach(buffers);
    for (let index = 0; index < count; index++) addSource(buffers, frontier[index] as number, move);
    spread(field, move, buffers);
    count = 0;
    for (let index = 0; index < buffers.touchedCount; index++) {
      const square = buffers.touched[index] as number;
      if (turns[square] !== NEVER || ((field.marks[square] as number) & MARK_NO_STOP) !== 0) continue;
      turns[square] = turn;
      frontier[count++] = square;
    }
  }
}
