/** The movement patterns of the enemies. */
import { MOVE_PATTERN_ROWS } from './rows/move-patterns.js';

/** Number of bytes of a pattern: nine rows of nine. */
export const PATTERN_BYTES = 81;

/** Action codes by pattern, row after row. */
export const MOVE_PATTERNS: readonly Uint8Array[] = MOVE_PATTERN_ROWS.map((text) =>
  Uint8Array.from(text.replaceAll(' ', '').match(/../g) ?? [], (code) => Number.parseInt(code, 16)),
);
