/**
 * What is left of inflicted statuses after the species' immunity. Evidence: executed as the end of
 * C1:DB64 and C1:DC0C.
 */
import { read8, read16 } from '../../int/uint.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';

/** What the species is not immune to goes to the pending statuses of the enemy. */
export function keepStatuses(ram: Uint8Array, enemy: number, taken: number): void {
  const immunity = read8(ram, read16(ram, enemy + Enemy.SPECIES) + Species.IMMUNITY);
  ram[enemy + Enemy.PENDING_STATUSES] = taken & ~immunity;
}
