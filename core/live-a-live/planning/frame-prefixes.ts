/**
 * The prefix that all frames of the turn engine share: they differ only from the buttons on. A
 * search plays it once for all pad words.
 */
import type { SharedPrefixes } from '../../system/system.js';
import { DRILL } from '../drill/program.js';
import { PHASE_RUNNING, runFromButtons, runToButtons } from '../frame/frame.js';
import * as Host from '../memory/cells/host.js';
import type { Machine } from '../memory/machine.js';

export function createFramePrefixes(machine: Machine): SharedPrefixes {
  /** What the frame's beginning that was played last came to. */
  let begun = 0;
  return {
    count: 1,
    of: (_, before) => (before < 0 && machine.ram[Host.PHASE] === PHASE_RUNNING ? 0 : -1),
    play() {
      machine.events = undefined;
      begun = runToButtons(machine, DRILL);
      return false;
    },
    playRest(command) {
      machine.events = undefined;
      runFromButtons(machine, DRILL, begun, command[1] as number);
    },
  };
}
