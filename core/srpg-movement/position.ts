/**
 * Squares by their two coordinates, as the seed's position class has them. Source: seed 002, S1 to
 * S6. Ours are immutable (SA8: the original shares one default object between units). A coordinate
 * has 8 bits: a value outside throws `E_WIDTH` and never wraps.
 */
import { integerAt, placeOf, UINT8 } from '../system/plain-data.js';
import { RuleError } from '../system/system.js';

export interface Position {
  readonly x: number;
  readonly y: number;
}

/** S1: creates a position. @throws RuleError `E_INT`, `E_WIDTH` */
export function createPosition(x = 0, y = 0): Position {
  return Object.freeze({ x: integerAt(placeOf(x, 'x'), UINT8), y: integerAt(placeOf(y, 'y'), UINT8) });
}

/**
 * S2: each axis stops at 0 and has no upper limit but its width. @throws RuleError `E_WIDTH` above
 * 255
 */
export function shift(position: Position, dx: number, dy: number): Position {
  return createPosition(Math.max(0, position.x + dx), Math.max(0, position.y + dy));
}

/** S3: one square up, or the same square at the upper edge. */
export function up(position: Position): Position {
  return createPosition(position.x, Math.max(0, position.y - 1));
}

/** S3: one square down, without a limit but its width. */
export function down(position: Position): Position {
  return createPosition(position.x, position.y + 1);
}

/** S3: one square left, or the same square at the left edge. */
export function left(position: Position): Position {
  return createPosition(Math.max(0, position.x - 1), position.y);
}

/** S3: one square right, without a limit but its width. */
export function right(position: Position): Position {
  return createPosition(position.x + 1, position.y);
}

/** S4: the distance of plain coordinates, for the hot layer. */
export function distanceBetween(x: number, y: number, otherX: number, otherY: number): number {
  return Math.abs(x - otherX) + Math.abs(y - otherY);
}

/** S4: the distance; a diagonal neighbour is 2 away. */
export function distance(from: Position, to: Position): number {
  return distanceBetween(from.x, from.y, to.x, to.y);
}

/** S5: compares with a position or a pair. @throws RuleError `E_TYPE` for anything else */
export function equals(position: Position, other: unknown): boolean {
  if (Array.isArray(other) && other.length === 2) return position.x === other[0] && position.y === other[1];
  if (typeof other === 'object' && other !== null && 'x' in other && 'y' in other) {
    return position.x === other.x && position.y === other.y;
  }
  throw new RuleError('E_TYPE', 'a position compares with a position or a pair of coordinates');
}

/** S6: the position as text. */
export function formatPosition(position: Position): string {
  return `(${position.x},${position.y})`;
}
