/** A formation by number, or by the enemies that stand in it. */
import { FORMATIONS, type Formation } from '../../../rom-map/tables/formations.js';
import { SPECIES } from '../../../rom-map/tables/species.js';
import { integerAt, type Place, UINT8 } from '../../plain-data.js';
import { RuleError } from '../../system.js';
import { rowAt } from './table-names.js';

/** One that is fought by allies and holds this species alone. */
function holdsOnly({ mode, enemies }: Formation, species: number): boolean {
  return mode === 0 && enemies.length > 0 && enemies.every((enemy) => enemy.species === species);
}

/**
 * @param place 0 to 255, or the id or Japanese name of an enemy of which exactly one formation is made
 * @throws RuleError `E_UNKNOWN_ID` with the numbers where there are several, `E_PARTY` for a special battle
 */
export function formationAt(place: Place): number {
  const { path } = place;
  if (typeof place.value !== 'string') {
    const number = integerAt(place, UINT8);
    if (FORMATIONS[number]?.mode === 0) return number;
    const message = `${path}: formation ${number} is a special battle, which cannot be played here`;
    throw new RuleError('E_PARTY', message, path);
  }
  const species = rowAt(place, 'enemy', SPECIES.rows);
  const found = FORMATIONS.filter((formation) => holdsOnly(formation, species.number));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.number;
  const numbers = found.map(({ number }) => `0x${number.toString(16)}`).join(', ');
  const what = only === undefined ? 'no formation is made of' : `${found.length} formations (${numbers}) are made of`;
  throw new RuleError('E_UNKNOWN_ID', `${path}: ${what} ${species.id} alone; give a number`, path);
}
