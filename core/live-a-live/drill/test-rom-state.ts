/**
 * A battle of the test ROM taken over from work RAM, frame for frame: its memory holds every cell
 * of the turn engine, those of our own too. Evidence: decision (traces/homebrew/PROGRAM.md).
 */
import type { ConsoleState, StateFault } from '../../system/evidence.js';
import type { Battle } from '../../system/system.js';
import { PHASE_RUNNING } from '../frame/frame.js';
import * as Host from '../memory/cells/host.js';
import { battleFault, CONSOLE_STATE, copyWorkRam } from '../setup/console-state.js';

import { isMenuImage } from './duel.js';

function adopt({ image }: Battle): StateFault | undefined {
  const phase = image[Host.PHASE];
  if (phase !== PHASE_RUNNING) return { kind: 'between', found: `the test ROM with phase = ${phase}` };
  const shown = image[Host.TARGET_CURSOR] as number;
  if (isMenuImage(image) && shown !== 0) {
    return { kind: 'moment', found: `targetCursor = ${shown}: a window is open, or the screen shows something` };
  }
  return battleFault(image);
}

function take(battle: Battle, memory: Uint8Array, at: number): StateFault | undefined {
  if (copyWorkRam(battle, memory, at)) return adopt(battle);
  return {
    kind: 'other',
    found: 'no test ROM: a game’s memory lacks cells of a frame, and live-a-live-battle takes its battles',
  };
}

export const TEST_ROM_STATE: ConsoleState = {
  bytes: CONSOLE_STATE.bytes,
  mayBegin: CONSOLE_STATE.mayBegin,
  take,
  adopt,
  needs: () => [],
  notes: () => ['which buttons are held down: each press of the plan is taken as a new one'],
};
