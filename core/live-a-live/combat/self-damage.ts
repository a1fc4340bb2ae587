/**
 * Damage that a skill does to its own user: C1:C39D, C3DD, C40F. Evidence: executed up to the
 * application (C1:CF13, D851), which is unpublished.
 */
import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import type { Machine } from '../memory/machine.js';
import {
  SKILL_SPECIAL,
  SPECIAL_HURTS_WHEN_MISSED,
  SPECIAL_KIND,
  SPECIAL_SELF_DESTRUCTION,
} from '../memory/skill-record.js';
import * as Work from '../memory/work-cells.js';
import { valueOnAlly } from './hit-value.js';
import { activeByte } from './skill-copy.js';

/** Damage of a self-destruction to its user (C1:C40F). */
export const SELF_DESTRUCTION_DAMAGE = 999;

/**
 * C1:C39D, the user becomes the target of his own skill; a self-destruction has its value already.
 */
export function damageUser(machine: Machine): void {
  const ram = machine.ram;
  const user = read16(ram, Cell.SKILL_USER);
  write16(ram, Cell.CURRENT_ALLY, user);
  write16(ram, Work.TARGET, user);
  write16(ram, Cell.SUBJECT, user);
  if ((activeByte(ram, SKILL_SPECIAL) & SPECIAL_KIND) !== SPECIAL_SELF_DESTRUCTION) valueOnAlly(machine);
}

/** C1:C3DD, whether a complete miss hurts the user (exit C1:D851). */
export function missHurtsUser(machine: Machine): boolean {
  return (activeByte(machine.ram, SKILL_SPECIAL) & SPECIAL_KIND) === SPECIAL_HURTS_WHEN_MISSED;
}

/** C1:C40F, the value of a self-destruction, then C1:C39D. */
export function selfDestruct(machine: Machine, user: number): void {
  const ram = machine.ram;
  write16(ram, user + Ally.SINGLE_HIT, SELF_DESTRUCTION_DAMAGE);
  ram[user + Ally.HITS_ASSIGNED] = 1;
  ram[user + Ally.HITS_LANDED] = 1;
  write16(ram, user + Ally.BONUS, 0);
  damageUser(machine);
}
