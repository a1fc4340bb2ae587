/** How the two systems of LIVE A LIVE tell what happened. */
import type { Narration } from '../../system/system.js';
import { PLAYED_BATTLE } from '../battle/program.js';
import { sentenceOf } from './sentences.js';
import { tellBattle, tellFrame } from './tell.js';

export const BATTLE_NARRATION: Narration = {
  tell: (battle, before, events) => tellBattle(battle, before, events, PLAYED_BATTLE),
  sentence: sentenceOf,
};

export const FRAME_NARRATION: Narration = { tell: tellFrame, sentence: sentenceOf };
