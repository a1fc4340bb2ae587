/** A wanted condition: an expression over cells, with the words that screens show. */
import type { Battle, System } from '../../../core/system/system.js';
import { createCellIndex } from '../../timeline/cells/cell-index.js';
import { compileExpression, compileParts, type Expression } from '../../timeline/expression/compile.js';

/** @throws ExpressionError with the column */
export function compileWant(system: System, battle: Battle, text: string): Expression {
  return compileExpression(text, createCellIndex(system, battle));
}

/** The parts of a condition that all have to hold; the whole one where it has no parts. */
export function partsOfWant(system: System, battle: Battle, text: string): Expression[] {
  return compileParts(text, createCellIndex(system, battle));
}
