/** Frames that the moves of a search take, by the battle timer, which falls by one in each. */
import { read16 } from '../../../core/int/index.js';
import type { LiveALiveBattle } from '../../../core/live-a-live/index.js';
import * as Cell from '../../../core/live-a-live/memory/cells/cell.js';
import type { System } from '../../../core/system.js';
import type { Problem } from '../../search/problem/problem.js';

/** Every move as if it were played by itself, or what is played. */
export type FramesOf = 'whole moves' | 'what is played';

/** The same problem, whose frames are counted. A move takes far fewer than the timer has. */
export function countFrames(
  problem: Problem,
  of: FramesOf,
): { readonly problem: Problem; readonly frames: () => number } {
  const battle = problem.battle as LiveALiveBattle;
  let frames = 0;
  const counted = <Result>(play: () => Result): Result => {
    const before = read16(battle.image, Cell.BATTLE_TIMER);
    const result = play();
    frames += (before - read16(battle.image, Cell.BATTLE_TIMER)) & 0xffff;
    return result;
  };
  const { firstParts, ...capabilities } = problem.system.capabilities;
  const shared: System['capabilities'] =
    firstParts === undefined || of === 'whole moves'
      ? capabilities
      : {
          ...capabilities,
          firstParts: () => {
            const parts = firstParts(battle);
            return {
              ...parts,
              play: (part) => counted(() => parts.play(part)),
              goOn: (command) => counted(() => parts.goOn(command)),
            };
          },
        };
  return {
    problem: {
      ...problem,
      system: { ...problem.system, capabilities: shared },
      battle: {
        ...battle,
        step: (command: Int32Array, events: Parameters<LiveALiveBattle['step']>[1]) =>
          counted(() => battle.step(command, events)),
      } as LiveALiveBattle,
    },
    frames: () => frames,
  };
}
