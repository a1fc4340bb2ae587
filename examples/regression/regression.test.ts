import { readdirSync } from 'node:fs';
import { apply, liveALive, restore, snapshot } from 'battle-lockstep/core';
import { expect, test } from 'vitest';
import 'battle-lockstep/vitest';

const filesOf = (folder: string): readonly string[] => readdirSync(folder).map((name) => `${folder}/${name}`);

test.each(filesOf('logs'))('%s', async (log) => {
  await expect(log).toHoldInLockstep();
});

test.each(filesOf('plans'))('%s', async (plan) => {
  await expect(plan).toHold();
});

test('a snapshot brings the battle back', () => {
  const begin = () => liveALive.createBattle({ formation: 0xf5, party: [{ character: 'takahara' }] });
  const battle = begin();
  const start = snapshot(battle);
  apply(liveALive.LIVE_A_LIVE_BATTLE, battle, { command: 'step' });
  expect(battle).not.toBeEqualBattle(begin());
  restore(battle, start);
  expect(battle).toBeEqualBattle(begin());
});
