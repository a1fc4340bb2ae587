/**
 * A wanted condition: an expression over cells, with the words that screens show: `frames`, `won`,
 * `lost`, `ally[0].hp`.
 */
import { readCell } from '../../../core/system/battle.js';
import type { Battle } from '../../../core/system/system.js';
import { createCellIndex } from '../../timeline/cells/cell-index.js';
import { compileExpression, type Expression } from '../../timeline/expression/compile.js';

/** The record that an ally's block points to, as a name. */
function recordOf(battle: Battle, ally: string): string | undefined {
  const number = /^\d+$/.test(ally) ? Number(ally) : battle.idNumber('ally', ally);
  const pointer = battle.cells.find(({ name }) => name === `ally[${number}].record`);
  const first = battle.cells.find(({ name }) => name === 'record[0].hp');
  const second = battle.cells.find(({ name }) => name === 'record[1].hp');
  if (pointer === undefined || first === undefined || second === undefined) return undefined;
  const stride = second.address - first.address;
  // HP lie within the record that is pointed to
  const record = Math.ceil((readCell(battle.image, pointer) - (first.address & 0xffff)) / stride);
  const name = `record[${record}].hp`;
  return battle.cells.some((cell) => cell.name === name) ? name : undefined;
}

/** The words of screens as cells. */
export function withCells(battle: Battle, text: string): string {
  return text
    .replace(/(?<![\w.\]])frames(?![\w[.])/gu, 'battleFrames')
    .replace(/(?<![\w.\]])won(?![\w[.])/gu, '(battleResult = 1)')
    .replace(/(?<![\w.\]])lost(?![\w[.])/gu, '(battleResult = 2)')
    .replace(/ally\[([^\]]+)\]\.hp/gu, (whole, ally: string) => recordOf(battle, ally) ?? whole);
}

/** @throws ExpressionError with the column */
export function compileWant(battle: Battle, text: string): Expression {
  return compileExpression(withCells(battle, text), createCellIndex(battle), battle);
}
