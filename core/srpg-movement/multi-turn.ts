/**
 * In which turn a unit can stand on a square, when it moves with its full movement every turn.
 * Source: extension.
 *
 * Every turn starts on a square on which the unit may stop, with full movement, so one layer of the
 * search per turn is exact: a layer starts from the squares first reached in the layer before.
 * Passing squares (MARK_NO_STOP) end no turn.
 */
import { addSource, clearReach, MARK_NO_STOP, type ReachBuffers, type ReachField, spread } from './reach.js';

/** The square is never reached. */
export const NEVER = 0xffff;

/**
 * Writes the turn for every square into `turns` (0 = the start, NEVER = not at all), indexed as the
 * field is.
 * @param frontier lent working memory, one entry a square
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
