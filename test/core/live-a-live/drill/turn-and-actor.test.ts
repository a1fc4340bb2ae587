/** The turn and the acting enemy that are named for the next frame, against that frame. */
import { expect, test } from 'vitest';
import { createFrameBattle, LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { createEventBuffer, readEvents } from '../../../../core/system/battle.js';
import type { Battle } from '../../../../core/system/system.js';
import { DRILL_BATTLES, padWords } from '../../../../harness/tools/drill-battles.js';
import { blockNumber, enemyPointer } from '../../../fixtures/live-a-live/battle-cells.js';
import { routineOf } from '../../../fixtures/live-a-live/routines.js';
import { actions, FRAME, frame, get, START, TABLES, Y } from './played-actions.js';

/** Whether a frame comes to an enemy that decides, with the enemy that was chosen; the battle stays as it is. */
function frameAhead(battle: Battle): { readonly decides: boolean; readonly acting: number } {
  const before = battle.image.slice();
  const events = createEventBuffer(4096);
  battle.step(Int32Array.of(FRAME, START | Y), events);
  const asked = readEvents(LIVE_A_LIVE, events).some(
    ({ values }) => values['routine'] === routineOf('enemy-turn-test'),
  );
  const acting = get(battle, 'actingEnemy');
  // C1:8E64: one that charges or is busy does nothing
  const free = acting !== 0 && get(battle, `enemy[${blockNumber('enemy', acting)}].skillState`) === 0;
  battle.image.set(before);
  return { decides: asked && free, acting };
}

/** C1:7AED for any of them: no step runs, one is present, not petrified, asleep or paralysed, and not busy. */
function anyAble(battle: Battle): boolean {
  const of = (ally: number, name: string): number => get(battle, `ally[${ally}].${name}`);
  const able = [0, 1, 2, 3].some(
    (ally) =>
      of(ally, 'id') !== 0xff &&
      (of(ally, 'state') & 0x40) !== 0 &&
      (of(ally, 'statuses') & 0xb0) === 0 &&
      (of(ally, 'skillState') & 0x60) === 0,
  );
  return able && (get(battle, 'allyActionFlags') & 0x08) === 0;
}

test.each(DRILL_BATTLES)(
  '$name: the turn and the acting enemy that are named are those of the next frame',
  ({ setup, seed }) => {
    const battle = createFrameBattle(setup, undefined, TABLES);
    const seen = [0, 0, 0];
    frame(battle);
    for (const pad of padWords(seed, 500)) {
      const turn = actions.turn(battle);
      const { decides, acting } = frameAhead(battle);
      const at = get(battle, 'sequenceBegin');
      expect([at, turn]).toEqual([at, decides ? 1 : anyAble(battle) ? 0 : 2]);
      if (decides) expect(enemyPointer(actions.actor?.(battle) ?? -1)).toBe(acting);
      seen[turn] = (seen[turn] ?? 0) + 1;
      frame(battle, pad);
    }
    expect(Math.min(...seen)).toBeGreaterThan(0);
  },
);
