/**
 * C1:CBA6 in played battles: a field, poison and the own skill that missed take what they say. Its bonus of steps has the cells of the
 * loaded abnormality row (0322, 0323), which a row that was loaded before filled: every such harm took 999.
 */
import { describe, expect, test } from 'vitest';
import { fireField, hurtByPoison } from '../../../../core/live-a-live/combat/fields-and-poison.js';
import { createBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { apply, read } from '../../../../core/system/battle.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';

/** The row of no abnormality: onset 7 in 0323, which as a bonus would be 1792. */
function withLoadedRow() {
  const battle = createBattle({ formation: 0xde, party: [{ character: 'takahara' }], generator: [1, 0, 231, 131] });
  const memory = new Memory(battle.image);
  cellsOf(memory.image).set({ 'abnormalityRow.disabled': [4, 0, 0, 7, 2, 1, 50, 0] });
  return { battle, memory };
}

describe('with a row of abnormalities loaded by an earlier enemy', () => {
  test('poison takes a sixteenth of an ally’s 320 HP', () => {
    const { battle, memory } = withLoadedRow();
    const cells = cellsOf(memory.image);
    cells.ally(0).set({ statuses: 8 });
    hurtByPoison(battle.machine);
    expect([cells.record(5).read('hp'), cells.ally(0).read('totalDamage'), cells.read('changeTotalHp')]).toEqual([
      300, 20, 20,
    ]);
  });

  test('fire under an ally takes 24 HP', () => {
    const { battle, memory } = withLoadedRow();
    const cells = cellsOf(memory.image);
    cells.set({ [`fieldGrid[${5 + 8 * 4}]`]: 0xc1 });
    cells.set({ fieldCounter: 1 });
    fireField(battle.machine);
    expect([cells.record(5).read('hp'), cells.ally(0).read('totalDamage'), cells.read('changeTotalHp')]).toEqual([
      296, 24, 24,
    ]);
  });
});

test('an F. Steiner that misses Moribe costs its user 112 to 139 HP', () => {
  let missed = 0;
  for (let seed = 1; seed < 8; seed++) {
    const battle = createBattle({
      enemies: [{ species: 'moribe-seishi', x: 3, y: 3 }],
      party: [{ character: 'takahara', skills: ['f-steiner'], x: 4, y: 4, facing: 3 }],
      generator: [seed, 7, 231, 131],
    });
    apply(LIVE_A_LIVE_BATTLE, battle, { command: 'skill', skill: 'f-steiner', x: 3, y: 4, frames: 0 });
    if (read(battle, 'enemy[0].hp') !== 120) continue;
    missed++;
    // level 2 less 4 for the back, as on his own cell: D = 8 + 2 + 2, (12 * 80) >> 3 and 25 >> 1 make 132; 132 * 109 >> 8 is 56,
    // twice that 112, and up to a quarter more
    const memory = new Memory(battle.image);
    const cells = cellsOf(memory.image);
    const lost = 320 - cells.recordOf(0).read('hp');
    expect([lost, cells.read('changeTotalHp')]).toEqual([read(battle, 'ally[0].singleHit'), lost]);
    expect(lost).toBeGreaterThanOrEqual(112);
    expect(lost).toBeLessThanOrEqual(139);
  }
  expect(missed).toBeGreaterThan(5);
});
