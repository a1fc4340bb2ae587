/** Names of units in lists: as the game names them, where it does. */
import type { Language, UnitView } from '../../../core/system/system.js';
import { plainText } from '../../base/plain-text.js';

/** `Takahara`, or `ally 0` where the game has no name. */
export function unitName({ name, named }: UnitView, language: Language): string {
  return plainText(named?.[language] ?? name);
}

/** `Takahara (ally 0)`: with the number that its cells are called by. */
export function unitLabel(unit: UnitView, language: Language): string {
  return unit.named === undefined ? unitName(unit, language) : `${unitName(unit, language)} (${unit.name})`;
}
