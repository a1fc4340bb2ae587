/**
 * Checks the plain data that a battle starts from and fills the image.
 * Source: seed 002, S1, S7, S8, S12 with the decisions SA2 to SA12; the remaining unit fields belong to the
 * extensions.
 */
import { write16 } from '../int/uint.js';
import { RuleError } from '../system.js';
import {
  ACTIVE_UNIT,
  CALCULATED_UNIT,
  createLayout,
  type Layout,
  NO_UNIT,
  TURN,
  UNIT_ADDED,
  UNIT_ATTACK,
  UNIT_ATTACK_DECREASE,
  UNIT_DAMAGE_CONSTANT,
  UNIT_DEFENCE,
  UNIT_HP,
  UNIT_IDLE_INCREASE,
  UNIT_MAX_HP,
  UNIT_MAX_RANGE,
  UNIT_MIN_RANGE,
  UNIT_MOVE,
  UNIT_MOVEMENT_TYPE,
  UNIT_ORDER_POINTS,
  UNIT_SIDE,
  UNIT_SKIRMISHER,
  UNIT_WAIT,
  UNIT_WEIGHT,
  UNIT_X,
  UNIT_Y,
  unitAt,
} from './cells.js';
import { DRAW_CAPACITY } from './commands.js';
import { type CostTable, hasGround, readGrounds, readMovementType, typeNumber } from './ground.js';
import { startOrderPoints } from './order-points.js';
import { entriesAt, fieldsAt, flagAt, integerAt, listAt, textAt } from './plain-data.js';
import { FORBIDDEN, HIGHEST_MOVE, squareNumber, UNREACHED } from './reach.js';
import type { Rules } from './switches.js';
import { encodeText } from './text.js';

const SETUP_FIELDS = [
  'map',
  'grounds',
  'movementTypes',
  'groundDefence',
  'units',
  'transcript',
  'pathCapacity',
] as const;
const UNIT_FIELDS = [
  'id',
  'name',
  'x',
  'y',
  'move',
  'added',
  'side',
  'movementType',
  'skirmisher',
  'minRange',
  'maxRange',
  'hp',
  'attack',
  'defence',
  'weight',
  'intellect',
  'attackDecrease',
  'damageConstant',
  'idleIncrease',
] as const;

type UnitField = (typeof UNIT_FIELDS)[number];
type UnitTable = Readonly<Partial<Record<UnitField, unknown>>>;
const LARGEST_SIDE = 7;
const LARGEST_TRANSCRIPT = 0xfffc;

/** What never changes during a battle, and the image it starts from. */
export interface Definition {
  readonly layout: Layout;
  readonly image: Uint8Array;
  readonly stride: number;
  /** Ground type of every square, row by row, without a border. */
  readonly grounds: Uint8Array;
  /** Per movement type the cost of every square, with the border of `reach`. */
  readonly costs: readonly Uint8Array[];
  readonly groundDefence: Uint8Array;
  readonly unitIds: readonly string[];
  readonly unitNames: readonly Uint8Array[];
  /** Names of the movement types; number 0 is the plain grounds. */
  readonly movementTypes: readonly string[];
}

interface MapData {
  readonly width: number;
  readonly height: number;
  readonly grounds: Uint8Array;
}

function readMap(value: unknown, costs: CostTable): MapData {
  const rows = listAt(value, 'setup.map');
  const height = rows.length;
  if (height === 0) throw new RuleError('E_RANGE', 'setup.map needs at least one row (S8)', 'setup.map');
  if (height > 256) throw new RuleError('E_WIDTH', `setup.map has ${height} rows, at most 256 fit`, 'setup.map');
  const width = listAt(rows[0], 'setup.map[0]').length;
  if (width === 0) throw new RuleError('E_RANGE', 'setup.map[0] needs at least one column (S8)', 'setup.map[0]');
  if (width > 256) throw new RuleError('E_WIDTH', `setup.map[0] has ${width} columns, at most 256 fit`, 'setup.map[0]');
  const grounds = new Uint8Array(width * height);
  rows.forEach((given, y) => {
    const path = `setup.map[${y}]`;
    const row = listAt(given, path);
    if (row.length !== width) {
      throw new RuleError('E_RAGGED_MAP', `${path} has ${row.length} columns, the first row has ${width}`, path);
    }
    row.forEach((cell, x) => {
      const type = integerAt(cell, `${path}[${x}]`, 0, 255);
      if (!hasGround(costs, type)) {
        throw new RuleError('E_UNKNOWN_ID', `${path}[${x}]: setup.grounds has no ground ${type}`, `${path}[${x}]`);
      }
      grounds[y * width + x] = type;
    });
  });
  return { width, height, grounds };
}

function costsOnMap(map: MapData, table: CostTable): Uint8Array {
  const stride = map.width + 2;
  const costs = new Uint8Array(stride * (map.height + 2)).fill(FORBIDDEN);
  for (let y = 0; y < map.height; y++) {
    for (let x = 0; x < map.width; x++) {
      costs[squareNumber(stride, x, y)] = table[map.grounds[y * map.width + x] as number] as number;
    }
  }
  return costs;
}

function readGroundDefence(value: unknown, grounds: CostTable): Uint8Array {
  const defence = new Uint8Array(256);
  if (value === undefined) return defence;
  for (const [key, given] of entriesAt(value, 'setup.groundDefence')) {
    const path = `setup.groundDefence.${key}`;
    const type = typeNumber(key, 'setup.groundDefence');
    if (!hasGround(grounds, type)) throw new RuleError('E_UNKNOWN_ID', `${path}: no such ground`, path);
    defence[type] = integerAt(given, path, 0, 255);
  }
  return defence;
}

function fillUnit(image: Uint8Array, at: number, table: UnitTable, path: string, rules: Rules): void {
  const number = (key: UnitField, min: number, max: number, fallback: number): number =>
    integerAt(table[key], `${path}.${key}`, min, max, fallback);
  image[at + UNIT_X] = number('x', 0, 255, 0);
  image[at + UNIT_Y] = number('y', 0, 255, 0);
  image[at + UNIT_MOVE] = number('move', 0, HIGHEST_MOVE, 4);
  image[at + UNIT_SIDE] = number('side', 0, LARGEST_SIDE, 0);
  image[at + UNIT_SKIRMISHER] = flagAt(table.skirmisher, `${path}.skirmisher`, false) ? 1 : 0;
  image[at + UNIT_ADDED] = flagAt(table.added, `${path}.added`, true) ? 1 : 0;
  const farthest = number('maxRange', 0, 255, 0);
  const nearest = number('minRange', 0, 255, Math.min(1, farthest));
  if (nearest > farthest) {
    throw new RuleError('E_RANGE', `${path}.minRange is ${nearest}, above maxRange ${farthest}`, `${path}.minRange`);
  }
  image[at + UNIT_MIN_RANGE] = nearest;
  image[at + UNIT_MAX_RANGE] = farthest;
  const hp = number('hp', 0, 0xffff, 1);
  if (hp === 0) throw new RuleError('E_RANGE', `${path}.hp is 0, a unit starts alive`, `${path}.hp`);
  write16(image, at + UNIT_HP, hp);
  write16(image, at + UNIT_MAX_HP, hp);
  write16(image, at + UNIT_ATTACK, number('attack', 0, 0xffff, 0));
  write16(image, at + UNIT_DEFENCE, number('defence', 0, 0xffff, 0));
  const weight = number('weight', 0, 0xffff, 0);
  if (weight === 0 && rules.turnOrder === 'wait') {
    throw new RuleError('E_RANGE', `${path}.weight is 0, the unit would always be next`, `${path}.weight`);
  }
  write16(image, at + UNIT_WEIGHT, weight);
  write16(image, at + UNIT_WAIT, weight);
  write16(image, at + UNIT_ORDER_POINTS, startOrderPoints(number('intellect', 0, 255, 0)));
  image[at + UNIT_ATTACK_DECREASE] = number('attackDecrease', 0, 255, 0);
  image[at + UNIT_DAMAGE_CONSTANT] = number('damageConstant', 0, 255, 0);
  image[at + UNIT_IDLE_INCREASE] = number('idleIncrease', -128, 127, 0);
}

function refuseSharedSquare(image: Uint8Array, unit: number, ids: readonly string[]): void {
  const at = unitAt(unit);
  for (let other = 0; other < unit; other++) {
    const base = unitAt(other);
    if (image[at + UNIT_ADDED] === 0 || image[base + UNIT_ADDED] === 0) continue;
    if (image[at + UNIT_X] !== image[base + UNIT_X] || image[at + UNIT_Y] !== image[base + UNIT_Y]) continue;
    const path = `setup.units[${unit}]`;
    throw new RuleError('E_OCCUPIED', `${path} stands on the square of ${ids[other]}`, path);
  }
}

/** @throws RuleError with the path of the wrong field */
export function readSetup(setup: unknown, rules: Rules): Definition {
  const table = fieldsAt(setup, 'setup', SETUP_FIELDS);
  const plain = readGrounds(table.grounds, 'setup.grounds', rules.rejectZeroCost);
  const map = readMap(table.map, plain);
  const movementTypes = [''];
  const tables = [plain];
  if (table.movementTypes !== undefined) {
    for (const [name, row] of entriesAt(table.movementTypes, 'setup.movementTypes')) {
      movementTypes.push(name);
      tables.push(readMovementType(row, `setup.movementTypes.${name}`, plain, rules.rejectZeroCost));
    }
  }
  if (tables.length > 256) throw new RuleError('E_WIDTH', 'at most 255 movement types fit', 'setup.movementTypes');

  const unitList = table.units === undefined ? [] : listAt(table.units, 'setup.units');
  const most = rules.turnOrder === 'order-points' ? DRAW_CAPACITY : NO_UNIT;
  if (unitList.length > most) throw new RuleError('E_WIDTH', `at most ${most} units fit`, 'setup.units');
  const transcript = integerAt(table.transcript, 'setup.transcript', 0, LARGEST_TRANSCRIPT, 0);
  const pathDefault = Math.min(map.width * map.height, HIGHEST_MOVE + 1);
  const pathCapacity = integerAt(table.pathCapacity, 'setup.pathCapacity', 0, 0xffff, pathDefault);
  const layout = createLayout(unitList.length, map.width, map.height, pathCapacity, transcript);
  const image = new Uint8Array(layout.bytes);
  image[CALCULATED_UNIT] = NO_UNIT;
  image[ACTIVE_UNIT] = NO_UNIT;
  write16(image, TURN, 1);
  image.fill(UNREACHED, layout.moveMapAt, layout.pathAt);

  const unitIds: string[] = [];
  const unitNames: Uint8Array[] = [];
  unitList.forEach((value, unit) => {
    const path = `setup.units[${unit}]`;
    const fields = fieldsAt(value, path, UNIT_FIELDS);
    const name = textAt(fields.name, `${path}.name`, '');
    const id = textAt(fields.id, `${path}.id`, name === '' ? `unit${unit}` : name);
    if (unitIds.includes(id)) throw new RuleError('E_DUPLICATE_ID', `two units are called ${id}`, path);
    unitIds.push(id);
    unitNames.push(encodeText(name, `${path}.name`));
    const at = unitAt(unit);
    fillUnit(image, at, fields, path, rules);
    const typeName = textAt(fields.movementType, `${path}.movementType`, '');
    const type = movementTypes.indexOf(typeName);
    if (type < 0) {
      throw new RuleError('E_UNKNOWN_ID', `no movement type is called ${typeName}`, `${path}.movementType`);
    }
    image[at + UNIT_MOVEMENT_TYPE] = type;
    if (!rules.allowStack) refuseSharedSquare(image, unit, unitIds);
  });

  return {
    layout,
    image,
    stride: map.width + 2,
    grounds: map.grounds,
    costs: tables.map((costs) => costsOnMap(map, costs)),
    groundDefence: readGroundDefence(table.groundDefence, plain),
    unitIds,
    unitNames,
    movementTypes,
  };
}
