/**
 * Checks the plain data of a setup and fills the image. Source: seed 002, S1, S7, S8, S12 with the
 * decisions SA2 to SA12; the other unit fields belong to the extensions.
 */

import { write16 } from '../int/uint.js';
import {
  type FieldShape,
  FLAG,
  integerShape,
  listShape,
  optional,
  required,
  type TableShape,
  TEXT,
  tableShape,
  type ValueShape,
  wordShape,
} from '../system/data-shape.js';
import { createImage } from '../system/image-layout.js';
import { countText } from '../system/names.js';
import {
  addId,
  entriesAt,
  type Fields,
  fieldsAt,
  flagAt,
  INT8,
  integerAt,
  listAt,
  lookUpAt,
  type Place,
  placeOf,
  type Span,
  textAt,
  UINT8,
  UINT16,
} from '../system/plain-data.js';
import { RuleError } from '../system/system.js';
import {
  ACTIVE_UNIT,
  CALCULATED_UNIT,
  createLayout,
  type Layout,
  NEVER_WORD,
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
import { SETUP_CODES } from './errors.js';
import { startOrderPoints } from './order-points.js';
import { FORBIDDEN, MAX_MOVE, squareNumber, UNREACHED } from './reach.js';
import type { Rules } from './switches.js';
import { encodeText } from './text.js';

// Cost tables: ground type to cost, one for the seed's grounds and one for each movement type.
// Source: seed 002, S7, S19, SA2, SA12; movement types are the seed's extension 3 (SE3).

/** Cost of each of the 256 ground types, or -1 for a type that the table lacks. */
type CostTable = readonly number[];

const NO_COST = -1;

/** Ground type from a key of the table. */
function typeNumber(key: string, entry: Place): number {
  return integerAt({ ...entry, value: /^(0|[1-9][0-9]*)$/.test(key) ? Number(key) : key }, UINT8);
}

function readTable(place: Place, span: Span, rejectZero: boolean): number[] {
  const costs = new Array<number>(256).fill(NO_COST);
  for (const [key, given] of entriesAt(place)) {
    const type = typeNumber(key, given);
    const cost = given.value === NEVER_WORD ? FORBIDDEN : integerAt(given, span);
    if (cost === 0 && rejectZero) {
      throw new RuleError('E_RANGE', `${given.path} is 0: the switch zeroCost refuses it`, given.path);
    }
    costs[type] = cost < 0 ? FORBIDDEN : cost;
  }
  return costs;
}

/** S7: costs 0 to 254, and `never`, or -1 as in the seed, for ground that nobody enters. */
function readGrounds(place: Place, rejectZero: boolean): CostTable {
  return readTable(place, [-1, MAX_MOVE], rejectZero);
}

/**
 * SE3: a row of the table movement type x ground: costs 0 to 254, or `never` (255) for ground that
 * the type does not enter.
 * @throws RuleError `E_TABLE_MISSING` when it lacks a ground of the seed's table
 */
function readMovementType(place: Place, grounds: CostTable, rejectZero: boolean): CostTable {
  const { path } = place;
  const costs = readTable(place, [0, FORBIDDEN], rejectZero);
  costs.forEach((cost, type) => {
    if (grounds[type] !== NO_COST && cost === NO_COST) {
      throw new RuleError('E_TABLE_MISSING', `${path} has no cost for ground ${type}`, path);
    }
    if (grounds[type] === NO_COST && cost !== NO_COST) {
      throw new RuleError(
        'E_UNKNOWN_ID',
        `${path} has a cost for ground ${type}, but setup.grounds has no such ground`,
        path,
      );
    }
  });
  return costs;
}

function hasGround(grounds: CostTable, type: number): boolean {
  return grounds[type] !== NO_COST;
}

// The form of a setup as it is published. Source: the readers in `setup.ts` and `setup.ts`, which
// are stricter where fields depend on one another.

const BYTE = integerShape(UINT8);
const WORD = integerShape(UINT16);
const NEVER: ValueShape = wordShape([NEVER_WORD]);
const cost = (span: Span): ValueShape => ({ is: 'either', forms: [integerShape(span), NEVER] });

const UNIT: readonly FieldShape[] = [
  optional('id', TEXT, 'what commands call it', 'its name, else `unit` and its number'),
  optional('name', TEXT, 'S12: what is printed', 'its id'),
  optional('x', BYTE, 'column', '0'),
  optional('y', BYTE, 'row', '0'),
  optional('move', integerShape([0, MAX_MOVE]), 'S12: movement of a turn', '4'),
  optional('added', FLAG, 'S11: on the map from the start', '`true`'),
  optional('side', integerShape([0, 7]), 'whose it is', '0'),
  optional('movementType', TEXT, 'SE3: a row of movementTypes', 'the costs of grounds'),
  optional('skirmisher', FLAG, 'SE4: no zone of control stops it', '`false`'),
  optional('minRange', BYTE, 'SE1: nearest distance that it strikes at', '1, or 0 without a maxRange'),
  optional('maxRange', BYTE, 'SE1: farthest distance that it strikes at; 0: it does not', '0'),
  optional('hp', integerShape([1, UINT16[1]]), 'SE1: HP', '1'),
  optional('attack', WORD, 'SE1: for the switch damage', '0'),
  optional('defence', WORD, 'SE1: for the switch damage', '0'),
  optional('weight', WORD, 'SE2: waiting time after a turn; not 0 with turnOrder wait', '0'),
  optional('intellect', BYTE, 'SE2: order points begin at 256 less this, 0 at 0', '0'),
  optional('attackDecrease', BYTE, 'SE2: order points that a strike costs', '0'),
  optional('damageConstant', BYTE, 'SE2: order points for each sixteenth of HP lost', '0'),
  optional('idleIncrease', integerShape(INT8), 'SE2: order points that time brings', '0'),
];

export const SETUP_SHAPE: TableShape = tableShape([
  required('map', listShape(listShape(BYTE, 256), 256), 'S8: rows of ground types, all of one length'),
  required('grounds', { is: 'entries', of: cost([-1, MAX_MOVE]) }, 'S7: cost of each ground type; `never` forbids it'),
  optional(
    'movementTypes',
    { is: 'entries', of: { is: 'entries', of: cost([0, FORBIDDEN]) } },
    'SE3: for each type the cost of every ground; `never` forbids it',
    'none',
  ),
  optional('groundDefence', { is: 'entries', of: BYTE }, 'SE1: what a ground takes off the damage', 'nothing'),
  optional('units', listShape(tableShape(UNIT), 255), 'the units, at most 64 with order points', 'none'),
  optional(
    'transcript',
    integerShape([0, 0xfffc]),
    'S18: bytes of printed text that are kept',
    'as many as the commands of the plan print at most',
  ),
  optional('pathCapacity', WORD, 'SE4: squares of a way that are kept', 'the whole map, 255 at most'),
]);

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
const SIDE: Span = [0, 7];
const MOVE: Span = [0, MAX_MOVE];
const TRANSCRIPT: Span = [0, 0xfffc];
const MAX_SIDE = 256;

/** The constants of a battle, and its starting image. */
export interface Definition {
  readonly layout: Layout;
  readonly image: Uint8Array;
  readonly stride: number;
  /** Ground type of every square, row by row, without the border. */
  readonly grounds: Uint8Array;
  /** For each movement type the cost of every square, with the border. */
  readonly costs: readonly Uint8Array[];
  readonly groundDefence: Uint8Array;
  readonly unitIds: readonly string[];
  readonly unitNames: readonly Uint8Array[];
  /** Names of the movement types; number 0 is the seed's plain table. */
  readonly movementTypes: readonly string[];
}

interface MapData {
  readonly width: number;
  readonly height: number;
  readonly grounds: Uint8Array;
}

function readMap(place: Place, costs: CostTable): MapData {
  const rows = listAt(place, MAX_SIDE);
  const [top] = rows;
  if (top === undefined) throw new RuleError('E_RANGE', 'setup.map needs at least one row (S8)', place.path);
  const width = listAt(top, MAX_SIDE).length;
  if (width === 0) throw new RuleError('E_RANGE', `${top.path} needs at least one column (S8)`, top.path);
  const grounds = new Uint8Array(width * rows.length);
  rows.forEach((given, y) => {
    const { path } = given;
    const row = listAt(given);
    if (row.length !== width) {
      throw new RuleError(
        'E_RAGGED_MAP',
        `${path} has ${countText(row.length, 'column')}, the first row has ${width}`,
        path,
      );
    }
    row.forEach((cell, x) => {
      const type = integerAt(cell, UINT8);
      if (!hasGround(costs, type)) {
        throw new RuleError('E_UNKNOWN_ID', `${cell.path}: setup.grounds has no ground ${type}`, cell.path);
      }
      grounds[y * width + x] = type;
    });
  });
  return { width, height: rows.length, grounds };
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

function readGroundDefence(place: Place, grounds: CostTable): Uint8Array {
  const defence = new Uint8Array(256);
  for (const [key, given] of entriesAt(place)) {
    const type = typeNumber(key, given);
    if (!hasGround(grounds, type)) throw new RuleError('E_UNKNOWN_ID', `${given.path}: no such ground`, given.path);
    defence[type] = integerAt(given, UINT8);
  }
  return defence;
}

function fillUnit(image: Uint8Array, at: number, field: Fields<UnitField>, path: string, rules: Rules): void {
  const number = (key: UnitField, span: Span, fallback: number): number => integerAt(field(key, fallback), span);
  image[at + UNIT_X] = number('x', UINT8, 0);
  image[at + UNIT_Y] = number('y', UINT8, 0);
  image[at + UNIT_MOVE] = number('move', MOVE, 4);
  image[at + UNIT_SIDE] = number('side', SIDE, 0);
  image[at + UNIT_SKIRMISHER] = flagAt(field('skirmisher', false)) ? 1 : 0;
  image[at + UNIT_ADDED] = flagAt(field('added', true)) ? 1 : 0;
  const farthest = number('maxRange', UINT8, 0);
  const nearest = number('minRange', UINT8, Math.min(1, farthest));
  if (nearest > farthest) {
    throw new RuleError('E_RANGE', `${path}.minRange is ${nearest}, above maxRange ${farthest}`, `${path}.minRange`);
  }
  image[at + UNIT_MIN_RANGE] = nearest;
  image[at + UNIT_MAX_RANGE] = farthest;
  const hp = number('hp', UINT16, 1);
  if (hp === 0) throw new RuleError('E_RANGE', `${path}.hp is 0, a unit starts alive`, `${path}.hp`);
  write16(image, at + UNIT_HP, hp);
  write16(image, at + UNIT_MAX_HP, hp);
  write16(image, at + UNIT_ATTACK, number('attack', UINT16, 0));
  write16(image, at + UNIT_DEFENCE, number('defence', UINT16, 0));
  const weight = number('weight', UINT16, 0);
  if (weight === 0 && rules.turnOrder === 'wait') {
    throw new RuleError('E_RANGE', `${path}.weight is 0, the unit would always be next`, `${path}.weight`);
  }
  write16(image, at + UNIT_WEIGHT, weight);
  write16(image, at + UNIT_WAIT, weight);
  write16(image, at + UNIT_ORDER_POINTS, startOrderPoints(number('intellect', UINT8, 0)));
  image[at + UNIT_ATTACK_DECREASE] = number('attackDecrease', UINT8, 0);
  image[at + UNIT_DAMAGE_CONSTANT] = number('damageConstant', UINT8, 0);
  image[at + UNIT_IDLE_INCREASE] = number('idleIncrease', INT8, 0);
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

/** Reads a setup. @throws RuleError with the path of the wrong field */
export function readSetup(setup: unknown, rules: Rules): Definition {
  const field = fieldsAt(placeOf(setup, 'setup', SETUP_CODES), SETUP_FIELDS);
  const plain = readGrounds(field('grounds'), rules.rejectZeroCost);
  const map = readMap(field('map'), plain);
  const movementTypes = [''];
  const tables = [plain];
  for (const [name, row] of entriesAt(field('movementTypes', {}))) {
    movementTypes.push(name);
    tables.push(readMovementType(row, plain, rules.rejectZeroCost));
  }
  if (tables.length > 256) throw new RuleError('E_WIDTH', 'at most 255 movement types fit', 'setup.movementTypes');

  const unitList = listAt(field('units', []), rules.turnOrder === 'order-points' ? DRAW_CAPACITY : NO_UNIT);
  const transcript = integerAt(field('transcript', 0), TRANSCRIPT);
  const pathDefault = Math.min(map.width * map.height, MAX_MOVE + 1);
  const pathCapacity = integerAt(field('pathCapacity', pathDefault), UINT16);
  const layout = createLayout(unitList.length, map.width, map.height, pathCapacity, transcript);
  const image = createImage(layout.bytes);
  image[CALCULATED_UNIT] = NO_UNIT;
  image[ACTIVE_UNIT] = NO_UNIT;
  write16(image, TURN, 1);
  image.fill(UNREACHED, layout.moveMapAt, layout.pathAt);

  const unitIds: string[] = [];
  const unitNames: Uint8Array[] = [];
  unitList.forEach((place, unit) => {
    const { path } = place;
    const fields = fieldsAt(place, UNIT_FIELDS);
    // the seed's default is an empty name; here that is so where nothing calls the unit
    const name = textAt(fields('name', fields('id', '').value));
    addId(unitIds, textAt(fields('id', name === '' ? `unit${unit}` : name)), path);
    unitNames.push(encodeText(name, `${path}.name`));
    const at = unitAt(unit);
    fillUnit(image, at, fields, path, rules);
    image[at + UNIT_MOVEMENT_TYPE] = lookUpAt(fields('movementType', ''), movementTypes);
    if (!rules.allowStack) refuseSharedSquare(image, unit, unitIds);
  });

  return {
    layout,
    image,
    stride: map.width + 2,
    grounds: map.grounds,
    costs: tables.map((costs) => costsOnMap(map, costs)),
    groundDefence: readGroundDefence(field('groundDefence', {}), plain),
    unitIds,
    unitNames,
    movementTypes,
  };
}
