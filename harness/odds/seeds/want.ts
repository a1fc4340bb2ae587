/** A wanted condition: an expression over cells, with the words that screens show. */
import type { Battle, System } from '../../../core/system/system.js';
import { createCellIndex } from '../../timeline/cells/cell-index.js';
import { compileExpression, type Expression } from '../../timeline/expression/compile.js';

/** @throws ExpressionError with the column */
export function compileWant(system: System, battle: Battle, text: string): Expression {
  return compileExpression(text, createCellIndex(system, battle));
}

/** Places of a text that stand in no bracket. */
function* outside(text: string): Generator<number> {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth--;
    else if (depth === 0) yield at;
  }
}

function split(text: string): readonly string[] {
  const breaks: number[] = [];
  for (const at of outside(text)) {
    if (/^(?: or\b|\|\|)/.test(text.slice(at))) return [text];
    if (/^ and\b/.test(text.slice(at))) breaks.push(at);
  }
  return [...breaks, text.length].map((end, index) =>
    text.slice(index === 0 ? 0 : (breaks[index - 1] as number) + ' and'.length, end).trim(),
  );
}

/** The parts of a condition that all have to hold; the whole one where it has no parts. */
export function partsOfWant(system: System, battle: Battle, text: string): readonly string[] {
  const parts = split(text);
  try {
    for (const part of parts) compileWant(system, battle, part);
    return parts;
  } catch {
    // split where it should not be
    return [text];
  }
}
