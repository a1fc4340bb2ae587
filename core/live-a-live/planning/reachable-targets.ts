/**
 * Whether an enemy can be hit where everybody stands: the cells that an ally's skills hit from each
 * cell, by range (C1:3924, 3B32) and area round the target (C1:38A0). A skill without a charge
 * fires before anybody moves.
 */

import { read8, read16 } from '../../int/uint.js';
import { isReached, PIERCES_ON, radiiOf, reachFromCell } from '../field/marks.js';
import { FIELD_SIDE, GRID_WIDTH } from '../field/occupancy.js';
import { isBusy } from '../frame/time-half.js';
import * as Ally from '../memory/cells/ally.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { FACINGS } from '../memory/directions.js';
import { columnBits, firstOfRows, secondOfRows } from '../memory/grid-words.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent } from '../memory/presence.js';
import { SKILL_CHARGE, SKILL_DISPLACEMENT, SKILL_TYPE, skillByte, TYPE_SURROUNDINGS } from '../memory/skill-record.js';
import { ALLY_CHARGING } from '../turn/ally-actions.js';
import { isHeal } from './max-damage.js';
import { type SkillsInPlay, type SkillUse, skillOfAllyIn } from './skills-in-play.js';

const CELLS = GRID_WIDTH * FIELD_SIDE;

/**
 * Adds a rectangle to a set of cells, two words (`grid-words.ts`), as far as it lies in the field.
 */
function addRectangle(sets: Int32Array, at: number, x: number, y: number, width: number, height: number): void {
  const columns = columnBits(Math.max(x, 0), Math.min(x + width, FIELD_SIDE) - 1);
  const [top, bottom] = [Math.max(y, 0), Math.min(y + height, FIELD_SIDE) - 1];
  sets[at] = (sets[at] as number) | firstOfRows(columns, top, bottom);
  sets[at + 1] = (sets[at + 1] as number) | secondOfRows(columns, top, bottom);
}

/**
 * Adds the cells that a command with a skill hits, by the cell of its user. What is worked out for
 * the eighth column is never read: nobody stands there.
 */
function addStruck(machine: Machine, sets: Int32Array, { record }: SkillUse, words: Int32Array): void {
  const [x, y, facing] = [words[2] as number, words[3] as number, words[4] as number];
  const isRound = (skillByte(machine, record, SKILL_TYPE) & TYPE_SURROUNDINGS) !== 0;
  const radii = radiiOf(machine, record);
  const [across, down] = [radii >> 4, radii & 0x0f];
  for (let from = 0; from < CELLS; from++) {
    for (let way = 0; way < FACINGS; way++) {
      if (facing >= 0 && facing !== way) continue;
      reachFromCell(machine, record, from, way);
      if (!isReached(GRID_WIDTH * y + x)) continue;
      const [middleX, middleY] = isRound ? [from & 7, from >> 3] : [x, y];
      addRectangle(sets, 2 * from, middleX - across, middleY - down, 2 * across + 1, 2 * down + 1);
    }
  }
}

/** Cells of an enemy's box, by that of its corner. */
function boxesOf(ram: Uint8Array, enemy: number): Int32Array {
  const species = read16(ram, enemy + Enemy.SPECIES);
  const sets = new Int32Array(2 * CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    const [width, height] = [read8(ram, species + Species.WIDTH), read8(ram, species + Species.HEIGHT)];
    addRectangle(sets, 2 * cell, cell & 7, cell >> 3, width, height);
  }
  return sets;
}

/** Whether an ally could hit the enemy with a command given now; true where that is not clear. */
export type CanBeHit = () => boolean;

/**
 * Makes the hit test of an enemy.
 * @param commands every command that may be given, encoded
 * @returns undefined where a skill can hit later, or by more than range and area
 */
export function createHitTests(
  machine: Machine,
  skills: SkillsInPlay,
  commands: readonly Int32Array[],
): ((enemy: number) => CanBeHit) | undefined {
  const { ram } = machine;
  const { allies } = skills;
  const attacks = skills.chosen.filter((use) => !isHeal(machine, use));
  const isPlain = ({ record }: SkillUse): boolean =>
    (skillByte(machine, record, SKILL_CHARGE) & 0xf0) === 0 &&
    (skillByte(machine, record, SKILL_DISPLACEMENT) & PIERCES_ON) === 0;
  if (!attacks.every(isPlain) || allies.some((ally) => ram[ally + Ally.SKILL_STATE] === ALLY_CHARGING))
    return undefined;
  const struck = allies.map(() => new Int32Array(2 * CELLS));
  for (const words of commands) {
    for (const use of attacks) {
      if (use.skill !== skillOfAllyIn(machine, use.user, words)) continue;
      addStruck(machine, struck[allies.indexOf(use.user)] as Int32Array, use, words);
    }
  }
  return (enemy) => {
    const boxes = boxesOf(ram, enemy);
    return () => {
      const box = 2 * (GRID_WIDTH * read8(ram, enemy + Enemy.CELL_Y) + read8(ram, enemy + Enemy.CELL_X));
      const [first, second] = [boxes[box] as number, boxes[box + 1] as number];
      for (let place = 0; place < allies.length; place++) {
        const ally = allies[place] as number;
        if (!isAllyPresent(ram, ally)) continue;
        const sets = struck[place] as Int32Array;
        const at = 2 * (GRID_WIDTH * read8(ram, ally + Ally.CELL_Y) + read8(ram, ally + Ally.CELL_X));
        if ((((sets[at] as number) & first) | ((sets[at + 1] as number) & second)) !== 0) return true;
      }
      // who steps stands on the cell before in his block, on the next one in the field
      return isBusy(ram);
    };
  };
}
