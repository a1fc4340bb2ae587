/**
 * Names that plans may write in place of numbers: allies, skills, items, ways, facings, policies.
 */
import { CHARACTERS } from '../../../rom-map/tables/characters.js';
import { ITEMS } from '../../../rom-map/tables/items.js';
import { ALLY_SKILLS } from '../../../rom-map/tables/skills.js';
import { read8 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import { numberOfName } from '../memory/table-names.js';
import { formationOf } from '../setup/formation-name.js';
import { buttonsOfNumber, numberOfButtons } from './button-script.js';
import { POLICIES } from './policies.js';
import { OVERFLOW, TO_OVERFLOW } from './presses.js';

export const WAYS = ['left', 'right'];
export const FACINGS = ['lower-right', 'lower-left', 'upper-right', 'upper-left'];

/** Number of an id of a kind, or -1. */
export function numberOfId(ram: Uint8Array, kind: string, id: string): number {
  if (kind === 'skill') return numberOfName(ALLY_SKILLS.rows, id);
  if (kind === 'item') return numberOfName(ITEMS.rows, id);
  if (kind === 'way') return WAYS.indexOf(id);
  if (kind === 'facing') return FACINGS.indexOf(id);
  if (kind === 'policy') return POLICIES.indexOf(id);
  if (kind === 'formation') return formationOf(id);
  if (kind === 'presses') return id === OVERFLOW ? TO_OVERFLOW : -1;
  if (kind === 'buttons') return numberOfButtons(id);
  if (kind !== 'ally') return -1;
  const character = numberOfName(CHARACTERS.rows, id);
  for (let slot = 0; slot < 4; slot++) {
    if (ram[Ally.FIRST + Ally.STRIDE * slot + Ally.ID] === character) return slot;
  }
  return -1;
}

/** Id of a number of a kind, or undefined. */
export function idOfNumber(ram: Uint8Array, kind: string, number: number): string | undefined {
  if (kind === 'skill') return number === 0 ? undefined : ALLY_SKILLS.rows[number]?.id;
  if (kind === 'item') return number === 0 ? undefined : ITEMS.rows[number]?.id;
  if (kind === 'way') return WAYS[number];
  if (kind === 'facing') return FACINGS[number];
  if (kind === 'policy') return POLICIES[number];
  if (kind === 'presses') return number === TO_OVERFLOW ? OVERFLOW : undefined;
  if (kind === 'buttons') return number === 0 ? undefined : buttonsOfNumber(number);
  if (kind !== 'ally' || number < 0 || number > 3) return undefined;
  return CHARACTERS.rows[read8(ram, Ally.FIRST + Ally.STRIDE * number + Ally.ID)]?.id;
}
