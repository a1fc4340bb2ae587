/**
 * Frames of the C engine against those of core: two readings of the same page end every battle with the same image. Nothing here
 * looks at a time.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { createFrameBattle, type LiveALiveBattle } from '../../core/live-a-live/index.js';
import { benchScenario } from '../../harness/tools/bench/battle.js';
import { runTypeScript, startC } from '../../harness/tools/bench/engine-run.js';
import { FAULTS } from '../../harness/tools/bench/turn-engine/build-engine.js';
import { DRILL_BATTLES, padWords } from '../../harness/tools/drill-battles.js';
import { engineOrReason } from './engine.js';

const STEPS = 30_000;
/** An enemy acts from 256 action points on and pays at most 64: in a battle no subtraction borrows, only the cases reach that. */
const NEVER_IN_A_BATTLE = 2;
const engine = engineOrReason();

afterAll(() => engine?.remove());

/** Checksum of the image after the C engine's frames, of a first and a second run. */
async function checksumOfC(battle: LiveALiveBattle, start: Uint8Array, pads: Uint16Array): Promise<string> {
  const running = startC(engine?.path ?? '', battle, start, pads);
  try {
    const first = await running.run();
    expect((await running.run()).checksum).toBe(first.checksum);
    return first.checksum;
  } finally {
    running.close();
  }
}

describe.skipIf(engine === undefined)('frames', () => {
  const switched = [{ idleChargeFrames: 'N' }, { statusTimers: 'keep', idleActionPoints: 0 }] as const;

  test.each(DRILL_BATTLES)('$name: same image after every number of frames', async ({ setup, seed }) => {
    const battle = createFrameBattle(setup);
    const start = battle.image.slice();
    for (const frames of [1, 2, 100, 5_000, STEPS]) {
      const pads = padWords(seed, frames);
      const mine = runTypeScript(battle, start, pads).checksum;
      expect(await checksumOfC(battle, start, pads), `${frames} frames`).toBe(mine);
    }
  });

  test.each(switched)('with switches %o the image is the same, and another than without', async (switches) => {
    const plain = createFrameBattle(DRILL_BATTLES[1]?.setup);
    const battle = createFrameBattle(DRILL_BATTLES[1]?.setup, switches);
    const start = battle.image.slice();
    const pads = padWords(77, STEPS);
    const mine = runTypeScript(battle, start, pads).checksum;
    expect(await checksumOfC(battle, start, pads)).toBe(mine);
    // the switch does something in this battle, or the comparison above would show nothing
    expect(runTypeScript(plain, start, pads).checksum).not.toBe(mine);
  });

  test('a program that is none is an error, not a wait', async () => {
    const battle = createFrameBattle(DRILL_BATTLES[0]?.setup);
    const start = battle.image.slice();
    for (const path of ['/nowhere/engine', '/bin/false']) {
      const running = startC(path, battle, start, padWords(1, 10));
      await expect(running.run()).rejects.toThrow(expect.objectContaining({ code: 'E_BENCH_ENGINE' }));
    }
  });

  const reached = FAULTS.map((what, index) => [index + 1, what] as const).filter(
    ([fault]) => fault !== NEVER_IN_A_BATTLE,
  );
  test.each(reached)('a faulty engine is found by its checksum: fault %i, %s', async (fault) => {
    const broken = engineOrReason(fault);
    const build = { kind: 'built', path: broken?.path ?? '', compiler: '', remove: () => {} } as const;
    try {
      const run = async (): Promise<void> => {
        for (const scenario of DRILL_BATTLES) await benchScenario(scenario, build, STEPS, 1, STEPS);
      };
      await expect(run()).rejects.toThrow(expect.objectContaining({ code: 'E_BENCH_CHECKSUM' }));
    } finally {
      broken?.remove();
    }
  });
});
