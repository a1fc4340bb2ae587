/**
 * The cells of the image: a head, the unit records, the MoveMap, the path and the printed text.
 * Source: seed 002, S12 (unit) and S13 (MoveMap); the other cells belong to the extensions.
 */
import { type CellRow, declareRows, type NoValue, withWords } from '../system/records.js';
import type { CellDeclaration } from '../system/system.js';

/** Ground that nobody enters, a square that is not reached, a time that does not come. */
export const NEVER_WORD = 'never';
const UNREACHED_WORD: NoValue = [255, NEVER_WORD];

/** Number for no unit. */
export const NO_UNIT = 255;

export const CALCULATED_UNIT = 0;
export const ACTIVE_UNIT = 1;
export const PHASE_SIDE = 2;
export const ENDED = 3;
export const TURN = 4;
export const PATH_LENGTH = 6;
export const ANSWER = 8;
export const CLOCK = 12;
export const TRANSCRIPT_LENGTH = 16;
const HEAD_BYTES = 20;

export const UNIT_X = 0;
export const UNIT_Y = 1;
export const UNIT_MOVE = 2;
export const UNIT_SIDE = 3;
export const UNIT_MOVEMENT_TYPE = 4;
export const UNIT_SKIRMISHER = 5;
export const UNIT_ADDED = 6;
export const UNIT_DEFEATED = 7;
export const UNIT_MOVED = 8;
export const UNIT_FINISHED = 9;
export const UNIT_MIN_RANGE = 10;
export const UNIT_MAX_RANGE = 11;
export const UNIT_HP = 12;
export const UNIT_MAX_HP = 14;
export const UNIT_ATTACK = 16;
export const UNIT_DEFENCE = 18;
export const UNIT_WEIGHT = 20;
export const UNIT_WAIT = 22;
export const UNIT_ORDER_POINTS = 24;
export const UNIT_ATTACK_DECREASE = 26;
export const UNIT_DAMAGE_CONSTANT = 27;
export const UNIT_IDLE_INCREASE = 28;
export const UNIT_BYTES = 29;

export interface Layout {
  readonly unitCount: number;
  readonly width: number;
  readonly height: number;
  /** Capacity of the path cells, in squares. */
  readonly pathCapacity: number;
  /** Capacity of the printed text, in bytes. */
  readonly transcriptCapacity: number;
  readonly moveMapAt: number;
  readonly pathAt: number;
  readonly transcriptAt: number;
  readonly bytes: number;
}

export function createLayout(
  unitCount: number,
  width: number,
  height: number,
  pathCapacity: number,
  transcriptBytes: number,
): Layout {
  // text cells hold four bytes each
  const transcriptCapacity = (transcriptBytes + 3) & ~3;
  const moveMapAt = HEAD_BYTES + unitCount * UNIT_BYTES;
  const pathAt = moveMapAt + width * height;
  const transcriptAt = pathAt + 2 * pathCapacity;
  return {
    unitCount,
    width,
    height,
    pathCapacity,
    transcriptCapacity,
    moveMapAt,
    pathAt,
    transcriptAt,
    bytes: transcriptAt + transcriptCapacity,
  };
}

export function unitAt(unit: number): number {
  return HEAD_BYTES + unit * UNIT_BYTES;
}

const NOBODY: NoValue = [NO_UNIT, 'nobody'];

const HEAD_FIELDS: readonly CellRow[] = [
  ['calculatedUnit', CALCULATED_UNIT, 1, 'unit of the MoveMap', undefined, NOBODY],
  ['activeUnit', ACTIVE_UNIT, 1, 'unit whose turn it is under the orders wait and order-points', undefined, NOBODY],
  ['phaseSide', PHASE_SIDE, 1, 'side whose phase it is under the order phases'],
  ['ended', ENDED, 1, '1 when only one side is left'],
  ['turn', TURN, 2, 'rounds of phases, or unit turns, begun; from 1'],
  ['pathLength', PATH_LENGTH, 2, 'squares in the path cells, start included'],
  ['answer', ANSWER, 4, 'result of the last question', 'signed', [-1, NEVER_WORD]],
  ['clock', CLOCK, 4, 'waiting time passed under the order wait'],
  ['transcriptLength', TRANSCRIPT_LENGTH, 4, 'bytes printed'],
];

const UNIT_FIELDS: readonly CellRow[] = [
  ['x', UNIT_X, 1, 'column'],
  ['y', UNIT_Y, 1, 'row'],
  ['move', UNIT_MOVE, 1, 'movement a turn'],
  ['side', UNIT_SIDE, 1, 'side'],
  ['movementType', UNIT_MOVEMENT_TYPE, 1, 'row of the cost table, 0 the plain grounds'],
  ['skirmisher', UNIT_SKIRMISHER, 1, '1 ignores zones of control'],
  ['added', UNIT_ADDED, 1, '1 on the map'],
  ['defeated', UNIT_DEFEATED, 1, '1 out of the battle'],
  ['moved', UNIT_MOVED, 1, '1 has moved in this turn'],
  ['finished', UNIT_FINISHED, 1, '1 has done its turn in this phase'],
  ['minRange', UNIT_MIN_RANGE, 1, 'nearest distance it strikes at'],
  ['maxRange', UNIT_MAX_RANGE, 1, 'farthest distance it strikes at, 0 never'],
  ['hp', UNIT_HP, 2, 'HP left'],
  ['maxHp', UNIT_MAX_HP, 2, 'HP at the start'],
  ['attack', UNIT_ATTACK, 2, 'attack value'],
  ['defence', UNIT_DEFENCE, 2, 'defence value'],
  ['weight', UNIT_WEIGHT, 2, 'waiting time after a turn'],
  ['wait', UNIT_WAIT, 2, 'waiting time left'],
  ['orderPoints', UNIT_ORDER_POINTS, 2, 'order points'],
  ['attackDecrease', UNIT_ATTACK_DECREASE, 1, 'order points lost by an attack'],
  ['damageConstant', UNIT_DAMAGE_CONSTANT, 1, 'order points per sixteenth of HP lost'],
  ['idleIncrease', UNIT_IDLE_INCREASE, 1, 'order points gained while idle', 'signed'],
];

const PATH_FIELDS: readonly CellRow[] = [
  ['x', 0, 1, 'column of a square of the path'],
  ['y', 1, 1, 'row of a square of the path'],
];

/**
 * All cells, in address order.
 * @param unitIds by number
 */
export function declareCells(layout: Layout, unitIds: readonly string[]): CellDeclaration[] {
  const cells = withWords(declareRows(HEAD_FIELDS, 0), { calculatedUnit: unitIds, activeUnit: unitIds });
  for (let unit = 0; unit < layout.unitCount; unit++) {
    cells.push(...declareRows(UNIT_FIELDS, unitAt(unit), `unit[${unit}]`));
  }
  for (let index = 0; index < layout.width * layout.height; index++) {
    const name = `moveMap[${index % layout.width},${Math.floor(index / layout.width)}]`;
    cells.push(...declareRows([[name, index, 1, 'remaining movement', undefined, UNREACHED_WORD]], layout.moveMapAt));
  }
  for (let index = 0; index < layout.pathCapacity; index++) {
    cells.push(...declareRows(PATH_FIELDS, layout.pathAt + 2 * index, `path[${index}]`));
  }
  for (let index = 0; index < layout.transcriptCapacity / 4; index++) {
    const meaning = `bytes ${4 * index} to ${4 * index + 3} of the printed UTF-8 text`;
    cells.push(...declareRows([[`transcript[${index}]`, 4 * index, 4, meaning, 'isText']], layout.transcriptAt));
  }
  return cells;
}
