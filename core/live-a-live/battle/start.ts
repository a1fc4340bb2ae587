/**
 * The start of a played battle: its first frame, and abnormalities from items in the left hand (C1:3546, 35A9). Evidence:
 * the routines are executed.
 */
import { read16 } from '../../int/uint.js';
import { passFrames } from '../combat/use-skill.js';
import { ALLY_STRIDE, ENEMY_STRIDE, FIRST_ALLY, FIRST_ENEMY, LAST_ALLY, START_FRAMES } from '../memory/cells.js';
import type { Machine } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { noteStartAbnormality, takeStartAbnormality } from '../turn/battle-start.js';
import { isListEnd } from '../turn/time-passes.js';
import { playFrame } from './run.js';

/** Runs the first frame; after it the first ally may act. */
export function beginPlayedBattle(machine: Machine): void {
  const ram = machine.ram;
  playFrame(machine);
  for (let ally = FIRST_ALLY; ally <= LAST_ALLY; ally += ALLY_STRIDE) noteStartAbnormality(machine, ally);
  for (let enemy = FIRST_ENEMY; !isListEnd(ram, enemy); enemy += ENEMY_STRIDE) {
    if (isEnemyPresent(ram, enemy)) takeStartAbnormality(machine, enemy);
  }
  passFrames(machine, read16(ram, START_FRAMES), true);
}
