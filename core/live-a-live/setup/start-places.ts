/**
 * Where enemies stand when a battle begins. A page says that those without a type, and those of a
 * NAME class, may begin one or two cells off their place in the formation's record; no listing
 * prints the code. A plan types the places that were seen; without them the record's are taken, and
 * every other start within two columns and two rows can be played.
 */
import { read8, read16, write16 } from '../../int/uint.js';
import { countText } from '../../system/names.js';
import { integerAt, listAt, type Place, UINT8 } from '../../system/plain-data.js';
import { RuleError, type StartPlaces } from '../../system/system.js';
import { ENEMY_SIDE, FIELD_SIDE, fillEnemyBox, GRID_WIDTH, OCCUPANT, OCCUPANT_NUMBER } from '../field/occupancy.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import type { Machine } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { assume, isAssumed, RECORDED_PLACES } from '../memory/unpublished-used.js';
import { isListEnd } from '../turn/time-passes.js';
import { CELL, MAX_ENEMIES } from './setup-spans.js';

/** Low nibble of a species' type byte: COLLAPSE, BREAKDOWN, OBJECT, LEADER. */
const TYPES = 0x0f;

/** Enemies without a type, or with a NAME class in the high nibble: their place may be off. */
export function mayStartOff(ram: Uint8Array, enemy: number): boolean {
  const type = read8(ram, read16(ram, enemy + Enemy.SPECIES) + Species.TYPE);
  return (type & TYPES) === 0 || type > TYPES;
}

function presentEnemies(ram: Uint8Array): number[] {
  const enemies: number[] = [];
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) enemies.push(enemy);
  }
  return enemies;
}

/** Notes that the places are the record's, where the game may have others. */
export function noteRecordedPlaces(machine: Machine): void {
  const { ram } = machine;
  if (presentEnemies(ram).some((enemy) => mayStartOff(ram, enemy))) assume(machine, RECORDED_PLACES);
}

/**
 * Moves a formation's enemies to the places that were seen, before anybody stands on the field.
 * @param places column and row of each enemy, in the formation's order
 * @throws RuleError `E_PARTY` where they are not as many as the enemies
 */
export function putSeenPlaces(machine: Machine, places: Place): void {
  const { ram } = machine;
  const enemies = presentEnemies(ram);
  const seen = listAt(places, MAX_ENEMIES);
  if (seen.length !== enemies.length) {
    const found = countText(seen.length, 'place');
    const message = `setup.places has ${found}, the formation ${countText(enemies.length, 'enemy', 'enemies')}`;
    throw new RuleError('E_PARTY', message, 'setup.places');
  }
  seen.forEach((pair, index) => {
    const coordinates = listAt(pair, 2).map((one) => integerAt(one, UINT8, CELL));
    const [x, y] = coordinates;
    if (x === undefined || y === undefined) {
      throw new RuleError('E_PARTY', `${pair.path} is a column and a row, such as [3, 2]`, pair.path);
    }
    const enemy = enemies[index] as number;
    ram[enemy + Enemy.CELL_X] = x;
    ram[enemy + Enemy.CELL_Y] = y;
  });
}

/** Cells that an enemy may begin off its place, by column and by row. */
const MOST_OFF = 2;

interface Box {
  readonly enemy: number;
  readonly width: number;
  readonly height: number;
  /** Corners that it may have, its present one first, as 8 x row + column. */
  readonly corners: readonly number[];
}

function boxOf(ram: Uint8Array, enemy: number): Box {
  const species = read16(ram, enemy + Enemy.SPECIES);
  const [width, height] = [read8(ram, species + Species.WIDTH), read8(ram, species + Species.HEIGHT)];
  const [x, y] = [read8(ram, enemy + Enemy.CELL_X), read8(ram, enemy + Enemy.CELL_Y)];
  const own = GRID_WIDTH * y + x;
  if (!mayStartOff(ram, enemy)) return { enemy, width, height, corners: [own] };
  const corners = [own];
  for (let row = Math.max(0, y - MOST_OFF); row <= Math.min(FIELD_SIDE - height, y + MOST_OFF); row++) {
    for (let column = Math.max(0, x - MOST_OFF); column <= Math.min(FIELD_SIDE - width, x + MOST_OFF); column++) {
      if (row !== y || column !== x) corners.push(GRID_WIDTH * row + column);
    }
  }
  return { enemy, width, height, corners };
}

function fits(taken: Uint8Array, { width, height }: Box, corner: number): boolean {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (taken[corner + GRID_WIDTH * row + column] !== 0) return false;
    }
  }
  return true;
}

function mark(taken: Uint8Array, { width, height }: Box, corner: number, value: number): void {
  for (let row = 0; row < height; row++) {
    const start = corner + GRID_WIDTH * row;
    taken.fill(value, start, start + width);
  }
}

/** Every way to give each enemy a corner where nobody stands; with more than `most` one more. */
function placementsOf(boxes: readonly Box[], taken: Uint8Array, most: number): number[][] {
  const found: number[][] = [];
  const chosen: number[] = [];
  const choose = (index: number): void => {
    const box = boxes[index];
    if (box === undefined) {
      found.push([...chosen]);
      return;
    }
    for (const corner of box.corners) {
      if (found.length > most) return;
      if (!fits(taken, box, corner)) continue;
      mark(taken, box, corner, 1);
      chosen.push(corner);
      choose(index + 1);
      chosen.pop();
      mark(taken, box, corner, 0);
    }
  };
  choose(0);
  return found;
}

/**
 * The places that the enemies of a battle may begin at; the first are the present ones.
 * @param ram image at the battle's start
 * @param most placements that are counted
 * @returns undefined where no enemy may begin elsewhere, or the plan has the places that were seen
 */
export function startPlacesOf(ram: Uint8Array, most: number): StartPlaces | undefined {
  if (!isAssumed(ram, RECORDED_PLACES)) return undefined;
  const boxes = presentEnemies(ram).map((enemy) => boxOf(ram, enemy));
  if (boxes.every(({ corners }) => corners.length === 1)) return undefined;
  const grid = ram.subarray(Cell.FIELD_GRID, Cell.FIELD_GRID + GRID_WIDTH * GRID_WIDTH);
  const taken = grid.map((cell) => ((cell & ENEMY_SIDE) === 0 && (cell & OCCUPANT_NUMBER) !== 0 ? 1 : 0));
  const placements = placementsOf(boxes, taken, most);
  const cornersOf = (number: number): readonly number[] => placements[number] ?? [];
  return {
    count: placements.length,
    put(image, number) {
      for (let at = Cell.FIELD_GRID; at < Cell.FIELD_GRID + GRID_WIDTH * GRID_WIDTH; at++) {
        const cell = read8(image, at);
        if ((cell & ENEMY_SIDE) !== 0) image[at] = cell & ~OCCUPANT;
      }
      cornersOf(number).forEach((corner, index) => {
        const enemy = boxes[index]?.enemy ?? 0;
        write16(image, enemy + Enemy.CELL_X, (corner % GRID_WIDTH) | (Math.floor(corner / GRID_WIDTH) << 8));
        write16(image, enemy + Enemy.WANTED_X, read16(image, enemy + Enemy.CELL_X));
        fillEnemyBox(image, enemy);
      });
    },
    name(number) {
      const pairs = cornersOf(number).map((corner) => `[${corner % GRID_WIDTH}, ${Math.floor(corner / GRID_WIDTH)}]`);
      return `places = [${pairs.join(', ')}]`;
    },
  };
}
