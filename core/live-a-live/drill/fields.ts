/**
 * Operations 18 and 19 of the drill skills: a field on rows and columns, and the next kind of field
 * fires. Evidence: decision (traces/homebrew/PROGRAM.md, "Field", "Fields fire") for what calls
 * what; the routines are executed.
 */

import { read8, read16 } from '../../int/uint.js';
import {
  createFieldOf,
  decayField,
  FIELD_SKIPPED,
  fieldOnAlly,
  fieldOnEnemy,
  nextField,
  passFields,
} from '../combat/fields.js';
import { activeByte } from '../combat/skill-copy.js';
import { damageEnemy, healEnemyHp } from '../combat/totals.js';
import { IN_AREA } from '../field/areas.js';
import { OCCUPANT_NUMBER } from '../field/occupancy.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { type Machine, reportRoutine } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { SKILL_FIELD } from '../memory/skill-record.js';
import { RECOVERY } from '../turn/poison.js';
import { isListEnd } from '../turn/time-passes.js';
import { damageOrderPoints, loadBattleSkillBytes, markLattice } from './battle-skill.js';

/** Bits of a total's value that count. */
const VALUE_BITS = 0x7fff;

/** The field of a battle skill. @param rows @param columns 7 bits each */
export function drillField(machine: Machine, skill: number, rows: number, columns: number): void {
  const ram = machine.ram;
  loadBattleSkillBytes(ram, skill);
  markLattice(ram, rows, columns, IN_AREA);
  reportRoutine(machine, 0xc110b3, 0);
  createFieldOf(machine, activeByte(ram, SKILL_FIELD));
}

function onAlly(machine: Machine, cell: number): number {
  reportRoutine(machine, 0xc11fea, cell);
  return fieldOnAlly(machine, cell);
}

/** C1:2029 with what its total does. */
function onEnemy(machine: Machine, cell: number): number {
  const ram = machine.ram;
  reportRoutine(machine, 0xc12029, cell);
  const result = fieldOnEnemy(machine, cell);
  if (result === FIELD_SKIPPED) return result;
  const enemy = Enemy.FIRST + Enemy.STRIDE * ((cell & OCCUPANT_NUMBER) - 1);
  if ((read8(ram, Cell.ABSORB_FLAG) & RECOVERY) === 0) {
    damageEnemy(machine, enemy);
    damageOrderPoints(machine, enemy, read16(ram, enemy + Enemy.SINGLE_HIT) & VALUE_BITS, 1);
  } else healEnemyHp(machine, enemy, read16(ram, enemy + Enemy.SPECIES), 1);
  return result;
}

/** The kind whose turn it is fires. */
export function drillFieldsFire(machine: Machine): void {
  const ram = machine.ram;
  ram[Cell.DRIVER] = 0;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    ram[enemy + Enemy.HITS_ASSIGNED] = 0;
    ram[enemy + Enemy.HITS_LANDED] = 0;
  }
  reportRoutine(machine, 0xc11f06, 0);
  nextField(machine);
  markLattice(ram, 0, 0, 0);
  reportRoutine(machine, 0xc11ece, 0);
  if (decayField(machine) === 0) return;
  reportRoutine(machine, 0xc11fb2, 0);
  passFields(machine, onAlly, onEnemy);
}
