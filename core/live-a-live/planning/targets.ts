/**
 * An ally's attack on several enemies, followed one enemy after the other. Its draws come in a
 * fixed order: how many hits there are and who gets them (C1:D6B9, D726), all hits on each enemy in
 * the order of the blocks (C1:D7E9), the user's changes (C1:DCC1), two draws of displacement for
 * each enemy present (C1:CBE3), then the field that fires (C1:1ECE). What a draw of one enemy
 * decides is kept in the cells of that enemy and read for it alone, but for what `coupled` names.
 * Evidence: the order is that of `combat/skill-effect.ts`; `test/harness/solve/odds/folded.test.ts`
 * holds it against all enemies at once.
 */

import { multiplyHigh8 } from '../../int/hardware.js';
import { read8, read16 } from '../../int/uint.js';
import { type DrawPart, EVERYBODY, NO_TARGET, type Targets } from '../../system/system.js';
import { LEADER } from '../combat/defeat.js';
import { awayFrom } from '../combat/knockback.js';
import { activeByte } from '../combat/skill-copy.js';
import { ENEMY_SIDE, FIELD_BITS, FIELD_SIDE, GRID_WIDTH, OCCUPANT_NUMBER } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { type Machine, machineOf } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import {
  BREAKDOWN,
  KNOCKBACK,
  NO_ATTRIBUTE,
  OBJECT,
  SKILL_DISPLACEMENT,
  SKILL_FIELD,
  SKILL_SPECIAL,
  SKILL_TYPE,
  SPECIAL_KIND,
  SPECIAL_SELF_DESTRUCTION,
  SPECIES_SKILLS,
  TYPE_HEAL,
} from '../memory/skill-record.js';
import { attributeBit, TAKEN_OVER } from '../memory/state-bits.js';
import * as Work from '../memory/work-cells.js';
import { isListEnd } from '../turn/time-passes.js';

// Where in the order of an attack's draws a draw stands.

const COMMON = 0;
const HITS = 1;
const CHANGES = 2;
const TOTALS = 3;
const FIELD = 4;

const PICK = 0xc1d726;
const DECAY = 0xc11ece;
/** Draws of a hit on the enemy in 0310: check, value, statuses of skill and weapon, changes. */
const OF_HITS: readonly number[] = [0xc1d870, 0xc17835, 0xc1db64, 0xc1dc0c, 0xc1dd8f];

function numberOf(enemy: number): number {
  return (enemy - Enemy.FIRST) / Enemy.STRIDE;
}

function blockOf(target: number): number {
  return Enemy.FIRST + Enemy.STRIDE * target;
}

/** Notes where a draw stands and whose it is. What is none of an ally's attack is everybody's. */
export function placeDraw({ ram }: Machine, site: number, part: DrawPart): void {
  part.phase = COMMON;
  part.owner = EVERYBODY;
  if (site === DECAY) part.phase = FIELD;
  else if (site === 0xc1dcc1) {
    part.phase = CHANGES;
    part.owner = NO_TARGET;
  } else if (site === 0xc1cbe3) {
    part.phase = TOTALS;
    part.owner = numberOf(read16(ram, Cell.SUBJECT));
  } else if (OF_HITS.includes(site) && read16(ram, Work.TARGET) < Ally.FIRST) {
    part.phase = HITS;
    part.owner = numberOf(read16(ram, Work.TARGET));
  }
}

/** Cell whose field a draw may take: the last one that is marked. */
function decayingCell(ram: Uint8Array): number {
  let cell = GRID_WIDTH * FIELD_SIDE - 1;
  while (cell > 0 && read8(ram, Cell.RANGE_GRID + cell) === 0) cell--;
  return cell;
}

const LAST_CELL = GRID_WIDTH * (FIELD_SIDE - 1) + FIELD_SIDE - 1;

/** Whether the part has to do with the field of a cell. */
function isOnCell({ ram, settings }: Machine, cell: number, target: number): boolean {
  if (cell === LAST_CELL && settings.lastCellSuppresses) return true;
  const occupant = read8(ram, Cell.FIELD_GRID + cell);
  if ((occupant & OCCUPANT_NUMBER) === 0) return false;
  const enemy = (occupant & ENEMY_SIDE) !== 0 ? (occupant & OCCUPANT_NUMBER) - 1 : NO_TARGET;
  return enemy === target;
}

/** What the part tells apart of a draw of everybody; undefined: all that the rules do. */
export function partKey(machine: Machine, site: number, { target }: DrawPart): ((value: number) => number) | undefined {
  const { ram } = machine;
  if (site === PICK) {
    const count = read8(ram, Work.SECOND_COUNTER);
    const own = blockOf(target);
    return (value) => Number(Enemy.FIRST + read8(ram, Cell.HIT_LIST + multiplyHigh8(value, count)) === own);
  }
  if (site !== DECAY) return undefined;
  const isConcerned = isOnCell(machine, decayingCell(ram), target);
  return (value) => Number(isConcerned && (value & 0x0f) === 0);
}

function typeOf(ram: Uint8Array, enemy: number): number {
  return read8(ram, read16(ram, enemy + Enemy.SPECIES) + Species.TYPE);
}

function enemiesWhere(ram: Uint8Array, is: (enemy: number) => boolean): number[] {
  const found: number[] = [];
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (is(enemy)) found.push(numberOf(enemy));
  }
  return found;
}

/** Whether a species answers an attribute at all, wherever it stands. */
function answers(ram: Uint8Array, enemy: number, mask: number): boolean {
  const species = read16(ram, enemy + Enemy.SPECIES);
  for (let slot = species; slot < species + SPECIES_SKILLS; slot++) {
    const attributes = (read8(ram, slot + Species.COUNTER_HIGH) << 8) | read8(ram, slot + Species.SKILL_FLAGS);
    if (read8(ram, slot + Species.SKILLS) !== 0 && (attributes & mask) !== 0) return true;
  }
  return false;
}

function hasField(ram: Uint8Array): boolean {
  for (let cell = 0; cell <= LAST_CELL; cell++) {
    if ((cell & 7) < FIELD_SIDE && (read8(ram, Cell.FIELD_GRID + cell) & FIELD_BITS) !== 0) return true;
  }
  return activeByte(ram, SKILL_FIELD) !== 0;
}

/** @param ram when the attack has taken effect */
function coupledByFall(begun: Uint8Array, ram: Uint8Array, falling: readonly number[]): string | undefined {
  const isFalling = (enemy: number): boolean => falling.includes(numberOf(enemy));
  const led = enemiesWhere(begun, (enemy) => isEnemyPresent(begun, enemy) && (typeOf(begun, enemy) & BREAKDOWN) !== 0);
  if (led.length > 0 && falling.some((target) => (typeOf(ram, blockOf(target)) & LEADER) !== 0)) {
    return 'others leave with a leader';
  }
  const staying = enemiesWhere(
    ram,
    (enemy) => isEnemyPresent(ram, enemy) && !isFalling(enemy) && (typeOf(ram, enemy) & OBJECT) === 0,
  );
  return staying.length === 0 && hasField(ram) ? 'the battle may end before a field fires' : undefined;
}

/** The cells of an enemy's box, moved. */
function boxCells(ram: Uint8Array, enemy: number, stepX: number, stepY: number): number[] {
  const species = read16(ram, enemy + Enemy.SPECIES);
  const [x, y] = [read8(ram, enemy + Enemy.CELL_X) + stepX, read8(ram, enemy + Enemy.CELL_Y) + stepY];
  const cells: number[] = [];
  for (let row = 0; row < read8(ram, species + Species.HEIGHT); row++) {
    for (let column = 0; column < read8(ram, species + Species.WIDTH); column++) {
      cells.push(GRID_WIDTH * (y + row) + x + column);
    }
  }
  return cells;
}

/** Where a push may lead an enemy (C1:D052): both ways at once, the row alone, the column alone. */
function pushedCells(ram: Uint8Array, enemy: number): readonly number[] {
  const user = read16(ram, Cell.SKILL_USER);
  const species = read16(ram, enemy + Enemy.SPECIES);
  const away = (user: number, own: number, size: number): number => (awayFrom(user, own, size) << 24) >> 24;
  const [x, y] = [read8(ram, enemy + Enemy.CELL_X), read8(ram, enemy + Enemy.CELL_Y)];
  const stepX = away(read8(ram, user + Ally.CELL_X), x, read8(ram, species + Species.WIDTH));
  const stepY = away(read8(ram, user + Ally.CELL_Y), y, read8(ram, species + Species.HEIGHT));
  return [boxCells(ram, enemy, stepX, stepY), boxCells(ram, enemy, 0, stepY), boxCells(ram, enemy, stepX, 0)].flat();
}

/** Whether one enemy may be pushed where another stands or is pushed to. */
function mayMeet(ram: Uint8Array, struck: readonly number[]): boolean {
  const blocks = struck.map(blockOf);
  return blocks.some((enemy) => {
    const cells = new Set(pushedCells(ram, enemy));
    return blocks.some(
      (other) =>
        other !== enemy && [...boxCells(ram, other, 0, 0), ...pushedCells(ram, other)].some((cell) => cells.has(cell)),
    );
  });
}

/** Targets of an ally's attack are enemies, by their number in the list. */
export const TARGETS: Targets = {
  common: COMMON,
  last: FIELD,
  prefix: (target) => `enemy[${target}]`,
  struck(ram) {
    if ((activeByte(ram, SKILL_TYPE) & TYPE_HEAL) !== 0) return [];
    return enemiesWhere(ram, (enemy) => read8(ram, enemy + Enemy.IN_RANGE) !== 0);
  },
  coupled(battle, begun, ram, { struck, falling, fallen }) {
    if (machineOf(battle).holes.original !== undefined) return "the image's own code may do more";
    if (read16(ram, Cell.SKILL_USER) !== read16(begun, Cell.CURRENT_ALLY)) return 'somebody answers';
    if ((activeByte(ram, SKILL_DISPLACEMENT) & KNOCKBACK) !== 0 && mayMeet(ram, struck)) {
      return 'who is pushed may be in the way of another';
    }
    const special = activeByte(ram, SKILL_SPECIAL) & SPECIAL_KIND;
    if (special !== 0 && special !== SPECIAL_SELF_DESTRUCTION) return 'the user gets what all of them come to';
    const attribute = activeByte(ram, SKILL_TYPE) & NO_ATTRIBUTE;
    const mask = attribute === NO_ATTRIBUTE ? 0 : attributeBit(attribute);
    const standing = struck.filter((target) => !fallen.includes(target));
    if (standing.some((target) => answers(ram, blockOf(target), mask))) return 'somebody may answer';
    if (struck.some((target) => read8(begun, blockOf(target) + Enemy.STATE) === TAKEN_OVER)) {
      return 'a target is a body of the player';
    }
    return coupledByFall(begun, ram, falling);
  },
};
