/** The commands of a played battle as the system declares them. */
import type { CommandShape, ParameterShape } from '../../system/system.js';
import { CHARACTER_NAMES, ITEM_NAMES, SKILL_NAMES } from '../memory/name-shapes.js';
import { LIVE_A_LIVE_CELLS } from '../memory/named-cells.js';
import { formationNames } from '../setup/formation-name.js';
import { LARGEST_SCRIPT, LONGEST_HOLD, USUAL_HOLD } from './button-script.js';
import { FACINGS, WAYS } from './ids.js';
import * as player from './player-commands.js';
import { POLICIES } from './policies.js';
import { OVERFLOW, TO_OVERFLOW } from './presses.js';
import { UNTIL_TURN_OVER } from './run.js';

/** Code of the command that lets a policy play. */
export const AUTO = 10;
/** Commands that a policy gives at most before the user is asked again. */
export const LONGEST_AUTO = 10_000;
/** Code of the command that begins the next battle. */
export const NEXT_BATTLE = 11;
export const E_COMMAND = 1;

/** Cells of units that the battle at hand need not have, and what a reseed mixes in. */
const OF_OTHER_BATTLES = LIVE_A_LIVE_CELLS.map(({ name }) => name).filter(
  (name) => name.startsWith('enemy[') || name.startsWith('ally[') || name === 'battleTimer',
);

const X: ParameterShape = { name: 'x', min: 0, max: 6, meaning: 'column 0-6, from the left' };
const Y: ParameterShape = { name: 'y', min: 0, max: 6, meaning: 'row 0-6, from the top' };
const ALLY: ParameterShape = {
  name: 'ally',
  min: player.ANY_ALLY,
  max: 3,
  ids: 'ally',
  names: CHARACTER_NAMES,
  optional: player.ANY_ALLY,
  meaning: 'who acts: a name, a slot 0-3, or left out for the one whose turn it is',
};
const FRAMES: ParameterShape = {
  name: 'frames',
  min: UNTIL_TURN_OVER,
  max: player.LARGEST_WAIT,
  optional: UNTIL_TURN_OVER,
  meaning:
    "frames before the next command may come: left out = until the enemies' turn is over; 0 = as soon as an ally can act",
};
const FACING: ParameterShape = {
  name: 'facing',
  min: player.ANY_FACING,
  max: 3,
  ids: 'facing',
  names: FACINGS,
  optional: player.ANY_FACING,
  meaning: 'facing from which the target is reached: lower-right, lower-left, upper-right, upper-left',
};

/** The commands by code. */
export const PLAY_COMMANDS: readonly CommandShape[] = [
  {
    code: player.MOVE,
    name: 'move',
    parameters: [X, Y, ALLY, FRAMES],
    meaning: 'walk to a free cell, cell by cell, until the enemies get a turn',
  },
  {
    code: player.TURN,
    name: 'turn',
    parameters: [
      { name: 'way', min: 0, max: 1, ids: 'way', names: WAYS, meaning: 'left or right (clockwise)' },
      ALLY,
      FRAMES,
    ],
    meaning: 'turn to face',
  },
  { code: player.STEP, name: 'step', parameters: [ALLY, FRAMES], meaning: 'step in place' },
  { code: player.PASS, name: 'pass', parameters: [ALLY, FRAMES], meaning: 'hand on to the next ally' },
  {
    code: player.SKILL,
    name: 'skill',
    parameters: [
      { name: 'skill', min: 1, max: 255, ids: 'skill', names: SKILL_NAMES, meaning: "skill of the ally's list" },
      X,
      Y,
      FACING,
      {
        name: 'presses',
        min: 0,
        max: TO_OVERFLOW,
        ids: 'presses',
        names: [OVERFLOW],
        optional: 0,
        meaning: 'presses of L or R while the area is chosen; overflow = as many as let a skill without a charge wrap',
      },
      ALLY,
      FRAMES,
    ],
    meaning: 'use a skill on a cell',
  },
  {
    code: player.ITEM,
    name: 'item',
    parameters: [
      { name: 'item', min: 1, max: 255, ids: 'item', names: ITEM_NAMES, meaning: 'item at hand' },
      X,
      Y,
      FACING,
      ALLY,
      FRAMES,
    ],
    meaning: 'use an item on a cell',
  },
  { code: player.ESCAPE, name: 'escape', parameters: [ALLY], meaning: 'leave the battle' },
  {
    code: player.WAIT,
    name: 'wait',
    parameters: [{ ...FRAMES, meaning: "frames to wait; left out = until the enemies' turn is over" }],
    meaning: 'let frames pass',
    kind: 'wait',
  },
  {
    code: AUTO,
    name: 'auto',
    parameters: [
      {
        name: 'policy',
        min: 0,
        max: POLICIES.length - 1,
        ids: 'policy',
        names: POLICIES,
        meaning: POLICIES.join(' or '),
      },
      {
        name: 'commands',
        min: 0,
        max: LONGEST_AUTO,
        optional: 0,
        meaning: 'commands it gives; 0 = until the battle is over',
      },
      { name: 'seed', min: 0, max: 0x7fff_ffff, optional: 1, meaning: 'seed of its choices' },
    ],
    meaning: 'let a policy play',
    choosesBy: ['battleFrames', 'battleTimer'],
  },
  {
    code: NEXT_BATTLE,
    name: 'battle',
    parameters: [
      {
        name: 'formation',
        min: -1,
        max: 255,
        optional: -1,
        ids: 'formation',
        names: formationNames(),
        meaning: 'formation of the next battle; left out: the encounter of `area`',
      },
      { name: 'walk', min: 0, max: 0xffff, optional: 0, meaning: 'frames on the map before it' },
      {
        name: 'draws',
        min: 0,
        max: 255,
        optional: 0,
        meaning: 'draws of the battle generator on the map, such as one for each encounter',
      },
      { name: 'heal', min: 0, max: 1, optional: 1, meaning: '1 = all HP again, as in the game; 0 = HP as they are' },
      {
        name: 'escape',
        min: -1,
        max: 1,
        optional: -1,
        meaning: '1 = the next battle can be left, 0 = it cannot; left out: as the formation has it',
      },
      {
        name: 'area',
        min: -1,
        max: 255,
        optional: -1,
        meaning: 'area of the map (7E0041) whose encounter is drawn; with `formation`: it must be that one',
      },
    ],
    meaning: 'begin the next battle, once this one is won or left',
    choosesBy: OF_OTHER_BATTLES,
    begins: true,
    leastFrames: 'walk',
  },
  {
    code: player.PRESS,
    name: 'press',
    parameters: [
      {
        name: 'buttons',
        min: 1,
        max: LARGEST_SCRIPT,
        ids: 'buttons',
        meaning: 'up to eight buttons, one after another: a right a',
      },
      {
        name: 'further',
        min: 0,
        max: LARGEST_SCRIPT,
        optional: 0,
        ids: 'buttons',
        meaning: 'up to eight further ones',
      },
      { name: 'hold', min: 1, max: LONGEST_HOLD, optional: USUAL_HOLD, meaning: 'frames that each is held' },
      { name: 'release', min: 1, max: LONGEST_HOLD, optional: USUAL_HOLD, meaning: 'frames without one after each' },
    ],
    meaning: "press buttons where the player drives an enemy: an image's own code answers them",
  },
];
