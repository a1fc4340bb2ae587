/** The value of a cell as users see it and write it: a number, or the one word for none. */
import type { CellDeclaration } from '../../core/system/system.js';

export function cellValueText({ none }: Pick<CellDeclaration, 'none'>, value: number): string {
  return none?.[0] === value ? none[1] : String(value);
}
