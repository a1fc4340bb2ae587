/**
 * What the test ROM's fourth image offers as targets of a skill, and which of them an action takes.
 * Evidence: decision (traces/homebrew/MENU.md, "Targets").
 */

import { write16 } from '../../int/uint.js';
import type { Battle } from '../../system/system.js';
import type { MenuTargets } from '../../system/timed.js';
import { recordOfSkill } from '../combat/begin-skill.js';
import { facingOf, markRange } from '../field/marks.js';
import { GRID_CELLS, SEEK_ALLIES, SEEK_ENEMIES, soughtFrom } from '../field/targets.js';
import { allyToAct } from '../frame/whose-turn.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import { machineOf } from '../memory/machine.js';
import { PAD_SELECT, PAD_START } from '../memory/pad.js';
import { SKILL_DISABLED_BY, SKILL_TYPE, skillByte, TYPE_COUNTER_ONLY, TYPE_HEAL } from '../memory/skill-record.js';
import { ACTION } from './actions.js';
import { CELLS_PER_TARGET, duelMachine, isDuel } from './duel.js';
import { ITEM_SKILL } from './program.js';

const NONE: MenuTargets = { cells: [], chosen: -1 };

/**
 * Marks targets in the battle's image, which is not the same afterwards.
 * @param battle before the frame in which the skill is taken up
 * @param action encoded
 * @returns undefined for an action without a target
 */
export function menuTargets(battle: Battle, action: Int32Array): MenuTargets | undefined {
  const isItem = action[0] === ACTION.item;
  if (action[0] !== ACTION.skill && !isItem) return undefined;
  const machine = machineOf(battle);
  if (!isDuel(machine.ram)) return NONE;
  const duel = duelMachine(machine);
  const { ram } = duel;
  const ally = allyToAct(ram);
  if (ally === 0) return NONE;
  const record = recordOfSkill(duel, ally, isItem ? ITEM_SKILL : (action[1] as number));
  const type = skillByte(duel, record, SKILL_TYPE);
  const disabled = skillByte(duel, record, SKILL_DISABLED_BY) & (ram[ally + Ally.STATUSES] as number);
  if ((type & TYPE_COUNTER_ONLY) !== 0 || disabled !== 0) return NONE;
  write16(ram, Cell.SKILL_RECORD_POINTER, record);
  markRange(duel, ally, facingOf(ram, ally));
  const side = (type & TYPE_HEAL) !== 0 ? SEEK_ALLIES : SEEK_ENEMIES;
  const cells: number[] = [];
  for (let cell = 0; cell < GRID_CELLS; cell++) if (soughtFrom(duel, cell, side) === cell) cells.push(cell);
  const first = (CELLS_PER_TARGET * (action[isItem ? 1 : 2] as number)) % GRID_CELLS;
  return { cells, chosen: soughtFrom(duel, first, side) };
}

/** Whether the command of a frame orders something: cursors of the other images do not. */
export function isOrder(command: Int32Array): boolean {
  const pad = command[1] as number;
  const movesCursors = (pad & PAD_SELECT) !== 0 && (pad & PAD_START) === 0;
  return pad !== 0 && !movesCursors;
}
