/** What a search is given: of the turn engine by frames, and of a battle played by commands. */
import { read32 } from '../../int/uint.js';
import type { Planning } from '../../system.js';
import { pressesOf } from '../battle/commands.js';
import * as Host from '../memory/cells/host.js';
import { machineOf } from '../memory/machine.js';
import { leastPriceOf } from './damage-bound.js';
import { forceDraws } from './draw-outcomes.js';
import { enemyActs } from './enemy-action-count.js';
import { createSharedFrame } from './frame-prefixes.js';
import { battleKeyCells, frameKeyCells, stepsLowerBound, timerMatters } from './state-key.js';
import { createFirstSteps } from './walk-prefixes.js';

export const FRAME_PLANNING: Planning = {
  stateKeyCells: frameKeyCells,
  timerMatters,
  actionsLowerBound: stepsLowerBound,
  sharedPrefixes: (battle) => createSharedFrame(machineOf(battle)),
};

export const BATTLE_PLANNING: Planning = {
  stateKeyCells: battleKeyCells,
  timerMatters,
  costLowerBound: (battle, goal, commands) => leastPriceOf(machineOf(battle), goal, commands),
  frames: (battle) => read32(battle.image, Host.BATTLE_FRAMES),
  enemyActions: enemyActs,
  presses: (battle, command) => pressesOf(battle.image, command),
  sharedPrefixes: (battle) => createFirstSteps(machineOf(battle)),
  forceDraws: (battle, source) => forceDraws(machineOf(battle), source),
};
