/**
 * One command: checked first, then carried out in place. Source: seed 002, S9 to S19, and its
 * extensions.
 */

import { write16, write32 } from '../int/uint.js';
import { pushEvent, pushFour } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { addUnit, attack, finish, idle, moveUnit, place } from './actions.js';
import { ANSWER, CALCULATED_UNIT, PATH_LENGTH, UNIT_MOVE, unitAt } from './cells.js';
import { checkCommand, fillPaths } from './check.js';
import * as code from './commands.js';
import * as event from './events.js';
import { calculate, isDestination, moveMapValue, squareOf } from './move-map.js';
import { NEVER, reachByTurns } from './multi-turn.js';
import { writePath } from './path.js';
import { print } from './print.js';
import { UNREACHED } from './reach.js';
import { countThreats } from './threat.js';
import { beginNextPhase } from './turns.js';
import { clearMarks, markOthers, startSquare } from './unit-reach.js';
import { mapCanMove, unitField, type World } from './world.js';

type Events = EventBuffer | undefined;

function answer(world: World, value: number): void {
  write32(world.image, ANSWER, value);
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
  write16(image, PATH_LENGTH, count);
  answer(world, count - 1);
  pushEvent(events, event.EVENT_PATH_FOUND, 2, unit, count);
}

function answerTurns(world: World, unit: number, x: number, y: number, events: Events): void {
  const move = world.image[unitAt(unit) + UNIT_MOVE] as number;
  markOthers(world, unit);
  reachByTurns(unitField(world, unit), startSquare(world, unit), move, world.buffers, world.turns, world.squares);
  clearMarks(world);
  const turns = world.turns[squareOf(world, x, y)] as number;
  const value = turns === NEVER ? -1 : turns;
  answer(world, value);
  pushFour(events, event.EVENT_TURNS_COUNTED, unit, value, x, y);
}

/** The seed's move with its printed message. */
function tryMove(world: World, unit: number, x: number, y: number, events: Events): void {
  const moves = isDestination(world, x, y);
  if (moves) moveUnit(world, unit, x, y, events);
  else pushEvent(events, event.EVENT_NOT_MOVED, 3, unit, x, y);
  answer(world, moves ? 1 : 0);
  if (world.layout.transcriptCapacity === 0) return;
  pushEvent(events, event.EVENT_PRINTED, 1, print(world, moves ? 'moves' : 'cannotMove', unit, x, y));
}

function readStep(world: World, x: number, y: number, events: Events): void {
  const value = moveMapValue(world, x, y);
  const shown = value === UNREACHED ? -1 : value;
  answer(world, shown);
  pushEvent(events, event.EVENT_STEP_READ, 3, x, y, shown);
}

function perform(world: World, command: Int32Array, events: Events): void {
  const first = command[1] as number;
  const second = command[2] as number;
  const third = command[3] as number;
  switch (command[0]) {
    case code.COMMAND_CALC:
      pushEvent(events, event.EVENT_CALCULATED, 2, first, calculate(world, first));
      return;
    case code.COMMAND_CAN_MOVE: {
      const result = isDestination(world, first, second) ? 1 : 0;
      answer(world, result);
      pushEvent(events, event.EVENT_DESTINATION_TESTED, 3, first, second, result);
      return;
    }
    case code.COMMAND_STEP:
      readStep(world, first, second, events);
      return;
    case code.COMMAND_MAP_CAN_MOVE: {
      const result = mapCanMove(world, first, second, third) ? 1 : 0;
      answer(world, result);
      pushFour(events, event.EVENT_SQUARE_TESTED, first, second, third, result);
      return;
    }
    case code.COMMAND_MOVE_UNIT:
      moveUnit(world, first, second, third, events);
      return;
    case code.COMMAND_TRY_MOVE:
      tryMove(world, first, second, third, events);
      return;
    case code.COMMAND_SET_POSITION:
      place(world, first, second, third);
      pushEvent(events, event.EVENT_PLACED, 3, first, second, third);
      return;
    case code.COMMAND_ADD_UNIT:
      addUnit(world, first, events);
      return;
    case code.COMMAND_DUMP_MAP:
      pushEvent(events, event.EVENT_PRINTED, 1, print(world, 'map'));
      return;
    case code.COMMAND_DUMP_UNIT:
      pushEvent(events, event.EVENT_PRINTED, 1, print(world, 'unit', first));
      return;
    case code.COMMAND_DUMP_MOVE_MAP:
      pushEvent(events, event.EVENT_PRINTED, 1, print(world, 'moveMap', world.image[CALCULATED_UNIT] as number));
      return;
    case code.COMMAND_PATH:
      answerPath(world, first, second, third, events);
      return;
    case code.COMMAND_TURNS_TO:
      answerTurns(world, first, second, third, events);
      return;
    case code.COMMAND_THREAT: {
      const count = countThreats(world, first, second, third);
      answer(world, count);
      pushFour(events, event.EVENT_THREAT_COUNTED, first, count, second, third);
      return;
    }
    case code.COMMAND_ATTACK:
      attack(world, first, second, third, events);
      return;
    case code.COMMAND_FINISH:
      finish(world, first, events);
      return;
    case code.COMMAND_END_PHASE:
      beginNextPhase(world, events);
      return;
    default:
      idle(world, command, events);
  }
}

/** Returns 0, or the number of the error with the image untouched. */
export function step(world: World, command: Int32Array, events: Events): number {
  const rejected = checkCommand(world, command);
  if (rejected === 0) perform(world, command, events);
  return rejected;
}
