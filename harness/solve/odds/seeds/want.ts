/** A wanted condition: an expression over cells, with the words that screens show. */
import type { Battle, System } from '../../../../core/system/system.js';
import { unitName } from '../../../base/unit-names.js';
import { createCellIndex } from '../../../play/expression/cell-index.js';
import { compileExpression, compileParts, type Expression } from '../../../play/expression/compile.js';
import { ExpressionError } from '../../../play/expression/error.js';

/**
 * Refuses a place of a unit that nobody has in this battle: its cells are 0, so that `hp = 0` would
 * hold from the start.
 */
function refuseAbsentUnits(system: System, battle: Battle, text: string): void {
  const units = system.capabilities.views?.overview?.units(battle) ?? [];
  const taken = units.flatMap(({ prefixes }) => prefixes);
  for (const { 0: prefix, 1: kind, index } of text.matchAll(/(\w+)\[\d+\]/gu)) {
    const ofKind = units.filter(({ prefixes }) => prefixes.some((one) => one.startsWith(`${kind}[`)));
    if (ofKind.length === 0 || taken.includes(prefix)) continue;
    const cells = new Map(battle.cells.map((cell) => [cell.name, cell]));
    const shown = ofKind.map((unit) => {
      const own = unit.prefixes.find((one) => one.startsWith(`${kind}[`));
      return `${own} (${unitName(battle, cells, unit)})`;
    });
    throw new ExpressionError(text, index + 1, `nobody is ${prefix} in this battle`, {
      found: prefix,
      expected: shown.join(', '),
    });
  }
}

/** @throws ExpressionError with the column, also for a unit that is not in the battle */
export function compileWant(system: System, battle: Battle, text: string): Expression {
  refuseAbsentUnits(system, battle, text);
  return compileExpression(text, createCellIndex(system, battle));
}

/** The parts of a condition that all have to hold; the whole one where it has no parts. */
export function partsOfWant(system: System, battle: Battle, text: string): Expression[] {
  return compileParts(text, createCellIndex(system, battle));
}
