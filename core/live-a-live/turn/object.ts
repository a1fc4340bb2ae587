/** The OBJECT test, C1:03F1. Evidence: executed. */

import { read8, read16 } from '../../int/uint.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { OBJECT } from '../memory/skill-record.js';

/** Type byte of an enemy's species. */
export function enemyType(ram: Uint8Array, enemy: number): number {
  return read8(ram, read16(ram, enemy + Enemy.SPECIES) + Species.TYPE);
}

/** C1:03F1, whether an enemy is an OBJECT. */
export function isObject(ram: Uint8Array, enemy: number): boolean {
  return (enemyType(ram, enemy) & OBJECT) !== 0;
}
