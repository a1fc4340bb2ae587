/**
 * The cells of the image: a head, the unit records, the MoveMap, the path and the printed text.
 * Source: seed 002, S12 (unit) and S13 (MoveMap); the other cells belong to the extensions.
 */
import { type CellRow, declareRows, defineRecord, type NoValue, withWords, writeField } from '../system/records.js';
import type { CellDeclaration } from '../system/system.js';

/** Ground that nobody enters, a square that is not reached, a time that does not come. */
export const NEVER_WORD = 'never';
const UNREACHED_WORD: NoValue = [255, NEVER_WORD];

/** Number for no unit. */
export const NO_UNIT = 255;

const NOBODY: NoValue = [NO_UNIT, 'nobody'];

const headRecord = defineRecord({
  calculatedUnit: [1, 'unit of the MoveMap', NOBODY],
  activeUnit: [1, 'unit whose turn it is under the orders wait and order-points', NOBODY],
  phaseSide: [1, 'side whose phase it is under the order phases'],
  ended: [1, '1 when only one side is left'],
  turn: [2, 'rounds of phases, or unit turns, begun; from 1'],
  pathLength: [2, 'squares in the path cells, start included'],
  answer: [-4, 'result of the last question', [-1, NEVER_WORD]],
  clock: [4, 'waiting time passed under the order wait'],
  transcriptLength: [4, 'bytes printed'],
});

const unitRecord = defineRecord({
  x: [1, 'column'],
  y: [1, 'row'],
  move: [1, 'movement a turn'],
  side: [1, 'side'],
  movementType: [1, 'row of the cost table, 0 the plain grounds'],
  skirmisher: [1, '1 ignores zones of control'],
  added: [1, '1 on the map'],
  defeated: [1, '1 out of the battle'],
  moved: [1, '1 has moved in this turn'],
  finished: [1, '1 has done its turn in this phase'],
  minRange: [1, 'nearest distance it strikes at'],
  maxRange: [1, 'farthest distance it strikes at, 0 never'],
  hp: [2, 'HP left'],
  maxHp: [2, 'HP at the start'],
  attack: [2, 'attack value'],
  defence: [2, 'defence value'],
  weight: [2, 'waiting time after a turn'],
  wait: [2, 'waiting time left'],
  orderPoints: [2, 'order points'],
  attackDecrease: [1, 'order points lost by an attack'],
  damageConstant: [1, 'order points per sixteenth of HP lost'],
  idleIncrease: [-1, 'order points gained while idle'],
});

/** Offset of each head cell. */
export const HEAD = headRecord.offsets;
/** Offset of each unit cell in its record. */
export const UNIT = unitRecord.offsets;
export type UnitName = keyof typeof UNIT;

/** Writes a cell of the unit record at `base`. */
export function writeUnitCell(image: Uint8Array, base: number, name: UnitName, value: number): void {
  writeField(image, base, unitRecord.fields[name], value);
}

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
  const moveMapAt = unitAt(unitCount);
  const pathAt = moveMapAt + width * height;
  const transcriptAt = pathAt + 2 * pathCapacity;
  return {
    ...{ unitCount, width, height, pathCapacity, transcriptCapacity, moveMapAt, pathAt, transcriptAt },
    bytes: transcriptAt + transcriptCapacity,
  };
}

/** Where the record of a unit begins. */
export function unitAt(unit: number): number {
  return headRecord.size + unit * unitRecord.size;
}

const PATH_FIELDS: readonly CellRow[] = [
  ['x', 0, 1, 'column of a square of the path'],
  ['y', 1, 1, 'row of a square of the path'],
];

/** All cells, in address order. @param unitIds by number */
export function declareCells(layout: Layout, unitIds: readonly string[]): CellDeclaration[] {
  const cells = withWords(declareRows(headRecord.rows, 0), { calculatedUnit: unitIds, activeUnit: unitIds });
  for (let unit = 0; unit < layout.unitCount; unit++) {
    cells.push(...declareRows(unitRecord.rows, unitAt(unit), `unit[${unit}]`));
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
