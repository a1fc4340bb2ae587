/** Battles with all seals and with joining against the slow reference: 2,500 random commands; the slow suite has 100,000. */
import { expect, test } from 'vitest';
import { sealNames } from '../../references/grail-seals.js';
import { compareRandomTables } from './random-table.js';

test('H18 to H28 HA22 to HA26: 2,500 random commands of battles, all seals and joining agree with the reference', () => {
  const counts = compareRandomTables(2_204, 2_500);
  const seals = sealNames.map((name) => `seal ${name}`);
  const others = [
    'joinBattle',
    'setLines',
    'allocate',
    'damageStep',
    'avoidLethal',
    'escape',
    'cleanup',
    'useSkill',
    'endTurn',
  ];
  for (const what of [...seals, ...others]) expect(counts.get(what) ?? 0, what).toBeGreaterThan(0);
});
