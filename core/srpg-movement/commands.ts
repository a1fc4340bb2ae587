/**
 * The commands. The seed has calc, canMove, step, mapCanMove, tryMove, setPosition, addUnit and
 * three dumps. moveUnit is its checked form (SA10); the rest are extensions.
 */
import type { CommandShape, ParameterShape } from '../system/system.js';

export const COMMAND_CALC = 1;
export const COMMAND_CAN_MOVE = 2;
export const COMMAND_STEP = 3;
export const COMMAND_MAP_CAN_MOVE = 4;
export const COMMAND_MOVE_UNIT = 5;
export const COMMAND_TRY_MOVE = 6;
export const COMMAND_SET_POSITION = 7;
export const COMMAND_ADD_UNIT = 8;
export const COMMAND_DUMP_MAP = 9;
export const COMMAND_DUMP_UNIT = 10;
export const COMMAND_DUMP_MOVE_MAP = 11;
export const COMMAND_PATH = 12;
export const COMMAND_TURNS_TO = 13;
export const COMMAND_THREAT = 14;
export const COMMAND_ATTACK = 15;
export const COMMAND_FINISH = 16;
export const COMMAND_END_PHASE = 17;
export const COMMAND_IDLE = 18;

/** Maximum number of draws in one `idle`; a battle under order points has at most as many units. */
export const DRAW_CAPACITY = 64;

const UNIT: ParameterShape = { name: 'unit', min: 0, max: 254, ids: 'unit', meaning: 'the unit' };
const X: ParameterShape = { name: 'x', min: 0, max: 255, meaning: 'column, 0 is left' };
const Y: ParameterShape = { name: 'y', min: 0, max: 255, meaning: 'row, 0 is top' };

export const COMMANDS: readonly CommandShape[] = [
  { code: COMMAND_CALC, name: 'calc', parameters: [UNIT], meaning: 'fills the MoveMap for the unit (S13)' },
  { code: COMMAND_CAN_MOVE, name: 'canMove', parameters: [X, Y], meaning: 'answer = 1 when the MoveMap has it (S17)' },
  {
    code: COMMAND_STEP,
    name: 'step',
    parameters: [X, Y],
    meaning: 'answer = value of the MoveMap, -1 unreached (S13)',
  },
  {
    code: COMMAND_MAP_CAN_MOVE,
    name: 'mapCanMove',
    parameters: [X, Y, { name: 'move', min: 0, max: 254, meaning: 'movement left before the square' }],
    meaning: 'answer = 1 when the square can be entered with this movement (S10)',
  },
  {
    code: COMMAND_MOVE_UNIT,
    name: 'moveUnit',
    parameters: [UNIT, X, Y],
    meaning: 'moves the unit to a square of its MoveMap; rejected when it is not there (SA10)',
  },
  {
    code: COMMAND_TRY_MOVE,
    name: 'tryMove',
    parameters: [UNIT, X, Y],
    meaning: "moves the unit when the MoveMap has the square, and prints which of the seed's two messages holds (S18)",
  },
  {
    code: COMMAND_SET_POSITION,
    name: 'setPosition',
    parameters: [UNIT, X, Y],
    meaning: "the seed's unchecked setter (SA10); only without turns",
  },
  { code: COMMAND_ADD_UNIT, name: 'addUnit', parameters: [UNIT], meaning: 'puts the unit on the map (S11)' },
  { code: COMMAND_DUMP_MAP, name: 'dumpMap', parameters: [], meaning: 'prints the map (S18)' },
  { code: COMMAND_DUMP_UNIT, name: 'dumpUnit', parameters: [UNIT], meaning: 'prints the unit (S12, S18)' },
  { code: COMMAND_DUMP_MOVE_MAP, name: 'dumpMoveMap', parameters: [], meaning: 'prints the MoveMap (S18)' },
  {
    code: COMMAND_PATH,
    name: 'path',
    parameters: [UNIT, X, Y],
    meaning: "extension: writes the unit's way to the square into the path cells; answer = steps",
  },
  {
    code: COMMAND_TURNS_TO,
    name: 'turnsTo',
    parameters: [UNIT, X, Y],
    meaning: 'extension: answer = turns of full movement to stand on the square, -1 never',
  },
  {
    code: COMMAND_THREAT,
    name: 'threat',
    parameters: [{ name: 'side', min: 0, max: 255, meaning: 'the side that strikes' }, X, Y],
    meaning: 'extension: answer = units of the side that could move and then strike the square',
  },
  {
    code: COMMAND_ATTACK,
    name: 'attack',
    parameters: [
      UNIT,
      { name: 'target', min: 0, max: 254, ids: 'unit', meaning: 'the unit struck' },
      { name: 'damage', min: 0, max: 65535, optional: 0, meaning: 'HP taken; 0 when the switch damage is difference' },
    ],
    meaning: 'extension: strikes a unit within range',
  },
  { code: COMMAND_FINISH, name: 'finish', parameters: [UNIT], meaning: "extension: ends the unit's turn" },
  { code: COMMAND_END_PHASE, name: 'endPhase', parameters: [], meaning: 'extension: the next side begins' },
  {
    code: COMMAND_IDLE,
    name: 'idle',
    parameters: [
      {
        name: 'draws',
        min: 0,
        max: 15,
        capacity: DRAW_CAPACITY,
        meaning: 'low four bits of the generator, one for each unit whose low byte becomes 0, in unit order',
      },
    ],
    meaning: "extension: time passes, every unit's order points grow by its idle increase",
  },
];
