/**
 * One pad word for each effect that the pad can have in a frame: the branches of `buttons.ts` and
 * `decision.ts`. Evidence: decision, as those (traces/homebrew/PROGRAM.md).
 */
import type { InputShape } from '../../system/system.js';
import {
  PAD_A,
  PAD_B,
  PAD_DOWN,
  PAD_L,
  PAD_LEFT,
  PAD_R,
  PAD_RIGHT,
  PAD_SELECT,
  PAD_START,
  PAD_UP,
  PAD_X,
  PAD_Y,
} from '../memory/pad.js';

/** Code of the turn engine's only command. */
export const COMMAND_FRAME = 1;

const WORDS: readonly (readonly [pad: number, label: string])[] = [
  [0, 'nothing'],
  [PAD_A, 'use the skill'],
  [PAD_B, 'use the skill with a charge'],
  [PAD_X, 'use an item'],
  [PAD_Y, 'step in place'],
  [PAD_L | PAD_R, 'pass'],
  [PAD_R, 'turn to face, right'],
  [PAD_L, 'turn to face, left'],
  [PAD_UP, 'step up'],
  [PAD_DOWN, 'step down'],
  [PAD_LEFT, 'step left'],
  [PAD_RIGHT, 'step right'],
  [PAD_SELECT | PAD_RIGHT, 'next skill'],
  [PAD_SELECT | PAD_LEFT, 'previous skill'],
  [PAD_SELECT | PAD_DOWN, 'next target'],
  [PAD_SELECT | PAD_UP, 'previous target'],
  [PAD_SELECT | PAD_START, 'choose an area'],
  [PAD_START | PAD_A, 'enemy: use the skill'],
  [PAD_START | PAD_B, 'enemy: use the skill with a charge'],
  [PAD_START | PAD_X, 'enemy: leg-locked move'],
  [PAD_START | PAD_Y, 'enemy: next step of its decision'],
  [PAD_START | PAD_L, 'enemy: turn left'],
  [PAD_START | PAD_R, 'enemy: turn right'],
  [PAD_START | PAD_UP, 'enemy: step'],
];

const numberOf = (label: string): number => WORDS.findIndex((word) => word[1] === label);

export const INPUTS: InputShape = {
  choices: WORDS.map(([pad, label]) => ({ command: [COMMAND_FRAME, pad], label })),
  cells: ['pad1', 'pad2', 'pad1Copy', 'pad2Copy', 'padWord', 'joypad1', 'joypad2'],
  sequence: { begin: 'sequenceBegin', end: 'sequenceEnd' },
  dials: [
    { cell: 'skillCursor', count: 16, raise: numberOf('next skill'), lower: numberOf('previous skill') },
    { cell: 'targetCursor', count: 15, raise: numberOf('next target'), lower: numberOf('previous target') },
    { cell: 'areaMode', count: 2, raise: numberOf('choose an area'), lower: numberOf('use the skill with a charge') },
  ],
};
