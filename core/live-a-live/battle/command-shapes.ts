/** The commands of a played battle as the system declares them. */

import { PAD_BUTTONS } from '../../../rom-map/pad.js';
import { CHARACTERS } from '../../../rom-map/tables/characters.js';
import { ITEMS } from '../../../rom-map/tables/items.js';
import { ALLY_SKILLS } from '../../../rom-map/tables/skills.js';
import { read8 } from '../../int/uint.js';
import type { CommandShape, ParameterShape } from '../../system/system.js';
import * as Ally from '../memory/cells/ally.js';
import { numberOfName } from '../memory/tables.js';
import { CHARACTER_NAMES, ITEM_NAMES, SKILL_NAMES } from '../memory/unit-names.js';
import { LIVE_A_LIVE_CELLS } from '../memory/work-cells.js';
import { formationNames, formationOf, unitsOfFormation } from '../setup/formation.js';
import * as player from './player-commands.js';
import { POLICIES } from './policies.js';
import { OVERFLOW, TO_OVERFLOW } from './presses.js';
import { UNTIL_TURN_OVER } from './run.js';

// Buttons that are pressed one after another, as a parameter of a command: up to eight in a number,
// the first one in its lowest digit. Evidence: decision; the bits are those of register 4218.

const BUTTONS: readonly string[] = PAD_BUTTONS.map((button) => button.toLowerCase());

/** A digit for each button, and 0: no further one. */
const DIGITS = BUTTONS.length + 1;
const FIRST_BIT = 0x8000;
export const MOST_BUTTONS = 8;
export const LARGEST_SCRIPT = DIGITS ** MOST_BUTTONS - 1;
export const BUTTON_COUNT = BUTTONS.length;
/** Frames that a button is held, and released: at most, and where nothing is said. */
export const LONGEST_HOLD = 60;
export const USUAL_HOLD = 4;

/** Number of a script such as `a right a`, or -1. */
export function numberOfButtons(text: string): number {
  const words = text.split(' ');
  if (words.length > MOST_BUTTONS) return -1;
  let number = 0;
  for (const word of [...words].reverse()) {
    const digit = BUTTONS.indexOf(word) + 1;
    if (digit === 0) return -1;
    number = DIGITS * number + digit;
  }
  return number;
}

/** Digits of a script, or undefined for a number that is none: nothing follows a digit of 0. */
function digitsOf(number: number): number[] | undefined {
  const digits: number[] = [];
  for (let left = number; left > 0; left = Math.floor(left / DIGITS)) digits.push(left % DIGITS);
  return number < 0 || number > LARGEST_SCRIPT || digits.includes(0) ? undefined : digits;
}

/** Script of a number, or undefined; nothing for 0. */
export function buttonsOfNumber(number: number): string | undefined {
  return digitsOf(number)
    ?.map((digit) => BUTTONS[digit - 1])
    .join(' ');
}

/** Number of the script with one button. @param button 0 to 11, in the order of the pad's bits */
export function oneButton(button: number): number {
  return button + 1;
}

/**
 * Pad words of scripts, one a frame: each button held, then released.
 * @param scripts one after another @param hold frames @param release frames
 * @returns undefined for a number that is no script
 */
export function padWordsOf(scripts: readonly number[], hold: number, release: number): Uint16Array | undefined {
  const pads: number[] = [];
  for (const script of scripts) {
    const digits = digitsOf(script);
    if (digits === undefined) return undefined;
    for (const digit of digits) {
      for (let frame = 0; frame < hold; frame++) pads.push(FIRST_BIT >>> (digit - 1));
      for (let frame = 0; frame < release; frame++) pads.push(0);
    }
  }
  return Uint16Array.from(pads);
}

/** Pad words in words: `a 4, - 4` is A for four frames and nothing for four. */
export function buttonsText(pads: Uint16Array): string {
  const parts: string[] = [];
  for (let at = 0; at < pads.length; ) {
    const word = pads[at] as number;
    let frames = 0;
    while (pads[at] === word) {
      at++;
      frames++;
    }
    const held = BUTTONS.filter((_, button) => (word & (FIRST_BIT >>> button)) !== 0);
    parts.push(`${held.length === 0 ? '-' : held.join('+')} ${frames}`);
  }
  return parts.join(', ');
}

// Names that plans may write in place of numbers: allies, skills, items, ways, facings, policies.

const WAYS = ['left', 'right'];
const FACINGS = ['lower-right', 'lower-left', 'upper-right', 'upper-left'];

/** Number of an id of a kind, or -1. */
export function numberOfId(ram: Uint8Array, kind: string, id: string): number {
  if (kind === 'skill') return numberOfName(ALLY_SKILLS.rows, id);
  if (kind === 'item') return numberOfName(ITEMS.rows, id);
  if (kind === 'way') return WAYS.indexOf(id);
  if (kind === 'facing') return FACINGS.indexOf(id);
  if (kind === 'policy') return POLICIES.indexOf(id);
  if (kind === 'formation') return formationOf(id);
  if (kind === 'presses') return id === OVERFLOW ? TO_OVERFLOW : -1;
  if (kind === 'buttons') return numberOfButtons(id);
  if (kind !== 'ally') return -1;
  const character = numberOfName(CHARACTERS.rows, id);
  for (let slot = 0; slot < 4; slot++) {
    if (ram[Ally.FIRST + Ally.STRIDE * slot + Ally.ID] === character) return slot;
  }
  return -1;
}

/** Id of a number of a kind, or undefined. */
export function idOfNumber(ram: Uint8Array, kind: string, number: number): string | undefined {
  if (kind === 'skill') return number === 0 ? undefined : ALLY_SKILLS.rows[number]?.id;
  if (kind === 'item') return number === 0 ? undefined : ITEMS.rows[number]?.id;
  if (kind === 'way') return WAYS[number];
  if (kind === 'facing') return FACINGS[number];
  if (kind === 'policy') return POLICIES[number];
  if (kind === 'presses') return number === TO_OVERFLOW ? OVERFLOW : undefined;
  if (kind === 'buttons') return number === 0 ? undefined : buttonsOfNumber(number);
  if (kind !== 'ally' || number < 0 || number > 3) return undefined;
  return CHARACTERS.rows[read8(ram, Ally.FIRST + Ally.STRIDE * number + Ally.ID)]?.id;
}

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
    brings: ([, number = -1]) => (number < 0 ? undefined : unitsOfFormation(number)),
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
