/**
 * A battle taken over from work RAM: a savestate, a dump, a frame recorded from the console. Cells
 * of our own get starting values: no memory of the game holds them.
 */

import {
  addressOf,
  HOST_WINDOW,
  isWorkRam,
  offsetOf,
  TEST_ROM_BYTES,
  TEST_ROM_SIGNATURE,
  testRomAddress,
  WINDOWS,
  WORK_RAM,
} from '../../../rom-map/index.js';
import { read8, read16, write16 } from '../../int/uint.js';
import type { ConsoleState, StateFault } from '../../system/evidence.js';
import type { Battle } from '../../system/system.js';
import { FIELD_SIDE, GRID_WIDTH, OCCUPANT } from '../field/occupancy.js';
import { PHASE_RUNNING } from '../frame/frame.js';
import { IN_PROGRESS } from '../frame/player-half.js';
import { BUSY } from '../frame/time-half.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { END_OF_LIST, ENEMY_STEP_RUNNING, FACINGS, OUT_OF_FIGHT, TAKEN_OVER } from '../memory/state-bits.js';
import { ALLY_STEPPING, SKILL_FIRING } from '../turn/ally-actions.js';
import { DRIVEN } from '../turn/enemy-actions.js';
import { ASSUMED_STEP, BY_COMMANDS } from './played-set-up.js';

// What every battle's memory has in common: pointers into the blocks, units on the field grid. A
// savestate of another game, of a menu or of a map breaks it. Evidence: the cells are executed;
// that these must hold together is deduced from the routines that write them.

/** Side bit of an enemy on the field grid, with the number of the first one. */
const FIRST_ENEMY_CODE = 0x11;

function hexWord(value: number): string {
  return `${value.toString(16).toUpperCase()}h`;
}

function other(found: string): StateFault {
  return { kind: 'other', found };
}

/** Whether a pointer leads to the beginning of one of `count` blocks. */
function isBlock(pointer: number, first: number, stride: number, count: number): boolean {
  const within = pointer - first;
  return within >= 0 && within < stride * count && within % stride === 0;
}

/** Whether every cell of a box on the field grid holds a code. */
function holds(ram: Uint8Array, x: number, y: number, width: number, height: number, code: number): boolean {
  if (width < 1 || height < 1 || x + width > FIELD_SIDE || y + height > FIELD_SIDE) return false;
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      if ((read8(ram, Cell.FIELD_GRID + GRID_WIDTH * row + column) & OCCUPANT) !== code) return false;
    }
  }
  return true;
}

/** @param code of a unit on the field grid */
function misplaced(name: string, x: number, y: number, code: number): StateFault {
  return other(`${name} at ${x}, ${y}, and no ${hexWord(code)} there on the field grid`);
}

function allyFault(ram: Uint8Array, slot: number): StateFault | undefined {
  const ally = Ally.FIRST + Ally.STRIDE * slot;
  const name = `ally[${slot}]`;
  const record = read16(ram, ally + Ally.RECORD);
  if (!isBlock(record, PartyRecord.FIRST, PartyRecord.STRIDE, PartyRecord.COUNT)) {
    return other(`${name}.record = ${hexWord(record)}`);
  }
  const maxHp = read16(ram, record + PartyRecord.MAX_HP);
  const hp = read16(ram, record + PartyRecord.HP);
  if (maxHp === 0 || hp > maxHp) return other(`${name} with ${hp} of ${maxHp} HP`);
  const facing = read8(ram, ally + Ally.FACING);
  if (facing >= FACINGS) return other(`${name}.facing = ${facing}`);
  if (ram[ally + Ally.STATUSES] === OUT_OF_FIGHT || ram[ally + Ally.STATE] === TAKEN_OVER) return undefined;
  const at = (x: number, y: number): boolean => holds(ram, read8(ram, ally + x), read8(ram, ally + y), 1, 1, slot + 1);
  // in a step the grid has the unit at the end of it already; an interrupted one keeps its state
  const isStepping = ram[ally + Ally.SKILL_STATE] === ALLY_STEPPING;
  if (at(Ally.CELL_X, Ally.CELL_Y) || (isStepping && at(Ally.WANTED_X, Ally.WANTED_Y))) return undefined;
  return misplaced(name, read8(ram, ally + Ally.CELL_X), read8(ram, ally + Ally.CELL_Y), slot + 1);
}

function enemyFault(ram: Uint8Array, index: number): StateFault | undefined {
  const enemy = Enemy.FIRST + Enemy.STRIDE * index;
  const name = `enemy[${index}]`;
  const species = read16(ram, enemy + Enemy.SPECIES);
  if (!isBlock(species, Species.FIRST, Species.STRIDE, Species.COUNT)) {
    return other(`${name}.species = ${hexWord(species)}`);
  }
  if (ram[enemy + Enemy.STATE] === DRIVEN || ram[enemy + Enemy.STATE] === TAKEN_OVER) return undefined;
  const [width, height] = [read8(ram, species + Species.WIDTH), read8(ram, species + Species.HEIGHT)];
  const code = FIRST_ENEMY_CODE + index;
  const at = (x: number, y: number): boolean =>
    holds(ram, read8(ram, enemy + x), read8(ram, enemy + y), width, height, code);
  const isStepping = (read8(ram, Cell.ENEMY_ACTION_FLAGS) & ENEMY_STEP_RUNNING) !== 0;
  if (at(Enemy.CELL_X, Enemy.CELL_Y) || (isStepping && at(Enemy.WANTED_X, Enemy.WANTED_Y))) return undefined;
  return misplaced(
    `${name}, ${width} x ${height} cells,`,
    read8(ram, enemy + Enemy.CELL_X),
    read8(ram, enemy + Enemy.CELL_Y),
    code,
  );
}

function pointerFault(ram: Uint8Array): StateFault | undefined {
  const current = read16(ram, Cell.CURRENT_ALLY);
  if (!isBlock(current, Ally.FIRST, Ally.STRIDE, Ally.COUNT)) return other(`currentAlly = ${hexWord(current)}`);
  const acting = read16(ram, Cell.ACTING_ENEMY);
  if (acting === 0 || isBlock(acting, Enemy.FIRST, Enemy.STRIDE, Enemy.COUNT)) return undefined;
  return other(`actingEnemy = ${hexWord(acting)}`);
}

/** Numbers of the present enemies; undefined where nothing ends their list. */
function presentEnemies(ram: Uint8Array): number[] | undefined {
  const present: number[] = [];
  for (let index = 0; index < Enemy.COUNT; index++) {
    const enemy = Enemy.FIRST + Enemy.STRIDE * index;
    if (ram[enemy + Enemy.STATE] === END_OF_LIST) return present;
    if (isEnemyPresent(ram, enemy)) present.push(index);
  }
  return undefined;
}

/**
 * Whether the first frame is still to come. It chooses an enemy to act (C1:EBAD) and gives order
 * points (C1:EBC7); neither goes while the action points are 0.
 */
function isBeforeStart(ram: Uint8Array, enemies: readonly number[]): boolean {
  if (read16(ram, Cell.ACTION_POINTS) !== 0 || read8(ram, Cell.TURN_FLAG) !== 0) return false;
  if (read16(ram, Cell.ACTING_ENEMY) !== 0) return false;
  return enemies.every((index) => read16(ram, Enemy.FIRST + Enemy.STRIDE * index + Enemy.ORDER_POINTS) === 0);
}

/** Why the image holds no battle that goes on, or undefined. */
export function battleFault(ram: Uint8Array): StateFault | undefined {
  const pointers = pointerFault(ram);
  if (pointers !== undefined) return pointers;
  const enemies = presentEnemies(ram);
  if (enemies === undefined) return other('a list of enemies without an end');
  const allies = [0, 1, 2, 3].filter((slot) => isAllyPresent(ram, Ally.FIRST + Ally.STRIDE * slot));
  for (const slot of allies) {
    const fault = allyFault(ram, slot);
    if (fault !== undefined) return fault;
  }
  for (const index of enemies) {
    const fault = enemyFault(ram, index);
    if (fault !== undefined) return fault;
  }
  if (enemies.length === 0) return { kind: 'between', found: 'no enemy in the fight' };
  const isOut = (slot: number): boolean => ram[Ally.FIRST + Ally.STRIDE * slot + Ally.STATUSES] === OUT_OF_FIGHT;
  if (allies.every(isOut)) return { kind: 'between', found: 'no ally in the fight' };
  if (isBeforeStart(ram, enemies)) {
    return { kind: 'before', found: 'nobody has points yet, and no enemy is chosen' };
  }
  const flags = read8(ram, Cell.ALLY_ACTION_FLAGS) | read8(ram, Cell.ENEMY_ACTION_FLAGS);
  return (flags & SKILL_FIRING) === 0 ? undefined : { kind: 'moment', found: 'a skill half done' };
}

const OF_WORK_RAM = WINDOWS.filter(({ address }) => isWorkRam(address));
const HOST = WINDOWS.filter(({ address }) => address === HOST_WINDOW);
const BYTES = Math.max(...OF_WORK_RAM.map(({ address, length }) => address - WORK_RAM + length));
const SIGNATURE = [0x4c, 0x4b, 0x53, 0x54];
const SIGNATURE_OFFSET = offsetOf(TEST_ROM_SIGNATURE);
const SIGNATURE_AT = testRomAddress(TEST_ROM_SIGNATURE) - WORK_RAM;
const CURRENT_ALLY_AT = addressOf(Cell.CURRENT_ALLY) - WORK_RAM;
/** High byte of a pointer to an ally block, and bits of its low byte that are 0. */
const ALLY_BANK = 0x1c;
const BELOW_BLOCK = 0x3f;

function hasSignature(bytes: Uint8Array, at: number): boolean {
  return SIGNATURE.every((byte, index) => bytes[at + index] === byte);
}

/** The test ROM has cells of its own in work RAM, where the game has others. */
function moveTestRomCells(image: Uint8Array, memory: Uint8Array, at: number): void {
  for (const { host, rom, length } of TEST_ROM_BYTES) {
    for (let byte = 0; byte < length; byte++) {
      image[offsetOf(host + byte)] = memory[at + rom - WORK_RAM + byte] as number;
      const offset = offsetOf(rom + byte);
      if (offset >= 0) image[offset] = 0;
    }
  }
}

function adopt({ image }: Battle): StateFault | undefined {
  const phase = image[Host.PHASE];
  if (hasSignature(image, SIGNATURE_OFFSET) && phase !== PHASE_RUNNING) {
    return {
      kind: 'between',
      found: `the test ROM with phase = ${phase}`,
    };
  }
  for (const { offset, length } of HOST) image.fill(0, offset, offset + length);
  image[Host.PROGRAM] = BY_COMMANDS;
  image[Host.PHASE] = PHASE_RUNNING;
  write16(image, Host.ENEMY_STEP_FRAMES, ASSUMED_STEP);
  return battleFault(image);
}

/**
 * Copies the cells of work RAM into an empty image.
 * @returns whether the test ROM wrote it
 */
export function copyWorkRam(battle: Battle, memory: Uint8Array, at: number): boolean {
  battle.image.fill(0);
  for (const { address, length, offset } of OF_WORK_RAM) {
    const from = at + address - WORK_RAM;
    battle.image.set(memory.subarray(from, from + length), offset);
  }
  const isTestRom = hasSignature(memory, at + SIGNATURE_AT);
  if (isTestRom) moveTestRomCells(battle.image, memory, at);
  return isTestRom;
}

function take(battle: Battle, memory: Uint8Array, at: number): StateFault | undefined {
  copyWorkRam(battle, memory, at);
  return adopt(battle);
}

function notes({ image }: Battle): string[] {
  const inProgress =
    image[Cell.PLAYER_STATE] === IN_PROGRESS &&
    ((read8(image, Cell.ALLY_ACTION_FLAGS) | read8(image, Cell.ENEMY_ACTION_FLAGS)) & BUSY) === 0;
  return [
    ...(inProgress ? ['playerState (7E03F0) says that something is in progress, and no cell says what'] : []),
    'open menus, windows and cursors: the battle goes on as if none was open',
    'the items at hand: the battle goes on without any',
    `frames of windows, skills and steps: ${ASSUMED_STEP} for an enemy's step, 0 for the others`,
    'whether the battle was just left: its memory stays as it was until the next one',
  ];
}

/** HP stands in the party records, which not every log holds. */
function needs({ image }: Battle): string[] {
  const hp = [0, 1, 2, 3].flatMap((slot) => {
    const ally = Ally.FIRST + Ally.STRIDE * slot;
    if (!isAllyPresent(image, ally)) return [];
    return `record[${(read16(image, ally + Ally.RECORD) - PartyRecord.FIRST) / PartyRecord.STRIDE}].hp`;
  });
  return [...hp, 'fieldCounter'];
}

export const CONSOLE_STATE: ConsoleState = {
  bytes: BYTES,
  mayBegin: (memory, at) =>
    memory[at + CURRENT_ALLY_AT + 1] === ALLY_BANK &&
    ((memory[at + CURRENT_ALLY_AT] as number) & BELOW_BLOCK) === 0 &&
    at + BYTES <= memory.length,
  take,
  adopt,
  needs,
  notes,
};
