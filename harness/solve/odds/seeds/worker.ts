/** Work of a thread: plays starts and notes them in the shared numbers. */
import { parentPort } from 'node:worker_threads';
import { SYSTEMS } from '../../../base/index.js';
import { type Plan, readPlan } from '../../../play/index.js';
import { createStartPlayer, policyPlan, type StartChoice } from './play-starts.js';

/** What a thread is started with. */
export interface SeedsWork {
  readonly kind: 'seeds';
  readonly plan: Uint8Array;
  readonly file: string;
  readonly system: string;
  readonly policy: string | undefined;
  /** Settings that the starts are played under. */
  readonly switches: Plan['ruleset']['switches'];
  /** Image of the plan's own start. */
  readonly image: Uint8Array;
  readonly choice: StartChoice;
  readonly want: string | undefined;
  /** Numbers of all starts, and the next start that nobody plays. */
  readonly notes: Int32Array;
  readonly next: Int32Array;
  readonly chunk: number;
}

/** Plays the starts that no other thread has taken, then tells the stretches in them. */
export function playStarts(given: SeedsWork): void {
  const plan = policyPlan(readPlan(given.plan, given.file), given.policy);
  const system = SYSTEMS.find(({ id }) => id === given.system);
  if (system === undefined) throw new Error(`no system ${given.system}`);
  const battle = system.create(null, given.switches);
  battle.image.set(given.image);
  const player = createStartPlayer({ system, battle, plan, choice: given.choice, want: given.want });
  const { notes, next, chunk } = given;
  for (;;) {
    const from = Atomics.add(next, 0, chunk);
    if (from >= player.starts.count) break;
    const to = Math.min(from + chunk, player.starts.count);
    for (let start = from; start < to; start++) player.play(start, notes, start * player.width);
  }
  parentPort?.postMessage(player.unpublished());
}
