/**
 * What a program does with the core, timed: one frame by `step` and by `apply`, a preview, a new
 * battle, a battle played to its end. The same work runs in a thread of the command and in a
 * process that imports the installed package, each whenever it is asked.
 */
import type * as Core from '../../../../core/index.js';
import { checksum } from '../measure/checksum.js';
import { ownTime } from '../measure/measure.js';

export const PACKAGE_TASKS = ['step', 'apply', 'preview', 'createBattle', 'auto'] as const;
export type PackageTask = (typeof PACKAGE_TASKS)[number];

/** Job of a thread that does rounds of this work when it is asked. */
export interface PackageJob {
  readonly kind: 'package';
}

/** One round of a task. */
export interface PackageRound {
  /** Nanoseconds of processor time of one call. */
  readonly nanoseconds: number;
  /** Of the image that the round leaves. */
  readonly checksum: string;
}

const FRAMES = { step: 400_000, apply: 150_000 } as const;
const PREVIEWS = 3000;
const BATTLES = 3000;
const STEP_IN_PLACE = 0x4000;

const DUEL = {
  allies: [{ level: 2, hp: 320, power: 50, speed: 31, body: 36, intellect: 25, x: 5, y: 4 }],
  species: [{ id: 0x5a, level: 3, hp: 256, power: 43, speed: 60, body: 33, intellect: 55 }],
  enemies: [{ species: 0 }],
};

function setupOf(number: number): Readonly<Record<string, unknown>> {
  const generator = [number & 0xff, 1, (number >>> 8) & 0xff, 7];
  return { formation: 'namcat', generator, party: [{ character: 'takahara' }] };
}

const padOf = (frame: number): number => (frame % 7 === 0 ? STEP_IN_PLACE : 0);

/** Calls of each task, and the sum of what they leave behind. */
function tasksOf({ liveALive, apply, encodeCommand }: typeof Core): Record<PackageTask, [number, () => Uint8Array]> {
  const { LIVE_A_LIVE, LIVE_A_LIVE_BATTLE, createBattle, createFrameBattle, preview } = liveALive;
  const word = Int32Array.of(liveALive.COMMAND_FRAME, 0);
  return {
    step: [
      FRAMES.step,
      () => {
        const battle = createFrameBattle(DUEL);
        for (let frame = 0; frame < FRAMES.step; frame++) {
          word[1] = padOf(frame);
          battle.step(word, undefined);
        }
        return battle.image;
      },
    ],
    apply: [
      FRAMES.apply,
      () => {
        const battle = createFrameBattle(DUEL);
        for (let frame = 0; frame < FRAMES.apply; frame++) {
          apply(LIVE_A_LIVE, battle, { command: 'frame', pad: padOf(frame) });
        }
        return battle.image;
      },
    ],
    preview: [
      PREVIEWS,
      () => {
        const battle = createBattle(setupOf(1));
        const words = encodeCommand(LIVE_A_LIVE_BATTLE, battle, { command: 'auto', policy: 'attack', commands: 4 });
        let frames = 0;
        for (let count = 0; count < PREVIEWS; count++) frames += preview(battle, words).frames;
        return Uint8Array.of(frames & 0xff, (frames >>> 8) & 0xff, (frames >>> 16) & 0xff);
      },
    ],
    createBattle: [
      BATTLES,
      () => {
        let image: Uint8Array = new Uint8Array(0);
        for (let number = 0; number < BATTLES; number++) image = createBattle(setupOf(number)).image;
        return image;
      },
    ],
    auto: [
      BATTLES,
      () => {
        const battle = createBattle(setupOf(0));
        const first = battle.image.slice();
        for (let number = 0; number < BATTLES; number++) {
          battle.image.set(first);
          apply(LIVE_A_LIVE_BATTLE, battle, { command: 'auto', policy: 'random', seed: number });
        }
        return battle.image;
      },
    ],
  };
}

/** @param core the core of the command, or of the package */
export function createPackageWork(core: typeof Core): (task: PackageTask) => PackageRound {
  const tasks = tasksOf(core);
  return (task) => {
    const [calls, run] = tasks[task];
    let left: Uint8Array = new Uint8Array(0);
    const took = ownTime(() => {
      left = run();
    });
    return { nanoseconds: took / calls, checksum: checksum(left) };
  };
}
