/** What a search is given: of the turn engine by frames, and of a battle played by commands. */
import { read32 } from '../../int/uint.js';
import type { Planning } from '../../system/system.js';
import { pressesOf } from '../battle/commands.js';
import * as Host from '../memory/cells/host.js';
import { machineOf } from '../memory/machine.js';
import { startPlacesOf } from '../setup/start-places.js';
import { boundOverBattles, damageBound, goesOn, impliedRanges } from './damage-bound.js';
import { forceDraws, GENERATOR } from './draw-outcomes.js';
import { countEnemyActions, createFramePlay, createFramePrefixes, createWalkPrefixes } from './frame-play.js';
import { SHOWN_BY, shownNumbers } from './shown-numbers.js';

import {
  battleKeyCells,
  battleStandsAlone,
  frameKeyCells,
  frameStandsAlone,
  stepsLowerBound,
  timerMatters,
} from './state-key.js';
import { TARGETS } from './targets.js';

export const FRAME_PLANNING: Planning = {
  stateKeyCells: frameKeyCells,
  standsAlone: frameStandsAlone,
  timerMatters,
  actionsLowerBound: stepsLowerBound,
  sharedPrefixes: (battle) => createFramePrefixes(machineOf(battle)),
};

export const BATTLE_PLANNING: Planning = {
  stateKeyCells: battleKeyCells,
  standsAlone: battleStandsAlone,
  timerMatters,
  costLowerBound(battle, goal, commands) {
    if (goesOn(commands)) return boundOverBattles(battle, goal, commands);
    const machine = machineOf(battle);
    // an image's code may deal more than our routines
    return machine.holes.original === undefined ? damageBound(machine, goal, commands) : undefined;
  },
  impliedRanges: (battle, goal) => impliedRanges(machineOf(battle), battle, goal),
  frames: (battle) => read32(battle.image, Host.BATTLE_FRAMES),
  enemyActions: countEnemyActions,
  shown: { kinds: SHOWN_BY, tell: shownNumbers },
  presses: (battle, command) => pressesOf(battle.image, command),
  sharedPrefixes: (battle) => createWalkPrefixes(machineOf(battle)),
  forceDraws: (battle, source) => forceDraws(machineOf(battle), source),
  targets: TARGETS,
  generator: GENERATOR,
  startPlaces: (battle, most) => startPlacesOf(battle.image, most),
  framePlay: (battle) => createFramePlay(machineOf(battle), battle.cells),
};
