/** Errors of states. */
import type { StateFault } from '../../core/system/system.js';
import { LockstepError } from '../base/errors.js';

/** `E_STATE_FILE`: the file cannot be read as a state. */
export function stateFileError(file: string, message: string, found: string, remedy?: string): LockstepError {
  return new LockstepError('E_STATE_FILE', message, {
    file,
    found,
    expected: '128 KiB of work RAM, or a savestate of BizHawk, Mesen 2, Snes9x, bsnes or a libretro core',
    remedy: remedy ?? 'Save the state again in the emulator, or write its work RAM to a file',
  });
}

/** What is said of a fault, and what to take instead. */
const MESSAGES: Readonly<Record<StateFault['kind'], readonly [message: string, instead: string]>> = {
  other: ['no battle is in this memory', 'inside a battle of the game'],
  between: ['the battle is over or has not begun', 'in which both sides fight'],
  before: ['the battle is set up and has not begun', 'after its first frame'],
  moment: ['the battle is in the middle of something that no cell holds', 'a little earlier or later'],
};

/** `E_STATE_BATTLE`: the memory holds no battle that can be played on. */
export function battleError(file: string, { kind, found }: StateFault): LockstepError {
  const [message, instead] = MESSAGES[kind];
  return new LockstepError('E_STATE_BATTLE', message, { file, found, remedy: `Take a moment ${instead}` });
}
