/** A wanted condition: an expression over cells, with the words that screens show. */
import type { Battle, System } from '../../../core/system/system.js';
import { createCellIndex } from '../../timeline/cells/cell-index.js';
import { compileExpression, type Expression } from '../../timeline/expression/compile.js';

/** @throws ExpressionError with the column */
export function compileWant(system: System, battle: Battle, text: string): Expression {
  return compileExpression(text, createCellIndex(system, battle));
}
