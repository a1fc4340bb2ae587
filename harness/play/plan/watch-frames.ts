/** The frames inside a command, of systems whose commands take frames. */
import type { Battle, System } from '../../../core/system/system.js';

/** Plays something while a listener is called after each frame. @param play steps the battle */
export function watchFrames<Result>(
  { capabilities }: System,
  battle: Battle,
  listener: () => void,
  play: () => Result,
): Result {
  const watch = capabilities.views?.watchFrames;
  watch?.(battle, listener);
  try {
    return play();
  } finally {
    watch?.(battle, undefined);
  }
}
