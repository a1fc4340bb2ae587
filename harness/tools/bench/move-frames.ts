/** Frames that the moves of a search take, by the battle timer, which falls by one in each. */
import { read16 } from '../../../core/int/index.js';
import type { LiveALiveBattle } from '../../../core/live-a-live/index.js';
import * as Cell from '../../../core/live-a-live/memory/cells/cell.js';
import type { Planning } from '../../../core/system/system.js';
import type { Problem } from '../../solve/index.js';

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
  const { sharedPrefixes, ...others } = problem.system.capabilities.planning ?? {};
  const planning: Planning =
    sharedPrefixes === undefined || of === 'whole moves'
      ? others
      : {
          ...others,
          sharedPrefixes: () => {
            const prefixes = sharedPrefixes(battle);
            return {
              ...prefixes,
              play: (prefix) => counted(() => prefixes.play(prefix)),
              playRest: (command) => counted(() => prefixes.playRest(command)),
            };
          },
        };
  return {
    problem: {
      ...problem,
      system: { ...problem.system, capabilities: { ...problem.system.capabilities, planning } },
      battle: {
        ...battle,
        step: (command: Int32Array, events: Parameters<LiveALiveBattle['step']>[1]) =>
          counted(() => battle.step(command, events)),
      } as LiveALiveBattle,
    },
    frames: () => frames,
  };
}
