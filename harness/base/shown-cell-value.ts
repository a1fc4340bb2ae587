/** The value of a cell as it is shown: its word may come from a file. */
import { cellValueWords } from '../../core/system/cell-value.js';
import { plainText } from './plain-text.js';

/** `3 (Attack)`, safe for terminals and pages. */
export function shownCellValue(cell: Parameters<typeof cellValueWords>[0], value: number): string {
  return plainText(cellValueWords(cell, value));
}
