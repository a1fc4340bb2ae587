/** Which unit a cell belongs to, by its name. */
import type { CellDeclaration } from '../../../core/system/system.js';

/** The part of a cell's name that names its unit: `enemy[3]`, or empty. */
export function unitPrefix(cell: CellDeclaration): string {
  return /^[^.[]+\[[^\]]*\](?=\.)/u.exec(cell.name)?.[0] ?? '';
}
