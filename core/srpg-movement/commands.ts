/**
 * The commands. The seed has calc, canMove, step, mapCanMove, tryMove, setPosition, addUnit and
 * three dumps. moveUnit is its checked form (SA10); the rest are extensions. Each is a row; its
 * refusal stands above what it does. Source: seed 002, S9 to S19 with the quirks SA4, SA9, SA10;
 * striking (SE1) and turns (SE2) are extensions that the seed names.
 */
import { read16, saturatingSub16, write16, write32 } from '../int/uint.js';
import { pushEvent, pushFour } from '../system/battle.js';
import { type CheckedCommand, declareCommands, type LegalList, type ParameterRow } from '../system/declare-system.js';
import type { Outcome, Planning } from '../system/planning.js';
import type { Battle, EventBuffer } from '../system/system.js';
import { HEAD, NO_UNIT, UNIT, unitAt } from './cells.js';
import { ERROR } from './errors.js';
import { EVENT } from './events.js';
import {
  orderPointsAfterAttack,
  orderPointsAfterDamage,
  orderPointsAfterIdle,
  orderPointsAfterStep,
  orderPointsHalved,
} from './order-points.js';
import { distanceBetween } from './position.js';
import { hasRoom, print } from './print.js';
import { NEVER, pathSteps, reachByTurns, UNREACHED, writePath } from './reach.js';
import { DRAW_CAPACITY } from './setup.js';
import { countThreats, differenceDamage } from './threat.js';
import { activateNext, beginNextPhase, endIfDecided, finishTurn, turnError } from './turns.js';
import {
  calculate,
  clearMarks,
  fillPaths,
  forgetMoveMap,
  isDestination,
  markOthers,
  moveMapValue,
  pathErrorAt,
  squareOf,
  startSquare,
} from './unit-reach.js';
import {
  findUnit,
  isInRange,
  isOnMap,
  isPresent,
  mapCanMove,
  unitField,
  unitSide,
  unitX,
  unitY,
  type World,
} from './world.js';

type Events = EventBuffer | undefined;
type Row = CheckedCommand<World>;
type Parameter = ParameterRow<World>;

function word(command: Int32Array, index: number): number {
  return command[index] ?? 0;
}

function isUnit(world: World, unit: number): boolean {
  return unit >= 0 && unit < world.layout.unitCount;
}

function fitsByte(value: number): boolean {
  return value >= 0 && value <= 255;
}

function coordinatesError(world: World, x: number, y: number): number {
  if (!fitsByte(x) || !fitsByte(y)) return ERROR.WIDTH;
  return isInRange(world, x, y) ? 0 : ERROR.OUT_OF_MAP;
}

/** The refusal of a command whose first word is a unit. */
function ofUnit(refuses: (world: World, unit: number, second: number, third: number) => number): Row['refuses'] {
  return (world, command) => {
    const unit = word(command, 1);
    return isUnit(world, unit) ? refuses(world, unit, word(command, 2), word(command, 3)) : ERROR.UNKNOWN_ID;
  };
}

/** What a command of three numbers does. */
function ofThree(
  act: (world: World, first: number, second: number, third: number, events: Events) => void,
): Row['act'] {
  return (world, command, events) =>
    act(world, command[1] as number, command[2] as number, command[3] as number, events);
}

function answer(world: World, value: number): void {
  write32(world.image, HEAD.answer, value);
}

type List = LegalList<World>;

/** Lists a box of squares behind a first parameter with one value. */
function listBox(list: List, first: number, left: number, right: number, top: number, bottom: number): void {
  if (left > right || top > bottom || !list.begin()) return;
  list.span(first, first);
  list.span(left, right);
  list.span(top, bottom);
}

/** Lists the squares that pass a test, as runs along the rows. */
function listRuns(
  world: World,
  list: List,
  unit: number,
  test: (world: World, unit: number, x: number, y: number, list: List) => boolean,
): void {
  const { width, height } = world.layout;
  for (let y = 0; y < height; y++) {
    let from = -1;
    // no test passes the column behind the map, which so ends the last run
    for (let x = 0; x <= width; x++) {
      const passes = test(world, unit, x, y, list);
      if (passes && from < 0) from = x;
      if (!passes && from >= 0) {
        listBox(list, unit, from, x - 1, y, y);
        from = -1;
      }
    }
  }
}

const THE_UNIT: Parameter = { name: 'unit', min: 0, max: 254, ids: 'unit', meaning: 'the unit' };
const X: Parameter = { name: 'x', min: 0, max: 255, meaning: 'column, 0 is left' };
const Y: Parameter = { name: 'y', min: 0, max: 255, meaning: 'row, 0 is top' };
/** The same where a square outside the map is refused. */
const MAP_X: Parameter = { ...X, most: ({ layout }) => layout.width - 1 };
const MAP_Y: Parameter = { ...Y, most: ({ layout }) => layout.height - 1 };
const SQUARE = [THE_UNIT, X, Y];

// The MoveMap, and questions about it

const CALC: Row = {
  ...{ code: 1, name: 'calc', parameters: [THE_UNIT] },
  meaning: 'fills the MoveMap for the unit (S13)',
  refuses: ofUnit((world, unit) => (isOnMap(world, unit) ? 0 : ERROR.OUT_OF_MAP)),
  act(world, command, events) {
    const unit = command[1] as number;
    pushEvent(events, EVENT.calculated, 2, unit, calculate(world, unit));
  },
};

const CAN_MOVE: Row = {
  ...{ code: 2, name: 'canMove', parameters: [X, Y] },
  asks: true,
  meaning: 'answer = 1 when the MoveMap has it (S17)',
  refuses: (_world, command) => (fitsByte(word(command, 1)) && fitsByte(word(command, 2)) ? 0 : ERROR.WIDTH),
  act(world, command, events) {
    const x = command[1] as number;
    const y = command[2] as number;
    const result = isDestination(world, x, y) ? 1 : 0;
    answer(world, result);
    pushEvent(events, EVENT.destinationTested, 3, x, y, result);
  },
};

const STEP: Row = {
  ...{ code: 3, name: 'step', parameters: [MAP_X, MAP_Y] },
  asks: true,
  meaning: 'answer = value of the MoveMap, -1 unreached (S13)',
  refuses: (world, command) => coordinatesError(world, word(command, 1), word(command, 2)),
  act(world, command, events) {
    const value = moveMapValue(world, command[1] as number, command[2] as number);
    const shown = value === UNREACHED ? -1 : value;
    answer(world, shown);
    pushEvent(events, EVENT.stepRead, 3, command[1], command[2], shown);
  },
};

const MAP_CAN_MOVE: Row = {
  code: 4,
  name: 'mapCanMove',
  parameters: [X, Y, { name: 'move', min: 0, max: 254, meaning: 'movement left before the square' }],
  asks: true,
  meaning: 'answer = 1 when the square can be entered with this movement (S10)',
  refuses(_world, command) {
    const move = word(command, 3);
    return fitsByte(word(command, 1)) && fitsByte(word(command, 2)) && move >= 0 && move <= 254 ? 0 : ERROR.WIDTH;
  },
  act: ofThree((world, x, y, move, events) => {
    const result = mapCanMove(world, x, y, move) ? 1 : 0;
    answer(world, result);
    pushFour(events, EVENT.squareTested, x, y, move, result);
  }),
};

// Moving

/** SA9: another unit stands on the square, and stacking is not allowed. */
function occupiedError(world: World, unit: number, x: number, y: number): number {
  return !world.rules.allowStack && findUnit(world, x, y, unit) >= 0 ? ERROR.OCCUPIED : 0;
}

/**
 * A unit that was never added moves as in the seed, whose setter asks nothing; a defeated one is
 * out of the battle.
 */
function moverError(world: World, unit: number): number {
  const turn = turnError(world, unit);
  if (turn !== 0) return turn;
  if (world.image[unitAt(unit) + UNIT.defeated] !== 0) return ERROR.DEFEATED;
  // without turns nobody is marked as moved
  return world.image[unitAt(unit) + UNIT.moved] !== 0 ? ERROR.PHASE : 0;
}

/** SA9 before SA10: a move to an occupied square is refused for that reason at any distance. */
function moveUnitError(world: World, unit: number, x: number, y: number): number {
  if (!fitsByte(x) || !fitsByte(y)) return ERROR.WIDTH;
  const mover = moverError(world, unit);
  if (mover !== 0) return mover;
  if (world.image[HEAD.calculatedUnit] !== unit) return ERROR.PHASE;
  if (!isInRange(world, x, y)) return ERROR.OUT_OF_MAP;
  const occupied = occupiedError(world, unit, x, y);
  if (occupied !== 0) return occupied;
  return isDestination(world, x, y) ? 0 : ERROR.UNREACHABLE;
}

function setOrderPoints(world: World, unit: number, after: number, kind: number, events: Events): void {
  const at = unitAt(unit) + UNIT.orderPoints;
  const before = read16(world.image, at);
  write16(world.image, at, after);
  pushEvent(events, kind, 3, unit, before, after);
}

/** C1:8F77: charges order points for every square of the path. */
function payOrderPoints(world: World, unit: number, x: number, y: number, events: Events): void {
  fillPaths(world, unit);
  const steps = pathSteps(squareOf(world, x, y), world.buffers);
  clearMarks(world);
  let points = read16(world.image, unitAt(unit) + UNIT.orderPoints);
  for (let step = 0; step < steps; step++) points = orderPointsAfterStep(points);
  setOrderPoints(world, unit, points, EVENT.orderPointsMove, events);
}

function place(world: World, unit: number, x: number, y: number): void {
  world.image[unitAt(unit) + UNIT.x] = x;
  world.image[unitAt(unit) + UNIT.y] = y;
}

/**
 * Moves a unit to a destination of the MoveMap. Without turns the MoveMap stays, as in the seed.
 */
function moveUnit(world: World, unit: number, x: number, y: number, events: Events): void {
  if (world.rules.turnOrder === 'order-points') payOrderPoints(world, unit, x, y, events);
  place(world, unit, x, y);
  pushEvent(events, EVENT.moved, 3, unit, x, y);
  if (world.rules.turnOrder === 'free') return;
  world.image[unitAt(unit) + UNIT.moved] = 1;
  forgetMoveMap(world);
}

function canMoveUnit(world: World, unit: number, x: number, y: number, list: List): boolean {
  return list.isLegal(world, unit, x, y);
}

const MOVE_UNIT: Row = {
  ...{ code: 5, name: 'moveUnit', parameters: SQUARE },
  meaning: 'moves the unit to a square of its MoveMap; rejected when it is not there (SA10)',
  refuses: ofUnit(moveUnitError),
  act: ofThree(moveUnit),
  legal(world, list, unit) {
    if (world.image[HEAD.calculatedUnit] === unit) listRuns(world, list, unit, canMoveUnit);
  },
};

/**
 * Returns 0 when the unit may try to move now. The seed's own form uses the present MoveMap,
 * whichever unit's it is. With turns it must be this unit's.
 */
function trierError(world: World, unit: number): number {
  const mover = moverError(world, unit);
  if (mover !== 0) return mover;
  const isFree = world.rules.turnOrder === 'free';
  return isFree || world.image[HEAD.calculatedUnit] === unit ? 0 : ERROR.PHASE;
}

function tryMoveError(world: World, unit: number, x: number, y: number): number {
  if (!fitsByte(x) || !fitsByte(y)) return ERROR.WIDTH;
  const trier = trierError(world, unit);
  if (trier !== 0) return trier;
  const moves = isDestination(world, x, y);
  const occupied = moves ? occupiedError(world, unit, x, y) : 0;
  if (occupied !== 0) return occupied;
  if (world.layout.transcriptCapacity === 0) return 0;
  return hasRoom(world, moves ? 'moves' : 'cannotMove', unit, x, y) ? 0 : ERROR.TRANSCRIPT_FULL;
}

/** The seed's move with its printed message. */
function tryMove(world: World, unit: number, x: number, y: number, events: Events): void {
  const moves = isDestination(world, x, y);
  if (moves) moveUnit(world, unit, x, y, events);
  else pushEvent(events, EVENT.notMoved, 3, unit, x, y);
  answer(world, moves ? 1 : 0);
  if (world.layout.transcriptCapacity === 0) return;
  pushEvent(events, EVENT.printed, 1, print(world, moves ? 'moves' : 'cannotMove', unit, x, y));
}

/**
 * A destination of the MoveMap on which a unit stands by now: the only square that `tryMove`
 * refuses.
 */
function isConflict(world: World, unit: number, x: number, y: number): boolean {
  return !world.rules.allowStack && isDestination(world, x, y) && findUnit(world, x, y, unit) >= 0;
}

/**
 * Lists all squares of a row but its conflicts, after the rows from `top`. Returns the next `top`.
 */
function listTriesOfRow(world: World, list: List, unit: number, top: number, y: number): number {
  let from = 0;
  for (let x = 0; x < world.layout.width; x++) {
    if (!isConflict(world, unit, x, y)) continue;
    if (from === 0) listBox(list, unit, 0, 255, top, y - 1);
    listBox(list, unit, from, x - 1, y, y);
    from = x + 1;
  }
  if (from === 0) return top;
  listBox(list, unit, from, 255, y, y);
  return y + 1;
}

/**
 * `tryMove` is listed while the longer of its two messages fits at its maximal length; the last
 * bytes of the printed text may still take a shorter one that is not listed.
 */
function listTries(world: World, list: List, unit: number): void {
  if (trierError(world, unit) !== 0) return;
  if (world.layout.transcriptCapacity !== 0 && !hasRoom(world, 'cannotMove', unit, 255, 255)) return;
  let top = 0;
  for (let y = 0; y < world.layout.height; y++) top = listTriesOfRow(world, list, unit, top, y);
  listBox(list, unit, 0, 255, top, 255);
}

const TRY_MOVE: Row = {
  ...{ code: 6, name: 'tryMove', parameters: SQUARE },
  meaning: "moves the unit when the MoveMap has the square, and prints which of the seed's two messages holds (S18)",
  refuses: ofUnit(tryMoveError),
  act: ofThree(tryMove),
  legal: listTries,
};

const SET_POSITION: Row = {
  ...{ code: 7, name: 'setPosition', parameters: SQUARE },
  meaning: "the seed's unchecked setter (SA10); only without turns",
  refuses: ofUnit((world, _unit, x, y) => {
    if (!fitsByte(x) || !fitsByte(y)) return ERROR.WIDTH;
    return world.rules.turnOrder === 'free' ? 0 : ERROR.PHASE;
  }),
  act: ofThree((world, unit, x, y, events) => {
    place(world, unit, x, y);
    pushEvent(events, EVENT.placed, 3, unit, x, y);
  }),
};

function addUnitError(world: World, unit: number): number {
  if (world.image[HEAD.ended] !== 0) return ERROR.ENDED;
  if (world.image[unitAt(unit) + UNIT.defeated] !== 0) return ERROR.DEFEATED;
  if (world.image[unitAt(unit) + UNIT.added] !== 0) return 0;
  return occupiedError(world, unit, unitX(world, unit), unitY(world, unit));
}

/** S11: adds a unit to the map. A unit already there stays unchanged. */
function addUnit(world: World, unit: number, events: Events): void {
  const at = unitAt(unit) + UNIT.added;
  const isNew = world.image[at] === 0 ? 1 : 0;
  world.image[at] = 1;
  pushEvent(events, EVENT.added, 2, unit, isNew);
  if (isNew === 0 || world.rules.turnOrder === 'free') return;
  forgetMoveMap(world);
  if (world.rules.turnOrder !== 'phases' && world.image[HEAD.activeUnit] === NO_UNIT) activateNext(world, events);
}

const ADD_UNIT: Row = {
  ...{ code: 8, name: 'addUnit', parameters: [THE_UNIT] },
  meaning: 'puts the unit on the map (S11)',
  refuses: ofUnit(addUnitError),
  act: (world, command, events) => addUnit(world, command[1] as number, events),
};

// Printing

const DUMP_MAP: Row = {
  ...{ code: 9, name: 'dumpMap' },
  asks: true,
  meaning: 'prints the map (S18)',
  refuses: (world) => (hasRoom(world, 'map') ? 0 : ERROR.TRANSCRIPT_FULL),
  act: (world, _command, events) => pushEvent(events, EVENT.printed, 1, print(world, 'map')),
};

const DUMP_UNIT: Row = {
  ...{ code: 10, name: 'dumpUnit', parameters: [THE_UNIT] },
  asks: true,
  meaning: 'prints the unit (S12, S18)',
  refuses: ofUnit((world, unit) => (hasRoom(world, 'unit', unit) ? 0 : ERROR.TRANSCRIPT_FULL)),
  act: (world, command, events) => pushEvent(events, EVENT.printed, 1, print(world, 'unit', command[1])),
};

const DUMP_MOVE_MAP: Row = {
  ...{ code: 11, name: 'dumpMoveMap' },
  asks: true,
  meaning: 'prints the MoveMap (S18)',
  refuses(world) {
    const calculated = world.image[HEAD.calculatedUnit] as number;
    if (!isUnit(world, calculated)) return ERROR.PHASE;
    return hasRoom(world, 'moveMap', calculated) ? 0 : ERROR.TRANSCRIPT_FULL;
  },
  act: (world, _command, events) =>
    pushEvent(events, EVENT.printed, 1, print(world, 'moveMap', world.image[HEAD.calculatedUnit])),
};

// Ways and threats

/** Fills the path buffers when it returns 0. */
function pathError(world: World, unit: number, x: number, y: number): number {
  const square = coordinatesError(world, x, y);
  if (square !== 0) return square;
  if (!isOnMap(world, unit)) return ERROR.OUT_OF_MAP;
  fillPaths(world, unit);
  const result = pathErrorAt(world, unit, x, y);
  clearMarks(world);
  return result;
}

function answerPath(world: World, unit: number, x: number, y: number, events: Events): void {
  const { image, layout, stride, squares } = world;
  fillPaths(world, unit);
  clearMarks(world);
  const count = writePath(squareOf(world, x, y), world.buffers, squares);
  image.fill(0, layout.pathAt, layout.transcriptAt);
  for (let index = 0; index < count; index++) {
    const square = squares[index] as number;
    image[layout.pathAt + 2 * index] = (square % stride) - 1;
    image[layout.pathAt + 2 * index + 1] = ((square / stride) | 0) - 1;
  }
  write16(image, HEAD.pathLength, count);
  answer(world, count - 1);
  pushEvent(events, EVENT.pathFound, 2, unit, count);
}

function hasPath(world: World, unit: number, x: number, y: number): boolean {
  return pathErrorAt(world, unit, x, y) === 0;
}

const PATH: Row = {
  ...{ code: 12, name: 'path', parameters: SQUARE },
  asks: true,
  meaning: "extension: writes the unit's way to the square into the path cells; answer = steps",
  refuses: ofUnit(pathError),
  act: ofThree(answerPath),
  legal(world, list, unit) {
    if (!isOnMap(world, unit)) return;
    fillPaths(world, unit);
    listRuns(world, list, unit, hasPath);
    clearMarks(world);
  },
};

function answerTurns(world: World, unit: number, x: number, y: number, events: Events): void {
  const move = world.image[unitAt(unit) + UNIT.move] as number;
  markOthers(world, unit);
  reachByTurns(unitField(world, unit), startSquare(world, unit), move, world.buffers, world.turns, world.squares);
  clearMarks(world);
  const turns = world.turns[squareOf(world, x, y)] as number;
  const value = turns === NEVER ? -1 : turns;
  answer(world, value);
  pushFour(events, EVENT.turnsCounted, unit, value, x, y);
}

const TURNS_TO: Row = {
  ...{ code: 13, name: 'turnsTo', parameters: [THE_UNIT, MAP_X, MAP_Y] },
  asks: true,
  meaning: 'extension: answer = turns of full movement to stand on the square, -1 never',
  refuses: ofUnit((world, unit, x, y) => {
    const square = coordinatesError(world, x, y);
    return square === 0 && !isOnMap(world, unit) ? ERROR.OUT_OF_MAP : square;
  }),
  act: ofThree(answerTurns),
};

const THREAT: Row = {
  code: 14,
  name: 'threat',
  parameters: [{ name: 'side', min: 0, max: 255, meaning: 'the side that strikes' }, MAP_X, MAP_Y],
  asks: true,
  meaning: 'extension: answer = units of the side that could move and then strike the square',
  refuses: (world, command) =>
    fitsByte(word(command, 1)) ? coordinatesError(world, word(command, 2), word(command, 3)) : ERROR.WIDTH,
  act: ofThree((world, side, x, y, events) => {
    const count = countThreats(world, side, x, y);
    answer(world, count);
    pushFour(events, EVENT.threatCounted, side, count, x, y);
  }),
};

// Striking

function attackError(world: World, unit: number, target: number, damage: number): number {
  if (damage < 0 || damage > 0xffff) return ERROR.WIDTH;
  if (damage !== 0 && world.rules.damageByDifference) return ERROR.RANGE;
  const turn = turnError(world, unit);
  if (turn !== 0) return turn;
  if (!isPresent(world, unit) || !isPresent(world, target)) return ERROR.DEFEATED;
  if (unitSide(world, unit) === unitSide(world, target)) return ERROR.NOT_ENEMY;
  const at = unitAt(unit);
  const farthest = world.image[at + UNIT.maxRange] as number;
  const nearest = world.image[at + UNIT.minRange] as number;
  const away = distanceBetween(unitX(world, unit), unitY(world, unit), unitX(world, target), unitY(world, target));
  return farthest > 0 && away >= nearest && away <= farthest ? 0 : ERROR.ATTACK_RANGE;
}

function attack(world: World, unit: number, target: number, given: number, events: Events): void {
  const { image, rules } = world;
  const damage = rules.damageByDifference ? differenceDamage(world, unit, target) : given;
  const at = unitAt(target);
  const hp = saturatingSub16(read16(image, at + UNIT.hp), damage);
  write16(image, at + UNIT.hp, hp);
  pushEvent(events, EVENT.attacked, 4, unit, target, damage, hp);
  if (rules.turnOrder === 'order-points') {
    const mine = unitAt(unit);
    const points = orderPointsAfterAttack(
      read16(image, mine + UNIT.orderPoints),
      image[mine + UNIT.attackDecrease] as number,
    );
    setOrderPoints(world, unit, points, EVENT.orderPointsAttack, events);
    const theirs = orderPointsAfterDamage(
      read16(image, at + UNIT.orderPoints),
      damage,
      read16(image, at + UNIT.maxHp),
      image[at + UNIT.damageConstant] as number,
    );
    setOrderPoints(world, target, theirs, EVENT.orderPointsDamage, events);
  }
  if (hp === 0) {
    image[at + UNIT.defeated] = 1;
    pushEvent(events, EVENT.defeated, 1, target);
  }
  if (rules.turnOrder === 'free' || endIfDecided(world, unitSide(world, unit), events)) return;
  finishTurn(world, unit, events);
}

const ATTACK: Row = {
  ...{ code: 15, name: 'attack' },
  parameters: [
    THE_UNIT,
    { name: 'target', min: 0, max: 254, ids: 'unit', meaning: 'the unit struck' },
    {
      ...{ name: 'damage', min: 0, max: 65535, most: ({ rules }) => (rules.damageByDifference ? 0 : 0xffff) },
      ...{ optional: 0, meaning: 'HP taken; 0 when the switch damage is difference' },
      neededWhen: 'when the strike takes HP and the switch `damage` is not `difference`',
    },
  ],
  meaning: 'extension: strikes a unit within range',
  refuses: ofUnit((world, unit, target, damage) =>
    isUnit(world, target) ? attackError(world, unit, target, damage) : ERROR.UNKNOWN_ID,
  ),
  act: ofThree(attack),
};

// Turns

/**
 * Ends the turn without striking. Under order points, a unit that did nothing has its points
 * halved.
 */
function finish(world: World, unit: number, events: Events): void {
  const at = unitAt(unit);
  if (world.rules.turnOrder === 'order-points' && world.image[at + UNIT.moved] === 0) {
    const points = orderPointsHalved(read16(world.image, at + UNIT.orderPoints));
    setOrderPoints(world, unit, points, EVENT.orderPointsHalved, events);
  }
  finishTurn(world, unit, events);
}

const FINISH: Row = {
  ...{ code: 16, name: 'finish', parameters: [THE_UNIT] },
  meaning: "extension: ends the unit's turn",
  refuses: ofUnit((world, unit) => (world.rules.turnOrder === 'free' ? ERROR.PHASE : turnError(world, unit))),
  act: (world, command, events) => finish(world, command[1] as number, events),
};

const END_PHASE: Row = {
  ...{ code: 17, name: 'endPhase' },
  meaning: 'extension: the next side begins',
  refuses({ rules, image }) {
    if (rules.turnOrder !== 'phases') return ERROR.PHASE;
    return image[HEAD.ended] !== 0 ? ERROR.ENDED : 0;
  },
  act: (world, _command, events) => beginNextPhase(world, events),
};

/** Number of draws that `idle` needs now. */
function idleDraws(world: World): number {
  let count = 0;
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    if (!isPresent(world, unit)) continue;
    const at = unitAt(unit);
    const after = orderPointsAfterIdle(
      read16(world.image, at + UNIT.orderPoints),
      world.image[at + UNIT.idleIncrease] as number,
    );
    if ((after & 0xff) === 0) count++;
  }
  return count;
}

/**
 * Returns 0 when time may pass: under order points, while the battle runs and the acting unit has
 * not moved.
 */
function idlePhaseError(world: World): number {
  const active = world.image[HEAD.activeUnit] as number;
  if (world.rules.turnOrder !== 'order-points' || active === NO_UNIT) return ERROR.PHASE;
  return moverError(world, active);
}

function drawError(world: World, command: Int32Array): number {
  const count = word(command, 1);
  if (count !== idleDraws(world)) return ERROR.DRAW_COUNT;
  for (let index = 0; index < count; index++) {
    const draw = word(command, 2 + index);
    if (draw < 0 || draw > 15) return ERROR.RANGE;
  }
  return 0;
}

/** C1:1C02 for every unit. The command's draws begin at its word 2. */
function idle(world: World, command: Int32Array, events: Events): void {
  let drawn = 0;
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    if (!isPresent(world, unit)) continue;
    const at = unitAt(unit);
    const before = read16(world.image, at + UNIT.orderPoints);
    let after = orderPointsAfterIdle(before, world.image[at + UNIT.idleIncrease] as number);
    if ((after & 0xff) === 0) after |= command[2 + drawn++] as number;
    setOrderPoints(world, unit, after, EVENT.orderPointsIdle, events);
  }
  activateNext(world, events);
}

const IDLE: Row = {
  ...{ code: 18, name: 'idle' },
  parameters: [
    {
      ...{ name: 'draws', min: 0, max: 15, capacity: DRAW_CAPACITY, length: idleDraws },
      ...{ mayBeAbsent: true, neededWhen: 'when low bytes become 0, one for each' },
      meaning: 'low four bits of the generator, one for each unit whose low byte becomes 0, in unit order',
    },
  ],
  meaning: "extension: time passes, every unit's order points grow by its idle increase",
  when: idlePhaseError,
  refuses: drawError,
  act: idle,
};

export const COMMANDS = declareCommands<World>(
  [
    ...[CALC, CAN_MOVE, STEP, MAP_CAN_MOVE, MOVE_UNIT, TRY_MOVE, SET_POSITION, ADD_UNIT, DUMP_MAP, DUMP_UNIT],
    ...[DUMP_MOVE_MAP, PATH, TURNS_TO, THREAT, ATTACK, FINISH, END_PHASE, IDLE],
  ],
  [
    ...['canMove', 'step', 'mapCanMove', 'threat', 'dumpMap', 'dumpMoveMap', 'endPhase', 'idle'],
    {
      each: 'unit',
      of: ['calc', 'addUnit', 'dumpUnit', 'finish', 'setPosition', 'moveUnit', 'tryMove', 'turnsTo', 'path', 'attack'],
    },
  ],
  ERROR.UNKNOWN_ID,
);

/** Values of a draw. */
const VALUES = 16;

/**
 * What chance decides, for a search: the draws of `idle` under order points (C1:1C02), 0 to 15.
 * @param worldOf the world of a battle
 */
export function planningOf(worldOf: (battle: Battle) => World): Planning {
  function outcomes(battle: Battle, code: number, most: number): readonly Outcome[] | number | undefined {
    const world = worldOf(battle);
    if (code !== IDLE.code || idlePhaseError(world) !== 0) return undefined;
    const draws = idleDraws(world);
    const count = VALUES ** draws;
    if (count > most) return count;
    return Array.from({ length: count }, (_, number) => {
      const command = new Int32Array(2 + DRAW_CAPACITY);
      command.set([IDLE.code, draws]);
      for (let draw = 0, rest = number; draw < draws; draw++, rest = Math.floor(rest / VALUES)) {
        command[2 + draw] = rest % VALUES;
      }
      return { command, cases: 1n };
    });
  }
  return { chanceParameters: { idle: 'draws' }, outcomes };
}
