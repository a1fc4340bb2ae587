/** Commands, errors and events of the guide's rules. */

import { read16 } from '../../int/uint.js';
import type { CommandShape, EventShape, ParameterShape, RuleErrorShape } from '../../system/system.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { isAllyPresent } from '../memory/presence.js';
import { DISABLING } from '../memory/state-bits.js';
import { isAllyAble } from '../turn/ally-order.js';

export const GUIDE_COMMAND = {
  allyMove: 1,
  allyTurn: 2,
  allyPass: 3,
  allyStep: 4,
  allySkill: 5,
  allyItem: 6,
  areaSelectTurn: 7,
  tickFrames: 8,
  enemyMove: 9,
  enemyTurn: 10,
  enemySkill: 11,
  enemyIdle: 12,
  enemyDamaged: 13,
  enemyHealed: 14,
  inflictAbnormal: 15,
  changeStat: 16,
  counter: 17,
} as const;

export const GUIDE_ERROR = { phase: 1, range: 2, unknown: 3, busy: 4, allyCanAct: 5, tableMissing: 6 } as const;

export const GUIDE_ERRORS: readonly RuleErrorShape[] = [
  {
    number: GUIDE_ERROR.phase,
    code: 'E_PHASE',
    meaning: 'it is the other side’s turn',
    remedy: 'Give the enemies’ commands while an enemy is to act, and the allies’ before',
  },
  {
    number: GUIDE_ERROR.range,
    code: 'E_RANGE',
    meaning: 'a value is outside the rule’s domain',
    remedy: 'Give a value within its range: a charge is a multiple of 16 where the switch asks for it',
  },
  {
    number: GUIDE_ERROR.unknown,
    code: 'E_UNKNOWN_ID',
    meaning: 'there is no such unit',
    remedy: 'Name a unit that is in the battle; allies and enemies count from 0',
  },
  {
    number: GUIDE_ERROR.busy,
    code: 'E_UNIT_BUSY',
    meaning: 'the unit is charging or incapacitated',
    remedy: 'Name another ally, or let time pass with tickFrames',
  },
  {
    number: GUIDE_ERROR.allyCanAct,
    code: 'E_ALLY_CAN_ACT',
    meaning: 'frames only pass by themselves while no ally can act',
    remedy: 'Let an ally act; frames pass by themselves while all of them charge',
  },
  {
    number: GUIDE_ERROR.tableMissing,
    code: 'E_TABLE_MISSING',
    meaning: 'the abnormality table was not given',
    remedy: 'Leave withoutTable out of [setup]',
  },
];

export const GUIDE_EVENT = { emitted: 1, saturated: 2, threshold: 3, oddCharge: 4, chosen: 5 } as const;

export const GUIDE_EVENTS: readonly EventShape[] = [
  { kind: GUIDE_EVENT.emitted, name: 'skillEmitted', rule: 'L5', provenance: 'guide', fields: ['unit'] },
  { kind: GUIDE_EVENT.saturated, name: 'orderHeld', rule: 'A9', provenance: 'decision', fields: ['enemy', 'exact'] },
  { kind: GUIDE_EVENT.threshold, name: 'THRESHOLD-255', rule: 'A1', provenance: 'decision', fields: [] },
  { kind: GUIDE_EVENT.oddCharge, name: 'chargeNotMultipleOf16', rule: 'L13', provenance: 'guide', fields: ['charge'] },
  { kind: GUIDE_EVENT.chosen, name: 'enemyChosen', rule: 'L18', provenance: 'guide', fields: ['enemy'] },
];

const unit: ParameterShape = { name: 'unit', min: 0, max: 3, meaning: 'ally number' };
const enemy: ParameterShape = { name: 'enemy', min: 0, max: 14, meaning: 'enemy number' };
const total: ParameterShape = { name: 'total', min: 0, max: 0xffff, meaning: 'sum of the hits' };

function shape(name: keyof typeof GUIDE_COMMAND, parameters: readonly ParameterShape[], meaning: string): CommandShape {
  return { code: GUIDE_COMMAND[name], name, parameters, meaning };
}

export const GUIDE_COMMANDS: readonly CommandShape[] = [
  shape('allyMove', [unit], 'L7: an ally moves one square'),
  shape('allyTurn', [unit], 'L8: an ally turns left or right'),
  shape('allyPass', [unit], 'A5: an ally passes'),
  shape('allyStep', [unit], 'A5: an ally steps in place'),
  shape(
    'allySkill',
    [unit, { name: 'charge', min: 0, max: 255, optional: 0, meaning: 'charge time, a multiple of 16' }],
    'L5, L13: an ally uses a skill, at once or after charging',
  ),
  shape('allyItem', [unit], 'L5: an ally uses an item'),
  shape('areaSelectTurn', [unit], 'L11: L or R while the area is chosen'),
  shape('tickFrames', [{ name: 'frames', min: 0, max: 0xffff, meaning: 'number of frames' }], 'L14: frames pass'),
  shape('enemyMove', [], 'L7, L19: the chosen enemy moves'),
  shape('enemyTurn', [], 'L8, L19: the chosen enemy turns'),
  shape('enemySkill', [], 'L6, L24: the chosen enemy uses a skill'),
  shape('enemyIdle', [], 'L20: the chosen enemy is incapacitated'),
  shape('enemyDamaged', [enemy, total], 'L22: an enemy takes damage'),
  shape('enemyHealed', [enemy, total], 'A12: an enemy absorbs'),
  shape('inflictAbnormal', [enemy, { name: 'kind', min: 0, max: 255, meaning: 'abnormality id' }], 'L21'),
  shape(
    'changeStat',
    [
      { name: 'side', min: 0, max: 1, meaning: '0 ally, 1 enemy' },
      { name: 'unit', min: 0, max: 14, meaning: 'unit number' },
      { name: 'stat', min: 0, max: 3, meaning: '0 power, 1 speed, 2 body, 3 intellect' },
      { name: 'value', min: 0, max: 255, meaning: 'current value' },
    ],
    'L16: a stat changes for a time',
  ),
  shape('counter', [{ name: 'side', min: 0, max: 1, meaning: '0 ally, 1 enemy' }], 'A14: a counter skill'),
];

// What may be commanded under the guide's rules now.

/**
 * Appends `[code, unit, unit]` and more ranges. @returns the new length, or the old one when it
 * does not fit
 */
function put(out: Int32Array, at: number, code: number, unit: number, largest: number): number {
  const words = unit < 0 ? 1 : largest < 0 ? 3 : 5;
  if (at + words > out.length) return at;
  out[at] = code;
  if (words > 1) {
    out[at + 1] = unit;
    out[at + 2] = unit;
  }
  if (words > 3) {
    out[at + 3] = 0;
    out[at + 4] = largest;
  }
  return at + words;
}

/** Writes entries as `Battle.legalCommands` says. @returns words written */
export function legalGuideCommands(ram: Uint8Array, out: Int32Array): number {
  const acting = read16(ram, Cell.ACTING_ENEMY);
  let at = 0;
  if (acting !== 0) {
    if (((ram[acting + Enemy.STATUSES] as number) & DISABLING) !== 0)
      return put(out, at, GUIDE_COMMAND.enemyIdle, -1, -1);
    at = put(out, at, GUIDE_COMMAND.enemyMove, -1, -1);
    at = put(out, at, GUIDE_COMMAND.enemyTurn, -1, -1);
    return put(out, at, GUIDE_COMMAND.enemySkill, -1, -1);
  }
  for (let unit = 0; unit < 4; unit++) {
    const ally = Ally.FIRST + Ally.STRIDE * unit;
    if (!isAllyPresent(ram, ally) || !isAllyAble(ram, ally)) continue;
    for (let code: number = GUIDE_COMMAND.allyMove; code <= GUIDE_COMMAND.areaSelectTurn; code++) {
      at = put(out, at, code, unit, code === GUIDE_COMMAND.allySkill ? 255 : -1);
    }
  }
  if (at > 0) return at;
  out[0] = GUIDE_COMMAND.tickFrames;
  out[1] = 0;
  out[2] = 0xffff;
  return 3;
}
