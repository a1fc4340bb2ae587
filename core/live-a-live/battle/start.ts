/**
 * The start of a played battle: its first frame, and abnormalities from items in the left hand
 * (C1:3546, 35A9). Evidence: the routines are executed; a second note for a species (C1:358C) is
 * unpublished.
 */
import { read16 } from '../../int/uint.js';
import { passFrames } from '../combat/use-skill.js';
import * as Ally from '../memory/cells/ally.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import { exitOf, type Machine } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { FILLED_START, fillHole, keepForHole } from '../memory/unpublished-used.js';
import { NOTED_ALREADY, noteStartAbnormality, takeStartAbnormality } from '../turn/battle-start.js';
import { isListEnd } from '../turn/time-passes.js';
import { playFrame } from './run.js';

/** Runs the first frame; after it the first ally may act. */
export function beginPlayedBattle(machine: Machine): void {
  const ram = machine.ram;
  playFrame(machine);
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    keepForHole(machine);
    if (exitOf(noteStartAbnormality(machine, ally)) !== NOTED_ALREADY) continue;
    fillHole(machine, FILLED_START, 0xc13546, ally);
  }
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) takeStartAbnormality(machine, enemy);
  }
  passFrames(machine, read16(ram, Host.START_FRAMES), true);
}
