/**
 * What is given to a battle: its setup and its switches, and the starting image that is made of
 * them. Source: seed 002, S1, S7, S8, S12 with the decisions SA2 to SA12; the other unit fields
 * belong to the extensions.
 */
import { write16 } from '../int/uint.js';
import { declareSwitches } from '../system/declare-system.js';
import {
  entries,
  flag,
  type Ids,
  idOf,
  integer,
  type Kind,
  list,
  may,
  must,
  orElse,
  table,
  text,
  where,
} from '../system/declared-data.js';
import { createImage } from '../system/image-layout.js';
import { countText } from '../system/names.js';
import {
  addId,
  entriesAt,
  INT8,
  integerAt,
  listAt,
  type Place,
  placeOf,
  type Span,
  UINT8,
  UINT16,
} from '../system/plain-data.js';
import { eitherShape, integerShape, RuleError, wordShape } from '../system/system.js';
import {
  createLayout,
  HEAD,
  type Layout,
  NEVER_WORD,
  NO_UNIT,
  UNIT,
  type UnitName,
  unitAt,
  writeUnitCell,
} from './cells.js';
import { SETUP_CODES } from './errors.js';
import { startOrderPoints } from './order-points.js';
import { FORBIDDEN, MAX_MOVE, squareNumber, UNREACHED } from './reach.js';
import { encodeText } from './text.js';

/**
 * The questions that seed 002 leaves open. The first three change the seed's own rules, the others
 * select extensions. Every default is the seed's behaviour, or the extension switched off, but one:
 * `allowStack`, where the seed's program finds either of two units by the order of a set.
 */
export const SWITCHES = declareSwitches({
  rejectZeroCost: [
    'zeroCost',
    ['allow', 'reject'],
    'SA2: ground of cost 0 makes the original recurse without end; here it ends, or is refused in the setup',
  ],
  allowStack: [
    'allowStack',
    ['reject', 'allow'],
    'SA9: the original lets two units share a square and then finds either, by chance: allow is its own way',
  ],
  passThrough: [
    'passThrough',
    ['none', 'allies', 'all'],
    'SA11: in the seed every unit blocks everybody; nobody ever stops on an occupied square',
  ],
  zones: [
    'zoneOfControl',
    ['off', 'on'],
    'extension: entering a square beside an enemy takes all remaining movement, skirmishers apart',
  ],
  turnOrder: [
    'turnOrder',
    ['free', 'phases', 'wait', 'order-points'],
    'extension the seed names: team phases or waiting times; order points are those of LIVE A LIVE',
  ],
  phaseEndsItself: [
    'phaseEnd',
    ['explicit', 'auto'],
    'extension: whether a phase ends by itself once every unit of the side has finished',
  ],
  waitTieLast: ['waitTie', ['first', 'last'], 'extension: who acts among equal waiting times; the seed is silent'],
  orderTieFirst: [
    'orderTie',
    ['last', 'first'],
    'among equal order points C1:92C3 takes the later slot; the guide is silent',
  ],
  damageByDifference: [
    'damage',
    ['command', 'difference'],
    'extension: the seed gives no formula, so damage is a parameter, or attack - defence - the ground, at least 0',
  ],
});
export type Rules = ReturnType<typeof SWITCHES.read>;

/** Maximum number of draws in one `idle`; a battle under order points has at most as many units. */
export const DRAW_CAPACITY = 64;

const BYTE = integer(UINT8);
const WORD = integer(UINT16);
const MAX_SIDE = 256;

/** A value of each of the 256 ground types, or NONE for a type that the table lacks. */
type GroundTable = readonly number[];

const NONE = -1;

function groundTable<Value>(of: Kind<Value>, read: (place: Place) => number): Kind<GroundTable> {
  return {
    shape: { is: 'entries', of: of.shape },
    read(place) {
      const values = new Array<number>(256).fill(NONE);
      for (const [key, given] of entriesAt(place)) {
        const type = integerAt({ ...given, value: /^(0|[1-9][0-9]*)$/.test(key) ? Number(key) : key }, UINT8);
        values[type] = read(given);
      }
      return values;
    },
  };
}

/** Costs of grounds; -1, as in the seed, and `never` are ground that nobody enters (SA12). */
function costTable(span: Span): Kind<GroundTable> {
  const shape = eitherShape(integerShape(span), wordShape([NEVER_WORD]));
  return groundTable({ shape, read: () => 0 }, (given) => {
    const cost = given.value === NEVER_WORD ? FORBIDDEN : integerAt(given, span);
    return cost < 0 ? FORBIDDEN : cost;
  });
}

interface GroundMap {
  readonly width: number;
  readonly height: number;
  /** Ground type of every square, row by row. */
  readonly grounds: Uint8Array;
}

const MAP: Kind<GroundMap> = {
  shape: list(list(BYTE, MAX_SIDE), MAX_SIDE).shape,
  read(place) {
    const rows = listAt(place, MAX_SIDE);
    const [top] = rows;
    if (top === undefined) throw new RuleError('E_RANGE', 'setup.map needs at least one row (S8)', place.path);
    const width = listAt(top, MAX_SIDE).length;
    if (width === 0) throw new RuleError('E_RANGE', `${top.path} needs at least one column (S8)`, top.path);
    const grounds = new Uint8Array(width * rows.length);
    rows.forEach((given, y) => {
      const row = listAt(given);
      if (row.length !== width) {
        const message = `${given.path} has ${countText(row.length, 'column')}, the first row has ${width}`;
        throw new RuleError('E_RAGGED_MAP', message, given.path);
      }
      row.forEach((cell, x) => {
        grounds[y * width + x] = integerAt(cell, UINT8);
      });
    });
    return { width, height: rows.length, grounds };
  },
};

/** SE3: rows of the table movement type x ground. */
const MOVEMENT_TYPES: Kind<readonly (readonly [name: string, costs: GroundTable])[]> = {
  ...entries(costTable([0, FORBIDDEN])),
  read(place, ids) {
    const types = entries(costTable([0, FORBIDDEN])).read(place, ids);
    ids['movementType'] = ['', ...types.map(([name]) => name)];
    return types;
  },
};

const UNIT_TABLE = table({
  id: may(text, 'what commands call it', 'its name, else `unit` and its number'),
  name: may(text, 'S12: what is printed', 'its id'),
  x: orElse(BYTE, 'column', 0),
  y: orElse(BYTE, 'row', 0),
  move: orElse(integer([0, MAX_MOVE]), 'S12: movement of a turn', 4),
  added: orElse(flag, 'S11: on the map from the start', true),
  side: orElse(integer([0, 7]), 'whose it is', 0),
  movementType: orElse(idOf('movementType'), 'SE3: a row of movementTypes', '', 'the costs of grounds'),
  skirmisher: orElse(flag, 'SE4: no zone of control stops it', false),
  minRange: may(BYTE, 'SE1: nearest distance that it strikes at', '1, or 0 without a maxRange'),
  maxRange: orElse(BYTE, 'SE1: farthest distance that it strikes at; 0: it does not', 0),
  hp: orElse(
    where(WORD, (hp) => (hp === 0 ? 'is 0, a unit starts alive' : ''), integerShape([1, UINT16[1]])),
    'SE1: HP',
    1,
  ),
  attack: orElse(WORD, 'SE1: for the switch damage', 0),
  defence: orElse(WORD, 'SE1: for the switch damage', 0),
  weight: orElse(WORD, 'SE2: waiting time after a turn; not 0 with turnOrder wait', 0),
  intellect: orElse(BYTE, 'SE2: order points begin at 256 less this, 0 at 0', 0),
  attackDecrease: orElse(BYTE, 'SE2: order points that a strike costs', 0),
  damageConstant: orElse(BYTE, 'SE2: order points for each sixteenth of HP lost', 0),
  idleIncrease: orElse(integer(INT8), 'SE2: order points that time brings', 0),
});
type Unit = ReturnType<typeof UNIT_TABLE.read>;

export const SETUP = table({
  map: must(MAP, 'S8: rows of ground types, all of one length'),
  grounds: must(costTable([-1, MAX_MOVE]), 'S7: cost of each ground type; `never` forbids it'),
  movementTypes: orElse(MOVEMENT_TYPES, 'SE3: for each type the cost of every ground; `never` forbids it', {}),
  groundDefence: orElse(
    groundTable(BYTE, (given) => integerAt(given, UINT8)),
    'SE1: what a ground takes off the damage',
    {},
    'nothing',
  ),
  units: orElse(list(UNIT_TABLE, NO_UNIT), 'the units, at most 64 with order points', []),
  transcript: orElse(
    integer([0, 0xfffc]),
    'S18: bytes of printed text that are kept',
    0,
    'as many as the commands of the plan print at most',
  ),
  pathCapacity: orElse(
    WORD,
    'SE4: squares of a way that are kept',
    (read: { readonly map?: GroundMap }) => Math.min(read.map?.grounds.length ?? 0, MAX_MOVE + 1),
    'the whole map, 255 at most',
  ),
});

/** The constants of a battle, and its starting image. */
export interface Definition {
  readonly layout: Layout;
  readonly image: Uint8Array;
  readonly ids: { readonly unit: readonly string[] };
  /** What people call each unit. */
  readonly called: { readonly unit: readonly string[] };
  readonly stride: number;
  /** Ground type of every square, row by row, without the border. */
  readonly grounds: Uint8Array;
  /** For each movement type the cost of every square, with the border; the plain table first. */
  readonly costs: readonly Uint8Array[];
  readonly groundDefence: Uint8Array;
  readonly unitNames: readonly Uint8Array[];
}

/** Refuses costs of 0 where the switch says so. */
function refuseZero(costs: GroundTable, path: string): void {
  const type = costs.indexOf(0);
  if (type < 0) return;
  throw new RuleError('E_RANGE', `${path}.${type} is 0: the switch zeroCost refuses it`, `${path}.${type}`);
}

/** Refuses a movement type with other grounds than the seed's table has. */
function refuseOtherGrounds(costs: GroundTable, grounds: GroundTable, path: string): void {
  costs.forEach((cost, type) => {
    if (grounds[type] !== NONE && cost === NONE) {
      throw new RuleError('E_TABLE_MISSING', `${path} has no cost for ground ${type}`, path);
    }
    if (grounds[type] !== NONE || cost === NONE) return;
    const message = `${path} has a cost for ground ${type}, but setup.grounds has no such ground`;
    throw new RuleError('E_UNKNOWN_ID', message, path);
  });
}

function refuseUnknownGrounds({ width, grounds }: GroundMap, known: GroundTable, defence: GroundTable): void {
  const at = grounds.findIndex((type) => known[type] === NONE);
  if (at >= 0) {
    const path = `setup.map[${Math.floor(at / width)}][${at % width}]`;
    const types = known.flatMap((value, type) => (value === NONE ? [] : [type]));
    const there = `there ${types.length === 1 ? 'is' : 'are'} ${types.join(', ')}`;
    throw new RuleError('E_UNKNOWN_ID', `${path}: setup.grounds has no ground ${grounds[at]}; ${there}`, path);
  }
  const type = defence.findIndex((value, ground) => value !== NONE && known[ground] === NONE);
  if (type < 0) return;
  const path = `setup.groundDefence.${type}`;
  throw new RuleError('E_UNKNOWN_ID', `${path}: no such ground`, path);
}

function costsOnMap({ width, height, grounds }: GroundMap, table: GroundTable): Uint8Array {
  const stride = width + 2;
  const costs = new Uint8Array(stride * (height + 2)).fill(FORBIDDEN);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      costs[squareNumber(stride, x, y)] = table[grounds[y * width + x] as number] as number;
    }
  }
  return costs;
}

/** Writes the record of a unit. @throws RuleError where its fields do not go together */
function fillUnit(image: Uint8Array, number: number, unit: Unit, rules: Rules): void {
  const path = `setup.units[${number}]`;
  const { maxRange, weight, hp, intellect } = unit;
  const minRange = unit.minRange ?? Math.min(1, maxRange);
  if (minRange > maxRange) {
    throw new RuleError('E_RANGE', `${path}.minRange is ${minRange}, above maxRange ${maxRange}`, `${path}.minRange`);
  }
  if (weight === 0 && rules.turnOrder === 'wait') {
    throw new RuleError('E_RANGE', `${path}.weight is 0, the unit would always be next`, `${path}.weight`);
  }
  const derived = { minRange, maxHp: hp, wait: weight, orderPoints: startOrderPoints(intellect) };
  const cells: Partial<Record<UnitName, unknown>> = { ...unit, ...derived };
  for (const name of Object.keys(UNIT) as UnitName[])
    writeUnitCell(image, unitAt(number), name, Number(cells[name] ?? 0));
}

function refuseSharedSquare(image: Uint8Array, unit: number, ids: readonly string[]): void {
  const at = unitAt(unit);
  for (let other = 0; other < unit; other++) {
    const base = unitAt(other);
    if (image[at + UNIT.added] === 0 || image[base + UNIT.added] === 0) continue;
    if (image[at + UNIT.x] !== image[base + UNIT.x] || image[at + UNIT.y] !== image[base + UNIT.y]) continue;
    const path = `setup.units[${unit}]`;
    throw new RuleError('E_OCCUPIED', `${path} stands on the square of ${ids[other]}`, path);
  }
}

/** Reads a setup. @throws RuleError with the path of the wrong field */
export function readSetup(setup: unknown, rules: Rules): Definition {
  const given: Ids = {};
  const read = SETUP.read(placeOf(setup, 'setup', SETUP_CODES), given);
  const { map, grounds, movementTypes, units } = read;
  refuseUnknownGrounds(map, grounds, read.groundDefence);
  if (rules.rejectZeroCost) refuseZero(grounds, 'setup.grounds');
  for (const [name, costs] of movementTypes) {
    if (rules.rejectZeroCost) refuseZero(costs, `setup.movementTypes.${name}`);
    refuseOtherGrounds(costs, grounds, `setup.movementTypes.${name}`);
  }
  if (movementTypes.length > 255) {
    throw new RuleError('E_WIDTH', 'at most 255 movement types fit', 'setup.movementTypes');
  }
  if (rules.turnOrder === 'order-points') listAt(placeOf(units, 'setup.units'), DRAW_CAPACITY);
  const layout = createLayout(units.length, map.width, map.height, read.pathCapacity, read.transcript);
  const image = createImage(layout.bytes);
  image[HEAD.calculatedUnit] = NO_UNIT;
  image[HEAD.activeUnit] = NO_UNIT;
  write16(image, HEAD.turn, 1);
  image.fill(UNREACHED, layout.moveMapAt, layout.pathAt);

  const groundDefence = new Uint8Array(read.groundDefence.length);
  read.groundDefence.forEach((value, type) => {
    if (value !== NONE) groundDefence[type] = value;
  });
  const ids: string[] = [];
  const called: string[] = [];
  const unitNames = units.map((unit, number) => {
    const path = `setup.units[${number}]`;
    // the seed's default is an empty name; here that is so where nothing calls the unit
    const name = unit.name ?? unit.id ?? '';
    addId(ids, unit.id ?? (name === '' ? `unit${number}` : name), path);
    called.push(name === '' ? (ids[number] as string) : name);
    const bytes = encodeText(name, `${path}.name`);
    fillUnit(image, number, unit, rules);
    if (!rules.allowStack) refuseSharedSquare(image, number, ids);
    return bytes;
  });

  return {
    ...{
      layout,
      image,
      ids: { unit: ids },
      called: { unit: called },
      stride: map.width + 2,
      grounds: map.grounds,
      unitNames,
    },
    costs: [grounds, ...movementTypes.map(([, costs]) => costs)].map((costs) => costsOnMap(map, costs)),
    groundDefence,
  };
}
