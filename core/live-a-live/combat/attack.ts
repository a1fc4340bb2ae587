/**
 * One hit of an attack on one enemy: C1:D7E9. Evidence: executed; the loop round it is unpublished.
 *
 * The value is computed once per skill and enemy however many hits land.
 */
import { read8, write16 } from '../../int/uint.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { Effect, reportEffect } from '../memory/happenings.js';
import { byteOf, exitOf, type Machine } from '../memory/machine.js';
import * as Work from '../memory/work-cells.js';
import { checkHit, HIT } from './hit-check.js';
import { passHitsOn } from './hit-count.js';
import { ALWAYS_ONE, damageToEnemy, RECOVERY_UNPUBLISHED } from './hit-value.js';

/** Exits. */
export const VALUE_COMPUTED = 0;
export const NO_NEW_VALUE = 1;
export const NOTHING_DEALT = 2;
export const ATTACK_HEALS_OBJECT = 3;
export const ATTACK_ALWAYS_ONE = 4;
export const ATTACK_HEALS = 5;

/** C1:D7E9. */
export function attackEnemy(machine: Machine, enemy: number): number {
  const ram = machine.ram;
  write16(ram, Work.TARGET, enemy);
  const dealt = read8(ram, enemy + Enemy.HITS_ASSIGNED);
  if (dealt === 0) return NOTHING_DEALT;
  ram[Cell.WORK_030F] = dealt;
  const checked = checkHit(machine, enemy);
  if (exitOf(checked) !== 0) return ATTACK_HEALS_OBJECT;
  const hits = byteOf(checked) === HIT;
  reportEffect(machine, enemy, Effect.CHECK, hits ? 1 : 0, dealt);
  if (!hits) return NO_NEW_VALUE;
  const landed = (read8(ram, enemy + Enemy.HITS_LANDED) + 1) & 0xff;
  ram[enemy + Enemy.HITS_LANDED] = landed;
  passHitsOn(machine, landed, enemy);
  if (landed !== 1) return NO_NEW_VALUE;
  const valued = damageToEnemy(machine);
  if (valued === ALWAYS_ONE) return ATTACK_ALWAYS_ONE;
  return valued === RECOVERY_UNPUBLISHED ? ATTACK_HEALS : VALUE_COMPUTED;
}
