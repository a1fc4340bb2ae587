/** What a move is measured to be: whose turn it ends, counted once and only where it ends it. */
import { expect, test } from 'vitest';
import { type System, turnsOnly } from '../../../../../core/system/system.js';
import { createMoveMeter } from '../../../../../harness/solve/search/expansion/trial-parts.js';
import { counter } from '../../check/certificates.js';

const [ALLIES, ENEMIES] = [0, 1];

test('a move that lets the enemies act counts once their turn is over, not while it goes on', () => {
  const plain = counter();
  // from a sum of 15 to one of 17 the turn is the enemies'
  const turn = ({ image }: { readonly image: Uint8Array }): number => {
    const sum = image[0] as number;
    return sum >= 15 && sum < 18 ? ENEMIES : ALLIES;
  };
  const system: System = { ...plain, capabilities: { ...plain.capabilities, actions: turnsOnly(turn) } };
  const battle = system.create({ start: 14 });
  const [start] = battle.image;
  const meter = createMoveMeter(system, battle, { countsEnemies: true });
  const add = (amount: number, side = ALLIES): number => {
    const words = Int32Array.of(system.commands.find(({ name }) => name === 'add')?.code ?? 0, amount);
    expect(meter.play({ words } as never, side)).toBe(0);
    return meter.enemyActions;
  };
  expect(start).toBe(14);
  expect([add(1), battle.image[0]]).toEqual([0, 15]);
  // within their turn, out of it, and afterwards
  expect([add(1), add(1), battle.image[0]]).toEqual([0, 0, 17]);
  expect([add(2), battle.image[0]]).toEqual([1, 19]);
  expect(add(1)).toBe(0);
});
