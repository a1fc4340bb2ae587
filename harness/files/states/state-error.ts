/** Errors of states. */
import type { StateFault } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';

/** `E_STATE_FILE`: the file cannot be read as a state. */
export function stateFileError(file: string, message: string, found: string, remedy?: string): LockstepError {
  return new LockstepError('E_STATE_FILE', message, {
    file,
    found,
    expected: '128 KiB of work RAM, or a savestate of BizHawk, Mesen 2, Snes9x, bsnes or a libretro core',
    remedy: remedy ?? 'Save the state again in the emulator, or write its work RAM to a file',
  });
}

const NO_BATTLE = 'no battle is in this memory';
const NO_BATTLE_ANYWHERE = 'no battle is in this file';

/** What is said of a fault, and what to take instead. */
const MESSAGES: Readonly<Record<StateFault['kind'], readonly [message: string, instead: string]>> = {
  other: [NO_BATTLE, 'inside a battle of the game'],
  between: ['the battle is over or has not begun', 'in which both sides fight'],
  before: ['the battle is set up and has not begun', 'after its first frame'],
  moment: ['the battle is in the middle of something that no cell holds', 'a little earlier or later'],
};

/** `E_STATE_BATTLE`: the memory holds no battle that can be played on. */
export function battleError(file: string, { kind, found }: StateFault): LockstepError {
  const [message, instead] = MESSAGES[kind];
  return new LockstepError('E_STATE_BATTLE', message, { file, found, remedy: `Take a moment ${instead}` });
}

/** The same of a file in which a battle was looked for. @param bytes how many were looked at */
export function noBattleError(file: string, bytes: number): LockstepError {
  return new LockstepError('E_STATE_BATTLE', NO_BATTLE_ANYWHERE, {
    file,
    found: `none at any place of ${countText(bytes, 'byte')}`,
    expected: 'the memory of a battle: pointers to its blocks, units on the field grid',
    remedy: 'Save the state inside a battle of the game; of another emulator write the work RAM (128 KiB) to a file',
  });
}

/** Whether an error says that there is no battle at all, not that its moment is a wrong one. */
export function isNoBattle(error: unknown): boolean {
  return error instanceof LockstepError && [NO_BATTLE, NO_BATTLE_ANYWHERE].includes(error.message);
}
